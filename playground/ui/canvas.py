"""Where Gradio meets the page. The page is drawn by `assets/js/main.js`; this component connects it to the engine."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import gradio as gr

_LOADER = (
    "import(new URL('{main}', document.baseURI).href)"
    ".then(module => module.connect({trigger, props, watch, server}))"
    # Gradio allows only events whose quoted names it finds here.
    "  // triggers 'run_asked', 'lanes_asked' and 'study_asked'"
)


def token_canvas(server_functions: list[Callable[..., Any]], *, elem_id: str, main: str) -> gr.HTML:
    """Makes the component. Its value is a wire message, a string, or one in each line.

    Its template never sees the value, so token text is never taken for markup.

    This is not a subclass, because Gradio writes a `.pyi` file next to the source of each subclass.

    Args:
        main: the address of `main.js`, relative to the page.
    """
    return gr.HTML(
        value="",
        html_template="<div></div>",
        js_on_load=_LOADER.replace("{main}", main),
        apply_default_css=False,
        server_functions=[_function(call) for call in server_functions],
        elem_id=elem_id,
    )


def _function(call: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a method: Gradio marks server functions with an attribute, which a bound method cannot have."""

    @functools.wraps(call)
    def function(*values: Any) -> Any:
        return call(*values)

    @functools.wraps(call)
    async def waiting(*values: Any) -> Any:
        return await call(*values)

    return waiting if inspect.iscoroutinefunction(call) else function
