"""What an operator does with the data: `manage.py backup` and `manage.py restore`.

`digests` hashes every table, `programs` finds PostgreSQL's own tools, `archive` is the file
that they fill, `backups` does the work.
"""
