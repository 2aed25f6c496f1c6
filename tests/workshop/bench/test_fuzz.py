"""Damaged files by the hundred: no error but the project's, nothing in a terminal that moves its cursor."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from playground.cli import main
from playground.trace import Trace
from workshop.bench import fuzz, mutations
from workshop.bench.mutations import mutant

pytestmark = pytest.mark.slow


def test_damaged_files_open_or_are_refused_in_a_sentence_and_in_the_page_too():
    report = fuzz.fuzz(600, seed=0, page=300)
    assert report.defects == {}
    assert report.files == 600 and 50 < report.opened < 550, "both kinds are many"
    streams = [raw for raw in map(partial(mutant, 0), range(600)) if b"diffusion_frame" in raw or b"\nF " in raw]
    assert 60 < len(streams) < 180, "some of them are of other programs"


def test_a_file_follows_from_its_seed_and_number():
    assert [mutant(1, number) for number in range(20)] == [mutant(1, number) for number in range(20)]
    assert mutant(1, 1) != mutant(1, 2) != mutant(2, 2)


def test_the_file_that_all_are_made_from_is_whole():
    verdict = fuzz.read(mutations.base())
    assert verdict.opened and not verdict.fault
    (seen,) = fuzz.read_in_page([mutations.base()])
    assert seen.pop("seconds") > 0 and seen == {"opened": True, "sentence": "", "fault": "", "told": None}


def test_a_defect_is_found_named_and_costs_the_exit_code(monkeypatch):
    def broken(packed, name):
        raise KeyError(name)

    monkeypatch.setattr(Trace, "from_bytes", broken)
    done = CliRunner().invoke(main, ["bench", "--fuzz", "3", "--seed", "4", "--json"])
    assert done.exit_code == 1 and "file 0 of seed 4: Traceback" in done.stderr and "KeyError: 'x.trace'" in done.stderr
    assert json.loads(done.stdout)["defects"] == 3
    assert fuzz.fuzz(2, seed=0, page=0).defects.keys() == {0, 1}


def test_control_characters_and_a_page_that_disagrees_are_defects(monkeypatch):
    monkeypatch.setattr("playground.commands.terminal.printable", str)
    parts = mutations.Parts.of(mutations.base())
    parts.meta["text"] = "\x1b[2J\u202e"
    assert fuzz.read(parts.packed()).fault == "control characters: U+001B, U+202E"
    monkeypatch.setattr(fuzz, "mutant", lambda seed, number: mutations.base())
    monkeypatch.setattr(fuzz, "read", lambda packed: fuzz.Verdict(sentence="no"))
    assert fuzz.fuzz(1, seed=0).defects == {0: "Python: no; page: opened"}
    monkeypatch.setattr(fuzz, "read", lambda packed: fuzz.Verdict(opened=True, told='["x", [], []]'))
    assert fuzz.fuzz(1, seed=0).defects == {0: 'Python: ["x", [], []]; page: null'}


def test_without_node_it_says_what_is_missing(monkeypatch):
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(main, ["bench", "--fuzz", "1"])
    assert done.exit_code == 1 and "needs node" in done.stderr


@pytest.mark.parametrize("given", [["--fuzz", "0"], ["--fuzz", "1", "--seed", "-1"]])
def test_counts_and_seeds_are_bounded(given):
    done = CliRunner().invoke(main, ["bench", *given])
    assert done.exit_code == 2 and "is not in the range" in done.stderr
