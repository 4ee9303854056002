"""The service as a whole, from outside."""
