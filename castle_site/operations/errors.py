"""What keeps a backup from being made or restored."""


class BackupError(Exception):
    """A backup cannot be made or restored; the text says why, to an operator."""
