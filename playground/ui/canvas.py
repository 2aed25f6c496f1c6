"""TokenCanvas: the place on the page where `assets/js/main.js` draws. Its value is one wire message, a string."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar

import gradio as gr
from gradio.events import EventListener, all_events

_LOADER = (
    "import(new URL('playground/js/main.js', document.baseURI).href)"
    ".then(module => module.mount({element, trigger, props, watch, server}))"
)


class TokenCanvas(gr.HTML):
    """A mount point: the template never sees the value, so that token text is never taken for markup."""

    EVENTS: ClassVar = [*all_events, EventListener("model_ready")]

    def __init__(self, server_functions: list[Callable], **layout) -> None:
        super().__init__(
            value="",
            html_template='<div class="token-canvas"></div>',
            js_on_load=_LOADER,
            apply_default_css=False,
            server_functions=[_function(call) for call in server_functions],
            **layout,
        )

    def postprocess(self, value: str) -> str:
        return value


def _function(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Gradio marks server functions with an attribute, which a bound method cannot carry."""

    @functools.wraps(call)
    def function(argument: Any) -> Any:
        return call(argument)

    return function
