"""Scenarios: one game situation and what must come of it, played through the public engine API.

    case file ─ cases ─► prepared steps ─ entry ─► a game half way ─ player ─► what happened ─ expectations ─► verdict

A case is *passed*, *failed* (which key, what was expected, what came), or *not tested*: it needs a
card, a rule, a step or a key that this program has no notion of. Not tested is never passed.

What can be added, and where; each is a line in a table of handlers:

| a notion            | table                    | in                                                    |
|---------------------|--------------------------|-------------------------------------------------------|
| a card              | `engine.roles.ROLES`     | nothing to do here                                    |
| what it does at night | `ACTS`                 | `night` (what the line of its prompt is answered with) |
| a rule of the table | `RULES`                  | `entry`                                               |
| a start half way    | `SETUP`                  | `entry`                                               |
| a step              | `STEPS`                  | `steps`, its class beside those in `step_day`         |
| a `try`             | `ATTEMPTS`, `PHASES`     | `tries`, `spots`                                      |
| a key of `expect`   | `EXPECT`                 | `expectations`: the table of the file it belongs to   |

The game is played without a sheriff: a table at which nobody stands has none, so a case that has no
election, badge or sheriff in it is the same game. Whatever speaks of the sheriff is not tested.
"""
