"""The commands of `python -m playground`, one a file. Heavy imports are inside the functions: help must be instant."""
