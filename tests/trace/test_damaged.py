"""Damaged and odd traces, whole or not at all; `assets/page/run/damaged.test.ts` reads the same files."""

import json
from pathlib import Path

import pytest

import playground as pg
from workshop.bench.reading import read

FOLDER = Path(__file__).parents[1] / "damaged"
CASES = json.loads((FOLDER / "cases.json").read_text())


def test_every_file_has_a_case():
    assert {path.stem for path in FOLDER.glob("*.trace")} == CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_a_damaged_trace_is_refused_in_one_sentence_and_an_odd_one_is_read_in_every_way(name):
    verdict = read((FOLDER / f"{name}.trace").read_bytes())
    assert not verdict.fault
    assert verdict.opened == (CASES[name] == "")
    assert CASES[name] in verdict.sentence and verdict.sentence.count("\n") == 0
    assert verdict.opened or (verdict.sentence.startswith("x.trace ") and verdict.sentence.endswith("."))


def test_what_a_step_lacks_is_none_in_its_frame_alone():
    trace = pg.Trace.load(FOLDER / "a step without its key.trace")
    assert trace.frame(0).key is None and trace.frame(1).key is not None
