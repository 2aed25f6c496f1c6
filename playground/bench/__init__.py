"""What the project promises about speed and size, measured. A part is a file with KEYS and `measure(names)`."""
