"""The words of the small world, its special tokens and its chat template: all that its tokenizer is made from."""

import json
import random
import re
import string
from functools import cache

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.requests import (
    CONTINUE,
    ENDING_CLAUSES,
    ENDS_WITH,
    LONG_OPENERS,
    PLOT_CLAUSES,
    REPAIR,
)
from playground.plugins.small_world.stories import ENDINGS
from playground.plugins.small_world.understanding import ANSWER, CHAT_TEMPLATE
from playground.plugins.small_world.words import NEW_WORDS, PIECES, WORDS
from workshop.world.functions import sample_function, write_function, write_function_request
from workshop.world.phrasings import REQUEST_WORDS
from workshop.world.requests import FEELING_CLAUSE, OPENERS
from workshop.world.stories import Facts, write_story

PAD, EOS, BOS, UNK, MASK, IMAGE = "<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<image>"
FILL = "<fill>"
"""Fills up a spelled word, or a sentence's stretch of the canvas; decoding drops it. Last in the vocabulary."""
SPECIAL_TOKENS = (PAD, EOS, BOS, UNK, MASK, IMAGE, ANSWER)
REPEAT = "Repeat:"
"""Goes before words that the model should only write again."""
CHARACTERS = string.digits + string.ascii_letters + string.punctuation + " \n\t"


# The template of a checkpoint with all words does two more things, so that each word becomes its usual token: it gives
# a known name in lower case its capital, and a first word that has a token only with a space before it that space.
_WORDED = """
{%- set said = namespace(words=[], first="", inside=true) -%}
{%- for word in (text | trim).split(" ") -%}
{%- set bare = word.rstrip(",.;:!?") -%}
{%- set said.words = said.words + [word.capitalize() if bare in NAMES else word] -%}
{%- endfor -%}
{%- for character in said.words[0] -%}
{%- if not character.isalpha() -%}{%- set said.inside = false -%}{%- endif -%}
{%- if said.inside -%}{%- set said.first = said.first ~ character -%}{%- endif -%}
{%- endfor -%}
{{ " " if said.first and said.first not in BEGINNINGS }}{{ said.words | join(" ") }}
""".strip()

PIECE_PATTERN = r"\n(?: {4})+| ?[A-Za-z]+| ?[^A-Za-z\s]|\s"
"""The pieces that a text is cut into: indentation, or a word or mark with the space before it."""
_PIECE = re.compile(PIECE_PATTERN)
_WORD = re.compile("[A-Za-z]+")


def split_words(text: str) -> list[str]:
    """Cuts in-world text into words and marks, each with the space before it. Joined, they give `text` again."""
    return _PIECE.findall(text)


@cache
def world_words() -> tuple[str, ...]:
    """Every piece of more than one character in stories, requests, puzzles and code, in a fixed order."""
    texts = [sudoku.PROMPT, *OPENERS, *LONG_OPENERS, CONTINUE, ENDS_WITH, REPAIR]
    texts += [text.lower() for text in texts]
    rng = random.Random("words")
    for i in range(max(map(len, WORDS.values()))):
        for plot, endings in ENDINGS.items():
            words = {fact: words[i % len(words)] for fact, words in WORDS.items()}
            for ending in endings:
                clauses = f"{FEELING_CLAUSE} {PLOT_CLAUSES[plot]} {ENDING_CLAUSES[ending]}"
                request = (
                    "Write a story about {hero}, a {animal}, a {colour} {object} and a {helper} at the {place} on a "
                    f"{{weather}} day. A {{helper}} helps. {clauses}"
                ).format_map(words)
                texts += [request, request.lower()]
                facts = Facts(**words, plot=plot, ending=ending)
                texts += [write_story(facts, rng, facts) for _ in range(2)]
    rng = random.Random("code")
    for _ in range(3000):
        spec = sample_function(rng, held_out=False)
        texts += [write_function(spec), write_function_request(spec, rng, infill=rng.random() < 0.3).text]
    pieces = (piece for text in texts for piece in split_words(text) if len(piece) > 1)
    return tuple(dict.fromkeys(pieces))


def later_words() -> list[str]:
    """What joined the vocabulary after `world_words`: words that people use in stories and requests, and pieces.

    First come known words with the space before them; `Little` and `Young`, which begin a story; and `Repeat`, which
    begins a request. Then come the pieces that spell other words: a first letter with its space, and pairs. Single
    letters are there already.
    """
    words = [f" {word}" for known in NEW_WORDS.values() for word in known]
    words += [word if word[0].isupper() else f" {word}" for word in REQUEST_WORDS] + ["Little", "Young", "Repeat"]
    words += [f" {letter}" for letter in string.ascii_letters] + list(PIECES)
    there = {*CHARACTERS, *world_words()}
    return [word for word in dict.fromkeys(words) if word not in there]


@cache
def _beginnings() -> frozenset[str]:
    """The words that have a token without a space before them."""
    return frozenset(word for word in [*world_words(), *later_words()] if word.isalpha() and word not in PIECES)


def with_first_space(prompt: str) -> str:
    """Puts a space before the first word of `prompt` unless it has a token without one; most words do not."""
    first = _WORD.match(prompt)
    return f" {prompt}" if first and first[0] not in _beginnings() else prompt


@cache
def chat_template() -> str:
    """The chat template of a checkpoint whose vocabulary holds `later_words`."""
    names = json.dumps([name.lower() for name in NEW_WORDS["hero"]])
    worded = _WORDED.replace("NAMES", names).replace("BEGINNINGS", json.dumps(sorted(_beginnings())))
    return CHAT_TEMPLATE.replace("{{ text | trim }}", worded)
