"""How runs are asked for: a list of specs as JSON, through Gradio's queue. Their tape says what comes of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import gradio as gr
from anyio.to_thread import run_sync

from playground.errors import PlaygroundError, SettingError, SpecError
from playground.evaluation.study import Study, read_changes
from playground.service import Order, Refused, Service, Tape, Visitor
from playground.service.turns import NOBODY
from playground.spec.prompt import picture
from playground.spec.run import RunSpec

FIELDS = ("specs", "branches", "picture", "alone", "study", "follow")


class Asking:
    """The endpoint that takes specs."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def run(self, asked: str, request: gr.Request) -> AsyncIterator[dict]:
        """Runs specs, as `RunSpec.to_dict` writes them, and yields the messages of `playground.trace.wire`.

        The first message, `taken`, has the keys of their tape, to read it (`tape`) and to stop it (`control`), and the
        names of the runs.

        Args:
            asked: JSON with `specs`, a list of 1 to 4 of them, of which any field but the prompt may be left out; or
                `study`: a `spec`, how many `seeds` it is run with, the name of a setting to `vary`, and its `values`.
                Beside them `branches`, for each spec the server's name of the run that it branches from; `picture`,
                that of the prompts, as a data URL; `alone`: one after the other? With `follow` false only the first
                message comes, except where a GPU is lent to whoever waits for the end. A reader that is too far behind
                gets `dropped` as the last one.
        """
        values = _object(asked)
        tape = await run_sync(self._begin, values, visitor(request))
        tape.login = request.username
        yield {
            "kind": "taken",
            "tape": tape.key,
            "control": tape.control,
            "runs": [run.name for run in tape.runs],
        }
        if not values.get("follow", True) and not self._service.slot.whole:
            return
        async with aclosing(tape.follow()) as news:
            async for messages in news:
                if messages is None:
                    yield {"kind": "dropped"}
                for message in messages or ():
                    yield message.content

    def _begin(self, asked: dict[str, Any], visitor: Visitor) -> Tape:
        """Begins what is asked for.

        Raises:
            PlaygroundError: it is malformed, or as `Service.start`.
        """
        image = picture(str(asked.get("picture") or ""))
        self._service.slot.start()
        if "study" in asked:
            specs = [spec for _, _, spec in _study(asked["study"], image).specs()]
            return self._service.start(specs, visitor, Order.FREELY)
        values, branches = asked.get("specs"), asked.get("branches") or []
        if not isinstance(values, list) or not isinstance(branches, list):
            raise SpecError("specs and branches must be lists.")
        recorded = [self._service.tapes.recorded(name) for name in branches[: len(values)]]
        recorded += [None] * (len(values) - len(recorded))
        order = Order.ALONE if asked.get("alone") is True else Order.TOGETHER
        return self._service.start([_spec(one, image) for one in values], visitor, order, recorded=recorded)


def visitor(request: gr.Request | None) -> Any:
    """Who asks, as the guard found out."""
    return request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY


def page(request: gr.Request | None) -> str:
    """The address of the page, as the caller reached it."""
    return str(request.request.base_url) if request and request.request else ""


def failed(event: Refused) -> Exception:
    """The error that Gradio's clients get: the sentence."""
    if isinstance(event.cause, gr.Error):  # ZeroGPU's, which Gradio shows as it came
        return event.cause
    return gr.Error(event.sentence, visible=False, print_exception=False)


def _object(text: str) -> dict[str, Any]:
    """Reads what is asked for.

    Raises:
        SpecError: it is not JSON of an object with the fields that there are.
    """
    try:
        values = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        values = None
    if not isinstance(values, dict) or not set(values) <= set(FIELDS):
        raise SpecError(f"Runs are asked for with the JSON of an object that may have {', '.join(FIELDS)}.")
    return values


def _spec(values: Any, image: bytes) -> RunSpec | Exception:
    """The run that a spec describes, or why it is none. The picture is that of all prompts but those that name none."""
    prompt = values.get("prompt") if isinstance(values, dict) else None
    without = isinstance(prompt, dict) and prompt.get("image_sha256") == ""
    try:
        return RunSpec.from_dict(values, b"" if without else image)
    except PlaygroundError as error:
        return error


def _study(values: Any, image: bytes) -> Study:
    """Makes a study of what was asked for.

    Raises:
        PlaygroundError: there is no spec, or as `Study.of_seeds` and `read_changes`.
    """
    vary, texts = (values.get("vary", ""), values.get("values", "")) if isinstance(values, dict) else (None, None)
    if not isinstance(vary, str) or not isinstance(texts, str):
        raise SettingError("A study must be an object with spec, seeds, and vary and values as text.")
    spec = _spec(values.get("spec"), image)
    if isinstance(spec, Exception):
        raise spec
    return Study.of_seeds(spec, values.get("seeds"), read_changes(vary, texts))
