"""Texts with gaps, read and turned into pins."""

import pytest

import playground as pg
from playground.spec.steering import lengths_of, read_template


@pytest.mark.parametrize(
    ("text", "parts", "opens"),
    [
        ("Once ____(12) the end.", ("Once", 12, " the end."), False),
        ("____(3)x________", (3, "x"), True),
        ("a ____ b ____ \n", ("a", 8, " b"), True),
        ("def __init__(self): ____(2)", ("def __init__(self):", 2), False),
        ("____", (), True),
        ("a   ____(000000012)\n ____(3)", ("a", 12, "\n ", 3), False),
        ("    ____(2) ____(3)  ____(4)", ("    ", 2, 3, 4), False),
        ("____(1)x____(10000)", (1, "x", 10_000), False),
        ("x ____(1)" * 256, ("x", 1) * 256, False),
        ("a ____ \n b", ("a", 8, " \n b"), False),
    ],
)
def test_a_gap_is_four_underscores_and_its_length(text, parts, opens):
    template = read_template(text)
    assert (template.parts, template.open) == (parts, opens)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The template is empty"),
        ("a ____(0) b", "A gap is ____(0); its length must be a number of tokens from 1 to 10,000."),
        ("a ____(10001) b", "A gap is ____(10001); its length"),
        ("x ____" * 257, "The text has 257 gaps; it may have at most 256."),
        ("a ____(0000000012) b", "A gap is ____(0000000012); its length"),
        ("a ____(2-4) b", "A gap is ____(2-4); a run has one length for each gap, such as ____(8)."),
        ("a ____(" + "9" * 5000 + ") b", "A gap is ____(" + "9" * 34 + "…; its length must be a number of tokens"),
    ],
)
def test_a_gap_that_cannot_be_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(pg.SpecError) as refused:
        read_template(text)
    assert sentence in str(refused.value)


def test_pins_of_a_text_leave_its_gaps_free_and_hold_its_end(embedded_model):
    model = embedded_model
    encode = lambda text: model.tokenizer.encode(text, add_special_tokens=False)  # noqa: E731
    first, last = encode("Lily"), encode(" smiled.")
    held = pg.pins_of(model, "Lily ____(5) smiled.", whole=True)
    end = len(first) + 5 + len(last)
    assert held == dict(enumerate(first)) | dict(enumerate(last, len(first) + 5)) | {end: model.eos_ids[0]}
    assert pg.pins_of(model, "Lily", 30) == dict(enumerate(first, 30))
    assert pg.pins_of(model, "Lily ____", whole=True) == dict(enumerate(first)), "an open end is not held"
    with pytest.raises(pg.SpecError, match="This model has no token for '🙂'; write it in other characters"):
        pg.pins_of(model, "Lily 🙂")


def test_a_text_is_searched_for_its_strange_character_once_for_each_that_it_has(embedded_model, monkeypatch):
    encoded, encode = list[int](), type(embedded_model.tokenizer).encode

    def counted(tokenizer, text, **options):
        encoded.append(len(text))
        return encode(tokenizer, text, **options)

    monkeypatch.setattr(type(embedded_model.tokenizer), "encode", counted)
    with pytest.raises(pg.SpecError, match="no token for '🙂'"):
        pg.pins_of(embedded_model, "Lily " * 1000 + "🙂")
    assert encoded == [5001, *[1] * len(set("Lily 🙂"))]


def test_a_start_is_a_text_its_end_and_padding(embedded_model):
    ids = embedded_model.tokenizer.encode("Lily smiled.", add_special_tokens=False)
    start = pg.start_of(embedded_model, "Lily smiled.")
    assert start == (*ids, *embedded_model.eos_ids, *[0] * (127 - len(ids)))
    assert len(pg.start_of(embedded_model, "Lily smiled. " * 60)) % 128 == 0
    with pytest.raises(pg.SpecError, match="The text to start from is empty"):
        pg.start_of(embedded_model, " \n")


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("a ____(3) b", ["a ____(3) b"]),
        ("a ____(2-4) b", ["a ____(2) b", "a ____(3) b", "a ____(4) b"]),
        ("____(10000-10000)", ["____(10000)"]),
        ("_____(1-2)x____(3-4)", ["_____(1)x____(3)", "_____(1)x____(4)", "_____(2)x____(3)", "_____(2)x____(4)"]),
    ],
)
def test_a_gap_may_leave_its_length_open(text, texts):
    assert lengths_of(text) == texts
    assert len(lengths_of("____(1-4) ____(1-4)")) == 16


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("____(6-2)", r"A gap is ____\(6-2\); its lengths must be two numbers of tokens from 1 to 10,000, the smaller"),
        ("____(0-2)", "the smaller one first"),
        ("____(10000-10001)", "the smaller one first"),
        ("____(2-)", "the smaller one first"),
        ("____(1-99999999999999999999)", "the smaller one first"),
        ("____(1-17)", "17 combinations of lengths; at most 16 are tried"),
        ("____(1-4) ____(1-5)", "20 combinations of lengths; at most 16 are tried"),
    ],
)
def test_lengths_that_cannot_be_tried_are_refused(text, sentence):
    with pytest.raises(pg.SpecError, match=sentence):
        lengths_of(text)
