"""Answers while somebody writes: the tokens of a text, the pins of a template, and what noise replaces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playground.errors import PlaygroundError, SpecError
from playground.spec.steering import noised, read_template

if TYPE_CHECKING:
    from playground.engine.models import Model


def draft_tokens(model: Model, question: str) -> dict[str, Any]:
    """Answers one question: JSON with `kind` and `text`; anything wrong is a sentence under `refused`.

    tokens: `ids`. template: `parts`, each with its `place` and its `ids` or its `gap` in tokens; `pins` (place -> id)
    and `length`. start, which also has `noise` and `seed`: `ids`, what noise `replaced` (null where nothing) and how
    many positions the `text` has, its end included. All have `texts`: id -> text.
    """
    from playground.engine.steering import pins_of, start_of, tokens_of

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
            pins = pins_of(model, text, whole=True)
            answer = _template(model, text) | {"pins": {str(place): token for place, token in pins.items()}}
            ids = [*pins.values()]
        elif kind == "start":
            ids = list(start_of(model, text))
            replaced = noised(ids, share, seed, model.vocab_size)
            length = len(tokens_of(model, text)) + bool(model.eos_ids)
            answer = {"ids": ids, "replaced": replaced, "text": length}
            ids = ids + [token for token in replaced if token is not None]
        else:
            raise SpecError("The question is of no known kind.")
    except PlaygroundError as error:
        return {"refused": str(error)}
    different = sorted(set(ids))
    return answer | {"texts": dict(zip(map(str, different), model.token_texts(different), strict=True))}


def _template(model: Model, text: str) -> dict[str, Any]:
    from playground.engine.steering import tokens_of

    template, place, parts = read_template(text), 0, []
    for part in template.parts:
        content: dict[str, Any] = {"gap": part} if isinstance(part, int) else {"ids": tokens_of(model, part)}
        parts.append({"place": place} | content)
        place += part if isinstance(part, int) else len(content["ids"])
    return {"parts": parts, "length": place, "open": template.open}
