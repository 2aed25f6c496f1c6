"""The commands of `python -m playground`, one in each file. Heavy imports are inside functions, so help is instant."""
