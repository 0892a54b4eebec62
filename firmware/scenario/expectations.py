"""Keys of `expect`: what came of a case, in the shape in which it is expected.

To add a key: a function from the evidence and the expected value to what came, and a line in the
table of its file with the shape that a case may expect. Where the two need not be equal (one of
several, some of many) the function returns a `Got`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from firmware.scenario.cases import Untested
from firmware.scenario.evidence import Evidence
from firmware.scenario.expect import Expectation, Got, strange
from firmware.scenario.expect_days import DAYS
from firmware.scenario.expect_heard import HEARD
from firmware.scenario.expect_lives import LIVES
from firmware.scenario.expect_nights import NIGHTS
from firmware.scenario.expect_office import OFFICE

EXPECT: Final[Mapping[str, Expectation]] = MappingProxyType({**LIVES, **NIGHTS, **DAYS, **OFFICE, **HEARD})
"""The keys that are known."""


def judge(key: str, evidence: Evidence, want: Any) -> Got:
    """What came of `key`.

    Raises:
        Untested: the key, or what is expected of it, is not known.
    """
    if key not in EXPECT:
        raise Untested(f"没有预期 {key} / expectation not known: {key}")
    try:
        msgspec.convert(want, EXPECT[key].shape, str_keys=True)
    except msgspec.ValidationError:
        raise strange(key, want) from None
    got = EXPECT[key].came(evidence, want)
    return got if isinstance(got, Got) else Got(got, got == want)
