"""Writes an expression for JavaScript that matches what Python's does, for pages that judge without Python."""

import re

_PART = re.compile(
    r"\\(?P<escaped>.)|(?P<group>\(\?P<\w+>)|(?P<special>\(\?[^:=!<])|\[(?P<set>\^?(?:\\.|[^\]\\])+)\]|(?P<plain>.)",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)|(.)", re.DOTALL)
_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_WORD = r"\p{L}\p{N}_"
_SETS = {"d": r"\p{Nd}", "w": _WORD, "s": _SPACE}
"""What Python's classes hold; JavaScript's know no digits and letters but those of English."""
_LETTERS = r"^\W\d_"
_BORDER = f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
_SYNTAX = frozenset(r"^$\.*+?()[]{}|/")


def javascript(pattern: re.Pattern[str]) -> dict[str, str]:
    """Returns the `source` and the `flags` of the same expression.

    Raises:
        ValueError: it has a part that is not known here, such as one that ignores case by itself.
    """
    flags = re.RegexFlag(pattern.flags)
    source = "".join(_written(part, flags) for part in _PART.finditer(pattern.pattern))
    return {"source": source, "flags": "iu" if flags & re.IGNORECASE else "u"}


def _written(part: re.Match[str], flags: re.RegexFlag) -> str:
    folds = bool(flags & re.IGNORECASE)
    if part["group"]:
        return f"(?<{part['group'][4:]}"
    if part["special"]:
        raise ValueError(f"{part['special']} cannot be said in JavaScript")
    if letters := part["set"]:
        # Python lets two letters of other languages match an i; the other two that it has do so in JavaScript too.
        return f"[{_members(letters)}{'ıİ' if folds and 'a-z' in letters else ''}]"
    if escaped := part["escaped"]:
        if escaped == "b":
            return _BORDER
        if escaped == "S":
            return f"[^{_SPACE}]"
        return f"[{_SETS[escaped]}]" if escaped in _SETS else _literal(escaped)
    lines, plain = bool(flags & re.MULTILINE), part["plain"]
    if plain == ".":
        return "[^]" if flags & re.DOTALL else r"[^\n]"
    if plain == "^":
        return r"(?<![^\n])" if lines else "(?<![^])"
    if plain == "$":
        return r"(?![^\n])" if lines else r"(?!\n?[^])"
    return "[iıİ]" if folds and plain in "iI" else plain


def _members(letters: str) -> str:
    """What stands between the brackets of a set."""
    if letters == _LETTERS:
        return r"\p{L}\p{Nl}\p{No}"
    written = []
    for escaped, plain in _ESCAPED.findall(letters):
        written.append(_SETS.get(escaped, f"\\{escaped}") if escaped else plain)
    return "".join(written)


def _literal(escaped: str) -> str:
    if escaped.isalnum():
        if escaped not in "nrt":
            raise ValueError(f"\\{escaped} cannot be said in JavaScript")
        return f"\\{escaped}"
    return f"\\{escaped}" if escaped in _SYNTAX else escaped
