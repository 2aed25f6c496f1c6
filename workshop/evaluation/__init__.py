"""Measures a checkpoint on held-out cases of the small world."""
