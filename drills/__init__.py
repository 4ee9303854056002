"""Drills on the real service: load with a ledger, faults, backup and restore, soak.

`load` plays the API and remembers what was acknowledged; `faults` breaks one part after the
other under that load; `backup` destroys the data and restores it; `soak` watches the memory of
every process. Each is a command: `python -m drills.faults --help`.
"""
