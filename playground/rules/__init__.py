"""What a run goes by, one rule in each file. Importing it imports no torch."""
