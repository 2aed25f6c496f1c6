"""What ways of packing are called, where loading and transformers ask for them."""

NF4 = "nf4"
