"""Compiled passes are tried against eager ones before they are used."""

import pytest
import torch

from playground.engine import rowwise, trial
from playground.engine.passes import Shapes
from playground.service import EngineSlot

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nothing_compiled():
    torch._dynamo.reset()


def test_passes_that_only_round_differently_agree(random_model, monkeypatch):
    steps, compared = [], trial._compared
    monkeypatch.setattr(trial, "_compared", lambda a, b: (steps.append((a.compiled, b.compiled)), compared(a, b))[1])
    assert trial.disagreement(random_model, Shapes(rows=1, context=64, backend="eager")) == ""
    assert steps == [(True, False)] * trial.STEPS


@pytest.mark.thorough
def test_a_wrong_kernel_is_noticed_and_passes_then_run_eagerly(random_folder, random_model, monkeypatch, caplog):
    right = rowwise._grouped
    monkeypatch.setattr(rowwise, "_grouped", lambda *inputs: right(*inputs).flip(1))  # as if positions were mixed up
    shapes = Shapes(rows=1, context=64, backend="eager")
    monkeypatch.setattr(Shapes, "fitting", lambda *_, **__: shapes)
    assert trial.disagreement(random_model, shapes).startswith("At step 1, the ")
    slot = EngineSlot(str(random_folder), max_rows=1)
    slot.load()
    assert slot.status()["state"] == "ready" and "Passes run eagerly" in caplog.text


@pytest.mark.parametrize(
    ("entropy", "argmax", "fault"),
    [
        ([0.1, 0.1], [1, 2], ""),
        ([0.1, 0.2], [1, 2], ""),
        ([0.2, 0.3], [1, 2], "0.15 nats apart"),
        ([float("nan"), 0.1], [1, 2], "nats apart"),
        ([0.1, 0.1], [3, 2], "agree at 0%"),
        ([0.1, 0.1], [1, 3], ""),  # the second position is not sure
    ],
)
def test_figures_and_sure_positions_must_agree(entropy, argmax, fault):
    from types import SimpleNamespace

    import numpy as np

    eager = SimpleNamespace(
        entropy=np.array([0.1, 0.1]), argmax_ids=np.array([1, 2]), top_probs=np.array([[0.9, 0.1], [0.5, 0.4]])
    )
    compiled = SimpleNamespace(entropy=np.array(entropy), argmax_ids=np.array(argmax))
    assert fault in trial._compared(compiled, eager) and bool(fault) == bool(trial._compared(compiled, eager))
