"""Samplers of somebody's own: a class that is registered works like any other, and its mistakes are one sentence.

Such a class runs like any other code of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping
from keyword import iskeyword
from typing import Any, ClassVar, TypeVar

from playground.errors import SamplerError
from playground.plugin_loading import plugins
from playground.rules.knobs import Knob
from playground.rules.own_code import own_code
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler, Statistics, Tensor
from playground.rules.samplers.registry import RULES, SAMPLERS, add, source_hash
from playground.rules.samplers.reserved import RESERVED

_PARTS = {
    "label": str, "rule": str, "explanation": Explanation, "version": str, "paper": str, "knobs": dict, "ways": tuple,
    "uniforms": int, "shares_code": bool, "looks_back": bool,
}  # fmt: skip
"""What a declaration consists of, and exactly which types; code that is in one of its own would run anywhere."""
Kind = TypeVar("Kind", bound=type[Sampler])


def register(kind: Kind) -> Kind:
    """Registers a sampler, so that settings can name it, and returns it: a function, and a decorator of classes.

    Its name is its `name`, or that of the class in lower case. The same class again, as when a notebook's cell runs
    twice, takes the place of the one before.

    Raises:
        SamplerError: it is no sampler, its declaration is not complete, or the name is another sampler's.
    """
    if not (isinstance(kind, type) and issubclass(kind, Sampler)):
        raise SamplerError(f"{kind!r:.60} is no sampler; it must be a subclass of pg.Sampler.")
    name = _name(kind)
    before = SAMPLERS.get(name)
    if isinstance(before, _Guarded) and before.place == _place(kind):
        del SAMPLERS[name], RULES[name]
    try:
        guarded(kind, name, kind.__name__, _text(kind))
    except SamplerError:
        if isinstance(before, _Guarded) and name not in SAMPLERS:
            add(before)
        raise
    return kind


def register_added() -> None:
    """Registers the samplers of plugins. One that cannot be had costs a sentence."""
    for plugin, kinds in plugins().by_plugin("samplers").items():
        for kind in kinds:
            try:
                register(kind)
            except SamplerError as error:
                plugins().blame(plugin, "asked for its samplers", error)


def by_name(values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings in which a sampler that is a class stands by its name. It is registered if it is not yet.

    Raises:
        SamplerError: as `register`.
    """
    kind = values.get("sampler")
    if not (isinstance(kind, type) and issubclass(kind, Sampler)):
        return {**values}
    registered = SAMPLERS.get(_name(kind))
    if registered is None or kind not in (type(registered), *type(registered).__bases__):
        register(kind)
    return {**values, "sampler": _name(kind)}


def guarded(kind: type[Sampler], name: str, file: str, text: str) -> Sampler:
    """Registers a class and returns its sampler.

    Args:
        name: of a class that has none.
        file: what messages call it.
        text: its code.

    Raises:
        SamplerError: its declaration is not complete, or the name is taken.
    """
    more = {"file": file, "text": text, "place": _place(kind), "name": getattr(kind, "name", name)}
    with own_code(f"{file}: the sampler", SamplerError):
        sampler: Sampler = type(kind.__name__, (_Guarded, kind), {**more, "__module__": kind.__module__})()
        _check_declaration(type(sampler), file)
    add(sampler)
    source_hash(sampler.name, text)
    return sampler


def _name(kind: type[Sampler]) -> str:
    return str(getattr(kind, "name", re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()))


def _place(kind: type[Sampler]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _text(kind: type[Sampler]) -> str:
    """The code of a class; where only the code of its methods is there, as in a notebook, that."""
    try:
        return textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        pass
    classes = [base for base in kind.__mro__ if issubclass(base, Sampler) and base is not Sampler]
    functions = [value for base in classes for value in vars(base).values() if inspect.isfunction(value)]
    try:
        return "\n".join(textwrap.dedent(inspect.getsource(function)) for function in functions)
    except (OSError, TypeError):
        return repr(
            [(function.__name__, function.__code__.co_code, function.__code__.co_names) for function in functions]
        )


def _check_declaration(sampler: type[Sampler], file: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", str(sampler.name)):
        raise SamplerError(
            f"{file}: the sampler's name is {sampler.name!r}; use at most 40 lower-case letters, digits and hyphens, "
            "beginning with a letter."
        )
    for part, kind in _PARTS.items():
        if type(getattr(sampler, part, None)) is not kind:
            raise SamplerError(f"{file}: the sampler's `{part}` must be of type {kind.__name__}.")
    for name, knob in sampler.knobs.items():
        if type(knob) is not Knob or knob.choices or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise SamplerError(
                f"{file}: the setting {name!r} must be a pg.number, named in lower-case letters, digits and _."
            )
        if name in RESERVED or iskeyword(name):
            raise SamplerError(
                f"{file}: the setting {name} needs another name; taken are Python's own words and "
                f"{', '.join(sorted(RESERVED))}."
            )
    explanation = sampler.explanation
    if explanation.cut in ("running sum", "value") and explanation.bound not in sampler.knobs:
        raise SamplerError(f"{file}: the explanation's bound must be the name of one of the sampler's own settings.")


class _Guarded(Sampler):
    """Goes in front of a user's class and reports any mistake of its rule in one sentence that names the file."""

    file: ClassVar[str]
    text: ClassVar[str]
    place: ClassVar[str]

    def declaration(self) -> dict[str, Any]:
        with own_code(f"{self.file}: the declaration", SamplerError):
            return super().declaration() | ({"code": self.text} if self.shares_code else {})

    def accept(self, before: Before, statistics: Statistics) -> Tensor:
        accepted = super().accept(before, statistics)
        self._check("what accept returns", accepted, before.settled)
        return accepted

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        with own_code(f"{self.file}: the rule", SamplerError):
            decision = super().decide(before, statistics)
        if not isinstance(decision, Decision):
            raise SamplerError(f"{self.file}: decide returns {type(decision).__name__}; it must return a pg.Decision.")
        self._check("the decision's accepted", decision.accepted, before.settled)
        self._check("the decision's canvas", decision.canvas, before.canvas)
        for name in ("key", "memory"):
            if getattr(decision, name) is not None:
                self._check(f"the decision's {name}", getattr(decision, name), before.memory)
        return decision

    def _check(self, name: str, value: object, like: Tensor) -> None:
        """Checks shape and dtype against `like`. The host knows both, so nothing waits for the device."""
        if not isinstance(value, type(like)):
            raise SamplerError(f"{self.file}: {name} is of type {type(value).__name__}; it must be a tensor.")
        for part in ("shape", "dtype"):
            has, must = getattr(value, part), getattr(like, part)
            if has != must:
                has, must = (tuple(x) if part == "shape" else str(x).removeprefix("torch.") for x in (has, must))
                raise SamplerError(f"{self.file}: {name} has {part} {has}; it must be {must}.")
