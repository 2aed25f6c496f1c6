"""What to run: `RunSpec`, its prompt, settings and steering. Importing it imports no torch."""
