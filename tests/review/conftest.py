"""The command line, as the tests of the program type it."""

from tests.program.conftest import cli

__all__ = ["cli"]
