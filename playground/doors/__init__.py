"""What every door but the page shares: how a run is asked for in plain values, and how it is told in plain values.

A door is a way to reach the engine from outside. Each goes through `Service.start` and its limits. This package knows
no Gradio; `playground/server/api.py` offers these functions to programs.
"""
