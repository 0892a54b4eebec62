"""The wiring of a table as pictures and as a list of pins, made from the wiring itself (`faguan wiring`)."""
