"""The core names no plugin, and nothing that only one of them has: in code, styles, documents and sentences."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLUGINS = sorted(path.parent.name for path in (ROOT / "playground/plugins").glob("*/__init__.py"))
NOUNS = {
    "card": r"\bdoctor\b",
    "films": r"\bfilms\b",
    "gpu": r"--cuda-graphs|--experts\b",
    "hall": r"\bhalls?\b(?! is| gets| that opens|, which is)",
    "learn": r"\blessons?\b|\bquiz",
    "live": r"\bonnx\b|service.worker",
    "masked": r"\bbd3lm\b",
    "mcp": r"\bmcp\b",
    "openai": r"\bopenai\b",
    "own_rule": r"own.rule",
    "publish": r"--publish|\bpublishes\b",
    "remote": r"--remote\b",
    "replicas": r"\breplicas?\b|\bray\b",
    "rival": r"--rival\b|\brivals\b",
    "small_world": r"sudoku|puzzle|small world",
    "zero": r"zero.?gpu",
}
"""Plugin -> what only it has a word for. A lecture hall is an address of many visitors to the core, and no plugin."""
BOARD = (
    "The canvas has no place yet for a view of a plugin: the core draws the board of a Sudoku, and counts its cells."
)
EXCEPTIONS = {
    **dict.fromkeys(
        (
            *("cells/board-marks.ts", "cells/board.ts", "cells/legend.tsx", "cells/text-flow.ts", "page/help.tsx"),
            *("player/captions.ts", "player/toolbar.tsx", "rules/board.ts", "rules/sudoku.ts", "run/counts.ts"),
            *("run/special.ts", "run/titles.ts", "../css/base.css"),
        ),
        BOARD,
    ),
    "run/refusal.ts": "Recordings are told apart by the sentence in which the embedded model declines.",
    "../../playground/engine/loading/others.py": "It says of a folder with another runtime's files what they are.",
}
"""File, from assets/page -> why it still does."""
FILES = {
    path
    for folder in ("playground", "assets/page", "assets/css")
    for path in (ROOT / folder).rglob("*.*")
    if path.suffix in (".py", ".ts", ".tsx", ".css", ".html") and "plugins" not in path.relative_to(ROOT).parts
    if ".test." not in path.name and "testing" not in path.parts
}
EXCEPTED = {(ROOT / "assets/page" / name).resolve() for name in EXCEPTIONS}


def named(path, patterns):
    text = path.read_text("utf-8")
    return [match[0] for pattern in patterns for match in re.finditer(pattern, text, re.IGNORECASE)]


def test_the_core_has_no_word_for_what_only_a_plugin_has():
    assert {*NOUNS} <= {*PLUGINS}
    wrong = {path.relative_to(ROOT).as_posix(): words for path in FILES if (words := named(path, NOUNS.values()))}
    excepted = {path.relative_to(ROOT).as_posix() for path in EXCEPTED}
    assert {name: words for name, words in wrong.items() if name not in excepted} == {}
    assert excepted <= {*wrong}, "who names nothing any more needs no exception"


def test_no_file_of_the_core_leads_into_the_folder_of_a_plugin():
    assert [path for path in FILES if named(path, [rf"plugins[./-]({'|'.join(PLUGINS)})\b"])] == []
