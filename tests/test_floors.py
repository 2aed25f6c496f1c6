"""Scripts of the page import down its floors: what a script shows or counts never asks what stands above it."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "assets/page"
FLOORS = (
    {"words"},
    {"dom"},
    {"ui"},
    {"run", "rules"},
    {"cells"},
    {"engine"},
    {"player"},
    {"panels"},
    {"page", "share"},
    {"plugins"},
    {""},
)
"""Folders, lowest first; each imports from its floor and those before it. "" are the scripts that start everything. The
pages of one file among them hold parts of plugins. Sentences in `words` take plain values: it imports nothing."""
STATEMENT = re.compile(r'^(?:import|export) (type )?[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)
CALL = re.compile(r'\bimport\("(\.[^"]+)"\)(\.[A-Z])?')
FLOOR = {folder: number for number, folders in enumerate(FLOORS) for folder in folders}
SCRIPTS = [
    path
    for path in PAGE.rglob("*.ts*")
    if "testing" not in path.parts and not path.name.endswith((".test.ts", ".test.tsx", ".d.ts"))
]


def folder(path):
    """Of the page; "" for a script that lies in none."""
    parts = path.relative_to(PAGE).parts
    return parts[0] if len(parts) > 1 else ""


def imports(path, text):
    """Each script of the page that a script imports, at once or late, and whether for its types alone."""
    found = [(match[2] or match[3], bool(match[1])) for match in STATEMENT.finditer(text)]
    found += [(match[1], bool(match[2])) for match in CALL.finditer(text)]
    for name, for_types in found:
        target = (path.parent / name).resolve()
        if target.is_relative_to(PAGE):
            yield target, for_types


def test_scripts_import_only_down_the_floors():
    """Types too: who names a type of a higher floor knows it."""
    assert {folder(path) for path in SCRIPTS} | {"plugins"} == set(FLOOR)
    wrong = [
        f"{path.relative_to(PAGE)} imports {'types of ' if for_types else ''}{target.relative_to(PAGE)}"
        for path in SCRIPTS
        for target, for_types in imports(path, path.read_text("utf-8"))
        if FLOOR[folder(path)] < FLOOR[folder(target)]
    ]
    assert not wrong, "\n".join(sorted(wrong))


WHOLE = re.compile(r"(?:: |\| |(?<!Pick)<)Page\b(?!\[)")
PART = re.compile(r"Pick<\s*Page,([^>]*)>")
MOST_PARTS = 15
"""Of the page, that one part of it may take."""


def test_nobody_takes_the_whole_page():
    """Who takes parts of it names them, and they are few."""
    wrong = [
        f"{path.relative_to(PAGE)}: {match[0]}"
        for path in SCRIPTS
        for pattern in (WHOLE, PART)
        for match in pattern.finditer(path.read_text("utf-8"))
        if pattern is WHOLE or match[1].count('"') // 2 > MOST_PARTS
    ]
    assert not wrong, "\n".join(wrong)
    assert WHOLE.search("(page: Page)") and WHOLE.search("x: Page | null") and not WHOLE.search('Pick<Page, "ask">')


@pytest.mark.parametrize(
    ("line", "for_types"),
    [
        ('import {\n  a,\n  b,\n} from "../run/blocks.ts";', False),
        ('export type { A } from "../run/blocks.ts";', True),
        ('import "../run/blocks.ts";', False),
        ('const a = (await import("../run/blocks.ts")).a;', False),
        ('type A = import("../run/blocks.ts").A;', True),
    ],
)
def test_an_import_is_seen_however_it_is_written(line, for_types):
    text = f'import fs from "node:fs";\n{line}\nimport css from "../../css/base.css";\n'
    assert list(imports(PAGE / "words/units.ts", text)) == [(PAGE / "run/blocks.ts", for_types)]
