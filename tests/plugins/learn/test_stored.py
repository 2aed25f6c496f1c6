"""What was computed for a lesson and is stored beside its runs: looks, readings, swaps."""

import dataclasses
import json
import math

import pytest
from trace_helpers import trace_of

from playground.assets import ASSETS
from playground.plugins.learn.blocks import compiled
from playground.plugins.learn.expression import evaluate
from playground.plugins.learn.library import Runs
from playground.plugins.learn.looks import Looks, Swap, Weights, digest
from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.query import find
from playground.plugins.learn.readings import Logs, Reading, text_of
from playground.plugins.learn.things import Cell

GOLDEN = ASSETS.parent / "tests" / "golden"


def test_a_look_is_tied_to_the_run_that_it_was_computed_from(tmp_path):
    trace = next(GOLDEN.glob("*.trace"))
    for name in ("one", "two"):
        (tmp_path / f"{name}.trace").write_bytes(trace.read_bytes())
    cell = Cell(Runs([tmp_path], tmp_path).find("one"), 0, 3)
    length = cell.run.header.canvas_length
    shares = {"read": 0.5, "canvas": [0.5 / length] * length, "causal_read": 1.0, "causal": [0.0] * length}
    shares["logs"] = [math.log(0.5), math.log(0.25), math.log(0.25)]
    kept = Weights(run="one", digest=digest(cell.run), row=0, position=3, **shares)
    looks = Looks([tmp_path], lambda *_: kept)
    looks.of(cell)
    assert looks.save(tmp_path) == 1
    names = {"cell": cell}
    names["seen"] = find("look at cell", names, Runs([tmp_path], tmp_path))
    for said, value in {
        "seen.read + seen.before + seen.itself + seen.after": 1, "seen.before * at.canvas": 1.5,
        "weight(seen, cell) / seen.even": 1, "seen.causal_after": 0, "seen.at.position": 3,
        # A half and two quarters: 1.5 bits. At half of its temperature their squares count: 4, 1 and 1 of 6.
        "bits(entropy_at(seen, seen.at.at.temperature))": 1.5,
        "entropy_at(seen, seen.at.at.temperature / 2)": math.log(6) - 4 / 6 * math.log(4),
    }.items():  # fmt: skip
        assert evaluate(said, names | {"at": cell.run}) == pytest.approx(value), said
    with pytest.raises(Wrong, match="of the same run"):
        evaluate("weight(seen, cell)", names | {"cell": Cell(Runs([tmp_path], tmp_path).find("two"), 0, 3)})
    stale = (tmp_path / "looks.json").read_text().replace(kept.digest, "0" * 16)
    (tmp_path / "looks.json").write_text(stale)
    with pytest.raises(Wrong, match="is not recorded"):
        find("look at cell", {"cell": cell}, Runs([tmp_path], tmp_path))


@pytest.fixture
def noisy():
    """A run from a text of four tokens and its end; noise took the place of two, and of the end."""
    trace = trace_of([(1, [3, 7, 5, 8, 5, 0], [1, 0, 1, 0, 0, 1])])
    spec = trace.header.spec | {"start": [3, 4, 5, 6, 1, 0], "noise": 0.4}
    return dataclasses.replace(trace, header=dataclasses.replace(trace.header, spec=spec), name="noisy")


def test_a_reading_counts_noise_and_means_the_loss(noisy, tmp_path):
    shares = {"standing": [0.9, 0.5, 0.49, 0.1], "original": [0.5, 0.25, 0.5, 1.0]}
    logs = {name: [math.log(share) for share in each] for name, each in shares.items()}
    stored = Logs(run="noisy", digest=digest(noisy), **logs)
    looks = Looks([tmp_path], lambda *_: stored)
    assert text_of(noisy) == [3, 4, 5, 6] and looks.reading(noisy).logs is stored
    assert looks.save(tmp_path) == 1
    names = {"noisy": noisy}
    names["read"] = find("reading of noisy", names, Runs([tmp_path], tmp_path))
    figures = {name: evaluate(f"read.{name}", names) for name in Reading.fields}
    # Of the two noise tokens one is given one half, and of the other two one less than that. 1, 2, 1 and 0 bits.
    assert figures == pytest.approx({"tokens": 4, "noise": 2, "found": 1, "doubted": 1, "loss": math.log(2)})
    block = compiled("predict", "mark: Which?\nof: read\nbecause: So.", names, look=Looks([]).of)
    assert (block["run"], block["standing"], block["original"]) == ("noisy", *logs.values())
    (tmp_path / "looks.json").write_text(json.dumps([dataclasses.asdict(stored) | {"digest": "0" * 16}]))
    with pytest.raises(Wrong, match="a pass makes of “noisy” is not recorded; python -m playground record"):
        find("reading of noisy", names, Runs([tmp_path], tmp_path))


@pytest.fixture
def swaps(tmp_path):
    """A run `one`, of whose cell 3 at step 1 a swap with “blue” is recorded."""
    (tmp_path / "one.trace").write_bytes(next(GOLDEN.glob("*.trace")).read_bytes())
    cell = Cell(Runs([tmp_path], tmp_path).find("one"), 0, 3)
    where = {"run": "one", "digest": digest(cell.run), "row": 0, "position": 3}
    became = {"tokens": ["sunny", "hot"], "shares": [0.75, 0.2], "entropy": 0.7, "token": "hot", "accepted": False}
    looks = Looks([tmp_path], lambda _, word: Swap(word=word, **where, **became))
    looks.of(cell, "blue")
    assert looks.save(tmp_path) == 1
    return Runs([tmp_path], tmp_path), cell, became


def test_a_cell_with_another_word_is_what_was_recorded_of_it(swaps):
    runs, cell, _ = swaps
    names = {"cell": cell, "step": cell.at}
    names["blue"] = find('look at cell with "blue"', names, runs)
    fields = ("word", "guess", "best_chance", "entropy", "token", "kept")
    assert [evaluate(f"blue.{field}", names) for field in fields] == ["blue", "sunny", 0.75, 0.7, "hot", False]
    assert evaluate("blue.at.position", names) == 3
    with pytest.raises(Wrong, match="what position 3 of “one” might be at step 1 with “red” is not recorded"):
        find('look at cell with "red"', names, runs)
    with pytest.raises(Wrong, match="where position 3 of “one” looks"):
        find("look at cell", names, runs)


def test_swaps_begin_with_the_word_that_went_in(swaps):
    runs, cell, became = swaps
    block = compiled("swap", "at: cell\nwords: blue", {"cell": cell}, runs.looks.of)
    assert (block["kind"], block["run"], block["row"], block["position"]) == ("swap", "one", 0, 3)
    own, blue = block["words"]
    assert blue == {"word": "blue", **became}
    columns = cell.run.columns
    assert (own["word"], own["token"], own["accepted"]) == (
        cell.get("went_in"),
        cell.get("token"),
        bool(columns["accepted"][0, 3]),
    )
    assert own["shares"] == columns["top_probs"][0, 3][:5].tolist() and own["entropy"] == columns["entropy"][0, 3]
    assert own["tokens"][0] == cell.get("guess")
    for words, sentence in (
        ("blue blue", "lists other words than"),
        (f"blue {own['word']}", "lists other words than"),
        ("blue red", "with “red” is not recorded"),
    ):
        with pytest.raises(Wrong, match=sentence) as caught:
            compiled("swap", f"at: cell\nwords: {words}", {"cell": cell}, runs.looks.of)
        assert caught.value.after == 2
    with pytest.raises(Wrong, match="this is no cell") as caught:
        compiled("swap", "at: step\nwords: blue", {"step": cell.at}, runs.looks.of)
    assert caught.value.after == 1
