"""The tokenizer: exact round trips, one token a word, no crash on any text, the same after saving."""

import hashlib
import random
import string
from types import SimpleNamespace

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from transformers import AutoTokenizer

from playground.plugins.small_world import sudoku, understanding
from playground.plugins.small_world.requests import REPAIR
from playground.plugins.small_world.understanding import CHAT_TEMPLATE, understand
from playground.plugins.small_world.words import NEW_WORDS, WORDS
from workshop.training.tokenizer import build_tokenizer
from workshop.world.functions import sample_function, write_function, write_function_request
from workshop.world.phrasings import write_free_request
from workshop.world.requests import write_excerpt_request, write_long_request, write_request
from workshop.world.stories import sample_facts, sample_second_chapter, sample_wide_facts, write_story
from workshop.world.vocabulary import CHARACTERS, FILL, SPECIAL_TOKENS, split_words, with_first_space, world_words

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    build_tokenizer().save_pretrained(folder)
    return AutoTokenizer.from_pretrained(folder)


def ids_of(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False)


def encode_prompt(tokenizer, text):
    chat = [{"role": "user", "content": text}]
    return tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True)["input_ids"]


def of_training(tokenizer, text):
    return ids_of(tokenizer, f"<bos>{with_first_space(text.strip())}<answer>")


def test_the_world_comes_back_letter_by_letter_at_one_token_a_word(tokenizer):
    rng = random.Random(3)
    known = {*world_words(), *string.punctuation, *string.ascii_letters, *string.digits, "\n"}
    for n in range(300):
        facts, spec = sample_facts(rng, held_out=False), sample_function(rng, held_out=n % 2 == 0)
        story, code = write_story(facts, rng, sample_second_chapter(facts, rng)), write_function(spec)
        infilled = write_function_request(spec, rng, infill=n % 3 == 0).text
        for text in (story, write_long_request(facts, rng).text, code, infilled, f"{REPAIR}\n{code}"):
            ids = ids_of(tokenizer, text)
            assert tokenizer.decode(ids) == text
            assert set(split_words(text)) <= known, set(split_words(text)) - known
            assert [tokenizer.decode([i]) for i in ids] == split_words(text)
        # These may hold a word that people make up.
        for request in (write_request(facts, rng), write_excerpt_request(facts, write_story(facts, rng), rng)):
            assert tokenizer.decode(ids_of(tokenizer, request.text)) == request.text


def test_texts_of_the_first_small_world_keep_their_ids(tokenizer):
    """Weights that learnt them go on knowing them. The digest is of the 542 tokens of the first vocabulary."""
    first = [*SPECIAL_TOKENS, *CHARACTERS, *world_words()]
    assert hashlib.blake2b("|".join(first).encode(), digest_size=8).hexdigest() == "92a6b48909c3a3c8"
    assert tokenizer.convert_ids_to_tokens(list(range(len(first)))) == first


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (" dragon", [" dragon"]),
        (" Priyanka", [" P", "ri", "ya", "nk", "a"]),
        (" zqzq", [" z", "q", "z", "q"]),
        ("Priya.", ["P", "ri", "ya", "."]),
        (" a avocado", [" a", " a", "vo", "ca", "do"]),
        ("<fill>x", ["<fill>", "x"]),
    ],
)
def test_a_strange_word_is_its_first_letter_and_then_pairs(tokenizer, text, pieces):
    assert tokenizer.convert_ids_to_tokens(ids_of(tokenizer, text)) == pieces


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("dragon, knight", " dragon, knight"),
        ("write about emily, susan.", "write about Emily, Susan."),
        ("chris and his dog", " Chris and his dog"),
        ("Tell a tale of lily", "Tell a tale of lily"),  # which has a token of its own
        ("zog's hat", " zog's hat"),
        ("  ", ""),
        ("def f(x):\n    return  x", "def f(x):\n    return  x"),
    ],
)
def test_the_chat_template_makes_words_the_tokens_that_they_mostly_are(tokenizer, typed, seen):
    chat = [{"role": "user", "content": typed}]
    text = tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
    assert text == f"<bos>{seen}<answer>"


def test_every_word_of_a_fact_is_one_token(tokenizer):
    words = [word for table in (WORDS, NEW_WORDS) for words in table.values() for word in words]
    assert [word for word in words if len(ids_of(tokenizer, f" {word}")) != 1] == []


def test_random_ascii_comes_back_and_other_characters_become_unk(tokenizer):
    rng = random.Random(2)
    letters = string.printable.replace("\r", "").replace("\x0b", "").replace("\x0c", "")
    for _ in range(200):
        text = "".join(rng.choices(letters, k=40))
        assert tokenizer.decode(ids_of(tokenizer, text)) == text
    assert ids_of(tokenizer, "a☃b") == [*ids_of(tokenizer, "a"), tokenizer.unk_token_id, *ids_of(tokenizer, "b")]


def test_special_tokens_have_the_first_ids_and_decoding_drops_them_and_the_filling(tokenizer):
    assert tokenizer.convert_tokens_to_ids(list(SPECIAL_TOKENS)) == list(range(len(SPECIAL_TOKENS)))
    assert (tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id) == (0, 1, 2)
    (fill,) = ids_of(tokenizer, FILL)
    ids = [*ids_of(tokenizer, "<bos>One"), fill, *ids_of(tokenizer, " zog"), fill, *ids_of(tokenizer, "<eos><pad>")]
    assert tokenizer.decode(ids, skip_special_tokens=True) == "One zog" and fill == len(tokenizer) - 1


def test_a_request_is_seen_as_in_training(tokenizer):
    rng = random.Random(6)
    free = [
        write_free_request(sample_wide_facts(rng, held_out=False, spelled=spelled), rng).text
        for spelled in (0, 1, 2) * 40
    ]
    for text in (
        "Write a story about Lily, a cat and a red ball.",
        sudoku.PROMPT + "\n".join(["1....6"] * 6) + "\n",
        "Fill in the gap. The function returns x plus 3.\ndef compute(x):\n    return ___",
        "Repair this:\ndef compute(x):\n    return Lily 3",
        *free,
    ):
        assert of_training(tokenizer, text) == encode_prompt(tokenizer, text)
    bos, *_, answer = encode_prompt(tokenizer, "Write a story.")
    assert (bos, answer) == tuple(tokenizer.convert_tokens_to_ids(["<bos>", "<answer>"]))


FOUR = "Solve this Sudoku:\n12..\n..3.\n.4..\n...1"
NINE = (
    "Solve this Sudoku:\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n"
    "....8..79"
)


def test_a_prompt_is_understood_as_the_template_has_it():
    rng, template = random.Random(1), ImmutableSandboxedEnvironment().from_string(CHAT_TEMPLATE)
    grids = [FOUR.partition("\n")[2], NINE.partition("\n")[2], "12  \n  3 \n 4\n   1", "1200003004000001"]
    for _ in range(300):
        between = rng.choice(("", "", " ", "\t", "|", "\r\n", " - ", " " * 40))
        grid = between.join(rng.choice(grids)) if rng.random() < 0.8 else "".join(rng.choices("12.|\n ", k=90))
        text = "".join(rng.choice(("", " ", "\n", "\r", "Sudoku: ", "12", "é", ".." * 60)) for _ in range(2))
        text = f"{text}{grid}{rng.choice(('', ' ', '!', ' 7', 'x' + ' ' * 300))}"
        expected = template.render(bos_token="", messages=[{"role": "user", "content": text}])
        assert understand(text) == expected, repr(text)


def test_a_long_prompt_is_not_read_by_the_template(monkeypatch):
    """It takes tens of microseconds for each character, and everybody else waits."""
    read = []
    template = understanding._template()
    monkeypatch.setattr(understanding, "_template", lambda: SimpleNamespace(render=rendered))

    def rendered(**values):
        read.append(values["messages"][0]["content"])
        return template.render(**values)

    for text in ("a " * 4000, " " * 8000 + "x", "1" * 8000, "\n".join(" " * 2000 for _ in range(4)), FOUR):
        understand(text)
    assert 0 < sum(map(len, read)) < 1000


def test_the_template_reads_a_sudoku_and_what_is_said_first_does_not_change_what_is_understood_next(tokenizer):
    chat = [{"role": "user", "content": text} for text in ("please solve 1200003004000001 now", "Write a story.")]
    text = tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
    assert text == f"<bos>{FOUR}\nWrite a story.<answer>"
