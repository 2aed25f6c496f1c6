"""Texts become the same tokens in JavaScript, ugly ones too."""

import json
import random
import subprocess
import unicodedata
from pathlib import Path

import pytest

from playground.errors import PromptError
from playground.spec.prompt import Prompt
from workshop.page.sources import node

SCRIPT = Path(__file__).parents[3] / "assets" / "page" / "plugins" / "live" / "testing" / "read-texts.ts"
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

    def number(most):
        return int(rng.random() * most)

    for _ in range(count):
        kind = rng.random()
        if kind < 0.05:
            yield "".join(filter(assigned, (chr(number(0x110000)) for _ in range(number(16)))))
        elif kind < 0.1:
            yield PIECES[number(len(PIECES))] * number(300)
        elif kind < 0.2:
            yield PIECES[number(len(PIECES))] + GRIDS[number(len(GRIDS))] + PIECES[number(len(PIECES))]
        elif kind < 0.3:
            yield "".join("0123456789._*?|+- \t\n"[number(20)] for _ in range((16, 36, 81, 19)[number(4)]))
        else:
            yield "".join(PIECES[number(len(PIECES))] + " " * number(2) for _ in range(number(14)))


def assigned(char):
    """Is it a character already? Which of the others are letters, each version of Unicode decides anew."""
    return unicodedata.category(char) != "Cn"


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


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_texts_become_the_same_tokens(count, embedded_model):
    questions = [*texts(count)]
    lines = "".join(f"{json.dumps(text)}\n" for text in questions)
    done = subprocess.run([*node(), SCRIPT], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for text, answer in zip(questions, answers, strict=True):
        assert answer == expected(embedded_model, text), ascii(text)
