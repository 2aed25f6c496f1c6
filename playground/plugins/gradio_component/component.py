"""`pg.gradio_player()`: the player as a component for any Gradio app, live and of recorded runs.

It is one `gr.HTML` with one script, `SCRIPT`, which shows the value and asks the server for nothing.
The value travels as one string that no template sees, so that token text is never taken for markup. That of a
run that goes on only grows at its end: of such a string Gradio sends what is new, and a page that missed some values,
because it was drawn late or was busy, has all steps with the next one.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import threading
import zlib
from abc import ABCMeta
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

import gradio as gr
from gradio.component_meta import ComponentMeta
from gradio.route_utils import API_PREFIX

from playground.assets import ASSETS
from playground.errors import PlaygroundError, TraceError
from playground.trace import Header, Trace
from playground.trace.files import read_run
from playground.trace.record import Record
from playground.trace.wire import WireEncoder

SCRIPT = ASSETS / "dist" / "plugins-gradio_component-component.js"
LOADER = """const { pathname } = new URL(window.gradio_config?.root ?? ".", document.baseURI);
import(new URL(pathname.replace(/\\/$/, "") + %s, document.baseURI))
  .then(({ mount }) => mount({ element, props, watch }))
  .catch(({ message }) => (element.textContent = `The player could not be loaded (${message}).`));"""
"""The page's own origin, and the path of the app below it, which may be a part of another one."""
LEAST_WIDTH = 320
"""Pixels: in a row that is narrower it stands below the others."""

Shown = Record | Trace | str | PathLike[str] | None
"""What the player shows: a run that may go on, in its recorder; a recorded one, or the file of one; or nothing."""


def gradio_player(value: Shown = None, **options: Any) -> gr.HTML:
    """Makes the component, for `gr.Blocks` or as the output of a `gr.Interface`.

    Its value is a trace, a recorder such as `Recorder`, or the path of a file that holds a run. A generator that yields
    the recorder after each step shows the run LIVE; once it is over, or its trace is yielded, the run is RECORDED and
    has all that was recorded of it. If you end a run early, call `end` and yield the recorder once more.

    Args:
        value: what it shows first.
        options: as `gr.HTML` takes them: `label`, `elem_id`, `visible`, `scale` and so on.

    Raises:
        gr.Error: the value cannot be shown; one sentence says why. So it is with each later value.
    """
    return Player(
        value,
        html_template="<div></div>",
        js_on_load=LOADER % json.dumps(_script()),
        apply_default_css=False,
        **{"min_width": LEAST_WIDTH, **options},
    )


class _Plain(ComponentMeta):
    """Makes a component's class without the `.pyi` that Gradio writes beside its module, wherever that is installed."""

    def __new__(cls, name: str, bases: tuple[type, ...], attributes: dict[str, Any]) -> Any:
        return ABCMeta.__new__(cls, name, bases, attributes)


class Player(gr.HTML, metaclass=_Plain):
    """A `gr.HTML` whose values are runs; `gradio_player` makes it."""

    def postprocess(self, value: Shown) -> str | None:
        try:
            return _line(value)
        except PlaygroundError as error:
            raise gr.Error(str(error), print_exception=False) from error


@functools.cache
def _script() -> str:
    """The script's address below the app's path."""
    gr.set_static_paths(SCRIPT)
    version = hashlib.sha256(SCRIPT.read_bytes()).hexdigest()[:16]  # a browser keeps no older one after an upgrade
    return f"{API_PREFIX}/file={quote(SCRIPT.as_posix())}?{version}"


class _Sent:
    """The value of a run that goes on, which grows."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._steps = trace, 0
        self._wire = WireEncoder(_number(trace.header))
        self._text = self._wire.start(trace.header, "LIVE", trace.texts)

    def text(self) -> str:
        new = [self._wire.frame(self._trace.frame(step)) for step in range(self._steps, len(self._trace))]
        self._steps += len(new)
        self._text = "\n".join([self._text, *new])
        return self._text


_sent: WeakKeyDictionary[Record, _Sent] = WeakKeyDictionary()
_sending = threading.Lock()


def _line(value: Any) -> str | None:
    """A value as it travels.

    Raises:
        TraceError: it is nothing that can be shown, or a file cannot be read.
    """
    if value is None:
        return None
    if isinstance(value, Record):
        with _sending:  # several visitors may be shown the same run
            if not value.over:
                return (_sent.get(value) or _sent.setdefault(value, _Sent(value.so_far))).text()
            value = value.trace()
    if isinstance(value, Trace):
        return _whole(value)
    if isinstance(value, str | PathLike):
        return _whole(read_run(Path(value)), Path(value).stem)
    raise TraceError(f"The player shows a trace, a recorder or the path of a file; this is a {type(value).__name__}.")


def _whole(trace: Trace, name: str = "run") -> str:
    """A recorded run, with all that its trace has."""
    packed = base64.b64encode(trace.to_bytes()).decode()
    return json.dumps({"kind": "whole", "run": _number(trace.header), "name": name, "trace": packed})


def _number(header: Header) -> int:
    """Tells a run from the one before it: while a run is the same, its reader stays at the same step."""
    return zlib.crc32(repr((header.recorded_at, header.seed, header.prompt_ids, header.settings)).encode())
