"""How the passes of a model are run on a GPU: compiled, recorded, launched ahead, with another kernel for the experts.

Each is compared with eager passes when the model has loaded, before anybody's run depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.errors import PolicyError
from playground.plugins.gpu.options import STOCK
from playground.service.passes import Plain, Prepared

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.service.slot import Wanted


@dataclass(frozen=True, kw_only=True)
class Ways(Plain):
    """What is asked for."""

    eager: bool = False
    """Never compile."""
    fixed_seats: bool = False
    """Has each compiled pass all seats?"""
    cuda_graphs: bool = False
    """Record compiled passes as CUDA graphs?"""
    experts: str = STOCK
    """What computes the experts in compiled passes; a name in `playground.plugins.gpu.experts`."""
    ahead: bool = False
    """Launch a pass before the step before it is read? See `AheadBatch`."""

    def check(self, wanted: Wanted) -> None:
        """Refuses options for compiled passes where there are none.

        Raises:
            PolicyError: there are none.
        """
        options = {"--cuda-graphs": self.cuda_graphs, "--experts": self.experts != STOCK}
        for option in (option for option, given in options.items() if given):
            from torch import cuda

            if wanted.home.alone:
                raise PolicyError(f"{option} is for compiled passes; {wanted.home.beside} nothing is compiled.")
            if self.eager:
                raise PolicyError(f"{option} is for compiled passes; with --eager nothing is compiled.")
            if wanted.options.get("device") == "cpu" or not cuda.is_available():
                raise PolicyError(f"{option} needs a GPU that torch can use; without it, the model runs on the CPU.")

    def prepare(self, model: Model, rows: int, tell: Tell, notes: list[str]) -> Prepared:
        from playground.plugins.gpu.preparation import prepare

        return prepare(model, rows, self, tell, notes)
