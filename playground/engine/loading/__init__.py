"""Finds a checkpoint (embedded, folder or hub), checks that it is complete, and that there is room for it."""
