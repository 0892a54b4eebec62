"""Known differences: cases that this project deliberately decides otherwise.

Such a case stays a failure in every report; the report names the reason beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.text import Text

DIFFERENCES: Final[Mapping[str, Text]] = MappingProxyType({})
"""Id of a case to the reason. There is none yet."""
