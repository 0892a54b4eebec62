"""复盘: games that are over, to be looked at: what happened, who held what, how long it took, how often who wins.

Everything is read from the journal and nothing is played again. It tells every secret of a game, so
it is for games that are over and refuses all others.
"""
