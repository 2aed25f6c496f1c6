"""What the page's functions say beside a run: its model's figures over many cases, its machine, its settings."""

from __future__ import annotations

import functools
import json
from typing import Any

from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME
from playground.errors import PlaygroundError
from playground.export.code import copies
from playground.export.code import described as read_described
from playground.service import Service
from playground.service.machine import OwnMachine
from playground.world.card import Card, read_card


class BesideHandlers:
    """Answers what the page asks about runs, machines and models, without making a run."""

    def __init__(self, service: Service, machine: OwnMachine | None = None) -> None:
        self.service = service
        self._machine = machine or OwnMachine(service)

    def card(self, prompt: str) -> dict[str, Any]:
        """Says how each way of writing did over many cases like `prompt`, as `playground.world.card` does.

        Of other checkpoints than the embedded one nothing is known, and the answer is empty.
        """
        known = embedded_card() if self.service.slot.name == EMBEDDED_NAME else None
        return known.answer(prompt) if known else {}

    def machine(self, asked: str) -> dict[str, Any]:
        """Says how fast this machine is, as `OwnMachine.answer` does; "measure" measures it first."""
        return self._machine.answer(asked)

    def copies(self, described: str) -> dict[str, Any]:
        """Returns a run's settings for use elsewhere, as `playground.export.code.copies` does.

        Args:
            described: the JSON of what `RunSpec.to_dict` wrote.
        """
        try:
            return copies(read_described(json.loads(described)))
        except PlaygroundError as error:
            return {"refused": str(error)}
        except (ValueError, RecursionError):
            return {"refused": "This does not describe a run: it is not JSON."}


@functools.cache
def embedded_card() -> Card | None:
    """What the embedded checkpoint's model card says; None if it ships none."""
    return read_card(EMBEDDED)
