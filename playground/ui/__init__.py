"""The page: a Gradio form around a canvas whose scripts live in `assets/js`."""
