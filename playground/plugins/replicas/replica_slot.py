"""ReplicaSlot: stands where `EngineSlot` does, and has every run computed by one of several replicas of the model."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from playground.engine.loading.source import EMBEDDED_NAME, public_name, without_places
from playground.errors import EngineError, ModelError, PlaygroundError
from playground.plugins.replicas.fleet import Fleet, Loading
from playground.plugins.replicas.link import Link, Lost, State
from playground.service.advice import advice_on
from playground.service.events import Moved
from playground.service.streams import Streams
from playground.trace import Trace

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.plugins.replicas.replica import Words
    from playground.service.runs import Run
    from playground.service.slot import Check, News, Work
    from playground.spec.run import RunSpec

log = logging.getLogger(__name__)

MOST_MOVES = 3
"""A run that has been lost more often is not tried again: it may be what ends the replicas."""
BACK_SECONDS = 120
"""A run waits so long for a replica when there is none any more."""
TRIES = 3
"""How often a short call is made before nobody answers."""
AGAIN_SECONDS = 0.5
"""Time before it is made again."""


class ReplicaSlot:
    """Knows the words of the model and who computes, but has no weights.

    Args:
        name: a hub id, a folder that every computer has, or None for the embedded checkpoint.
        max_rows: how many runs share the passes of one replica.
        moment_bytes, options: as `EngineSlot` takes them, for each replica.
        samplers: files with users' own samplers, which every computer has.
    """

    def __init__(
        self,
        fleet: Fleet,
        name: str | None = None,
        *,
        max_rows: int,
        moment_bytes: int,
        samplers: Sequence[Path] = (),
        **options: Any,
    ) -> None:
        self.name = name or EMBEDDED_NAME
        self.rows, self.pass_rows, self.whole = fleet.most * max_rows, max_rows, False
        self.looks = True
        self.others: Sequence[ReplicaSlot] = ()
        samplers = tuple(path.resolve() for path in samplers)
        if fleet.gpus is not None and fleet.gpus > 1:
            options["device"] = options.get("device") or "auto"
        self._fleet = fleet
        self._loading = Loading(name=name, rows=max_rows, moment_bytes=moment_bytes, options=options, samplers=samplers)
        self._begin, self._learning = threading.Lock(), threading.Lock()
        self._link: Link | None = None
        self._changed = threading.Condition()
        self._state = State()
        self._words: Words | None = None
        self._streams = itertools.count()

    def slot_for(self, model: str) -> ReplicaSlot:
        """All replicas have the same model."""
        return self

    def start(self) -> None:
        """Begins to start the replicas unless that has begun. Returns at once."""
        if self._begin.acquire(blocking=False):
            self._link = Link(self._fleet, self._loading, self._update)

    def start_after(self, seconds: float) -> None:
        """As `EngineSlot.start_after`: here nothing in this process would delay the page."""
        self.start()

    def close(self) -> None:
        """Takes the replicas down."""
        if self._link is not None:
            self._link.close()

    def wait(self, timeout: float) -> bool:
        """Waits up to `timeout` seconds. Is there a replica, or can there be none?"""
        with self._changed:
            return self._changed.wait_for(lambda: self._there or bool(self._state.fault), timeout)

    def use_embedded(self) -> None:
        """Replicas have one model as long as the server runs, so that this does nothing."""

    @property
    def running(self) -> int:
        """How many replicas there are."""
        return self._state.running if self._words is not None else 0

    @property
    def _there(self) -> bool:
        return self.running > 0

    def _update(self, state: State) -> None:
        with self._changed:
            self._state = state
            self._changed.notify_all()
        if state.running and self._learning.acquire(blocking=False):
            threading.Thread(target=self._learn, name="words", daemon=True).start()

    def _learn(self) -> None:
        """Asks a replica for all that it knows of the model but the weights, once in the life of this server."""
        while self._words is None:
            try:
                words = self._way.call("about")
            except Lost:
                time.sleep(AGAIN_SECONDS)
                continue
            with self._changed:
                self._words = words
                self._changed.notify_all()

    def _ask(self, method: str, *values: Any, check: Check = lambda: None) -> Any:
        """Calls a method of some replica.

        Args:
            check: called while it waits; what it raises ends the call there too.

        Raises:
            ModelError: none answers.
            PlaygroundError: as the method.
        """
        for _ in range(TRIES):
            try:
                return self._way.call(method, *values, check=check)
            except Lost as lost:
                log.warning("a replica did not answer: %s", lost)
                self._back()
        raise ModelError("No replica of the model answers; try again in a moment.")

    @property
    def _way(self) -> Link:
        if self._link is None:
            raise ModelError("The replicas have not been started yet.")
        return self._link

    def prepare(self, run: Run, spec: RunSpec) -> None:
        """As `EngineSlot.prepare`; a replica says whether the spec suits the model."""
        words, header = self._known(), self._ask("prepare", spec, run.recorded)
        leaves = (spec.branch.block, spec.branch.step) if spec.branch else (0, 0)
        run.row, run.live = spec, Trace.begin(header, words.token_texts, words.decode, run.recorded, leaves)

    def session(self) -> Streams:
        """As `EngineSlot.session`. What joins together is computed in one replica."""
        return Streams(self._computed)

    def _computed(self, runs: Mapping[int, Run], wanted: AbstractSet[int]) -> Generator[News, None, None]:
        """Computes runs in one replica. If that is lost, they are computed again, from the first step, on another one;
        then a `Moved` comes of each."""
        going, specs = dict(runs), {place: run.row for place, run in runs.items()}
        for moves in itertools.count():
            try:
                yield from self._attempt(going, specs, wanted)
                return
            except Lost as lost:
                log.warning("a replica was lost: %s", lost)
                if moves == MOST_MOVES or not self._back():
                    break
            yield [(place, Moved()) for place in going]
        reason = f"{MOST_MOVES + 1} replicas were lost, one after the other" if moves else "the replicas are gone"
        error = EngineError(f"The run failed ({reason}); its steps so far are kept.")
        yield [(place, error) for place in going]

    def _back(self) -> bool:
        """Waits for a replica, if there is none."""
        with self._changed:
            return self._changed.wait_for(lambda: self._there, BACK_SECONDS)

    def _attempt(
        self, going: dict[int, Run], specs: Mapping[int, RunSpec], wanted: AbstractSet[int]
    ) -> Generator[News, None, None]:
        """Yields what is new of runs. One that is over, or not wanted any more, leaves `going`.

        Raises:
            Lost: their replica is gone.
        """
        places, stream = list(going), f"run {next(self._streams)}"
        recorded = [run.recorded for run in going.values()]
        with closing(self._way.stream("run", stream, [specs[place] for place in places], recorded)) as steps:
            process = next(steps)
            for run in going.values():
                run.process = process
            for news in steps:
                yield (fresh := [(places[at], item) for at, item in news if places[at] in going])
                for place, item in fresh:
                    if isinstance(item, PlaygroundError) or item.finish_reason:
                        del going[place]
                for place in going.keys() - wanted:
                    del going[place]
                    self._way.tell("leave", 0, stream, places.index(place))
                if not going:
                    return

    def call(self, work: Work, action: str, *, check: Check = lambda: None, **values: Any) -> Any:
        """As `EngineSlot.call`, by one of the replicas."""
        return self._ask("call", work, {"action": action, **values}, check=check)

    @property
    def model(self) -> Model:
        """The model's tokenizer, special ids and settings; there are no weights here."""
        return cast("Model", self._known())

    @property
    def public_name(self) -> str:
        return public_name(self.name)

    @property
    def sees(self) -> bool:
        return self._words is not None and self._words.abilities["image"]

    @property
    def abilities(self) -> dict[str, bool]:
        return self._known().abilities

    def _known(self) -> Words:
        if self._words is not None:
            return self._words
        raise ModelError(self.status()["sentence"])

    def states(self) -> dict[str, int]:
        """How many replicas are in which state."""
        state = self._state
        missing = max(self._fleet.replicas - state.running, state.starting)
        return {
            "ready": state.running,
            "failed" if state.fault else "loading": missing,
            "stopping": state.stopping,
        }

    def status(self) -> dict[str, Any]:
        """As `EngineSlot.status`, of all replicas together."""
        title = "the embedded model" if self.name == EMBEDDED_NAME else f"the model {self.public_name}"
        fleet, words, running = self._fleet, self._words, self._state.running
        fault = without_places(self._state.fault, self.name)
        if not self._there or words is None:
            if fault:
                again = " Trying again …"
                return {"state": "failed", "sentence": f"No replica of {title} is there: {fault.rstrip('.')}.{again}"}
            return {"state": "loading", "sentence": f"The replicas of {title} are starting …", "fraction": None}
        knows = f" {advice_on(self.name).knows}".rstrip()
        count = f"{running} of {fleet.replicas}" if running < fleet.replicas else str(running)
        many = "replica" if count == "1" else "replicas"
        missing = ""
        if running < fleet.replicas:
            missing = f" The others are {'missing: ' + fault.rstrip('.') if fault else 'starting'}."
        sentence = f"{count} {many} of {title} {'is' if running == 1 else 'are'} ready: {words.about}.{missing}{knows}"
        return {"state": "ready", "sentence": sentence}
