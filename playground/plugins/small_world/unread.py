"""The words of a prompt that no rule reads. A text may be right by all that a rule reads, and still not be what was
asked for, as a story that should be in French: so it is not called right.

A Sudoku is judged whatever is written beside it: a verdict on it speaks of the grid alone."""

import re
import unicodedata

from playground.plugins.small_world import sorting
from playground.plugins.small_world.check import ASKS, MENTIONS, puzzle_in, read_story_request
from playground.plugins.small_world.common import OPENER, Common
from playground.plugins.small_world.function_check import read_function_request
from playground.plugins.small_world.functions import INFILL
from playground.plugins.small_world.kinds import JSON, SORTING, kind_of
from playground.plugins.small_world.new_words import shortened, words_in
from playground.plugins.small_world.requests import ENDING_CLAUSES, PLOT_CLAUSES, StoryRequest
from playground.plugins.small_world.stories import ENDINGS, OPENINGS, PLOTS
from playground.plugins.small_world.things import things_in
from playground.plugins.small_world.understanding import understand
from playground.plugins.small_world.words import KNOWN

SIGN = re.compile(r"""[^\w\s.,;:!?'"()…“”‘’\-]""")
"""What is neither a word, nor a number, nor a mark of a sentence: an emoji, a sign."""
NUMBER = re.compile(r"\d+")
SENTENCE = re.compile(r"[^.!?\n]+")
ASIDE = re.compile(r"(?:an? (?P<helper>[a-z]+) helps|somebody is (?P<feeling>[a-z]+))", re.IGNORECASE)
UNSORTED = re.compile(r'(?<!\d)\d+\.\d+|[^A-Za-z0-9\s,;:.!?"]')
"""What the rule of sorting passes over in a list: fractions, signs, accents."""
_AGE = 3
"""The most digits of an age."""
_MOST = 8

# fmt: off
READ: dict[str, tuple[str, ...]] = {
    "story": (
        "a", "an", "the", "one", "her", "his", "my", "their", "and", "with", "who", "that", "which", "at", "in", "on",
        "near", "of", "named", "called", "had", "has", "it", "me", "you", "us", "them", "him", "about", "something",
        "anything", "featuring", "there", "was", "please", "day", "morning", "evening", "night", "short", "little",
        "bedtime", "story", "tale",
    ),
    "child": ("girl", "boy", "child"),
    "function": (
        "a", "an", "the", "please", "can", "could", "you", "i", "need", "want", "would", "like", "write", "make",
        "create", "define", "give", "show", "me", "simple", "small", "short", "little", "python", "function", "code",
        "program", "that", "which", "to", "in", "of", "with", "some",
    ),
    "sorting": (
        "please", "sort", "order", "put", "arrange", "this", "these", "the", "following", "word", "words", "number",
        "numbers", "name", "names", "item", "items", "list", "of", "in", "into", "by", "alphabetical",
        "alphabetically", "ascending", "increasing", "descending", "falling", "decreasing", "reverse", "reversed",
        "backward", "backwards", "from", "to", "first", "one", "largest", "biggest", "highest", "greatest", "smallest",
        "low", "lowest", "high", "a", "z",
    ),
    "JSON": (
        "please", "write", "convert", "turn", "make", "give", "return", "me", "this", "the", "sentence", "as", "to",
        "into", "in", "from", "json", "a", "an", "is", "are", "year", "years", "old", "has", "have", "and", "with",
        "who", "named", "called", "girl", "boy",
    ),
}
"""Kind of task -> words that ask for nothing more than the task itself."""
UNREADABLE = frozenset((
    "no", "not", "never", "without", "except", "but", "instead", "only", "or", "neither", "nor", "than", "exactly",
    "another", "two", "three", "four", "five", "emoji", "emojis", "rhyme", "rhymes", "rhyming", "poem", "poems",
    "poetry", "haiku", "limerick", "song", "joke", "jokes", "essay", "email", "recipe", "title", "heading", "word",
    "words", "sentence", "sentences", "line", "lines", "paragraph", "paragraphs", "chapter", "chapters", "verse",
    "verses", "dialogue", "moral", "twist", "style", "language", "translation", "english", "french", "german",
    "spanish", "italian", "latin", "chinese", "japanese", "javascript",
))
"""They turn around what else is asked for, or ask for a form that the words of a text do not show."""
# fmt: on

_SLOT = re.compile(r"<\w+>")
SCENERY = frozenset(
    word
    for sentences in (*OPENINGS, *PLOTS.values(), *(each.values() for each in ENDINGS.values()))
    for sentence in sentences
    for word in words_in(_SLOT.sub(" ", sentence).lower())
) - {word.lower() for words in KNOWN.values() for word in words}
"""Words of the stories' own sentences, such as the tree in which things get stuck. No story is about them."""


def unread(prompt: str) -> tuple[str, ...]:
    """The first words, numbers and signs of `prompt` that the rule of its task does not read; long ones are cut.

    Empty for a Sudoku, and for a prompt of no task.
    """
    understood = understand(prompt)
    if puzzle_in(understood):
        return ()
    if request := read_function_request(understood):
        return _left_of_function(understood, isinstance(request.spec, Common))
    if story := read_story_request(understood):
        return () if story.opening or story.ending else _left_of_story(story)
    if small := kind_of(understood):
        kind, task = small
        if kind is SORTING:
            return _left_of_sorting(understood)
        if kind is JSON:
            read = {*READ["JSON"], *words_in(f"{task.name} {task.has}".lower())}
            return _left(understood, read, number=task.age)
    return ()


def _left_of_function(prompt: str, common: bool) -> tuple[str, ...]:
    if common and (opener := OPENER.match(prompt.strip())):
        return _cut([*_left(opener[0], {*READ["function"]}), *_signs(prompt.strip()[opener.end() :])])
    first, _, code = prompt.strip().partition("\n")
    return () if first.startswith(INFILL) else _left(code, set())


def _left_of_story(story: StoryRequest) -> tuple[str, ...]:
    text = story.text
    asks = ASKS.match(text) or MENTIONS.match(text)
    rest = text[asks.end() :] if asks else text
    left = ["long"] if asks and story.chapters == 1 and "long" in asks[0].lower().split() else []
    named = {story.named[fact] for fact in ("helper", "feeling") if fact in story.named}
    clauses = {
        clauses[story.named[fact]].format(object=story.named.get("object", "")).lower().removesuffix(".")
        for fact, clauses in (("plot", PLOT_CLAUSES), ("ending", ENDING_CLAUSES))
        if fact in story.named
    }
    read = {*READ["story"], *({word.lower() for thing in things_in(story) for word in thing.words} - SCENERY)}
    if "hero" in story.named or {"named", "called"} & {word.lower() for word in words_in(rest)}:
        read |= {*READ["child"]}
    sentences = [
        sentence
        for each in SENTENCE.findall(rest)
        if (sentence := each.strip()).lower() not in clauses
        and not ((aside := ASIDE.fullmatch(sentence)) and (aside["helper"] or aside["feeling"]).lower() in named)
    ]
    return _cut([*left, *_left(". ".join(sentences), read, unreadable=UNREADABLE)])


def _left_of_sorting(prompt: str) -> tuple[str, ...]:
    match = sorting.SORTING.fullmatch(prompt.strip())
    assert match  # it was read as such
    return _cut([*_left(match["order"] or "", {*READ["sorting"]}), *UNSORTED.findall(match["listed"])])


def _left(
    text: str,
    read: set[str],
    *,
    unreadable: frozenset[str] = frozenset(),
    number: int | None = None,
) -> tuple[str, ...]:
    """The words of `text` that are not in `read`, then its numbers but `number`, and its signs."""
    return _cut([
        *(word for word in words_in(text) if word.lower() not in read or word.lower() in unreadable),
        *(digits for digits in NUMBER.findall(text) if len(digits) > _AGE or int(digits) != number),
        *_signs(text),
    ])  # fmt: skip


def _signs(text: str) -> tuple[str, ...]:
    return _cut([sign for sign in SIGN.findall(text) if unicodedata.category(sign)[0] != "M"])


def _cut(left: list[str]) -> tuple[str, ...]:
    """The first of these, each once."""
    return tuple(dict.fromkeys(map(shortened, left)))[:_MOST]
