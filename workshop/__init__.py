"""The workshop: what makes and measures the playground, in the source alone. Nothing in `playground/` imports it.

It trains the embedded checkpoint, writes the texts of its world and the data that the package ships, evaluates
checkpoints on held-out cases, and measures and attacks the page.
"""
