"""The least that a request can cost: bare DRF views that read a row, or insert one."""
