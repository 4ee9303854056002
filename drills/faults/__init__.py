"""Faults under load: `python -m drills.faults --help`.

`means` are the ways to break a part, `catalogue` names each fault, `drill` runs one under
load and judges it, `probes` say when everything works again.
"""
