"""Measures the engine, the page and a server under load. In each file, PARTS says which function measures what."""
