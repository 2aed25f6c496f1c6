"""How good a checkpoint is: held-out cases through the engine, sweeps, curves, figures."""
