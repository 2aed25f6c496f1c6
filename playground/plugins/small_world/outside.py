"""Prompts outside of the model's tasks: greetings, questions, other languages. One fixed sentence answers them all."""

import json
import re

from playground.assets import ASSETS

SENTENCE = "I only know small stories, Sudoku, sums, sorting, JSON and short functions."

LISTS = json.loads((ASSETS / "outside.json").read_text(encoding="utf-8"))
FOREIGN_WORDS = frozenset(LISTS["foreign words"])
"""Common words of other languages. Two of them make a prompt one of another language."""
GREETING = re.compile(
    rf"(?:{'|'.join(LISTS['greetings'])})(?:[ ,!.]+(?:there|you|all|world|\w+))?[ !.?]*", re.IGNORECASE
)
QUESTION = re.compile(
    r"(?:who|what|when|where|why|how|which)\b.*|(?:is|are|am|do|does|did|can|was|were|will|should)\b.*\?",
    re.IGNORECASE | re.DOTALL,
)
ORDER = re.compile(
    r"(?:please )?(?:translate|explain|summari[sz]e|describe|draw|(?:write|tell|give|make|sing)(?: me)? an? (?:\w+ )?"
    r"(?:poem|email|letter|essay|song|joke|haiku|recipe))\b.*",
    re.IGNORECASE | re.DOTALL,
)
TASKS = re.compile(r"\b(?:story|stories|tale|adventures|sudoku|functions?|code|json|sort|repeat)\b", re.IGNORECASE)


def read_prompt(prompt: str) -> str | None:
    """The prompt itself if it is surely outside of all tasks: a greeting, a question, an order or another language."""
    text = prompt.strip()
    if not text or TASKS.search(text):
        return None
    letters = [character for character in text if character.isalpha()]
    if letters and sum(not letter.isascii() for letter in letters) > len(letters) / 2:
        return text
    foreign = sum(word in FOREIGN_WORDS for word in re.findall(r"\w+", text.lower()))
    outside = GREETING.fullmatch(text) or QUESTION.fullmatch(text) or ORDER.fullmatch(text) or foreign > 1
    return text if outside else None


def wrong_in_answer(task: str, text: str) -> str:
    """Says what the answer should be; "" if it is that."""
    return "" if text.strip() == SENTENCE else f"The answer to this should be: {SENTENCE}"
