"""`python -m firmware`: the same as `faguan`."""

from firmware.cli import main

main()
