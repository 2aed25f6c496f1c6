"""No name in Python is a word that says nothing to a reader who meets it alone; `names.js` checks the scripts."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("deploy", "doors", "evaluation", "export", "importing", "lessons", "replicas", "server", "service", "trace")
WORDS = {"told", "said", "asked", "found", "given", "kept", "one", "other", "own", "what"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ALLOWED = {("doors", "kept"), ("server/api.py", "asked")}
"""What the sampler kept, and a value that the API takes by this name."""


def names(tree):
    """(line, name) of all that is declared and outlives the line where it begins."""

    def walk(node, scope):
        for child in ast.iter_child_nodes(node):
            inner = child if isinstance(child, (*FUNCTIONS, *COMPREHENSIONS, ast.Lambda)) else scope
            match child:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    yield child.lineno, child.name
                case ast.arg() if scope.end_lineno > scope.lineno:
                    yield child.lineno, child.arg
                case ast.Attribute(ctx=ast.Store()):
                    yield child.lineno, child.attr
                case ast.Name(ctx=ast.Store()) if isinstance(scope, ast.Module) or scope.end_lineno > scope.lineno:
                    yield child.lineno, child.id
            yield from walk(child, inner)

    return walk(tree, tree)


@pytest.mark.parametrize("room", ROOMS)
def test_names_say_what_they_hold(room):
    files = sorted((ROOT / "playground" / room).rglob("*.py"))
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in files
        for line, name in [*names(ast.parse(path.read_text("utf-8"))), (1, path.stem)]
        if name.strip("_") in WORDS and not {(room, name), (f"{room}/{path.name}", name)} & ALLOWED
    ]
    assert not wrong, "\n".join(wrong)


def test_a_name_that_ends_with_its_line_may_be_short():
    code = "found = 1\ndef f(given):\n    return [one for one in given]\nlambda own: own\nself._told = 2\n"
    assert {name for _, name in names(ast.parse(code))} == {"found", "f", "given", "_told"}
