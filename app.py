"""`python app.py` is `python -m playground serve`. A Space runs this file as it is."""

from playground.commands.serve import serve

if __name__ == "__main__":
    serve()
