"""The mistakes: each changes one place of a source, as the formatters lay it out. Python and TypeScript share them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAIRS = ("< <=", "> >=", "== !=", "=== !==", "is is_not", "in not_in", "and or", "&& ||", "+ -", "* /", "// *", "% *")
SWAPS = {old: new.replace("_", " ") for pair in PAIRS for old, new in (pair.split(), pair.split()[::-1])} | {
    "is not": "is", "not in": "in", "*": "/", "??": "&&", "not": "", "!": "", "True": "False", "False": "True",
    "true": "false", "false": "true", "break": "continue", "continue": "break", "return": "return None and",
}  # fmt: skip
TEXTS = {
    ".py": r'"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|#.*|\bfor .* in |: [\w., |\[\]]+ = |^from .*|^ *@.*',
    ".ts": r'`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*"|//.*|/\*[\s\S]*?\*/|^import .*|\bfor \(.*? of ',
}
"""What stays: texts, comments, annotations, loops' heads, imports, decorators."""
PLACES = (
    r"(?<= )(?:is not|not in|===|!==|==|!=|<=|>=|//|&&|\|\||\?\?|is|in|and|or|[<>+*/%-])(?= )"
    r"|\b(?:not|True|False|true|false|break|continue|return\b(?! *[;\n]))\b|!(?=[\w(])"
    r"|(?<![\w.])\d+(?![\w.])"
    r"|(?<=\n) +(?:raise |throw |[\w.]+\().*[);](?=\n)"
)


@dataclass(frozen=True)
class Mutant:
    """A file whose characters from `start` to `end`, which begin in `line`, are replaced by `text`."""

    file: str
    line: int
    start: int
    end: int
    text: str

    def source(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a file, in the order of their places. Some of Python's are no programs: `is_sound` tells."""
    text = path.read_text("utf-8")
    for match in re.finditer(f"(?P<texts>{TEXTS[path.suffix]})|{PLACES}", text, re.MULTILINE):
        old = match[0]
        if match["texts"] is None:
            if old[0] == " ":  # a statement goes
                new = old[: -len(old.lstrip())] + ("pass" if path.suffix == ".py" else ";")
            else:
                new = SWAPS[old] if old in SWAPS else str(int(old) + 1)
            if path.suffix == ".ts":
                new = new.replace("None and", "void")
            yield Mutant(str(path), text.count("\n", 0, match.start()) + 1, match.start(), match.end(), new)


def is_sound(mutant: Mutant) -> bool:
    """Can a mutant run at all? Scripts are taken on trust: one that cannot counts as killed."""
    if mutant.file.endswith(".ts"):
        return True
    try:
        compile(mutant.source(Path(mutant.file).read_text("utf-8")), mutant.file, "exec")
    except SyntaxError:
        return False
    return True
