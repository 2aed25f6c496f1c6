"""The server: the page, whose sources are in `assets/page`, what can be asked for through Gradio, and tapes to read."""
