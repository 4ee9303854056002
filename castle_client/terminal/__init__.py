"""A player for the terminal: the day's deals, played by typing moves.

Needs `games.rules` besides the client. It draws with plain characters, a line at a time, so
that it works in any terminal of 80 x 24, in a pipe and with a screen reader.
"""
