"""The commands of `python -m playground`, one in each file. Heavy imports stand inside the functions: help is instant."""
