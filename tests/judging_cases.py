"""Cases on which the scripts must judge and answer as Python does: `python tests/judging_cases.py` writes them.

`assets/page/plugins/live/denoising/cases.test.ts` reads the files, and `test_judge.py` makes them again.
"""

import dataclasses
import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from case_lines import lines  # noqa: E402

from playground.assets import ASSETS  # noqa: E402
from playground.plugins.small_world import sudoku  # noqa: E402
from playground.plugins.small_world.about import about_prompt  # noqa: E402
from playground.plugins.small_world.card import read_card  # noqa: E402
from playground.plugins.small_world.judge import RULE_VERSION, judge  # noqa: E402
from playground.plugins.small_world.new_words import read_words  # noqa: E402
from playground.plugins.small_world.tables import write_tables  # noqa: E402
from playground.plugins.small_world.understanding import understand  # noqa: E402
from workshop.world import cases  # noqa: E402
from workshop.world.kinds import WRITERS  # noqa: E402

GOLDEN = HERE / "golden" / "judging"
MODEL = ASSETS / "model"
LISTS = json.loads((GOLDEN / "texts.json").read_text("utf-8"))
PROMPTS, TEXTS = LISTS["prompts"], LISTS["texts"]
"""What people write, and what only looks like it; right answers to some of these prompts, and wrong ones."""
PRAISE = LISTS["praise"]
"""Prompts that ask for more than a rule reads, each with a text that is right by all that the rule reads; refusals."""
READ, JUDGED = LISTS["prompts read"], LISTS["texts judged"]
"""Prompts, and prompts with a text, for each way in which they may be right or wrong."""

EDGES = [
    ("Add 478 and 256.", "256 + 478 = 734"),
    ("What is 12 minus 5?", "12 - 5 = 8"),
    ("Take 5 from 12.", "12 - 4 = 8"),
    ("Add 9999 and 10000.", "19999"),
    ("The difference of 5 and 12", "7"),
    ("Sort these in descending order: 9, 10, 30.", "9, 10, 30"),
    ("Sort: 4, 2, 3.", "2, 3, 3, 4"),
    ("Sort: 4, 2, 3.", "2, 4, 3"),
    ("Sort: 4, 2, 3.", "2, 3, 4, 5"),
]
"""What chance seldom draws: the numbers the other way round, an item too often, in the wrong place, not asked for."""

WRITTEN_HERE = ("Sudoku", "sum", "sorting", "JSON", "outside")
"""The tasks that are judged without Python."""

NOT_HERE = ("story, own opening", "story, own ending", "story, opening given", "story, ending given")
"""Which of these a prompt is needs the grammar of stories."""


def damaged(text: str, rng: random.Random) -> str:
    """The text with one to three characters changed, added or left out."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(["", *'0123456789 .,:\n=+abz"{}٣\u00a0']) + text[at + rng.randint(0, 1) :]
    return text


def pairs(rng: random.Random, count: int) -> list[tuple[str, str]]:
    """Prompts with texts: answers of each kind, as they should be and damaged."""
    made = [(prompt, text) for prompt in PROMPTS for text in rng.sample(TEXTS, 2)]
    made += [(prompt, text) for prompt, text in (*PRAISE, *EDGES)]
    for _ in range(count):
        for writer in WRITERS:
            case = cases.small_case(rng, writer)
            prompt, answer = case.prompt, case.answer
            made += [(prompt, answer), (prompt, damaged(answer, rng)), (damaged(prompt, rng), answer)]
        grid = sudoku.solutions((0,) * rng.choice((16, 36, 81)), limit=1, rng=rng)[0]
        puzzle = tuple(digit * (rng.random() < 0.5) for digit in grid)
        prompt, answer = sudoku.PROMPT + sudoku.to_text(puzzle), sudoku.to_text(grid)
        made += [(prompt, answer), (prompt, damaged(answer, rng)), (damaged(prompt, rng), answer)]
    return made


def judgements(rng: random.Random, count: int) -> list[dict]:
    """Each prompt and text with its verdict, `in_python` where no rule judges in JavaScript, or null."""
    listed = []
    for prompt, text in (*pairs(rng, count), *JUDGED):
        verdict = judge(prompt, text)
        here = verdict is None or verdict.task in WRITTEN_HERE
        said = dataclasses.asdict(verdict) | {"rule": RULE_VERSION} if verdict else None
        listed.append({"prompt": prompt, "text": text, **({"verdict": said} if here else {"in_python": said})})
    return listed


def answers(rng: random.Random, count: int) -> list[dict]:
    """What is said about each prompt, and what the card says of it."""
    words, card = read_words(MODEL), read_card(MODEL)
    prompts = [*PROMPTS, *(prompt for prompt, _ in pairs(rng, count)[2 * len(PROMPTS) :])]
    for _ in range(count):
        made = [cases.story_case(rng), cases.long_story_case(rng), cases.common_case(rng)]
        made += [cases.function_case(rng, infill=i) for i in (0, 1)]
        made += [cases.any_words_case(rng, spelled=i) for i in (0, 1)]
        made += [cases.own_words_case(rng, ending=i) for i in (0, 1)]
        prompts += [prompt for each in made for prompt in (each.prompt, damaged(each.prompt, rng))]
    prompts += READ
    return [
        {
            "prompt": prompt,
            "understood": understand(prompt),
            "about": dataclasses.asdict(about_prompt(prompt, words, card)),
            "tasks": [
                {"task": task["task"], "like": task["like"]}
                for task in card.answer(prompt)["tasks"]
                if task["task"] not in NOT_HERE
            ],
        }
        for prompt in prompts
    ]


def files() -> dict[Path, str]:
    """The files of cases by path."""
    golden = {"judgements": judgements(random.Random(1), 12), "answers": answers(random.Random(2), 4)}
    return {GOLDEN / f"{name}.json": lines(values) + "\n" for name, values in golden.items()}


if __name__ == "__main__":
    for path, content in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    write_tables(ASSETS / "portable", MODEL)
