"""The simulated table in the browser: room, seat and maker pages, loopback only."""
