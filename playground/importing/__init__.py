"""Runs that other programs recorded, as traces. What they do not tell is left out, never filled in."""
