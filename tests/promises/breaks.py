"""What a later version breaks of what an earlier one promised."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def signature_of(text: str) -> inspect.Signature:
    names: dict[str, Any] = {}
    exec(f"def function{text}: pass", names)
    return inspect.signature(names["function"])


def broken_signature(promised: str, today: str) -> list[str]:
    """What a call that the promised signature takes may find changed; empty if there is nothing."""
    if not (promised and today):
        return [] if promised == today else ["is no function any more" if promised else "is a function now"]
    before, now = signature_of(promised).parameters, signature_of(today).parameters
    places = [name for name, each in now.items() if each.kind in POSITIONAL]
    wrong = []
    for place, (name, each) in enumerate(before.items()):
        if name not in now:
            wrong.append(f"no longer takes {name}")
        elif each.kind in POSITIONAL and places[place : place + 1] != [name]:
            wrong.append(f"takes {name} at another place")
        elif each.default != now[name].default:
            wrong.append(f"has another default of {name}")
    required = [name for name, each in now.items() if each.default is each.empty and each.kind not in REST]
    return wrong + [f"asks for {name}" for name in required if name not in before]


def broken_hook(promised: str, today: str) -> list[str]:
    """The same of a hook, which is called by name, with as many of its arguments as a plugin takes."""
    now = signature_of(today).parameters
    return [f"no longer has {name}" for name in signature_of(promised).parameters if name not in now]


def broken_lists(promised: Mapping[str, list[str]], today: Mapping[str, list[str]]) -> list[str]:
    """The same of what is taken and given, each as lists."""
    gone = [f"no longer {verb} {each}" for verb in ("takes", "gives") for each in promised.get(verb, ())
            if each not in today.get(verb, ())]  # fmt: skip
    return gone + [f"asks for {each}" for each in today.get("requires", ()) if each not in promised.get("requires", ())]


def breaks(part: str, promised: Mapping[str, Any], today: Mapping[str, Any]) -> list[str]:
    """One sentence for each promise that is broken.

    Args:
        part: `python`, `hooks`, `commands` or `api`.
        promised: name -> a signature, or lists.
    """
    compare = {"python": broken_signature, "hooks": broken_hook}.get(part, broken_lists)
    gone = [f"{name} is gone" for name in promised if name not in today]
    both = [name for name in promised if name in today]
    return gone + [f"{name} {fault}" for name in both for fault in compare(promised[name], today[name])]
