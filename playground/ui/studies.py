"""What the page's events do for studies: start one and stream what its runs find, and tell it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import gradio as gr

from playground.errors import PlaygroundError, SettingError
from playground.evaluation.study import Study, read_changes
from playground.service import Service
from playground.service.events import Found, Over, Progress, Refused, StudyEvent, Waiting
from playground.service.service import refused
from playground.service.turns import NOBODY
from playground.trace.study_wire import StudyEncoder
from playground.ui.handlers import spec_of
from playground.ui.telling import MOST_TICKET


class StudyHandlers:
    """Connects the page with the service for studies."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def stream(self, asked: str, request: gr.Request | None = None) -> Iterator[str]:
        """Runs a study and yields wire messages (`playground.trace.study_wire`).

        Args:
            asked: JSON with `form`, as `generate` takes it by name; `seeds`, how many from the form's on; `vary`, the
                name of a setting or ""; `values`, those that it takes, such as "0.1, 1"; and `ticket`.
        """
        visitor = request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY
        with closing(self.service.runs.start(visitor, request.session_hash or "" if request else "")) as run:
            wire = StudyEncoder(run.name)
            try:
                values = _values(asked)
                ticket = str(values.get("ticket") or "")[:MOST_TICKET]
                yield wire.taken(ticket, run.control)
                study = _study(values)
            except PlaygroundError as error:
                yield wire.refused(str(error))
                return
            with closing(self.service.study(study, run)) as events:
                for event in events:
                    message = _message(wire, event)
                    if isinstance(event, Found):
                        run.told.append(message)
                    yield message

    def study_found(self, name: str) -> list[str]:
        """Returns the messages about the runs of a study so far; none for one that the server no longer knows."""
        run = self.service.runs.find(name)
        return [] if run is None else run.told.copy()


def _values(asked: str) -> dict[str, Any]:
    try:
        values = json.loads(asked)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise SettingError("A study must be a JSON object with form, seeds, vary and values.")
    return values


def _study(values: dict[str, Any]) -> Study:
    """Makes a study of what was asked for.

    Raises:
        PlaygroundError: the form has no spec, or as `Study.of_seeds` and `read_changes`.
    """
    form, vary, text = values.get("form"), values.get("vary", ""), values.get("values", "")
    if not isinstance(form, dict) or not isinstance(vary, str) or not isinstance(text, str):
        raise SettingError("A study must have form, an object, and vary and values, as text.")
    spec = spec_of(form)
    if isinstance(spec, PlaygroundError):
        raise spec
    if isinstance(spec, Exception):
        raise SettingError(str(refused(spec).sentence)) from spec
    return Study.of_seeds(spec, values.get("seeds"), read_changes(vary, text))


def _message(wire: StudyEncoder, event: StudyEvent) -> str:
    match event:
        case Waiting():
            return wire.waiting(event.sentence)
        case Progress():
            return wire.progress(event.done, event.total)
        case Found():
            return wire.found(event.number, event.change, event.spec.seed, event.trace, event.sentence)
        case Over():
            return wire.over(event.done, event.total, event.sentence)
        case Refused():
            return wire.refused(event.sentence)
