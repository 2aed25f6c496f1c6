"""Makes the golden traces: `python tests/golden/make.py`. They need remaking only when TRACE_VERSION changes.

Each NAME.trace has a NAME.expected.json with the figures that Python and JavaScript must both derive from it.
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent)]

import metrics  # noqa: E402
import numpy as np  # noqa: E402
import random_checkpoint  # noqa: E402

import playground as pg  # noqa: E402
from playground.trace.budget import budget  # noqa: E402
from playground.trace.corrections import corrections, reopenings  # noqa: E402
from playground.trace.status import status  # noqa: E402


def expected(trace: pg.Trace) -> dict:
    codes = status(trace.columns["accepted"], trace.columns["block"])
    return {
        "steps": len(trace),
        "nfe": trace.nfe,
        "block_steps": [block.steps for block in trace.blocks],
        "status_counts": [np.bincount(row, minlength=4).tolist() for row in codes],
        "text_tokens": trace.token_ids,
        **panels(trace),
        **corrected(trace),
    }


def panels(trace: pg.Trace) -> dict:
    """What the page's panels show: figures per step, or per position at each block's last step; null for none."""
    ends = np.cumsum([block.steps for block in trace.blocks]) - 1
    budgets = [budget(entropy, trace.header.settings["entropy_bound"]) for entropy in trace.columns["entropy"]]
    return {
        "content": metrics.content(trace).sum(axis=1).tolist(),
        "accepted_share": _nullable(metrics.accepted_share(trace)),
        "revised": metrics.revised(trace).sum(axis=1).tolist(),
        "changed": metrics.changed(trace).sum(axis=1).tolist(),
        "revisions": metrics.revisions(trace)[ends].tolist(),
        "lock_steps": metrics.lock_steps(trace)[ends].tolist(),
        "probability": {
            layer: [_nullable(row) for row in metrics.probability(trace, layer)[ends]]
            for layer in ("input", "sampled", "argmax")
        },
        "budget_order": [budgets[row].order.tolist() for row in ends],
        "budget_cut": [b.cut for b in budgets],
        "budget_last": [b.before[b.cut - 1].item() for b in budgets],
    }


def corrected(trace: pg.Trace) -> dict:
    """What was kept and reopened, and what was then kept as another token; each as a list of its fields."""
    return {
        "reopenings": [list(vars(one).values()) for one in reopenings(trace)],
        "corrections": [list(vars(one).values()) for one in corrections(trace)],
    }


def _nullable(figures: np.ndarray) -> list[float | None]:
    return [None if np.isnan(figure) else figure for figure in figures.tolist()]


def write(name: str, trace: pg.Trace) -> None:
    trace.save(HERE / f"{name}.trace")
    (HERE / f"{name}.expected.json").write_text(json.dumps(expected(trace)) + "\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        random = pg.load_model(str(random_checkpoint.save(Path(folder) / "random", eos_ids=(1,))))
    settings = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=8.0, max_new_tokens=40)
    write("hostile", pg.record(random, "<script>", settings, seed=4))

    embedded = pg.load_model()
    write("story", pg.record(embedded, "Write a story about Lily, a cat and a red ball.", seed=3))
    puzzle = "Solve this Sudoku:\n1.34.6\n.56.2.\n2..5.4\n.642..\n3.2.45\n.4.3.2"
    write("sudoku", pg.record(embedded, puzzle, seed=1))
    recorder = pg.Recorder(embedded, puzzle, seed=1)
    for frame in recorder:
        if frame.step == 2:
            break
    write("stopped", recorder.trace())
