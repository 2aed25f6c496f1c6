"""The commands `site` and `portable`."""
