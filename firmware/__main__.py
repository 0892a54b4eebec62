"""`python -m firmware`: the same as `faguan`."""

from firmware.entry import main

main()
