"""The one model that this server runs. It loads in the background, so that the page opens at once."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from playground.engine.loading.source import EMBEDDED_NAME, public_name, without_places
from playground.errors import ModelError, PlaygroundError
from playground.service.limits import PRIVATE
from playground.service.streams import Streams
from playground.service.zero import lent, on_zero

if TYPE_CHECKING:
    from playground.engine.inside import Check, Inside
    from playground.engine.loading.progress import Progress
    from playground.engine.models import Model
    from playground.engine.passes import Shapes
    from playground.engine.recording import Recorder
    from playground.rules.cost import Machine
    from playground.service.driver import Driver
    from playground.service.moments import Moments
    from playground.service.slot import Session
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame, Trace

log = logging.getLogger(__name__)

EMBEDDED_KNOWS = "It knows short stories, Sudoku of 4×4, 6×6 and 9×9, small Python functions, sums, sorting and JSON."


class EngineSlot:
    """Loads a checkpoint once, in its own thread. Only that thread imports torch.

    Args:
        name: a hub id, a folder, or None for the embedded checkpoint.
        max_rows: how many runs share the model's passes; always 1 on ZeroGPU, where a run has the GPU to itself.
        moment_bytes: how much memory moments of recent runs may take, for branches to start at; 0 keeps none.
        eager: never compile the passes, so that prompts and texts may fill the checkpoint's context.
        options: `revision`, `device`, `dtype` and `offline`, as `playground.engine.models.load_model` takes them.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        max_rows: int = PRIVATE.runs,
        moment_bytes: int = PRIVATE.moment_bytes,
        eager: bool = False,
        **options: Any,
    ) -> None:
        self.name = name or EMBEDDED_NAME
        self.rows = self.pass_rows = 1 if on_zero() else max_rows
        self._eager, self._moment_bytes, self._options = eager, moment_bytes, options
        self._begin, self._replacing = threading.Lock(), threading.Lock()
        self._done = threading.Event()
        self._progress: Progress | str = ""
        self._model: Model | None = None
        self._error: PlaygroundError | None = None
        self._instead_of = ""
        # ZeroGPU must know what will ask for its GPU before the page is launched.
        self._zero = lent(self._loaded) if on_zero() else None
        self.whole = self._zero is not None
        self._driver: Driver | None = None
        self._moments: Moments | None = None

    def load(self) -> None:
        """Loads in this thread unless loading has begun. ZeroGPU needs the main thread, before the page is launched."""
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
            if not self._done.is_set() or self._error is None or self.name == EMBEDDED_NAME:
                return
            self._done.clear()
            self._instead_of, self.name, self._options = self.name, EMBEDDED_NAME, {}
            self._error, self._progress = None, ""
        threading.Thread(target=self._load, name="load-model", daemon=True).start()

    def run(self, spec: RunSpec, recorded: Trace | None = None) -> Recorder:
        """Prepares a run, which begins in a `session`.

        Args:
            recorded: the trace of the run that it branches from, if there is one.

        Raises:
            PlaygroundError: the model is not loaded, the spec is meant for another one, or the prompt or the settings
                do not suit it.
        """
        model = self._loaded()
        from playground.engine.recording import Recorder
        from playground.engine.row import Row

        return Recorder(model, Row.of(model, spec, recorded=recorded))

    def session(self) -> Session:
        """Computes what `run` prepared, for one request.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        self._loaded()
        if self._zero is not None:
            return Streams(self._zero)
        assert self._driver is not None, "it is there once the model is loaded"
        return self._driver.rows()

    def look(
        self, spec: RunSpec, position: int, *, block: int, step: int, recorded: Trace | None,
        check: Check = lambda: None,
    ) -> Inside:  # fmt: skip
        """Looks inside a position at a step, as `playground.engine.inside.look` does, from the nearest kept moment.

        Raises:
            PlaygroundError: as that; or the model is not loaded.
        """
        from playground.engine.inside import look

        where = self._on_the_way(spec, position, block, step, recorded)
        return look(self._loaded(), spec, position, check=check, **where)

    def without_conditioning(
        self, spec: RunSpec, position: int, *, block: int, step: int, recorded: Trace | None,
        check: Check = lambda: None,
    ) -> tuple[StepFrame, StepFrame]:  # fmt: skip
        """A step with and without self-conditioning, as `playground.engine.inside` has it, from the nearest moment.

        Raises:
            PlaygroundError: as that; or the model is not loaded.
        """
        from playground.engine.inside import without_conditioning

        where = self._on_the_way(spec, position, block, step, recorded)
        return without_conditioning(self._loaded(), spec, position, check=check, **where)

    def _on_the_way(
        self, spec: RunSpec, position: int, block: int, step: int, recorded: Trace | None
    ) -> dict[str, Any]:
        from playground.engine.inside import before

        model = self._loaded()
        spec = spec.meant_for(model.name, model.revision)
        row = before(model, spec, position, block=block, step=step, recorded=recorded)
        origin = self._moments.find(row) if self._moments else None
        return {"block": block, "step": step, "recorded": recorded, "origin": origin}

    def token_texts(self, ids: list[int]) -> list[str]:
        """The text of each id by itself.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        return self._loaded().token_texts(ids)

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

    def measure_machine(self) -> Machine:
        """Measures the device that the model is on, in about two seconds; nothing should run on it meanwhile.

        Raises:
            PlaygroundError: the model is not loaded, or has its device only during a run.
        """
        model = self._loaded()
        if on_zero():
            raise ModelError("A GPU that is lent for each run cannot be measured.")
        from playground.engine.speed import measure_machine

        return measure_machine(model.device, model.dtype)

    def _loaded(self) -> Model:
        if error := self._error:
            raise error
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
            return {"state": "loading", "sentence": sentence, "fraction": getattr(progress, "fraction", None)}
        if error is not None:
            return {"state": "failed", "sentence": str(error), "way_out": self.name != EMBEDDED_NAME}
        knows = f" {EMBEDDED_KNOWS}" if self.name == EMBEDDED_NAME else ""
        instead = f", in place of {public_name(self._instead_of)}" if self._instead_of else ""
        return {"state": "ready", "sentence": f"{self._title} is ready{instead}: {self.about}.{knows}"}

    @property
    def about(self) -> str:
        """The model's revision, where it is, its precision and its size.

        Raises:
            PlaygroundError: the model is not loaded.
        """
        model = self._loaded()
        from playground.engine.loading.progress import gigabytes

        return f"revision {model.revision[:12]}, on {model.placement}, {model.precision}, {gigabytes(model.memory)}"

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
            from playground.engine.models import load_model

            self._model = load_model(self.name, tell=self._tell, **self._options)
            if self._zero is None:
                self._driver = self._batched(self._model)
        except PlaygroundError as error:
            log.error("%s", error)
            self._error = ModelError(without_places(str(error), self.name))
        except Exception as error:
            log.exception("loading the model failed")
            sentence = f"{self._title} could not be loaded: {type(error).__name__}: {error}"
            self._error = ModelError(without_places(sentence, self.name))
        finally:
            self._done.set()

    def _batched(self, model: Model) -> Driver:
        """Runs all runs as rows of one batch."""
        from playground.engine.batch import Batch
        from playground.service.driver import Driver
        from playground.service.moments import Moments

        shapes = self._compiled(model)
        moments = self._moments = Moments(self._moment_bytes) if self._moment_bytes else None
        return Driver(lambda: Batch(model, shapes, keeps=moments is not None), moments)

    def _compiled(self, model: Model) -> Shapes | None:
        """Compiles the passes and returns their shapes; None if passes run eagerly."""
        from playground.engine.loading.progress import Progress
        from playground.engine.passes import Shapes
        from playground.engine.warm_up import warm_up

        if self._eager or "," in model.placement:  # hooks between devices break full graphs
            return None
        shapes = Shapes.fitting(model, self.rows)
        if shapes is None:
            return None
        try:
            warm_up(model, shapes, lambda done, what: self._tell(Progress(what, round(100 * done), 100, "per cent")))
        except Exception:
            log.warning("compiling the passes failed; they run eagerly", exc_info=True)
            return None
        return shapes
