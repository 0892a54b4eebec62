"""Reviews of games that are over."""
