"""Compiled passes are tried against eager ones before they are used."""

from types import SimpleNamespace

import numpy as np
import pytest

from playground.plugins.gpu import trial
from playground.plugins.gpu.compiled import Shapes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_compiled")]


def test_passes_that_only_round_differently_agree_and_the_first_fault_ends_a_trial(random_model, monkeypatch):
    steps, compared = [], trial._compared

    def seen(*frames):
        steps.append(tuple(frame.compiled for frame in frames))
        return compared(*frames)

    monkeypatch.setattr(trial, "_compared", seen)
    found = trial.try_out(random_model, Shapes(rows=1, context=64, backend="eager"))
    assert found.fault == "" and 0 <= found.noise < trial.ENTROPY
    assert steps == [(True, False, False)] * trial.STEPS
    monkeypatch.setattr(trial, "_compared", lambda *_: trial.Trial(fault="they differ", noise=0.5, sure=2))
    found = trial.try_out(random_model, Shapes(rows=1, context=64, backend="eager"))
    assert found == trial.Trial(fault="At step 1, they differ.", noise=0.5, sure=2)


def frame(entropy, argmax, top=((0.9, 0.1), (0.5, 0.4))):
    return SimpleNamespace(entropy=np.array(entropy), argmax_ids=np.array(argmax), top_probs=np.array(top))


EAGER = frame([0.1, 0.1], [1, 2])
NOISY = frame([0.4, 0.1], [1, 2])
"""As an eager pass with another kernel: 0.15 nats from the one above."""


@pytest.mark.parametrize(
    ("compiled", "other", "fault"),
    [
        (frame([0.1, 0.1], [1, 2]), EAGER, ""),
        (frame([0.1, 0.2], [1, 2]), EAGER, ""),
        (frame([0.2, 0.3], [1, 2]), EAGER, "0.15 nats apart"),
        (frame([float("nan"), 0.1], [1, 2]), EAGER, "nats apart"),
        (frame([0.1, 0.1], [3, 2]), EAGER, "agree at 0%"),
        (frame([0.1, 0.1], [1, 3]), EAGER, ""),  # the second position is not sure
        (frame([0.9, 0.1], [3, 3]), NOISY, ""),  # no more than three times the noise, in which no token is sure
        (frame([1.1, 0.1], [1, 2]), NOISY, "0.5 nats apart"),
        (frame([float("nan"), 0.1], [1, 2]), NOISY, "nats apart"),
        (frame([0.1, 0.1], [3, 2]), frame([0.1, 0.1], [3, 2]), ""),  # eager passes do not agree on it either
    ],
)
def test_figures_and_sure_positions_must_agree_within_the_noise_of_eager_passes(compiled, other, fault):
    found = trial._compared(compiled, EAGER, other)
    assert fault in found.fault and bool(fault) == bool(found.fault)


@pytest.mark.parametrize(
    ("found", "doubt"),
    [
        (trial.Trial(noise=0.1, sure=1), ""),
        (trial.Trial(noise=0.11, sure=1), "eager passes differ by 0.11 nats from each other"),
        (trial.Trial(noise=0.0, sure=0), "no position is sure enough to compare its token"),
    ],
)
def test_a_trial_says_when_it_says_little(found, doubt):
    assert found.doubt == doubt
