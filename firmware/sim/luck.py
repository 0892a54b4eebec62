"""Where chance comes from at a simulated table: from a seed, by name, and from nowhere else."""

from __future__ import annotations

import random


def luck(name: str, *seed: int) -> random.Random:
    """The random numbers called `name` of the game with this seed: the same on every run and every machine."""
    words = "/".join([name, *(str(number) for number in seed)])
    return random.Random(words)  # noqa: S311 - chance, not secrecy; seeded by a text, so not by its hash
