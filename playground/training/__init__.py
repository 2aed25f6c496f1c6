"""Makes the embedded checkpoint: a tiny DiffusionGemma that masters the small world (`playground.world`)."""
