"""What was noticed at a table, and what only the tests know of it: everything its ears have kept."""

from __future__ import annotations

from engine.commands import AnyCommand
from engine.game import Step
from engine.prompts import AnyPrompt
from engine.public import PublicView
from engine.secrecy import Event
from firmware.table.outlets import Spoken
from tests.kit.ears import Begun, Ears, Shown


class Record:
    """A table whose ears have kept what happened at it."""

    ears: Ears

    # ------------------------------------------------------------ what people notice

    @property
    def heard(self) -> list[Spoken]:
        """Everything said so far."""
        return self.ears.heard

    @property
    def said(self) -> list[str]:
        """The same as words."""
        return [spoken.text for spoken in self.ears.heard]

    @property
    def keys(self) -> list[str]:
        """The same as catalogue keys."""
        return [spoken.say.key for spoken in self.ears.heard]

    @property
    def facts(self) -> list[Event]:
        """The public events the room has learned."""
        return [event for _, event in self.ears.facts]

    @property
    def view(self) -> PublicView:
        """The public state."""
        return self.ears.view

    @property
    def over(self) -> bool:
        """Whether the last game has been told to its end."""
        return self.ears.over

    # ------------------------------------------------------------ what only the tests know

    @property
    def steps(self) -> list[Step]:
        """Every step the engine has taken."""
        return self.ears.steps

    @property
    def commands(self) -> list[AnyCommand]:
        """Every command given to the engine."""
        return [step.command for step in self.ears.steps if step.command is not None]

    @property
    def prompt(self) -> AnyPrompt | None:
        """The prompt that was put last."""
        return self.ears.prompts[-1][0] if self.ears.prompts else None

    @property
    def line(self) -> str:
        """The line of that prompt; "" when there is none."""
        return self.prompt.call.line if self.prompt else ""

    @property
    def score(self) -> Begun:
        """The newest score."""
        return self.ears.scores[-1]

    @property
    def frames(self) -> list[Shown]:
        """Every lamp frame so far."""
        return self.ears.frames
