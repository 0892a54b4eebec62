"""The judge's common lines, one file per part of the evening; role lines live in the role files.

A file holds one `LINES` tuple. The third value of a line is English, the last the silence after it
in ms; 0 where a window, a count or the staff decide what follows. Placeholders: `audio.planner`.
To add a line: write it in the file of its part; `audio.catalogue` finds it.
"""

from typing import Final

from audio.lines import acts, dawn, errors, night, over, setup, sheriff, speech, staff, vote
from engine.roles.role import Line

COMMON: Final[tuple[Line, ...]] = (
    *setup.LINES,
    *night.LINES,
    *dawn.LINES,
    *speech.LINES,
    *vote.LINES,
    *sheriff.LINES,
    *acts.LINES,
    *over.LINES,
    *staff.LINES,
    *errors.LINES,
)
"""All lines that belong to no role."""
