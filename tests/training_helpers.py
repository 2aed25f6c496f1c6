"""Runs of a model too small to learn anything, and a mixture with every task and way in it."""

from playground.training.architecture import Shape
from playground.training.data import CODE, REPAIRED, STORY, SUDOKU_6, Mixture
from playground.training.loop import TrainSettings

TINY = Shape(hidden=32, layers=2, heads=2, kv_heads=1, head_size=16, mlp=48, expert=16)
EVERYTHING = Mixture(
    shares={STORY: 0.25, SUDOKU_6: 0.125, CODE: 0.25, REPAIRED: 0.125}, masked=0.25, autoregressive=0.25
)


def settings(work_dir, **changes):
    given = {"steps": 6, "rows": 4, "puzzles": 4, "shape": TINY, "compile": False, "report_every": 3}
    return TrainSettings(work_dir=work_dir, **{**given, **changes})
