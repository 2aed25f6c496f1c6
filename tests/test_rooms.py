"""Rooms of the package import each other one way only, no two modules import each other, and scripts of the page import
down their floors: what a script shows or counts never asks what stands above it."""

import ast
import importlib
import re
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
BUDGETS = {"playground": 18_900, "assets/page": 20_880, "assets/css": 1_035, "workshop": 9_715}
"""Folder -> the most lines that people write there, in scripts and styles, plugins and tests apart. Before something
comes, look for what goes: whoever raises a figure says in the commit what came, and what it is worth."""
TESTS = 48_370
"""The most lines of all tests, those of plugins and scripts too. The same holds."""
PAGE = ROOT / "assets/page"
FLOORS = ("words", "dom", "ui", "run rules", "cells", "engine", "player", "panels", "page share", "plugins", "")
"""Folders, lowest first; each imports from its floor and those before it. "" are the scripts that start everything. The
pages of one file among them hold parts of plugins. Sentences in `words` take plain values: it imports nothing."""
SCRIPTS = {
    path: path.read_text("utf-8")
    for path in PAGE.rglob("*.ts*")
    if "testing" not in path.parts and not path.name.endswith((".test.ts", ".test.tsx", ".d.ts"))
}
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
    texts = {name: path.read_text("utf-8") for name, path in MODULES.items() if room(name) in before}
    assert not [name for name, text in texts.items() if re.search(r"^ *(?:from|import) gradio\b", text, re.M)]


def test_scripts_import_only_down_the_floors():
    """At once or late; for types too: who names a type of a higher floor knows it."""
    floors = {folder: number for number, folders in enumerate(FLOORS) for folder in folders.split(" ")}

    def folder(path):
        parts = path.relative_to(PAGE).parts
        return parts[0] if len(parts) > 1 else ""

    assert {folder(path) for path in SCRIPTS} | {"plugins"} == set(floors), "each has its floor"
    imports = [
        (path, target)
        for path, text in SCRIPTS.items()
        for name in re.findall(r'\b(?:from|import) ?\(?"(\.[^"]+)"', text)
        if (target := (path.parent / name).resolve()).is_relative_to(PAGE) and target.is_file()
    ]
    wrong = [f"{path} imports {target}" for path, target in imports if floors[folder(path)] < floors[folder(target)]]
    assert len(imports) > len(SCRIPTS) and not wrong, "\n".join(sorted(wrong))


def test_nobody_takes_the_whole_page():
    """Who takes parts of it names them, and they are at most 15."""
    for path, text in SCRIPTS.items():
        assert not re.search(r"(?:: |\| |(?<!Pick)<)Page\b(?!\[)", text), path
        assert all(parts.count('"') // 2 <= 15 for parts in re.findall(r"Pick<\s*Page,([^>]*)>", text)), path


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


def test_all_tests_keep_to_their_budget_of_lines():
    paths = [*(ROOT / "tests").rglob("*.py"), *PAGE.rglob("*.test.ts*")]
    count = sum(len(path.read_text("utf-8").splitlines()) for path in paths)
    assert count <= TESTS, f"they have {count:,} lines"
