"""Answers while somebody writes: the tokens of a text, the pins of a template, and what noise replaces."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from playground.errors import PlaygroundError, SpecError
from playground.spec.steering import lengths_of, noised

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.engine.steering import Placed


def draft_tokens(
    model: Model, question: str, new_words: Callable[[str], Sequence[str]] = lambda _: ()
) -> dict[str, Any]:
    """Answers one question: JSON with `kind` and `text`; anything wrong is a sentence under `refused`.

    tokens: `ids`. template: `choices`, one for each combination of lengths that its gaps may have, each with its own
    `template`, its `parts`, each with its `place` and its `ids` or its `gap` in tokens, its `pins` (place -> id) and
    its `length`. start, which also has `noise` and `seed`: `ids`, what noise `replaced` (null where nothing) and how
    many positions the `text` has, its end included. All have `texts`: id -> text, and `new`: the words that are new to
    the model, as far as that is known.

    Args:
        new_words: the words of a text that are new to the model.
    """
    from playground.engine.steering import ended, padded, placed, tokens_of

    try:
        try:
            values = json.loads(question)
            kind, text = values["kind"], values["text"]
            share, seed = float(values.get("noise", 0)), int(values.get("seed", 0))
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise SpecError("The question is not JSON with a kind and a text.") from error
        if not isinstance(text, str):
            raise SpecError("The text of the question is not text.")
        text = text.encode("utf-8", "replace").decode()
        if kind == "tokens":
            answer: dict[str, Any] = {"ids": tokens_of(model, text)}
            ids = answer["ids"]
        elif kind == "template":
            texts = lengths_of(text)
            answer = {"choices": [_choice(*each) for each in zip(texts, placed(model, texts), strict=True)]}
            ids = [token for choice in answer["choices"] for token in choice["pins"].values()]
        elif kind == "start":
            written = ended(model, text)
            ids = list(padded(model, written))
            replaced = noised(ids, share, seed, model.vocab_size)
            answer = {"ids": ids, "replaced": replaced, "text": len(written)}
            ids = ids + [token for token in replaced if token is not None]
        else:
            raise SpecError("The question is of no known kind.")
    except PlaygroundError as error:
        return {"refused": str(error)}
    different = sorted(set(ids))
    answer["new"] = [*new_words(text)]
    return answer | {"texts": dict(zip(map(str, different), model.token_texts(different), strict=True))}


def _choice(text: str, placed: Placed) -> dict[str, Any]:
    parts = [{"place": at, "gap" if isinstance(part, int) else "ids": part} for at, part in placed.parts]
    return {
        "template": text,
        "parts": parts,
        "pins": {str(at): token for at, token in placed.pins.items()},
        "length": placed.length,
        "open": placed.open,
    }
