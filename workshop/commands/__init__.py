"""Commands of `python -m playground` that only the source has, one in each file. Heavy imports are inside functions."""
