"""The small world that the embedded checkpoint was trained on: what it makes of a prompt, and a judge of its texts.

It reads short stories, Sudoku, small Python functions, sums, sorting and JSON in prompts, and checks texts for them, of
whatever model. The workshop writes the texts for training. Nothing here needs torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, PromptAdvice, hook

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from playground.service import Service
    from playground.trace.judging import Judge


@hook
def commands() -> Mapping[str, Command]:
    return {
        "check": Command(
            help="Check by rule whether a text does what its prompt asks.",
            at="playground.plugins.small_world.command:check",
        )
    }


@hook
def judges() -> Sequence[Judge]:
    from playground.plugins.small_world.judge import judge

    return [judge]


@hook
def prompt_advice(model: str) -> PromptAdvice:
    from playground.plugins.small_world.advice import advice

    return advice(model)


@hook
def page_part() -> PagePart:
    import json
    from hashlib import sha256

    from playground.plugins.small_world.words import KNOWN

    known = json.dumps(KNOWN).encode()
    return PagePart(
        script=ASSETS / "dist/plugins-small_world.js",
        prompt=True,
        compare=True,
        held=True,
        files={"small_world/known.json": lambda: known},
        edition=sha256(known).hexdigest(),
    )


@hook
def routes(service: Service, options: Mapping[str, Any], public: bool) -> Sequence[BaseRoute]:
    from playground.plugins.small_world.puzzles import drawn_puzzle
    from playground.server.functions import SHORT_TEXT, function_routes

    return function_routes({"puzzle": (SHORT_TEXT, drawn_puzzle)})
