"""How the checkpoint's chat template reads a prompt: it finds the Sudoku that somebody typed in their own form."""

import re
from functools import cache

from jinja2 import Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from playground.world import sudoku

ANSWER = "<answer>"
"""The token that ends a prompt."""

# People type a Sudoku in rows or in one line, with 0 . _ * ? or spaces for gaps, and with | + - around boxes. The
# template finds the longest run of such characters and, if it is a Sudoku, replaces the whole prompt with the form of
# training. It is part of the checkpoint, so this works wherever its chat template is used.
CHAT_TEMPLATE = (
    """
{%- macro rows(cells, size) -%}
{%- for digit in cells if digit > size | string -%}{{ "?" }}{%- endfor -%}
{%- for start in range(0, size * size, size) -%}
{{ cells[start:start + size] }}{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- endmacro -%}
{%- macro understood(text) -%}
{%- set found = namespace(run="", best="", grid="") -%}
{%- for character in text.replace("\\r", "") ~ "!" -%}
{%- if character in "0123456789._*?|+- \t\n" -%}
{%- set found.run = found.run ~ character -%}
{%- else -%}
{%- if found.run | length > found.best | length -%}{%- set found.best = found.run -%}{%- endif -%}
{%- set found.run = "" -%}
{%- endif -%}
{%- endfor -%}
{%- set drawn = found.best.replace("0", ".").replace("_", ".").replace("*", ".").replace("?", ".") -%}
{%- set cells = drawn.replace("|", "").replace("+", "").replace("-", "") -%}
{%- set cells = cells.replace(" ", "").replace("\t", "").replace("\n", "") -%}
{%- set lines = (drawn[1:] if drawn[:1] == "\n" else drawn).split("\n") -%}
{%- for size in (4, 6, 9) -%}
{%- if cells | length == size * size -%}
{%- set found.grid = rows(cells, size) -%}
{%- elif lines | length == size and "." not in drawn and lines | map("length") | max <= size -%}
{%- set spaced = namespace(cells="") -%}
{%- for line in lines -%}{%- set spaced.cells = spaced.cells ~ (line ~ " " * size)[:size] -%}{%- endfor -%}
{%- set found.grid = rows(spaced.cells.replace(" ", "."), size) -%}
{%- endif -%}
{%- endfor -%}
{%- if found.grid and "?" not in found.grid and found.grid.replace(".", "") | trim -%}
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
)
_RUN = re.compile(r"[0-9._*?|+\- \t\n]+")
_LONGEST = 100
"""Longer than the 81 cells of a Sudoku, and than its rows with spaces for gaps. Marks between cells may be longer."""


@cache
def _template() -> Template:
    return ImmutableSandboxedEnvironment().from_string(CHAT_TEMPLATE)


def understand(text: str) -> str:
    """Writes a prompt as the chat template does: trimmed, and a Sudoku in the form used in training.

    The template takes long for a long text, so it only gets the run of characters that may be a Sudoku.
    """
    run = max(_RUN.findall(text.replace("\r", "")), key=len, default="")
    if len(run) > _LONGEST:
        run = re.sub(r"[|+\- \t\n]", "", run)
    if len(run) > _LONGEST:
        return text.strip()
    written = _template().render(bos_token="", messages=[{"role": "user", "content": run}])
    return written if written.startswith(sudoku.PROMPT) else text.strip()
