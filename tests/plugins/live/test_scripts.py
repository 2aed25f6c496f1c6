"""What Python and the scripts have both is the same: cases that Python makes, files of runs, the tokens of texts."""

import importlib
import json
import random
import subprocess
import unicodedata

import numpy as np
import pytest
from page_holds import ROOT
from plugins.live.portable_golden import FOLDER, NAMES

import playground as pg
from playground.errors import PromptError
from playground.spec.prompt import Prompt
from workshop.page.sources import node

SCRIPTS = ROOT / "assets" / "page" / "plugins" / "live" / "testing"
TRACES = {file.stem: file for folder in ("tests/golden", "assets/recorded") for file in (ROOT / folder).glob("*.trace")}


@pytest.mark.parametrize("name", NAMES)
def test_the_cases_for_the_scripts_are_current(name, embedded_model):
    made = importlib.import_module(f"plugins.live.portable_golden.{name}").cases(embedded_model)
    # JSON makes lists of tuples, and texts of the names of fields
    assert json.loads((FOLDER / f"{name}.json").read_text("utf-8")) == json.loads(json.dumps(made))
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(NAMES)


@pytest.fixture(scope="module")
def rewritten(tmp_path_factory):
    """A folder with the traces as the scripts write them anew, from their frames alone."""
    folder = tmp_path_factory.mktemp("rewritten")
    subprocess.run([*node(), SCRIPTS / "rewrite-traces.ts", folder, *TRACES.values()], check=True)
    return folder


@pytest.mark.parametrize("name", TRACES)
def test_a_trace_is_the_same_from_both_languages(name, rewritten):
    trace, written = pg.Trace.load(TRACES[name]), pg.Trace.load(rewritten / f"{name}.trace")
    assert written.header == trace.header
    assert written.columns.keys() == trace.columns.keys()
    for column, figures in trace.columns.items():
        assert written.columns[column].dtype == figures.dtype
        assert np.array_equal(written.columns[column], figures, equal_nan=figures.dtype.kind == "f"), column
    for name in ("stop_reasons", "finish_reason", "blocks", "text", "thought", "tokens"):
        assert getattr(written, name) == getattr(trace, name)


WORDS = (
    "Lily", "lily", " cat", "the", "THE", "mary,", "Mary", " Gugulethu", "firefighter", "def f(n):", "return n + 1",
    "zzyzx",
)  # fmt: skip
PIECES = (
    *WORDS, " ", "  ", "\n", "\n    ", "\n        ", "\t", "\r\n", "\x00", "\x1f", "\x7f", "\x85", "\xa0", "\u2028",
    "\u3000", "\ufeff", "é", "e\u0301", "ß", "İ", "ǅ", "漢字", "ไทย", "مرحبا", "שלום", "\u202e", "\u200b", "\u200d",
    "👩\u200d👩\u200d👧",
    "🇩🇪", "𝟙", "٣", "Ⅷ", "\ue000", "\uffff", "\U0010ffff", "\U000e0001", "<eos>", "<pad>", "<unk>",
    "<fill>", "<answer>", "<mask>", "<eos", "\U000f0000", "▁", "_", "____(3)", "12", "9", "0", ".", "?", "|", "+",
    "-", "*", "1.34.6", "Solve this Sudoku:", "'s", '"', "\\", "{{x}}", "</script>", "${x}",
)  # fmt: skip
GRIDS = (
    "1.34\n.4..\n..1.\n4..3",
    "1?34 .4..|..1. 4..3",
    "1 34\n 4  \n  1 \n4  3",
    "0034120000120034",
    "1.34.6\n.56.2.\n2..5.4\n.642..\n3.2.45\n.4.3.2",
)


def texts(count):
    """Pieces put together by chance; some very long words, Sudokus, and any characters there are."""
    rng = random.Random("texts")
    for at in range(count):
        piece, grid = rng.choice(PIECES), rng.choice(GRIDS)
        match at % 20:
            case 0:
                # Which of the characters that are none yet will be letters, each version of Unicode decides anew.
                some = map(chr, rng.choices(range(0x110000), k=rng.randrange(16)))
                yield "".join(char for char in some if unicodedata.category(char) != "Cn")
            case 1:
                yield piece * rng.randrange(300)
            case 2 | 3:
                yield piece + grid + rng.choice(PIECES)
            case 4 | 5:
                yield "".join(rng.choices("0123456789._*?|+- \t\n", k=rng.choice((16, 36, 81, 19))))
            case _:
                yield "".join(rng.choice(PIECES) + " " * rng.randrange(2) for _ in range(rng.randrange(14)))


def expected(model, text):
    try:
        text.encode()
    except UnicodeEncodeError:
        ids = []
    else:
        ids = model.text_ids(text)
    try:
        prompt = model.encode(Prompt(text=text))
    except PromptError as error:
        prompt = {"refused": str(error)}
    return {"ids": ids, "text": model.decode(ids), "prompt": prompt}


def test_texts_become_the_same_tokens(embedded_model):
    questions = [*texts(400)]
    lines = "".join(f"{json.dumps(text)}\n" for text in questions)
    done = subprocess.run([*node(), SCRIPTS / "read-texts.ts"], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for text, answer in zip(questions, answers, strict=True):
        assert answer == expected(embedded_model, text), ascii(text)
