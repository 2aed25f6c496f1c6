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
        fields = ("asname",) if isinstance(node, ast.alias) else ("name", "id", "arg", "attr", "rest")
        uses = isinstance(node, ast.keyword) or isinstance(getattr(node, "ctx", None), ast.Load | ast.Del)
        if not uses and node not in passing:
            yield from ((node.lineno, name) for field in fields if isinstance(name := getattr(node, field, None), str))


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
        *("async def _said(): pass", "class Given: pass", "def f(*, what): pass", "own: int = 1", "self.kept = []"),
        *("[one\nfor one in runs]", "try: pass\nexcept Exception as found: pass", "match a:\n case {**own}: pass"),
    ],
)
def test_a_name_that_says_nothing_is_refused(text):
    assert len(refused(text)) == 1


def test_a_name_of_one_line_and_a_longer_one_are_not():
    assert refused("[one for one in runs]\nf(lambda one: one)\nown_text = at_least_one(a.found, what=3)") == []
