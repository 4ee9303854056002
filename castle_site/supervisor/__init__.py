"""Runs the whole service on one machine: `python -m castle_site.supervisor`.

`programs` says what runs and how, `supervisor` keeps it running, `__main__` prepares and
speaks with the person at the terminal.
"""
