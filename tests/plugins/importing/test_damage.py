"""Damaged logs of other programs: each opens whole or is refused in one sentence, in Python and in the page."""

import json
from pathlib import Path

import pytest
from damage import DEPTHS, File, seldom
from damage_checks import FEW, look_at
from hypothesis import strategies as st

from playground.assets import ASSETS
from workshop.bench.reading import PageReader

CASES = json.loads(Path(__file__).with_name("foreign").joinpath("cases.json").read_text())
FILES = [case["file"].encode("latin-1") for case in CASES.values()]
ODD = (
    'data: "diffusion_frame"', 'F ١ 1 3 "x"', 'F 1 1 3 "\u2028\x1b]8;;http://x\x07\u202e"', "\ufeff", "\0",
    f'F 1 1 3 "{"word " * 700}"', "data: " + "[" * 100_000 + "diffusion_frame", f'F {10**400} 1 3 "x"',
    'data: {"type": "diffusion_frame", "block": 1e0, "text": "x", "text": "y", "__proto__": {"block": 3}}',
    *(f'data: {"[" * depth}"diffusion_frame"{"]" * depth}' for depth in DEPTHS),
)  # fmt: skip
LINES = [*(line for file in FILES for line in file.split(b"\n")), *(line.encode() for line in ODD)]


@st.composite
def damaged_streams(draw):
    """What other programs write, with lines from elsewhere in it, and some bytes that are changed, cut or repeated."""
    lines = draw(st.sampled_from(FILES)).split(b"\n")
    for line in draw(st.lists(st.sampled_from(LINES), max_size=2)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    raw = bytearray(draw(st.sampled_from((b"\n", b"\r\n", b"\r"))).join(lines))
    if seldom(draw, 2):
        at = draw(st.integers(0, len(raw)))
        other = draw(st.sampled_from((b"", raw[max(at - 40, 0) : at], draw(st.binary(max_size=20)))))
        raw[at : at + draw(st.sampled_from((1, 2, 20)))] = other
    return File(raw)


@pytest.mark.slow
def test_damaged_files_open_or_are_refused_in_a_sentence_and_in_the_page_too(tmp_path):
    with PageReader(script=ASSETS / "page/plugins/importing/index.ts") as page:
        assert 0.2 < look_at(damaged_streams(), FEW, page, tmp_path) < 0.8, "both kinds are many"
