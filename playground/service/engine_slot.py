"""A model that this server runs. It loads in the background, so that the page opens at once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from playground.engine.loading.source import EMBEDDED_NAME, public_name, without_places
from playground.errors import ModelError, PlaygroundError
from playground.service.advice import advice_on
from playground.service.home import Home
from playground.service.limits import PRIVATE
from playground.service.passes import Plain
from playground.service.streams import Streams

if TYPE_CHECKING:
    from playground.engine.loading.progress import Progress
    from playground.engine.models import Model
    from playground.service.driver import Driver
    from playground.service.runs import Run
    from playground.service.sharing import Sharing
    from playground.service.slot import Check, Session, Work
    from playground.spec.run import RunSpec

log = logging.getLogger(__name__)


class EngineSlot:
    """Loads a checkpoint once, in its own thread. Only that thread imports torch.

    Args:
        name: a hub id, a folder, or None for the embedded checkpoint.
        max_rows: how many runs share the model's passes; always 1 where a run has the device to itself.
        moment_bytes: how much memory moments of recent runs may take, for branches to start at; 0 keeps none.
        passes: how they are run; None for plainly.
        broken: called when nothing can be computed any more: the GPU fails at whatever it is asked.
        home: where the model is loaded, and who computes its runs; None for this process.
        options: `revision`, `family`, `device`, `dtype`, `offline` and those of plugins, as
            `playground.engine.models.load_model` takes them.
    """

    def __init__(
        self, name: str | None = None, *, max_rows: int = PRIVATE.runs, moment_bytes: int = PRIVATE.moment_bytes,
        passes: Plain | None = None, broken: Callable[[], None] = lambda: None, home: Home | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        self.name = name or EMBEDDED_NAME
        self.home = home or Home()
        self.rows = self.pass_rows = 1 if self.home.alone else max_rows
        self._passes = passes or Plain()
        self._moment_bytes, self._options = moment_bytes, options
        self._broken, self._is_broken = broken, False
        self._begin, self._replacing, self._done = threading.Lock(), threading.Lock(), threading.Event()
        self._progress: Progress | str = ""
        self._load_seconds = 0.0
        self._model: Model | None = None
        self._error: PlaygroundError | None = None
        self._instead_of = ""
        self.others: Sequence[EngineSlot] = ()
        self.expected = ""
        """One sentence about what the model will take, once that is known."""
        self._compute = self.home.compute(self._loaded)
        self.whole, self.looks = self.home.alone, self.home.looks
        self._sharing: Sharing | None = None

    def load(self) -> None:
        """Loads in this thread unless loading has begun."""
        if self._begin.acquire(blocking=False):
            self._load()

    def start(self) -> None:
        """Begins to load unless loading has begun. Returns at once."""
        if self._begin.acquire(blocking=False):
            threading.Thread(target=self._load, name="load-model", daemon=True).start()

    def start_after(self, seconds: float) -> None:
        """Begins to load after some seconds, unless `start` is called before."""
        timer = threading.Timer(seconds, self.start)
        timer.daemon = True
        timer.start()

    def wait(self, timeout: float) -> bool:
        """Waits up to `timeout` seconds. Has the model loaded, or failed to load?"""
        return self._done.wait(timeout)

    def use_embedded(self) -> None:
        """Loads the embedded checkpoint instead of one that failed. Does nothing in any other state."""
        with self._replacing:
            if not self._done.is_set() or self._error is None or not self._way_out:
                return
            self._done.clear()
            self._instead_of, self.name, self._options, self.home = self.name, EMBEDDED_NAME, {}, self.home.instead
            self.looks, self._error, self._progress = self.home.looks, None, ""
        threading.Thread(target=self._load, name="load-model", daemon=True).start()

    def slot_for(self, model: str) -> EngineSlot:
        """The slot of the model of that name; this one if there is none, or no name."""
        return next((slot for slot in self.others if slot.public_name == model), self)

    def refuse(self, sentence: str) -> None:
        """The model will not be loaded, for the reason that a sentence gives."""
        self._error = ModelError(sentence)
        self._done.set()

    def prepare(self, run: Run, spec: RunSpec) -> None:
        """Makes a run ready, which begins in a `session`.

        Raises:
            PlaygroundError: the model is not loaded, the spec is meant for another one, or the prompt or the settings
                do not suit it.
        """
        model = self.slot_for(spec.model)._loaded()
        from playground.engine.recording import begun
        from playground.engine.row import Row

        run.row = Row.of(model, spec, recorded=run.recorded)
        run.live = begun(model, run.row)

    def session(self) -> Session:
        """Computes runs that are ready, for one request.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        self._loaded()
        if self._compute is not None:
            return Streams(self._compute)
        return self.driver.rows()

    @property
    def driver(self) -> Driver:
        """What computes the runs of the model, which is loaded."""
        assert self._sharing is not None, "it is there once the model is loaded"
        return self._sharing.driver

    def call(self, work: Work, action: str, *, check: Check = lambda: None, **values: Any) -> Any:
        """What `work` computes with the model, beside the runs.

        Args:
            action: what is done to the model, for a refusal, such as "measured".
            check: called before each pass; what it raises ends the work.
            values: what else `work` takes.

        Raises:
            PlaygroundError: as `work`; or the model is not loaded, or has its device only during a run.
        """
        model = self._loaded()
        self.home.check_free(action)
        assert self._sharing is not None, "it is there once the model is loaded"
        return work(model, self._sharing, check, **values)

    @property
    def model(self) -> Model:
        """The model, for its tokenizer and settings: whoever wants passes of it calls `run`.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        return self._loaded()

    @property
    def public_name(self) -> str:
        """The model's name without the place of its folder."""
        return public_name(self.name)

    @property
    def sees(self) -> bool:
        """Does the model take pictures? False while it is not loaded."""
        return self._model is not None and self._model.chat.abilities["image"]

    @property
    def abilities(self) -> dict[str, bool]:
        """Which of `system`, `thinking` and `image` its prompts may hold besides text.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        return self._loaded().chat.abilities

    def _loaded(self) -> Model:
        if error := self._error:
            raise ModelError(str(error))  # a new one, or it would keep the frames of all who were refused
        if self._model is None:
            raise ModelError(f"{self._title} is still loading.")
        return self._model

    def close(self) -> None:
        """Nothing of it outlives this process."""

    def status(self) -> dict[str, Any]:
        """The `state` (loading, ready or failed) and one `sentence` about it, which names no local path.

        While loading also `fraction`, how much of the present stage is done, or None. After a failure also `way_out`:
        may the embedded model be used instead?
        """
        error = self._error  # before `_done`, which `use_embedded` clears first
        if not self._done.is_set():
            progress = self._progress
            sentence = f"{self._title} is loading. {progress}".strip() if progress else f"{self._title} is loading …"
            sentence = f"{sentence} {self.expected}".strip()
            return {"state": "loading", "sentence": sentence, "fraction": getattr(progress, "fraction", None)}
        if error is not None:
            return {"state": "failed", "sentence": str(error), "way_out": self._way_out}
        knows = f" {advice_on(self.name).knows}".rstrip()
        instead = f", in place of {public_name(self._instead_of)}" if self._instead_of else ""
        return {"state": "ready", "sentence": f"{self._title} is ready{instead}: {self.about}.{knows}"}

    @property
    def _way_out(self) -> bool:
        """Can the embedded model be used in place of the one that failed?"""
        return self.name != EMBEDDED_NAME and not self._is_broken

    @property
    def about(self) -> str:
        """The model's revision, where it is, its precision and its size, what the start took, and how runs go.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        model = self._loaded()
        notes = self._sharing.notes if self._sharing else []
        revision = [f"revision {model.revision[:12]}"] if model.revision else []
        untried = ["its family is untried on real weights here"] if model.denoiser.untried else []
        return ", ".join([*revision, model.facts, f"loaded in {self._load_seconds:.0f} s", *untried, *notes])

    def states(self) -> dict[str, int]:
        """How many holders of the model are in which state: here, one."""
        return {self.status()["state"]: 1}

    @property
    def _title(self) -> str:
        return "The embedded model" if self.name == EMBEDDED_NAME else f"The model {self.public_name}"

    def _tell(self, progress: Progress) -> None:
        self._progress = progress

    def _load(self) -> None:
        try:
            self._expect()
            started = perf_counter()
            self._model = self.home.load(self.name, self._tell, **self._options)
            self._load_seconds = perf_counter() - started
            if self._compute is None:
                from playground.service.sharing import Sharing

                self._sharing = Sharing.of(
                    self._model, self.rows, moment_bytes=self._moment_bytes, passes=self._passes, tell=self._tell,
                    broken=self._end,
                )  # fmt: skip
        except PlaygroundError as error:
            log.error("%s", error)
            self._error = ModelError(without_places(str(error), self.name))
        except Exception as error:
            log.exception("loading the model failed")
            sentence = f"{self._title} could not be loaded: {type(error).__name__}: {error}"
            self._error = ModelError(without_places(sentence, self.name))
        finally:
            self._done.set()

    def _expect(self) -> None:
        """Says what a checkpoint from elsewhere will take here, before its weights are fetched."""
        if self.expected or self.name == EMBEDDED_NAME or not self.home.local:
            return
        from playground.engine.loading.expected import expect

        try:
            expected = expect(self.name, **self._options)
        except PlaygroundError:  # loading it says the same
            return
        if expected.large:
            self.expected = str(expected)
            log.warning("%s", self.expected)

    def _end(self) -> None:
        """Nothing can be computed any more."""
        from playground.service.driver import BROKEN

        self._is_broken, self._error = True, ModelError(BROKEN)
        self._broken()
