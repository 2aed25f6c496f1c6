"""The commands of `python -m playground`, one in each file. Functions do the heavy imports, so help is instant."""
