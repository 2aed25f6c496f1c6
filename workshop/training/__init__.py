"""Trains the embedded checkpoint: a tiny DiffusionGemma for the small world (`playground.plugins.small_world`)."""
