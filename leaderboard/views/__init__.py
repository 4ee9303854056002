"""The endpoints of players and competition, by noun."""
