"""Data of the tests, and what makes it."""
