"""All writes of the competition, by noun."""
