"""The tests mirror the packages; `kit` is the virtual table, `arch` the rules about the code itself."""
