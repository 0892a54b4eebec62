"""The rules of 狼人杀, pure: no clock, no chance, no I/O, no threads, no logging.

The rulebook is a conversation. Procedures yield *events* (facts) and *prompts* (questions) and are
given *commands* (answers) back; see `engine.game` for the driver and `engine.rulebook` for the game.
"""
