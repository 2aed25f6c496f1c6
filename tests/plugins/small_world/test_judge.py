"""The rules' verdicts: odd texts, and what Python and a page without it agree on, in `tests/golden/judging`."""

import random
import re
import time

import pytest
from judging_cases import PRAISE, files

from playground.assets import ASSETS
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.javascript import javascript
from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import OUTSIDE, kind_of
from playground.plugins.small_world.new_words import read_words
from playground.plugins.small_world.outside import SENTENCE
from playground.plugins.small_world.tables import FILE, PATTERNS, tables, write_tables
from workshop.world.cases import any_words_case, own_words_case

KNOWN = read_words(ASSETS / "model")
PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."
LILY = "Write a story about Lily, a cat and a red ball."


def test_stories_with_any_words_are_right_whatever_phrasing_asked_for_them():
    rng = random.Random(7)
    judged = 0
    for number in range(24):
        for case in (any_words_case(rng, spelled=number % 2), own_words_case(rng, ending=number % 2 == 0)):
            found = judge(case.prompt, case.answer)
            assert found is None or found.right, (case.prompt, found)
            judged += found is not None
    assert judged > 32


def test_a_sentence_stays_one_short_line_whatever_is_asked_for_and_written():
    many = "Write a story about " + ", ".join(f"a {chr(97 + i)}{'x' * 50}" for i in range(20))
    assert len(judge(many, "").sentence) <= 200 and judge(many, "").sentence.endswith("…")
    named = "Write a story about " + ", ".join(f"a z{chr(97 + i)}g" for i in range(20))
    assert judge(named, "").sentence.endswith("a zhg and 12 more: not there")
    assert "\n" not in judge("Write a function that returns x plus 3.", "def f(x):\n  return\n\x00").sentence


@pytest.mark.parametrize("prompt", ["hello", "What is the capital of France?"])
def test_outside_of_all_tasks_nothing_is_right_or_wrong(prompt):
    assert judge(prompt, "Paris") is judge(prompt, SENTENCE) is judge(prompt, f" {SENTENCE}") is None
    assert OUTSIDE.fault(prompt, f" {SENTENCE}") == ""
    assert OUTSIDE.fault(prompt, "One sunny day") == f"The answer to this should be: {SENTENCE}"


@pytest.mark.parametrize(
    "text",
    [
        "a ", "1", "<b>", "\n", "\u202e中", "e\u0301", "'s", "|+-", "\x00", "{{ x }}", "[", '"', ", ", "1 + ", "1+1\n",
        "= ", "json:", "hello ", "Lily the red ball ", "One sunny day, Lily and ",
    ],
)  # fmt: skip
def test_odd_texts_are_read_and_judged_quickly_and_very_long_ones_not_at_all(text):
    began, long = time.thread_time(), (text * 20_000)[:20_000]
    for prompt in (text * 100_000)[:100_000], long, f"Sort: {long}", f"JSON: {long}", f"Add {long}":
        assert len(about_prompt(prompt, KNOWN).sentence) < 900
        kind_of(prompt)
    for prompt in (
        LILY,
        PUZZLE,
        "9" + "." * 80,
        "Write a function that returns x plus 3.",
        "Sort: b, a",
        "Add 1 and 2.",
    ):
        assert not judge(prompt, long).right
        assert judge(prompt, text * 20_001) is None
    assert not judge("Write as JSON: Lily is 7 years old and has a red ball.", long).right
    assert time.thread_time() - began < 4, "seconds"


def test_the_files_are_as_python_makes_them_now():
    for path, text in files().items():
        assert path.read_text("utf-8") == text, "make them again with `python tests/judging_cases.py`"


def test_the_shipped_tables_are_as_python_makes_them_now(tmp_path):
    made = write_tables(tmp_path, ASSETS / "model")
    assert made.read_bytes() == (ASSETS / "portable" / FILE).read_bytes(), "`python tests/judging_cases.py` makes them"


@pytest.mark.parametrize(("prompt", "text"), PRAISE)
def test_praise_is_never_false(prompt, text):
    assert judge(prompt, text) is None


def test_of_another_checkpoint_nothing_is_known(tmp_path):
    assert [tables(None)[name] for name in ("card", "trained")] == [None, None]
    assert [tables(tmp_path)[name] for name in ("card", "trained")] == [None, None]


@pytest.mark.parametrize("source", ["(?i:a)b", r"a\Z", r"\x41", "(?P=name)"])
def test_what_cannot_be_said_in_javascript_is_refused(source):
    with pytest.raises(ValueError, match="cannot be said in JavaScript"):
        javascript(re.compile(source.replace("(?P=name)", "(?P<name>a)(?P=name)")))


def test_expressions_have_only_the_flags_that_are_written():
    flags = re.UNICODE | re.IGNORECASE | re.DOTALL | re.MULTILINE
    assert all(not pattern.flags & ~flags for pattern in PATTERNS.values())
