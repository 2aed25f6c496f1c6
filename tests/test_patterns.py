"""Every regular expression that meets a visitor's text takes twice the work for twice the text, and no more."""

import ast
import importlib
import re
import sys
from pathlib import Path

import pytest
from backtracking import attacks, ends, work

import playground
from playground.plugins.small_world.story_check import _SENTENCES, _TALE_SENTENCES, _WHOLE

METHODS = {"match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split"}
ELSEWHERE = {"bench", "commands", "deploy", "learn", "training"}
"""Folders of what only the operator runs, on files of their own."""
OURS = {
    "playground.plugins.small_world.common._CHOICE",
    "playground.plugins.small_world.requests._SENTENCE",
    "playground.plugins.small_world.stories._CHOICE",
    "playground.plugins.small_world.story_check._TOKEN",
}
"""Patterns for the grammar of stories and functions, and for what it writes."""
SIZE = 60
"""Of the shorter text. Work is counted, so that a longer one would show no more."""
MOST = 2.3
"""The most work for twice the text, as a multiple."""


@pytest.fixture(autouse=True)
def deep():
    """The matcher calls itself for each character."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


def uses():
    """(where, pattern, method) of every call in the package that matches texts."""
    root = Path(playground.__file__).parent
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        if ELSEWHERE & {*place.parts} or "import re\n" not in (source := path.read_text(encoding="utf-8")):
            continue
        module = importlib.import_module(".".join(("playground", *place.with_suffix("").parts)))
        named = {name: value for name, value in vars(module).items() if isinstance(value, re.Pattern)}
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner, method = ast.unparse(node.func.value), node.func.attr
            if method not in METHODS:
                continue
            if owner == "re" and isinstance(node.args[0], ast.Constant):
                flags = [ast.unparse(one.value) for one in node.keywords if one.arg == "flags"]
                pattern = re.compile(node.args[0].value, eval(flags[0]) if flags else 0)
                yield f"{place}:{node.lineno}", pattern, method
            elif owner in named and f"{module.__name__}.{owner}" not in OURS:
                yield f"{module.__name__}.{owner}", named[owner], method


USES = {f"{where} {method}": (pattern, method) for where, pattern, method in uses() if isinstance(pattern.pattern, str)}


def growth(pattern, method, size=SIZE):
    """The most that the work of a pattern grows by when a text doubles, over texts that could send it back.

    A few steps for each character count as none, so that a text may be refused at once, and a longer one read first.
    """
    pairs = ([work(pattern, method, attack(length)) for length in (size, 2 * size)] for attack in attacks(pattern))
    return max(twice / max(once, 4 * size) for once, twice in pairs)


@pytest.mark.parametrize("use", USES)
def test_a_pattern_takes_twice_the_work_for_twice_the_text(use):
    assert growth(*USES[use]) <= MOST


@pytest.mark.parametrize("patterns", [_SENTENCES[0], _SENTENCES[1], _TALE_SENTENCES], ids=["first", "next", "tale"])
def test_so_do_those_of_the_sentences_of_a_story(patterns):
    plot = next(iter(patterns))
    assert all(growth(pattern._compiled[0], "finditer") <= MOST for pattern in patterns[plot])


def test_so_does_that_of_a_whole_story():
    assert growth(_WHOLE[1][0]._compiled[0], "fullmatch") <= MOST


def test_no_pattern_is_left_out():
    looked_at = {id(pattern) for pattern, _ in USES.values()}
    for name, module in [*sys.modules.items()]:
        if name.startswith("playground.") and not ELSEWHERE & {*name.split(".")}:
            for own, value in vars(module).items():
                text = isinstance(value, re.Pattern) and isinstance(value.pattern, str)
                assert not text or id(value) in looked_at or f"{name}.{own}" in OURS, f"{name}.{own} is used otherwise"


@pytest.mark.parametrize(
    ("pattern", "method"),
    [(r" *_{4,}", "finditer"), (r"\d+\s*=?\s*[.?]*", "fullmatch"), (r"(\w+\s*)+:", "match"), (r".*\?", "search")],
)
def test_the_count_finds_patterns_that_go_back_and_forth(pattern, method):
    size = 6 if method == "match" else SIZE  # that one takes twice the work for each character
    assert growth(re.compile(pattern), method, size) > 3


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(?i)(?:please )?ADD\s+(\d{1,3})\b", "please add  17!"),
        (r"^ *a$", "b\n  a"),
        (r"(?m)^ *a$", "b\n  a\nc"),
        (r"(\w)\1", "abba"),
        (r"(?<=\d),(?=\d{3})", "1,234,56"),
        (r"[^:]{0,3}?x|y+?", "yy:abx"),
        (r"(?:ab|a)(?:bc|c)\B", "abcd"),
        (r"(?!b)[a-c]", "bca"),
        (r"(?:a?)*b", "aaab"),
    ],
)
def test_the_matcher_that_counts_finds_what_re_finds(pattern, text):
    compiled = re.compile(pattern)
    assert ends(compiled, text) == [found.end() for found in compiled.finditer(text)]
