"""Regular expressions over characters and tokens: they accept what `re.fullmatch` does, or are refused."""

import itertools
import re
from contextlib import nullcontext

import pytest

from playground.errors import SpecError
from playground.plugins.constrain import lexicon
from playground.plugins.constrain.automaton import automaton
from playground.plugins.constrain.lexicon import Vocabulary, machine
from playground.plugins.constrain.schema import patterns_of

CHARACTERS = "ab1 \n"
TOO_LARGE = "The regular expression is too large to be made an automaton."
TEXTS = ["".join(text) for length in range(6) for text in itertools.product(CHARACTERS, repeat=length)]


def accepted(pattern, *texts):
    """Which of some texts of CHARACTERS the automaton accepts."""
    rows, ends, classes = automaton([pattern], CHARACTERS)
    for text in texts:
        state = 0
        for character in text:
            state = rows[state].get(classes[character]) if state is not None else None
        yield state is not None and ends[state]


@pytest.mark.parametrize(
    "pattern",
    [
        "", "a", "ab|b1", "a*", "(?:ab)*1?", "(a|b)*abb", "[^a]{2,3}", r"\d+|\w\s", r"[^\d\s]+", ".", ".*1", "(a?b)?1",
        "(?P<name>a|)b", "(b*a)?1", "((a*)*)*b", "a{2}b{0,1}", "a{,2}", "(?:a{2}){1,2}", "a+?b*?", r"\D\S\W?",
        "[ab1]{5}", "(?:a?){9}", "(?:a?b?){2,3}1", "(?:(a|b1)*){2}",
    ],
)  # fmt: skip
def test_it_accepts_what_re_accepts(pattern):
    for text, accepts in zip(TEXTS, accepted(pattern, *TEXTS), strict=True):
        assert accepts == bool(re.fullmatch(pattern, text)), repr(text)


def test_several_expressions_hold_together():
    """A permutation: each of the digits once, in three places."""
    vocabulary = Vocabulary(("<end>", "1", "2", "3", "12", "33", "4"), (0,), ())
    made = machine(("[1-3]{3}", *(f"[^{digit}]*{digit}[^{digit}]*" for digit in "123")), vocabulary)
    texts, end = set(), len(made.accepts) - 1

    def follow(state, text):
        for source, label, target in zip(made.source, made.label, made.target, strict=True):
            if source == state and target != end:
                for token in tokens_of(made, label):
                    follow(target, text + vocabulary.texts[token])
            elif source == state != end:
                texts.add(text)

    follow(0, "")
    assert texts == {"".join(order) for order in itertools.permutations("123")}


def tokens_of(made, label):
    return made.tokens[made.classes == label].tolist()


def test_tokens_that_move_every_state_alike_are_one_class():
    vocabulary = Vocabulary(("<end>", "<pad>", "1", "2", "12", "a", "1a", ""), (0,), (1,))
    made = machine(("[0-9]{3}",), vocabulary)
    classes = {tuple(sorted(tokens_of(made, label))) for label in made.classes}
    assert classes == {(2, 3), (4,), (0,), (1,)}
    edges = {*zip(made.source.tolist(), made.label.tolist(), made.target.tolist(), strict=True)}
    # 0 to 1, 1 to 2 and 2 to 3 by one digit; 0 to 2 and 1 to 3 by two; the end from 3; both after the end.
    assert len(edges) == 8 and made.accepts.tolist() == [False, False, False, True, True]


def test_edges_over_tokens_are_bounded(monkeypatch):
    """A digit leads on from three states, and two from two."""
    for most in (5, 4):
        monkeypatch.setattr(lexicon, "MOST_EDGES", most)
        with nullcontext() if most == 5 else pytest.raises(SpecError, match="more than 4 edges over its tokens"):
            assert machine(("[0-9]{3}",), Vocabulary(("<end>", "1", "12"), (0,), ()))


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("(", "This is no regular expression: missing ), unterminated subpattern at position 0."),
        ("a{9}{9}{9}{9}", "This is no regular expression: multiple repeat at position 4."),
        ("(((a{9}){9}){9}){9}", TOO_LARGE),
        ("(a|b)*a(a|b){20}", TOO_LARGE),
        ("a?" * 1_900, TOO_LARGE),
        ("a{7000}", TOO_LARGE),
        ("(?:){1000000000}", TOO_LARGE),
        ("(?:(?:a{1,50}){1,50}){1,50}", TOO_LARGE),
        ("".join(f"[{chr(200 + number)}a]" for number in range(500)), TOO_LARGE),
        ("(?i)a", "The regular expression sets flags, such as (?i); write it without them."),
        ("(?i:a)", "The regular expression sets flags, such as (?i); write it without them."),
        (r"(a)\1", "The regular expression has a backreference, which cannot be here; leave it out."),
        ("^a$", r"The regular expression has ^, $ or \b; the expression holds for the whole text"),
        ("(?=a)a", "The regular expression has a lookahead or lookbehind, which cannot be here; leave it out."),
        ("(?>a)", "The regular expression has an atomic group, which cannot be here; leave it out."),
        ("z", "No text that this model can write fits the regular expression."),
    ],
)
def test_what_cannot_be_is_one_sentence(pattern, sentence):
    with pytest.raises(SpecError) as error:
        automaton([pattern], CHARACTERS)
    assert str(error.value).startswith(sentence)


def test_what_is_just_small_enough_is_made():
    kinds = "".join(f"[{chr(200 + number)}a]" for number in range(400))
    for pattern, length in (("a{5000}", 5_000), ("a" * 5_500, 5_500), (kinds, 400)):
        assert [*accepted(pattern, "a" * length)] == [True]


PERSON = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer"},
        "pet": {"enum": ["cat", "a.b"]},
        "glad": {"type": "boolean"},
    },
}


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        (PERSON, '{"name":"Mi\\"a","age":0,"pet":"a.b","glad":false}', '{"name": "Mia", "age": 7, "pet": "cat"}'),
        (
            PERSON,
            '{ "name": "", "age": -10, "pet": "cat", "glad": true }',
            '{"age": 7, "name": "Mia", "pet": "cat", "glad": true}',
        ),
        ({"type": "string"}, '"Mia"', '"M"a"'),
        ({"type": "integer"}, "7", "07"),
        ({"enum": [None, "a.b"]}, '"a.b"', '"axb"'),
        ({"enum": [None, 1]}, "null", "2"),
        ({"type": "number"}, "-1.5e3", "1."),
        ({"type": "object", "title": "none", "additionalProperties": False}, "{}", '{"a": 1}'),
        ({"enum": ["a"], "type": "string"}, '"a"', "a"),
    ],
)
def test_a_schema_is_the_expression_of_its_texts(schema, right, wrong):
    (pattern,) = patterns_of({"schema": schema})
    assert re.fullmatch(pattern, right) and not re.fullmatch(pattern, wrong)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, 'A constraint is {"regex": one expression or a list of them} or {"schema": a JSON schema}.'),
        ({"regex": 7}, 'A constraint is {"regex"'),
        ({"regex": []}, 'A constraint is {"regex"'),
        ({"regex": "a", "schema": {}}, 'A constraint is {"regex"'),
        *(
            ({"schema": schema}, f"A JSON schema cannot be {schema!r:.60} here. It is an enum with its values, a type")
            for schema in (
                [],
                {"type": "date"},
                {"type": "integer", "minimum": 1},
                {"enum": []},
                {"enum": [1], "minimum": 1},
                {"type": "object", "properties": 1},
                {"type": "object", "properties": {"a": {"type": "string"}}, "required": []},
                {"type": "object", "additionalProperties": True},
                {"type": "object", "minProperties": 0},
            )
        ),
        (
            {"schema": {"type": "object", "properties": {"a": {"type": "any"}}}},
            "A JSON schema cannot be {'type': 'any'}",
        ),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(settings, sentence):
    with pytest.raises(SpecError) as error:
        patterns_of(settings)
    assert str(error.value).startswith(sentence)
