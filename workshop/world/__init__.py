"""Writes what `playground.plugins.small_world` reads: prompts, answers and held-out cases of the small world."""
