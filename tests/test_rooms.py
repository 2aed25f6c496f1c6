"""Rooms of the package import each other one way only, and no two modules import each other."""

import ast
import importlib
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (
    {"errors", "assets", "address", "evaluator"},
    {"page_part"},
    {"hooks"},
    {"plugin_loading"},
    {"inputs"},
    {"rules"},
    {"spec"},
    {"trace"},
    {"engine"},
    {"evaluation"},
    {"export"},
    {"service"},
    {"server"},
    {"workshop"},
    {"commands"},
    {"cli"},
    {"plugins"},
)
"""Each imports only what stands before it. `playground` itself names what users import, and is left out. Plugins stand
last: only `playground.plugin_loading` reaches them, as folders."""
BUDGETS = {"playground": 18_900, "assets/page": 20_925, "assets/css": 1_035, "workshop": 9_715}
"""Folder -> the most lines that people write there, in scripts and styles, plugins and tests apart. Before something
comes, look for what goes: whoever raises a figure says in the commit what came, and what it is worth."""
GENERATED = "` writes this"
"""Stands in the first lines of a script that a maker writes, which is not counted."""
WITHOUT_TORCH = ("rules", "spec", "trace")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "playground").rglob("*.py")
}


def imported(path):
    """The modules of the package that a file imports, wherever it does; names for types alone are left out."""

    def walk(node):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    return {name for name in walk(ast.parse(path.read_text("utf-8"))) if name in MODULES}


@cache
def imports():
    """Module -> the modules of the package that it imports."""
    return {name: imported(path) for name, path in MODULES.items()}


def room(module):
    return module.split(".")[1] if "." in module else ""


def test_rooms_import_only_those_before_them():
    assert {room(name) for name in MODULES} - {"", "__main__"} == set.union(*ROOMS), "each has its place"
    floor = {name: number for number, names in enumerate(ROOMS) for name in names}
    wrong = [
        f"{module} imports {other}"
        for module, others in imports().items()
        for other in others
        if room(module) in floor and room(other) in floor and room(module) != room(other)
        if floor[room(other)] >= floor[room(module)]
    ]
    assert not wrong, "\n".join(sorted(wrong))


def test_a_plugin_imports_another_one_only_if_it_says_that_it_needs_it():
    def plugin(module):
        return ".".join(module.split(".")[:3])

    wrong = [
        f"{module} imports {other}"
        for module, others in imports().items()
        if room(module) == "plugins"
        for other in others
        if room(other) == "plugins" and other != "playground.plugins" and plugin(module) != plugin(other)
        if other.split(".")[2] not in getattr(importlib.import_module(plugin(module)), "needs", ())
    ]
    assert not wrong, "\n".join(sorted(wrong))


def test_no_two_modules_import_each_other():
    """Also not over others; a package and its own modules are one."""
    TopologicalSorter({module: others - {"playground"} for module, others in imports().items()}).prepare()


def test_some_rooms_do_without_torch():
    """Not even a package that they import brings it."""
    names = [name for name in MODULES if room(name) in WITHOUT_TORCH]
    code = f"import sys, importlib\nfor name in {names}: importlib.import_module(name)\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\n"


def test_no_room_before_the_server_imports_gradio():
    """Wherever it does; no other package brings it."""
    before = set.union(*ROOMS[: ROOMS.index({"server"})])
    for name in (name for name in MODULES if room(name) in before):
        for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert "gradio" not in {each.partition(".")[0] for each in names}, name


@pytest.mark.parametrize("folder", BUDGETS)
def test_a_folder_keeps_to_its_budget_of_lines(folder):
    texts = [
        path.read_text("utf-8")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".ts", ".tsx", ".css") and ".test." not in path.name
        if not {"plugins", "testing"} & {*path.parts}
    ]
    count = sum(len(text.splitlines()) for text in texts if GENERATED not in text[:500].replace("\n * ", " "))
    assert count <= BUDGETS[folder], f"{folder} has {count:,} lines"
