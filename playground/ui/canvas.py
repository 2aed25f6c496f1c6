"""The place on the page where `assets/js/main.js` draws. Its value is a wire message, a string."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from html import escape
from typing import Any

import gradio as gr

from playground.settings import all_knobs, samplers_with
from playground.trace.columns import MAX_MIB

_LOADER = (
    "import(new URL('{main}', document.baseURI).href)"
    ".then(module => module.mount({element, trigger, props, watch, server}))"
    "  // triggers 'model_ready' and 'form_filled'"  # Gradio allows only events whose quoted names it finds here
)


def token_canvas(
    server_functions: list[Callable[[Any], Any]], *, elem_id: str, main: str, max_mib: int = MAX_MIB
) -> gr.HTML:
    """Makes the mount point. Its template never sees the value, so token text is never taken for markup.

    This is not a subclass, because Gradio writes a `.pyi` file next to the source of each subclass.

    Args:
        main: the address of `main.js`, relative to the page.
        max_mib: the largest size that a trace may unpack to when the page opens it.
    """
    return gr.HTML(
        value="",
        html_template=f'<div class="token-canvas" data-knobs="{escape(_knobs())}" data-max-mib="{max_mib}"></div>',
        js_on_load=_LOADER.replace("{main}", main),
        apply_default_css=False,
        server_functions=[_function(call) for call in server_functions],
        elem_id=elem_id,
    )


def _knobs() -> str:
    """The table of settings. The page uses it to read addresses, and to show the settings of the chosen sampler."""
    return json.dumps(
        [
            {
                "name": name,
                "value": knob.default,
                "minimum": knob.minimum,
                "maximum": knob.maximum,
                "whole": knob.whole,
                "choices": list(knob.choices),
                "samplers": samplers_with(name),
            }
            for name, knob in all_knobs().items()
        ]
    )


def _function(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Wraps a method: Gradio marks server functions with an attribute, which a bound method cannot have."""

    @functools.wraps(call)
    def function(argument: Any) -> Any:
        return call(argument)

    return function
