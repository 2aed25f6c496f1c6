"""Makes data and scripts that the package ships. Each file is a program: `python -m workshop.makers.NAME`."""
