"""The columns of a trace that a person's hand fills: what is held, favoured or edited at each position of a step."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from playground.engine.models import Model
from playground.engine.row import Row
from playground.engine.steering import held, in_block
from playground.spec.run import RunSpec
from playground.trace.frame import StepFrame


def steered(row: Row, model: Model, lead: np.ndarray | None) -> dict[str, np.ndarray]:
    """What a person's hand does at each position of a step; nothing for a run that has none of it.

    Args:
        lead: as in the table of columns; -1 where no token is favoured.
    """
    chain, figures = row.spec.chain, dict[str, np.ndarray]()
    wanted = _steers(chain)
    if wanted["lead"] and lead is not None:
        figures["lead"] = lead
    if wanted["pinned"]:
        figures["pinned"] = np.array(in_block(held(row.now, model), row.block, model.canvas_length)) >= 0
        if lead is not None and "lead" in figures:
            figures["pinned"] |= (lead >= 0) & (lead <= row.settings.favour_margin)
    if wanted["edited"]:
        figures["edited"] = np.isin(np.arange(model.canvas_length), [*row.edited])
    return figures


def _steers(chain: Sequence[RunSpec]) -> dict[str, bool]:
    """Which of the columns that a person's hand fills the steps of a run have, by its chain of specs."""
    favours = chain[0].keep == "favoured"
    return {
        "lead": favours,
        "pinned": favours or chain[0].keep == "held" or any(spec.pins for spec in chain),
        "edited": any(spec.edits for spec in chain),
    }


def with_steered(frame: StepFrame, row: Row) -> StepFrame:
    """A frame of a run that another one has branched off from, with the figures that its steps have."""
    wanted, nowhere = _steers(row.spec.chain), np.zeros(len(frame.accepted), bool)
    missing = {name: nowhere for name, has in wanted.items() if has and frame.figure(name) is None}
    missing |= {"passes": np.array(1)} if any(row.processing.values()) and frame.figure("passes") is None else {}
    return dataclasses.replace(frame, more={**frame.more, **missing}) if missing else frame
