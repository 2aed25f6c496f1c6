"""What a page without Python judges and says by: tables, expressions, and the cases on which both languages agree."""

import re

import pytest
from judging_cases import PRAISE, files

from playground.assets import ASSETS
from playground.plugins.small_world.javascript import javascript
from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.tables import FILE, PATTERNS, tables, write_tables


def test_the_files_are_as_python_makes_them_now():
    for path, text in files().items():
        assert path.read_text("utf-8") == text, "make them again with `python tests/judging_cases.py`"


def test_the_shipped_tables_are_as_python_makes_them_now(tmp_path):
    made = write_tables(tmp_path, ASSETS / "model")
    assert made.read_bytes() == (ASSETS / "portable" / FILE).read_bytes(), "`python tests/judging_cases.py` makes them"


@pytest.mark.parametrize(("prompt", "text"), PRAISE)
def test_praise_is_never_false(prompt, text):
    assert judge(prompt, text) is None


def test_there_are_32_prompts_that_get_no_tick():
    assert len({prompt for prompt, _ in PRAISE}) == 32


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
