"""What training lowers: the pass is that of a run's first step, and the figures are means over texts."""

import json
import math

import pytest
import torch
from click.testing import CliRunner

from playground.assets import ASSETS
from playground.cli import main
from playground.engine.steering import start_of
from playground.trace import Trace
from workshop.commands import loss as command
from workshop.evaluation import loss
from workshop.world.cases import Case


def test_the_pass_is_the_one_of_a_runs_first_step(embedded_model):
    trace = Trace.load(ASSETS.parent / "tests" / "runs" / "noisy.trace")
    columns = trace.columns
    logs = loss.log_probabilities(embedded_model, trace.header.prompt_ids, columns["input_ids"][0].tolist())
    cooled = (logs / columns["temperature"][0].item()).softmax(-1)
    top = cooled.gather(1, torch.from_numpy(columns["top_ids"][0]).long())
    assert torch.allclose(top, torch.from_numpy(columns["top_probs"][0]), atol=1e-4)


def test_the_rows_are_means_over_texts(embedded_model, monkeypatch):
    """Every other token is noise: it gets 0.4, its own token 1/4, under a mask 1/8. A token that stays gets 0.9."""
    cases = [
        Case(prompt=f"Write {text}", judge=bool, answer=text) for text in ("A cat.", "A red ball.", "The dog was.")
    ]
    starts = {tuple(embedded_model.encode(case.prompt)): start_of(embedded_model, case.answer) for case in cases}
    noise, mask, vocabulary = 900, embedded_model.tokens.mask, embedded_model.vocab_size

    def logs(model, prompt, canvas):
        shares = torch.full((len(canvas), vocabulary), 1e-6)
        for place, clean in enumerate(starts[tuple(prompt)]):
            shares[place, noise] = 0.4
            shares[place, clean] = {noise: 1 / 4, mask: 1 / 8, clean: 0.9}[canvas[place]]
        return shares.log()

    monkeypatch.setattr(loss, "log_probabilities", logs)
    monkeypatch.setattr(loss, "noised", lambda ids, *_: [noise if place % 2 else None for place in range(len(ids))])
    (row,) = loss.loss_rows(embedded_model, cases * 2, [0.5])
    assert row["at_noise"] == pytest.approx(math.log(4)) and row["at_masks"] == pytest.approx(math.log(8))
    assert row["detecting"] == pytest.approx(-math.log(2)) == pytest.approx(row["detecting_low"])
    assert (row["cases"], row["found"], row["trusted"]) == (6, 1, 1)
    lengths = [start.index(embedded_model.eos_ids[0]) for start in starts.values()]  # the end does not count
    shares = [length // 2 / length for length in lengths]
    means = [share * math.log(4) - (1 - share) * math.log(0.9) for share in shares]
    assert len({*lengths}) > 1 and row["loss"] == pytest.approx(sum(means) / len(means))


@pytest.mark.slow
def test_the_command_measures_and_writes_what_lessons_read(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "SHARES", (0.2, 0.9))
    out, work = tmp_path / "loss.json", ["--work-dir", str(tmp_path)]
    done = CliRunner().invoke(main, ["loss", "--cases", "4", "--out", str(out), *work])
    assert done.exit_code == 0, done.output
    few, much = json.loads(out.read_text())["rows"]
    assert 0 < few["loss"] < much["loss"] < math.log(2001) and f"{much['loss']:.4f}" in done.output
    shipped = json.loads((ASSETS / "figures" / "loss.json").read_text())["rows"]
    assert few.keys() == shipped[0].keys() and [row["noise"] for row in shipped] == [
        tenth / 10 for tenth in range(1, 10)
    ]
    refused = CliRunner().invoke(main, ["loss", "--kind", "moon", *work])
    assert refused.exit_code == 2 and "there is no kind 'moon'" in refused.output
