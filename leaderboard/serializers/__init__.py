"""What the endpoints of players and competition take and give, by noun."""
