"""How fast this machine is at best, as measured, for what the page says about costs."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from playground.errors import ModelError, PlaygroundError
from playground.rules.cost import Machine
from playground.service.service import Service

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.service.sharing import Sharing
    from playground.service.slot import Check

WAIT_SECONDS = 3600


class MachineSpeed:
    """Measures when it is asked to, and remembers the result.

    Args:
        open: may everyone who opens the page have it measured? Otherwise only `measure_when_ready` does it.
    """

    def __init__(self, service: Service, *, open: bool = True) -> None:
        self._service, self._open = service, open
        self._lock = threading.Lock()
        self._machine: Machine | None = None

    def answer(self, action: str) -> dict[str, Any]:
        """What the page gets, ready for JSON.

        `machine` is null until it has been measured, which the action "measure" does where it is allowed (`may`), each
        time anew: other work may have slowed it down. `refused` says why it was not.
        """
        refused = ""
        if action == "measure":
            try:
                self._measure()
            except PlaygroundError as error:
                refused = str(error)
        machine = self._machine
        figures = machine and {"name": machine.name, "bytesPerS": machine.bytes_per_s, "flopsPerS": machine.flops_per_s}
        return {"machine": figures, "may": self._open, "refused": refused}

    def measure_when_ready(self) -> None:
        """Measures in a thread, once the model has loaded."""

        def measure() -> None:
            self._service.slot.start()
            if self._service.slot.wait(WAIT_SECONDS):
                with self._lock:
                    self._machine = self._service.slot.call(_measured, "measured")

        threading.Thread(target=measure, name="measure-machine", daemon=True).start()

    def _measure(self) -> None:
        if not self._open:
            raise ModelError("Only the operator of this server can have its machine measured (--measure-machine).")
        if len(self._service.turns) > 0:
            raise ModelError("A run is going on, which would be measured too: try again when it is over.")
        with self._lock:
            self._machine = self._service.slot.call(_measured, "measured")


def _measured(model: Model, sharing: Sharing, check: Check) -> Machine:
    """In about two seconds; nothing else should run on the machine meanwhile."""
    from playground.plugins.card import rates

    return rates.measure_machine(model.device, model.dtype)
