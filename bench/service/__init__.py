"""Measures the service: `python -m bench.service --help`."""
