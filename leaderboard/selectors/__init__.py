"""All reads of the competition, by noun."""
