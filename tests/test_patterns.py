"""Every regular expression that meets a visitor's text takes twice the work for twice the text, and no more."""

import ast
import importlib
import re
import sys
import time
from pathlib import Path

import pytest
from attack_texts import attacks

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
SIZES = [*range(8, 40, 3), *(int(40 * 1.5**step) for step in range(12)), 8_000, 16_000]
"""Of texts, in characters: slowly more, so that a pattern that would never end is found before, and then very many."""
MOST = 0.1
"""Seconds of the processor that no text may take: where each character sends a pattern back, it takes many times as
much, and otherwise a small part."""


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


def seconds(pattern, method, text):
    match = getattr(pattern, method)
    before = time.process_time()
    if method == "finditer":
        list(match(text))
    else:
        match(*([""] if method.startswith("sub") else []), text)
    return time.process_time() - before


def is_slow(pattern, method):
    """Is there a text that sends it back again and again? One that was slow by chance is not so once more."""
    return any(
        all(seconds(pattern, method, attack(size)) > MOST for _ in range(2))
        for attack in attacks(pattern)
        for size in SIZES
    )


@pytest.mark.parametrize("use", USES)
def test_a_pattern_takes_twice_the_work_for_twice_the_text(use):
    assert not is_slow(*USES[use])


def test_so_do_those_of_a_story():
    for patterns in (*_SENTENCES[:2], _TALE_SENTENCES):
        assert not any(is_slow(pattern._compiled[0], "finditer") for pattern in next(iter(patterns.values())))
    assert not is_slow(_WHOLE[1][0]._compiled[0], "fullmatch")


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
def test_patterns_that_go_back_and_forth_are_found(pattern, method):
    assert is_slow(re.compile(pattern), method)
