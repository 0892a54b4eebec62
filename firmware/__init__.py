"""The shell that joins rules, voice and table: daemon loop, journal, menu, simulated table, command line."""
