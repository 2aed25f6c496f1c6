"""Names in code are nouns that a reader who meets them alone understands; CONTRIBUTING.md says more."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORDS = {"told", "said", "asked", "found", "given", "kept", "one", "other", "own", "what"}
"""None of them is the whole name of a module, class, function, parameter, attribute or variable."""
ROOMS = ("playground", "workshop")
ALLOWED = {
    ("playground/plugins/api/explanation.py", "kept"): "what the sampler kept",
    ("playground/plugins/api/runs.py", "kept"): "what the sampler kept",
    ("playground/plugins/card/measure/doctor.py", "said"): "a field of `doctor`'s JSON",
    ("playground/plugins/api/functions.py", "asked"): "an argument of the API",
}
"""(file, name) -> why it must stay."""

COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def names(tree):
    """(line, name) of each thing that a module names, but for variables that live on one line and Python's methods."""
    passing = set()
    for node in ast.walk(tree):
        if isinstance(node, COMPREHENSIONS | ast.Lambda) and node.lineno == node.end_lineno:
            homes = [node.args] if isinstance(node, ast.Lambda) else [part.target for part in node.generators]
            passing |= {inner for home in homes for inner in ast.walk(home)}
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("__"):  # such as __eq__(self, other)
            passing |= {*ast.walk(node.args)}
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.MatchMapping(rest=str(name)) | ast.alias(asname=str(name)):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) if node not in passing:
                yield node.lineno, name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name


def refused(text):
    return [(line, name) for line, name in names(ast.parse(text)) if name.strip("_").lower() in WORDS]


def sources():
    for room in ROOMS:
        yield from (ROOT / room).rglob("*.py")


def test_names_are_nouns():
    wrong, used = [], set()
    for path in sources():
        file = str(path.relative_to(ROOT))
        modules = [(1, part) for part in path.relative_to(ROOT).with_suffix("").parts if part in WORDS]
        for line, name in [*modules, *refused(path.read_text("utf-8"))]:
            used.add((file, name))
            if (file, name) not in ALLOWED:
                wrong.append(f"{file}:{line}: {name}")
    assert not wrong, "\n".join(wrong)
    assert used == set(ALLOWED), "each exception is needed"


@pytest.mark.parametrize(
    "text",
    [
        "def told(): pass",
        "async def _said(): pass",
        "class Given: pass",
        "def f(other): pass",
        "def f(*, what): pass",
        "own = 1",
        "own: int = 1",
        "self.kept = []",
        "for one in runs: pass",
        "if found := f(): pass",
        "with f() as (a, found): pass",
        "import json as what",
        "[one\nfor one in runs]",
        "f(lambda one:\none)",
        "try: pass\nexcept Exception as found: pass",
        "match a:\n case [other, *_]: pass",
        "match a:\n case {**own}: pass",
    ],
)
def test_a_name_that_says_nothing_is_refused(text):
    assert len(refused(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[one for one in runs]",
        "f(one for one in runs)",
        "f(lambda one: one)",
        "class A:\n def __eq__(self, other): return other is self",
        "own_text = at_least_one(a, what=3)",
        "f(trace.found)",
    ],
)
def test_a_name_of_one_line_and_a_longer_one_are_not(text):
    assert refused(text) == []
