"""One model, several people: whose turn it is, and the rows that share a pass."""
