"""Tools for the page's sources: they build what browsers load, check names, and bring the sources to tests."""
