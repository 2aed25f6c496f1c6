"""How the checkpoint's chat template reads a prompt: it finds the Sudoku that somebody typed in their own form."""

import re
from functools import cache, lru_cache

from jinja2 import Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from playground.plugins.small_world import sudoku

ANSWER = "<answer>"
"""The token that ends a prompt."""

BARS = "│┃║"
LINES = "─━═┌┏╔┐┓╗└┗╚┘┛╝├┣╠╟┠┤┫╣╢┨┬┳╦╤┯┴┻╩╧┷┼╋╬╪╫┿╂"
"""What stands for `|` and `-` in grids that programs draw."""

# People type a Sudoku in rows or in one line, with 0 . _ * ? or spaces for gaps, and with | + - or lines around boxes;
# or they paste a table, whose cells stand between tabs or bars. The template looks, in this order, for rows with spaces
# for gaps, for 9 (6, 4) lines of as many cells each, which may stand amid words, and for a run of 81
# (36, 16) signs, without the marks of the sentence around it. If there is a Sudoku, the form of training replaces the
# whole prompt. It is part of the checkpoint, so this works wherever its chat template is used.
# `assets/page/rules/sudoku.ts` has the same rule for the page.
CHAT_TEMPLATE = (
    """
{%- macro marked(text) -%}
{{ text.replace("0", ".").replace("_", ".").replace("*", ".").replace("?", ".") }}
{%- endmacro -%}
{%- macro board(cells) -%}
{%- for size in (4, 6, 9) if cells | length == size * size and cells.replace(".", "") -%}
{%- set known = namespace(all=true) -%}
{%- for cell in cells if cell > size | string or cell < "." -%}{%- set known.all = false -%}{%- endfor -%}
{%- for start in range(0, size * size, size) if known.all -%}
{{ cells[start:start + size] }}{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- endfor -%}
{%- endmacro -%}
{%- macro spaced(drawn) -%}
{%- set lines = (drawn[1:] if drawn[:1] == "\n" else drawn).split("\n") -%}
{%- for size in (4, 6, 9) if lines | length == size and "." not in drawn and lines | map("length") | max <= size -%}
{%- set found = namespace(cells="") -%}
{%- for line in lines -%}{%- set found.cells = found.cells ~ (line ~ " " * size)[:size] -%}{%- endfor -%}
{{ board(found.cells.replace(" ", ".")) }}
{%- endfor -%}
{%- endmacro -%}
{%- macro pieces(text) -%}
{%- set signs = "0123456789._*?|+- \t" -%}
{%- for line in text.split("\n") -%}
{%- set tail = line[line.rstrip(signs) | length:] -%}
{%- set tail = tail[1:] if tail[:1] in [".", "?"] and tail[1:2] in [" ", "\t"] else tail -%}
{{ line if not line.strip(signs) else line[:line | length - line.lstrip(signs) | length] ~ "\n!\n" ~ tail }}
{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- endmacro -%}
{%- macro cells_of(line, last, size) -%}
{%- set inner = line.strip(" ") -%}
{%- set inner = inner[1:] if inner[:1] == "|" else inner -%}
{%- set inner = inner[:-1] if inner[-1:] == "|" else inner -%}
{%- set parts = namespace(cells="", each=true) -%}
{%- for part in inner.replace("|", "\t").split("\t") -%}
{%- set parts.cells = parts.cells ~ (part.strip(" ") or ".") -%}
{%- if part.strip(" ") | length > 1 -%}{%- set parts.each = false -%}{%- endif -%}
{%- endfor -%}
{%- set signs = line.replace("|", "").replace("+", "").replace("-", "").replace(" ", "").replace("\t", "") -%}
{%- if line == "!" -%}{{ line }}
{%- elif not signs and ("\t" not in line and "|" not in line or "-" in line) -%}
{%- elif parts.each and "\t" in line and last and parts.cells | length < size -%}{{ (parts.cells ~ "." * size)[:size] }}
{%- elif parts.each and parts.cells | length in (4, 6, 9) -%}{{ parts.cells }}
{%- else -%}{{ signs }}
{%- endif -%}
{%- endmacro -%}
{%- macro rowed(text) -%}
{%- set found = namespace(rows=[], grid="") -%}
{%- for line in pieces(text ~ "\n!").split("\n") if not found.grid -%}
{%- set size = found.rows[0] | length if found.rows else 0 -%}
{%- set full = found.rows | length == size -%}
{%- set last = found.rows | length == size - 1 -%}
{%- set cells = cells_of(line, last, size) -%}
{%- set bare = line.rstrip(" \t") -%}
{%- set stop = last and cells | length != size and bare[-1:] in [".", "?"] -%}
{%- set cells = cells_of(bare[:-1], last, size) if stop else cells -%}
{%- if cells | length == size and cells != "!" and size -%}
{%- set found.rows = found.rows + [cells] -%}
{%- elif cells or full -%}
{%- if full -%}{%- set found.grid = board(marked(found.rows | join)) -%}{%- endif -%}
{%- set found.rows = [cells] if cells else [] -%}
{%- endif -%}
{%- endfor -%}
{{ found.grid }}
{%- endmacro -%}
{%- macro counted(drawn) -%}
{%- set cells = drawn.replace("|", "").replace("+", "").replace("-", "").replace(" ", "") -%}
{{ board(cells.replace("\t", "").replace("\n", "")) }}
{%- endmacro -%}
{%- macro understood(text) -%}
{%- set found = namespace(text=text.replace("\\r", "").replace("NBSP", " "), run="", best="", grid="") -%}
{%- for bar in "BARS" -%}{%- set found.text = found.text.replace(bar, "|") -%}{%- endfor -%}
{%- for line in "LINES" -%}{%- set found.text = found.text.replace(line, "-") -%}{%- endfor -%}
{%- for character in "\n" ~ found.text ~ "!" -%}
{%- if character in "0123456789._*?|+- \t\n" -%}
{%- set found.run = found.run ~ character -%}
{%- else -%}
{%- if found.run | length > found.best | length -%}{%- set found.best = found.run -%}{%- endif -%}
{%- set found.run = "" -%}
{%- endif -%}
{%- endfor -%}
{%- set ended = found.best[:1] in [".", "?"] and found.best[1:2] in [" ", "\t", "\n"] -%}
{%- set found.best = found.best[1:] if ended else found.best -%}
{%- set bare = found.best.rstrip() -%}
{%- set stop = bare[-1:] in [".", "?"] and bare[-1:] not in bare[:-1] -%}
{%- set heads = [found.best] -%}
{%- set heads = heads + ([found.best.split("\n", 1)[-1]] if found.best.split("\n")[0] | trim | length < 3 else []) -%}
{%- set runs = namespace(all=heads) -%}
{%- for head in heads -%}
{%- set runs.all = runs.all + ([head.rsplit("\n", 1)[0]] if head.split("\n")[-1] | trim | length < 3 else []) -%}
{%- set runs.all = runs.all + ([head.rstrip()[:-1]] if stop else []) -%}
{%- endfor -%}
{%- for run in runs.all if not found.grid -%}{%- set found.grid = spaced(marked(run)) -%}{%- endfor -%}
{%- set found.grid = found.grid or rowed(found.text) -%}
{%- for run in runs.all + found.best.split() if not found.grid -%}
{%- set found.grid = counted(marked(run)) -%}
{%- endfor -%}
{%- if found.grid -%}
{{ "HEADER" ~ found.grid }}
{%- else -%}
{{ text | trim }}
{%- endif -%}
{%- endmacro -%}
{{- bos_token -}}
{%- for message in messages -%}
{{ understood(message["content"]) }}{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ "ANSWER" }}{%- endif -%}
""".strip()
    .replace("HEADER", sudoku.PROMPT.replace("\n", "\\n"))
    .replace("ANSWER", ANSWER)
    .replace("NBSP", "\N{NO-BREAK SPACE}")
    .replace("BARS", BARS)
    .replace("LINES", LINES)
)
_WORDS = re.compile(rf"[^0-9._*?|+\- \t\n\r\xa0{BARS}{LINES}]+")
_SHORT = re.compile(r"!(?:[^!\n]{0,15}!)+")
"""What is no part of a grid, and what is too short for one between it on a line."""
_BLANKS = re.compile(r" {11,}")
"""No row has so many cells, so fewer blanks say the same."""
_LONGEST = 1000
"""Twice what the largest grid takes that is drawn with boxes."""


@cache
def _template() -> Template:
    return ImmutableSandboxedEnvironment().from_string(CHAT_TEMPLATE)


@lru_cache
def understand(text: str) -> str:
    """Writes a prompt as the chat template does: trimmed, and a Sudoku in the form used in training.

    The template takes up to 100 microseconds for a character, so it only gets what may be part of a Sudoku, if that is
    not too long for one.
    """
    drawn = _SHORT.sub("!", _WORDS.sub("!", text))
    if len(drawn) > _LONGEST:
        drawn = _BLANKS.sub(" " * 10, drawn)
    if len(drawn) > _LONGEST:
        return text.strip()
    written = _template().render(bos_token="", messages=[{"role": "user", "content": drawn}])
    return written if written.startswith(sudoku.PROMPT) else text.strip()
