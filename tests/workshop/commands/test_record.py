"""`record` makes the runs of an index again, as each asks, and computes where the positions that lessons name look."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from playground.assets import ASSETS
from playground.cli import main
from playground.plugins.learn.library import LESSONS, Library
from playground.plugins.learn.looks import as_it_was
from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.things import Cell
from playground.spec.run import RunSpec
from playground.spec.steering import noised
from playground.trace import Trace
from playground.trace.comparison import times
from workshop.commands.record import FOLDERS, RECORDED, light, logs_of, spec_of, swap_of, weights_of

LESSON = """# A

```name
held = run held
cell = first cell of held.start where text and not pinned
from_text = run from_text
seen = look at cell
read = reading of from_text
```

```show
at: cell
```

It looks {seen.after} after it, and the loss is {read.loss}.

```check
seen.after > 0
read.noise == read.tokens and read.loss > 0
seen.causal_after == 0
```

```attention
of: seen
```
"""


def test_the_first_pictures_file_is_its_run_with_one_candidate():
    first = json.loads((RECORDED / "index.json").read_text())[0]
    whole, shown = Trace.load(RECORDED / first["file"]), Trace.load(RECORDED / first["light"])
    assert light(whole).to_bytes() == shown.to_bytes()
    assert {*whole.columns} == {*shown.columns} and shown.columns["top_ids"].shape[2] == 1
    assert (RECORDED / first["light"]).stat().st_size * 4 < (RECORDED / first["file"]).stat().st_size


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_shipped_runs_are_of_the_shipped_weights_and_ask_for_what_their_index_says(embedded_model, folder):
    for entry in json.loads((folder / "index.json").read_text()):
        spec = RunSpec.from_dict(Trace.load(folder / entry["file"]).header.spec)
        assert spec == spec_of(embedded_model, entry), entry["file"]


def test_the_race_that_comes_with_the_page_is_one_prompt_in_three_ways():
    runs = [Trace.load(RECORDED / f"race-{way}.trace") for way in ("uniform", "masked", "autoregressive")]
    assert [run.nfe for run in runs] == [11, 11, 90]
    assert [run.header.verdict.right for run in runs] == [True, True, False]
    assert len({(run.header.prompt, run.header.seed, run.header.revision) for run in runs}) == 1
    assert not any(note for _, note in times([run.header for run in runs])), "their seconds can be compared"


@pytest.mark.slow
def test_a_folder_of_lessons_is_recorded_with_settings_pins_and_looks(tmp_path):
    entry = {"prompt": "Write a story.", "seed": 1}
    held = {"text": "____(20) The end.", "settings": {"max_denoising_steps": 2, "max_new_tokens": 128}}
    listed = [
        entry | {"file": "held.trace", "light": "held.light"} | held,
        entry | {"file": "way.trace", "settings": {"way": "moon"}},
        entry | {"file": "from_text.trace", "start": "The end.", "noise": 1.0, "settings": held["settings"]},
        entry | {"file": "ruled.trace", "processors": {"constrain": {"regex": "[a-z]+"}}, "settings": held["settings"]},
    ]
    (tmp_path / "01-a.md").write_text(LESSON)

    def recorded(*entries):
        (tmp_path / "index.json").write_text(json.dumps(entries))
        return CliRunner().invoke(main, ["record", "--out", str(tmp_path)])

    refused = recorded(listed[1])
    assert refused.exit_code == 2 and "way.trace: " in refused.output and "moon" in refused.output
    done = recorded(listed[0], *listed[2:])
    assert done.exit_code == 0, done.output
    trace = Trace.load(tmp_path / "held.trace")
    assert light(trace).to_bytes() == Trace.load(tmp_path / "held.light").to_bytes()
    assert len(trace) == 2 and trace.columns["pinned"][0].sum() > 2 and not trace.columns["pinned"][0, :20].any()
    begun = Trace.load(tmp_path / "from_text.trace")
    start = begun.header.spec["start"]
    assert begun.columns["input_ids"][0].tolist() == noised(start, 1, 0, begun.header.vocab_size)
    assert Trace.load(tmp_path / "ruled.trace").text.isalpha()
    lesson = Library([tmp_path], tmp_path).lesson("01-a")
    shown = next(block for part in lesson.parts for block in part["blocks"] if block["kind"] == "attention")
    assert shown["both"]["read"] + sum(shown["both"]["canvas"]) == pytest.approx(1, abs=1e-3)

    (tmp_path / "01-a.md").write_text(LESSON.replace("seen.after > 0", "seen.after < 0"))
    again = recorded(listed[0], listed[2])
    assert again.exit_code == 1 and "01-a.md, line 18: This does not hold: seen.after < 0" in again.output


@pytest.mark.slow
def test_where_the_lessons_say_that_positions_look_is_what_the_model_computes(embedded_model):
    """The stored figures, taken again from the recorded runs with the embedded model: of each step one."""
    library = Library([LESSONS], ASSETS / "recorded")
    kept = [one for one in json.loads((LESSONS / "looks.json").read_text()) if "original" not in one]
    named = [block for name in library.files for part in library.lesson(name).parts for block in part["blocks"]]
    shown = [(one["run"], one["row"], one["position"]) for one in named if one["kind"] in ("attention", "temperature")]
    assert kept and {(one["run"], one["row"], one["position"]) for one in kept} >= set(shown)
    for one in {(one["run"], one["row"]): one for one in kept}.values():
        run = library.runs.find(one["run"])
        if "word" in one:
            again = swap_of(embedded_model, Cell(run, one["row"], one["position"]), one["word"])
            figures = ("shares", "entropy")
            assert {**vars(again)} | dict.fromkeys(figures) == one | dict.fromkeys(figures)
            assert np.allclose(again.shares, one["shares"], atol=1e-4) and abs(again.entropy - one["entropy"]) < 1e-3
            continue
        again = weights_of(embedded_model, Cell(run, one["row"], one["position"]))
        for name in ("canvas", "causal"):
            assert np.allclose(getattr(again, name), one[name], atol=1e-4)
        assert np.allclose(np.exp(again.logs), np.exp(one["logs"]), atol=1e-3)
        assert again.digest == one["digest"]


def test_what_a_pass_makes_of_noisy_texts_is_what_the_model_computes(embedded_model):
    """The stored figures, taken again; and the step that the run itself took has the same, at its temperature."""
    library = Library([LESSONS], ASSETS / "recorded")
    stored = [one for one in json.loads((LESSONS / "looks.json").read_text()) if "original" in one]
    assert stored
    for reading in stored:
        run = library.runs.find(reading["run"])
        again = logs_of(embedded_model, run)
        assert again.digest == reading["digest"]
        for name in ("standing", "original"):
            assert np.allclose(np.exp(getattr(again, name)), np.exp(reading[name]), atol=1e-3)


@pytest.mark.slow
def test_a_swap_with_the_word_that_went_in_is_the_step_itself(embedded_model):
    run = Library([LESSONS], RECORDED).runs.find("lily")
    cell = Cell(run, 5, 12)
    again, same = swap_of(embedded_model, cell, cell.get("went_in")), as_it_was(cell)
    assert np.allclose(again.shares, same.shares, atol=1e-3) and again.entropy == pytest.approx(same.entropy, abs=1e-3)
    for name in ("word", "tokens", "token", "accepted", "digest"):
        assert getattr(again, name) == getattr(same, name)
    with pytest.raises(Wrong, match="“extraordinary” is not one token"):
        swap_of(embedded_model, cell, "extraordinary")
