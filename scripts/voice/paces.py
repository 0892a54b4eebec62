"""Clips that a voice has to say at another speed than the rest to be understood.

Found by playing every sentence of a pack to an offline recogniser: what it mistook, and took for what it is at
another speed, is here. A clip that changes its words falls out of this table by itself: a test names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PACES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "zm_yunjian": MappingProxyType(
            {
                "狼人请睁眼。": 0.88,
                "狼人请闭眼。": 0.88,
                "请连按两下确认。": 0.92,
                "没有遗言。": 0.82,
                "撕掉。": 0.82,
                "警徽撕掉，本局不再有警长。": 0.94,
                "女巫。": 0.85,
                "本店规则，": 0.92,
                "狼人不能自刀。": 0.92,
            },
        ),
        "zf_xiaoxiao": MappingProxyType(
            {
                "三，二，一。": 0.92,
                "三，二，一，开始。": 0.92,
                "轮到谁的号码，要投他就按一下。": 0.84,
                "请抽取身份牌，看清之后扣好，不要让别人看到。": 0.84,
            },
        ),
    },
)
"""Voice, words of the clip with their last mark, speed (1: as the voice speaks, less: slower)."""
