"""The tokenizer: exact round trips, one token a word, no crash on any text, the same after saving."""

import random
import string

import pytest
from transformers import AutoTokenizer

from playground.training import sudoku
from playground.training.requests import write_request
from playground.training.stories import WORDS, sample_facts, write_story
from playground.training.tokenizer import SPECIAL_TOKENS, build_tokenizer, encode_prompt, split_words, world_words


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizer")
    build_tokenizer().save_pretrained(folder)
    return AutoTokenizer.from_pretrained(folder)


def ids_of(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False)


def test_the_world_comes_back_letter_by_letter_at_one_token_a_word(tokenizer):
    rng = random.Random(0)
    known = {*world_words(), *string.punctuation, *string.ascii_letters}
    requests_of_known_words = 0
    for _ in range(300):
        facts = sample_facts(rng, held_out=False)
        story, request = write_story(facts, rng), write_request(facts, rng).text
        requests_of_known_words += set(split_words(request)) <= known
        for text in (story, request):
            ids = ids_of(tokenizer, text)
            assert tokenizer.decode(ids) == text
            if set(split_words(text)) <= known:
                assert [tokenizer.decode([i]) for i in ids] == split_words(text)
        assert set(split_words(story)) <= known
    assert requests_of_known_words > 250  # the rest hold a word that people might make up


def test_stories_fit_the_canvas(tokenizer):
    rng = random.Random(1)
    lengths = [len(ids_of(tokenizer, write_story(sample_facts(rng, held_out=False), rng))) for _ in range(500)]
    assert min(lengths) >= 50
    assert max(lengths) <= 100


def test_every_word_of_a_fact_is_one_token(tokenizer):
    for words in WORDS.values():
        for word in words:
            assert len(ids_of(tokenizer, f" {word}")) == 1


def test_a_grid_is_one_token_a_cell_and_one_a_newline(tokenizer):
    grid = "\n".join(["12.456"] * 6)
    assert [tokenizer.decode([i]) for i in ids_of(tokenizer, grid)] == list(grid)


@pytest.mark.parametrize(
    "text",
    [
        "".join(map(chr, range(32, 127))),
        "Zoë's dragon?".replace("ë", "e"),
        "  two  spaces\n\n\tand a tab ",
        "carpet caterpillar hello",
        "def f(x):\n    return x**2  # <b>${y}</b>",
    ],
)
def test_any_ascii_comes_back(tokenizer, text):
    ids = ids_of(tokenizer, text)
    assert tokenizer.unk_token_id not in ids
    assert tokenizer.decode(ids) == text


def test_random_ascii_comes_back(tokenizer):
    rng = random.Random(2)
    letters = string.printable.replace("\r", "").replace("\x0b", "").replace("\x0c", "")
    for _ in range(200):
        text = "".join(rng.choices(letters, k=40))
        assert tokenizer.decode(ids_of(tokenizer, text)) == text


def test_other_characters_become_unk(tokenizer):
    ids = ids_of(tokenizer, "a☃b")
    assert ids == [*ids_of(tokenizer, "a"), tokenizer.unk_token_id, *ids_of(tokenizer, "b")]


def test_special_tokens_have_the_first_ids_in_order(tokenizer):
    assert tokenizer.convert_tokens_to_ids(list(SPECIAL_TOKENS)) == list(range(len(SPECIAL_TOKENS)))
    assert (tokenizer.pad_token_id, tokenizer.eos_token_id, tokenizer.bos_token_id) == (0, 1, 2)
    assert tokenizer.decode(ids_of(tokenizer, "<bos>One day<eos><pad>"), skip_special_tokens=True) == "One day"


def test_the_chat_template_is_the_prompt_of_training(tokenizer):
    for text in ("Write a story about Lily, a cat and a red ball.", sudoku.PROMPT + "\n".join(["1....6"] * 6) + "\n"):
        messages = [{"role": "user", "content": text}]
        batch = tokenizer.apply_chat_template(messages, add_generation_prompt=True, return_tensors="pt")
        assert batch["input_ids"][0].tolist() == encode_prompt(tokenizer, text)
    bos, *_, answer = encode_prompt(tokenizer, "Write a story.")
    assert (bos, answer) == tuple(tokenizer.convert_tokens_to_ids(["<bos>", "<answer>"]))
