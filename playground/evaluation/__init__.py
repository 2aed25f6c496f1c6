"""Measures how good a checkpoint is: held-out cases, sweeps, learning curves and their figures."""
