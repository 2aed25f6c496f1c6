"""How the passes of a loaded model are run for those who share them: plainly, unless a plugin knows another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.engine.batch import Batch
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.engine.passes import Shapes
    from playground.service.slot import Wanted


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """The passes of one model."""

    shapes: Shapes | None = None
    """Another form of them than the plain one, as `Batch` takes it; None for none."""
    looks: Shapes | None = None
    """The same, for a look from another thread."""
    ahead: type[Batch] | None = None
    """A batch that gives the same frames in another order of work; None for the plain one."""
    behind: Callable[[], None] | None = None
    """What is done behind the runs, in a thread of its own."""


class Plain:
    """Eagerly, one after the other. A plugin's way says what is different there."""

    def check(self, wanted: Wanted) -> None:
        """Refuses what cannot be had where the model is, before it is loaded.

        Raises:
            PlaygroundError: it cannot.
        """

    def prepare(self, model: Model, rows: int, tell: Tell, notes: list[str]) -> Prepared:
        """Prepares the passes, and compares those of another form with plain ones.

        Args:
            rows: the most runs that share passes.
            tell: called with the progress.
            notes: of how runs go and what the start took, a few words each, to be added to, also later.
        """
        return Prepared()
