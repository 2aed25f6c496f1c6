"""Regular expressions over characters and tokens: they accept what `re.fullmatch` does, or are refused."""

import itertools
import re

import numpy as np
import pytest

from playground.errors import SpecError
from playground.plugins.constrain.automaton import states
from playground.plugins.constrain.lexicon import Vocabulary, machine
from playground.plugins.constrain.schema import pattern_of_schema, patterns_of

CHARACTERS = "ab1 \n"
TEXTS = ["".join(text) for length in range(6) for text in itertools.product(CHARACTERS, repeat=length)]


def accepted(pattern, text):
    """Whether the automaton accepts a text of CHARACTERS."""
    points = np.array(sorted(map(ord, CHARACTERS)), np.uint32)
    made, state = states([pattern], points), 0
    for character in text:
        state = made.table[state, made.classes[np.searchsorted(points, ord(character))]]
        if state < 0:
            return False
    return bool(made.accepts[state])


@pytest.mark.parametrize(
    "pattern",
    [
        "", "a", "ab|b1", "a*", "(?:ab)*1?", "(a|b)*abb", "[^a]{2,3}", r"\d+|\w\s", r"[^\d\s]+", ".", ".*1", "(a?b)?1",
        "(?P<name>a|)b", "(b*a)?1", "((a*)*)*b", "a{2}b{0,1}", "a{,2}", "(?:a{2}){1,2}", "a+?b*?", r"\D\S\W?",
        "[ab1]{5}", "(?:a?){9}", "(?:a?b?){2,3}1", "(?:(a|b1)*){2}",
    ],
)  # fmt: skip
def test_it_accepts_what_re_accepts(pattern):
    points = np.array(sorted(map(ord, CHARACTERS)), np.uint32)
    made = states([pattern], points)
    for text in TEXTS:
        state = 0
        for character in text:
            state = -1 if state < 0 else made.table[state, made.classes[np.searchsorted(points, ord(character))]]
        assert (state >= 0 and bool(made.accepts[state])) == bool(re.fullmatch(pattern, text)), repr(text)


def test_several_expressions_hold_together():
    """A permutation: each of the digits once, in three places."""
    vocabulary = Vocabulary(("<end>", "1", "2", "3", "12", "33", "4"), (0,), ())
    made = machine(["[1-3]{3}", *(f"[^{digit}]*{digit}[^{digit}]*" for digit in "123")], vocabulary)
    texts = set()

    def follow(state, text):
        for source, label, target in zip(made.source, made.label, made.target, strict=True):
            if source == state and target != made.end:
                for token in tokens_of(made, label):
                    follow(target, text + vocabulary.texts[token])
            elif source == state != made.end:
                texts.add(text)

    follow(0, "")
    assert texts == {"".join(order) for order in itertools.permutations("123")}


def tokens_of(made, label):
    last = made.sizes.cumsum()[label]
    return made.tokens[last - made.sizes[label] : last]


def test_tokens_that_move_every_state_alike_are_one_class():
    vocabulary = Vocabulary(("<end>", "<pad>", "1", "2", "12", "a", "1a", ""), (0,), (1,))
    made = machine(["[0-9]{3}"], vocabulary)
    classes = {tuple(sorted(tokens_of(made, label))) for label in range(len(made.sizes))}
    assert classes == {(2, 3), (4,), (0,), (1,)}
    edges = {*zip(made.source.tolist(), made.label.tolist(), made.target.tolist(), strict=True)}
    # 0 to 1, 1 to 2 and 2 to 3 by one digit; 0 to 2 and 1 to 3 by two; the end from 3; both after the end.
    assert len(edges) == 8 and made.accepts.tolist() == [False, False, False, True, True]


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("a" * 4_001, "The regular expression has 4,001 characters; it may have at most 4,000."),
        ("(", "This is no regular expression: missing ), unterminated subpattern at position 0."),
        ("a{9}{9}{9}{9}", "This is no regular expression: multiple repeat at position 4."),
        ("(((a{9}){9}){9}){9}", "The regular expression is too large: as an automaton it has more than 6,000 states."),
        ("(" * 900 + ")" * 900, "The regular expression is nested too deeply."),
        ("(a|b)*a(a|b){20}", "The regular expression is too large: as an automaton it has more than 6,000 states."),
        ("a?" * 1_900, "The regular expression takes too much work to be made an automaton."),
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
        accepted(pattern, "")
    assert str(error.value).startswith(sentence)


def test_an_expression_of_just_so_many_characters_is_read():
    assert accepted("(?:" + "a" * 100 + "|" * 3_895 + ")", "") and not accepted("a" * 3_990, "a")


def test_too_many_kinds_of_characters_are_refused():
    kinds = "".join(f"[{chr(200 + number)}a]" for number in range(401))
    with pytest.raises(SpecError, match="more than 400 kinds of characters"):
        accepted(kinds, "")
    assert not accepted(kinds[:1_600], "a")


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
    ("text", "right"),
    [
        ('{"name": "Mia", "age": 7, "pet": "cat", "glad": true}', True),
        ('{"name":"Mi\\"a","age":0,"pet":"a.b","glad":false}', True),
        ('{ "name": "", "age": -10, "pet": "cat", "glad": true }', True),
        ('{"name": "M"a", "age": 7, "pet": "cat", "glad": true}', False),
        ('{"name": "Mia", "age": 07, "pet": "cat", "glad": true}', False),
        ('{"name": "Mia", "age": 7, "pet": "axb", "glad": true}', False),
        ('{"age": 7, "name": "Mia", "pet": "cat", "glad": true}', False),
        ('{"name": "Mia", "age": 7, "pet": "cat"}', False),
    ],
)
def test_a_schema_is_the_expression_of_its_texts(text, right):
    (pattern,) = patterns_of({"schema": PERSON})
    assert bool(re.fullmatch(pattern, text)) == right


def test_schemas_of_other_kinds():
    for schema, right, wrong in (
        ({"enum": [None, 1]}, "null", "2"),
        ({"type": "number"}, "-1.5e3", "1."),
        ({"type": "object", "title": "none"}, "{}", '{"a": 1}'),
    ):
        assert re.fullmatch(pattern_of_schema(schema), right) and not re.fullmatch(pattern_of_schema(schema), wrong)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, 'A constraint is {"regex": one expression or a list of them} or {"schema": a JSON schema}.'),
        ({"regex": 7}, 'A constraint is {"regex"'),
        ({"regex": []}, 'A constraint is {"regex"'),
        ({"regex": "a", "schema": {}}, 'A constraint is {"regex"'),
        ({"schema": []}, "A JSON schema here is an object, not []."),
        (
            {"schema": {"type": "date"}},
            "The type in a JSON schema is 'date'; allowed are object, string, integer, number, boolean",
        ),
        ({"schema": {"$ref": "#"}}, "The type in a JSON schema is None"),
        ({"schema": {"type": "integer", "minimum": 1}}, "The JSON schema has 'minimum' where only type can be held."),
        ({"schema": {"enum": []}}, "enum in a JSON schema must be a list of values."),
        ({"schema": {"type": "object", "properties": 1}}, "properties in a JSON schema must be an object."),
        (
            {"schema": {"type": "object", "properties": {"a": {"type": "string"}}, "required": []}},
            "An object in a JSON schema must require all of its properties here, and allow no others.",
        ),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(settings, sentence):
    with pytest.raises(SpecError) as error:
        patterns_of(settings)
    assert str(error.value).startswith(sentence)


def test_schemas_nest_so_deep_and_no_deeper():
    schema = {"type": "boolean"}
    for _ in range(16):
        schema = {"type": "object", "properties": {"a": schema}}
    assert pattern_of_schema(schema)
    with pytest.raises(SpecError, match="nested more than 16 deep"):
        pattern_of_schema({"type": "object", "properties": {"a": schema}})
