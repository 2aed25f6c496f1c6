"""Finds a checkpoint (embedded, folder or hub) and checks that it is complete and fits into memory."""
