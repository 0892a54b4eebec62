"""`faguan doctor`: a look at the machine and the table, without a game. Reads much, changes nothing that stays."""
