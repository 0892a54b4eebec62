"""The simulated people of a table: who deals, who plays, what goes wrong, and whether the judge kept its promises."""
