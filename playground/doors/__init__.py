"""What every door but the page shares: plain values become runs, and runs become plain values.

A door is a way to reach the engine from outside. Each goes through `Service.start` and its limits. This package knows
no Gradio; `playground/server/api.py` offers these functions to programs.
"""
