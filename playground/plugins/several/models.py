"""Several models in one process: a run names the one that it is for, and one that names none is for the first."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playground.errors import ModelError, PlaygroundError, SpecError
from playground.service.driver import Rows
from playground.service.engine_slot import EngineSlot

if TYPE_CHECKING:
    from playground.service.driver import Driver
    from playground.service.runs import Run
    from playground.service.slot import Session
    from playground.spec.run import RunSpec

log = logging.getLogger(__name__)


class SeveralSlot(EngineSlot):
    """The first model, as an `EngineSlot` has it, with others beside it that load after it.

    What they need together is computed before the first of them loads. If they do not fit, the others are refused.

    Args:
        also: hub ids or folders of the others; `embedded` is the embedded checkpoint.
        options: as `EngineSlot` takes them. A revision is the first model's.

    Raises:
        ModelError: two of them have the same name, by which no run could tell them apart.
    """

    def __init__(self, name: str | None, also: Sequence[str], **options: Any) -> None:
        super().__init__(name, **options)
        options |= {"revision": None, "home": None}  # these are the first one's
        self.others = [EngineSlot(each, **options) for each in also]
        names = self._names
        if repeated := {name for name in names if names.count(name) > 1}:
            raise ModelError(f"Two of the models are called {repeated.pop()}; runs could not tell them apart.")

    @property
    def _names(self) -> list[str]:
        return [slot.public_name for slot in (self, *self.others)]

    def prepare(self, run: Run, spec: RunSpec) -> None:
        """As `EngineSlot.prepare`; a model that is not there is refused with those that are."""
        if spec.model not in ("", *self._names):
            there = ", ".join(self._names)
            raise SpecError(f"This run is meant for the model {spec.model!r}; the models here are {there}.")
        super().prepare(run, spec)

    def session(self) -> Session:
        """As `EngineSlot.session`; each run joins the batch of its own model."""
        self._loaded()
        return Rows(self._driver_of)

    def _driver_of(self, run: Run) -> Driver:
        return self.slot_for(run.row.spec.model).driver

    def _load(self) -> None:
        refused = self._refused()
        super()._load()
        for slot in self.others:
            if refused:
                slot.refuse(refused)
            else:
                slot.load()

    def _refused(self) -> str:
        """Says what all of them need, and why they cannot be loaded together; "" if they can."""
        from playground.engine.loading.device import place_of
        from playground.engine.loading.expected import expect
        from playground.engine.loading.memory import free_bytes
        from playground.engine.loading.progress import gigabytes

        try:
            here = [slot for slot in (self, *self.others) if slot.home.local]
            expected = [expect(slot.name, **slot._options) for slot in here]
            for slot, each in zip(here, expected, strict=True):
                slot.expected = str(each)
                log.warning("%s", each)
            needed = sum(each.memory for each in expected)
            free, where = free_bytes(place_of(self._options.get("device")))
        except PlaygroundError as error:  # whoever loads that checkpoint says it
            log.debug("what the models need is not known: %s", error)
            return ""
        if needed <= free:
            return ""
        names = " and ".join(each.name for each in expected)
        return (
            f"{names} need {gigabytes(needed)} of memory together, but {where} has {gigabytes(free)} free; leave out "
            "--also, or choose a smaller one."
        )
