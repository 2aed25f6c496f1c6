"""What packing to 4 bits is called and takes, where loading and transformers ask for it."""

NF4 = "nf4"
NF4_BITS = 4 + 8 / 64 + 32 / (64 * 256)
"""4 bits, a scale of 8 bits for each 64 weights, and one of 32 bits for each 256 of these."""
