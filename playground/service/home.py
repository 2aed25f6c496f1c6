"""Home: where the model of an `EngineSlot` is loaded, and who computes its runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playground.engine.loading.source import resolve

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.service.streams import Compute


class Home:
    """This process, which has a device of its own. A plugin's home says what is different there."""

    nature = ""
    """What it is, as the first half of a sentence that refuses what does not go with it: "--far computes elsewhere"."""
    beside = ""
    """The same, as the last words of such a sentence: "with --far"."""
    alone = False
    """Has each request the device to itself, in one turn, and one model?"""
    looks = True
    """Can a step be computed again, and looked into?"""
    local = True
    """Are the weights in the memory of this computer all the time, so that what they will take is said before?"""
    early = False
    """Must the model be loaded in the main thread, before the page is launched?"""

    def check(self, name: str | None) -> None:
        """Refuses a name that no model has.

        Raises:
            PlaygroundError: there can be no such model.
        """
        resolve(name)

    def load(self, name: str, tell: Tell, **options: Any) -> Model:
        """Loads a model, as `playground.engine.models.load_model` does."""
        from playground.engine.models import load_model

        return load_model(name, tell=tell, **options)

    def compute(self, model: Callable[[], Model]) -> Compute | None:
        """What computes runs, made before the page is launched; None if they share the model's passes here.

        Args:
            model: called when runs begin.
        """
        return None

    def check_free(self, action: str) -> None:
        """Refuses what needs the model's device between runs.

        Args:
            action: what would be done to the model, such as "measured".

        Raises:
            ModelError: it is not there.
        """

    @property
    def instead(self) -> Home:
        """Where the embedded model is, if it takes the place of one that could not be loaded here."""
        return self
