"""The limits of constraints on a server. Whoever computes without one has the bounds of the engine alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playground.service.limits import Limit

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.service.limits import Limits
    from playground.spec.run import RunSpec

LIMITS = {
    "constraint_characters": Limit(
        unit="characters",
        private=4_000,
        public=1_000,
        help="The regular expressions of a run together; more than 4,000 are never read.",
        sentence="The regular expression has {characters:,} characters; it may have at most {limit:,} here.",
    ),
    "constraint_states": Limit(
        unit="states",
        private=6_000,
        public=1_500,
        help="The automaton that they become; one of more than 6,000 is never made.",
        sentence="The regular expression is too large: as an automaton it has {states:,} states, and may have at most "
        "{limit:,} here.",
    ),
    "constraint_edges": Limit(
        unit="edges",
        private=200_000,
        public=50_000,
        help="The edges of that automaton over a model's tokens, of which a step looks at each for each position; more "
        "than 200,000 are never followed.",
        sentence="The regular expression is too large for this model: its automaton has {edges:,} edges, and may have "
        "at most {limit:,} here.",
    ),
}


def check(spec: RunSpec, model: Model, limits: Limits) -> None:
    """Checks the constraints of a run and of those that it branches from.

    Raises:
        LimitError: one is larger than the server allows.
        SpecError: as `patterns_of` and `machine_of`.
    """
    from playground.plugins.constrain.constraint import machine_of
    from playground.plugins.constrain.schema import patterns_of

    for settings in (text for run in spec.chain for name, text in run.processors if name == "constrain"):
        patterns = patterns_of(json.loads(settings))
        characters = sum(map(len, patterns))
        if characters > limits["constraint_characters"]:
            raise limits.refuse("constraint_characters", characters=characters)
        machine = machine_of(patterns, model)
        states, edges = machine.end, len(machine.source)  # the state after the end is not the expression's
        if states > limits["constraint_states"]:
            raise limits.refuse("constraint_states", states=states)
        if edges > limits["constraint_edges"]:
            raise limits.refuse("constraint_edges", edges=edges)
