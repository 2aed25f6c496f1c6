"""Damaged files: each opens whole or is refused in one sentence, and Python and the page agree which."""

import pytest
from damage import Parts, base, damaged_traces
from damage_checks import FEW, MANY, disagreement, fault, look_at

import playground as pg
from playground.errors import PlaygroundError
from playground.trace import metrics
from workshop.bench.reading import PageReader, Verdict, read

pytestmark = pytest.mark.slow
FOREIGN, ONE_DAY = b'F 1 1 3 "One day"\n', [["One day", [1], [1]]]


@pytest.fixture(scope="module")
def page():
    with PageReader() as reader:
        yield reader


def test_damaged_files_open_or_are_refused_in_a_sentence_and_in_the_page_too(page, tmp_path):
    assert 0.2 < look_at(damaged_traces(), FEW, page, tmp_path) < 0.8, "both kinds are many"


@pytest.mark.thorough
def test_fifty_thousand_of_them(page, tmp_path):
    """Others at every run; hypothesis prints how to make one again."""
    look_at(damaged_traces(), MANY, page, tmp_path)


def test_the_file_that_all_are_made_from_is_whole(page):
    assert read(base()) == Verdict(opened=True)
    assert fault(base(), page) == "" and page.read(base()).opened and page.read(base()).seconds > 0


def test_an_error_or_a_control_character_is_a_fault(monkeypatch, page):
    monkeypatch.setattr("workshop.bench.reading.printable", str)
    parts = Parts.of(base())
    parts.meta["text"] = "\x1b[2J\u202e"
    assert fault(parts.packed(), page) == "control characters: U+001B, U+202E"

    def broken(*_):
        raise KeyError("x")

    monkeypatch.setattr(metrics, "content", broken)
    assert "KeyError: 'x'" in fault(base(), page)
    monkeypatch.setattr(pg.Trace, "from_bytes", broken)
    assert read(base()).fault and not read(base()).opened


@pytest.mark.parametrize(
    ("file", "verdict", "sentence"),
    [
        (base(), {"sentence": "no"}, "Python: opened; page: no"),
        (base(), {"fault": "TypeError"}, "in the page: TypeError"),
        (base(), {"opened": True}, ""),
        (FOREIGN, {"opened": True, "content": ONE_DAY}, ""),
        (
            FOREIGN,
            {"opened": True, "content": [["Two days", [1], [1]]]},
            f"Python: {ONE_DAY}; page: [['Two days', [1], [1]]]",
        ),
    ],
)
def test_a_page_that_disagrees_is_a_fault(file, verdict, sentence):
    assert disagreement(read(file), Verdict(**verdict)) == sentence


def test_without_node_it_says_what_is_missing(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(PlaygroundError, match="needs node"):
        PageReader()
