"""Writes what `playground.world` reads: prompts, answers and held-out cases of the small world."""
