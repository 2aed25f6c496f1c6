"""The one model that this server runs, loaded in the background so that the page is there at once."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from playground.errors import ModelError, PlaygroundError

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.recording import Recorder
    from playground.settings import SamplerSettings

log = logging.getLogger(__name__)


class EngineSlot:
    """Loads a checkpoint once, in a thread of its own; torch is imported there and nowhere else.

    Args:
        name: a hub id, a folder, or None for the embedded checkpoint.
        options: `revision`, `device` and `dtype`, as `playground.engine.models.load_model` takes them.
    """

    def __init__(self, name: str | None = None, **options: str | None) -> None:
        self.name = name
        self._options = options
        self._begin = threading.Lock()
        self._done = threading.Event()
        self._model: Model | None = None
        self._error: PlaygroundError | None = None

    def start(self) -> None:
        """Begins to load, unless it has begun; returns at once."""
        if self._begin.acquire(blocking=False):
            threading.Thread(target=self._load, name="load-model", daemon=True).start()

    def start_after(self, seconds: float) -> None:
        """Begins to load in a while, unless `start` is called before."""
        timer = threading.Timer(seconds, self.start)
        timer.daemon = True
        timer.start()

    def wait(self, timeout: float) -> bool:
        """Has the model been loaded, or failed to, within `timeout` seconds?"""
        return self._done.wait(timeout)

    def run(self, prompt: str, settings: SamplerSettings, seed: int) -> Recorder:
        """A run that begins when it is iterated.

        Raises:
            PlaygroundError: the model is not there, or prompt or settings do not suit it.
        """
        model = self._loaded()
        from playground.recording import Recorder

        return Recorder(model, prompt, settings, seed)

    @property
    def settings(self) -> SamplerSettings:
        """The checkpoint's own defaults.

        Raises:
            PlaygroundError: the model is not there.
        """
        return self._loaded().settings

    def _loaded(self) -> Model:
        if self._error is not None:
            raise self._error
        if self._model is None:
            raise ModelError(f"The model {self._title} is still loading.")
        return self._model

    def status(self) -> dict[str, Any]:
        """`state` (loading, ready or failed) and one `sentence` about it."""
        if not self._done.is_set():
            return {"state": "loading", "sentence": f"Loading the model {self._title} …"}
        if self._error is not None:
            return {"state": "failed", "sentence": str(self._error)}
        model = self._loaded()
        dtype = str(model.dtype).removeprefix("torch.")
        return {"state": "ready", "sentence": f"Model {model.name} is ready on {model.device}, {dtype}."}

    @property
    def _title(self) -> str:
        return self.name or "embedded in this project"

    def _load(self) -> None:
        try:
            from playground.engine.models import load_model

            self._model = load_model(self.name, **self._options)
        except PlaygroundError as error:
            self._error = error
        except Exception as error:
            log.exception("loading the model failed")
            self._error = ModelError(f"The model {self._title} could not be loaded: {type(error).__name__}: {error}")
        finally:
            self._done.set()
