"""Prompts outside of the model's tasks: greetings, questions, other languages. One fixed sentence answers them all."""

import json
import random
import re

from playground.assets import ASSETS
from playground.world.split import is_held_out
from playground.world.words import KNOWN, OPEN, made_up_word

SENTENCE = "I only know small stories, Sudoku, sums, sorting, JSON and short functions."

_LISTS = json.loads((ASSETS / "outside.json").read_text(encoding="utf-8"))
_FOREIGN_WORDS = frozenset(_LISTS["foreign words"])
"""Common words of other languages. Two of them make a prompt one of another language."""
_GREETING = re.compile(
    rf"(?:{'|'.join(_LISTS['greetings'])})(?:[ ,!.]+(?:there|you|all|world|\w+))?[ !.?]*", re.IGNORECASE
)
_QUESTION = re.compile(
    r"(?:who|what|when|where|why|how|which)\b.*|(?:is|are|am|do|does|did|can|was|were|will|should)\b.*\?",
    re.IGNORECASE | re.DOTALL,
)
_ORDER = re.compile(
    r"(?:please )?(?:translate|explain|summari[sz]e|describe|draw|(?:write|tell|give|make|sing)(?: me)? an? (?:\w+ )?"
    r"(?:poem|email|letter|essay|song|joke|haiku|recipe))\b.*",
    re.IGNORECASE | re.DOTALL,
)
_TASKS = re.compile(r"\b(?:story|stories|tale|adventures|sudoku|functions?|code|json|sort|repeat)\b", re.IGNORECASE)


def sample_prompt(rng: random.Random, held_out: bool) -> str:
    """Draws a prompt from one side of the split."""
    while True:
        prompt = _any_prompt(rng)
        if is_held_out(f"outside {prompt.lower()}") == held_out:
            return prompt


def _any_prompt(rng: random.Random) -> str:
    kind = rng.choices(("greetings", "questions", "orders", "foreign", "gibberish", "scripts"), (3, 6, 4, 3, 2, 1))[0]
    if kind == "scripts":
        return "".join(rng.choices(rng.choice(_LISTS["scripts"]), k=rng.randint(2, 12))) + rng.choice(("", "?", "!"))
    if kind == "gibberish":
        return " ".join(_word(rng) for _ in range(rng.randint(3, 8))).capitalize() + rng.choice(("", ".", "?", "!"))
    if kind == "greetings":
        text = rng.choice(_LISTS["greetings"]).capitalize() + rng.choice(("", "", " there", " you", f" {_name(rng)}"))
        text += rng.choice(("", "", "!", ".", "?"))
    else:
        text = rng.choice(_LISTS[kind]).format(
            noun=_noun(rng),
            noun2=_noun(rng),
            name=_name(rng),
            word=_word(rng),
            word2=_word(rng),
            colour=rng.choice(KNOWN["colour"]),
        )
        if rng.random() < 0.25:
            text = text.rstrip(" ?.")
    return text.lower() if rng.random() < 0.3 else text


def _noun(rng: random.Random) -> str:
    return rng.choice(KNOWN[rng.choice(("animal", "object", "place", "helper"))])


def _name(rng: random.Random) -> str:
    return rng.choice(KNOWN["hero"]) if rng.random() < 0.5 else _word(rng).capitalize()


def _word(rng: random.Random) -> str:
    return rng.choice(OPEN[rng.choice(tuple(OPEN))]).lower() if rng.random() < 0.5 else made_up_word(rng)


def read_prompt(prompt: str) -> str | None:
    """The prompt itself if it is surely outside of all tasks: a greeting, a question, an order or another language."""
    text = prompt.strip()
    if not text or _TASKS.search(text):
        return None
    letters = [character for character in text if character.isalpha()]
    if letters and sum(not letter.isascii() for letter in letters) > len(letters) / 2:
        return text
    foreign = sum(word in _FOREIGN_WORDS for word in re.findall(r"\w+", text.lower()))
    outside = _GREETING.fullmatch(text) or _QUESTION.fullmatch(text) or _ORDER.fullmatch(text) or foreign > 1
    return text if outside else None


def wrong_in_answer(task: str, text: str) -> str:
    """Says what the answer should be; "" if it is that."""
    return "" if text.strip() == SENTENCE else f"The answer to this should be: {SENTENCE}"
