"""The server: the page, whose scripts live in `assets/js`, what can be asked for through Gradio, and tapes to read."""
