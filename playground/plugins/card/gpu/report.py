"""What follows from an examination: a report to read, and what `serve` should be given on this host."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playground.errors import PolicyError

RECOMMENDED = "recommended.json"
SIGNS = {"fine": "ok", "note": "note", "stop": "STOP"}
"""A finding's verdict -> how it stands in a report."""
WORTH = 0.03
"""A fast path that brings less than this share of a step is not recommended."""
SLOWER = 2.0
"""Runs may share passes as long as none takes this many times as long as alone."""
WAYS: dict[str, dict[str, bool]] = {
    "eager": {"eager": True},
    "compiled": {},
    "compiled ahead": {"ahead": True},
    "graphs": {"cuda_graphs": True},
    "graphs ahead": {"cuda_graphs": True, "ahead": True},
}
"""How a step can run -> the options of `serve` for it; the simpler one first."""


def recommended(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The `options` of `serve` by name, the reasons in `why`, and the `gpu` that they were measured on."""
    figures = {line["check"]: line["figures"] for line in lines if "check" in line}
    refused = {line["check"].removesuffix(" against eager") for line in lines if line.get("verdict") == "stop"}
    steps = {way: figures[way]["ms"] for way in WAYS if way in figures and way.removesuffix(" ahead") not in refused}
    options: dict[str, Any] = {}
    why = []
    if "served" in refused:
        options |= WAYS["eager"]
        why.append("A server with every fast path did not end all of its runs.")
    elif steps:
        best = min(steps.values())
        way = next(way for way, ms in steps.items() if ms * (1 - WORTH) <= best)
        options |= WAYS[way]
        others = ", ".join(f"{name} {ms:.1f}" for name, ms in steps.items() if name != way)
        why.append(f"A step takes {steps[way]:.1f} ms with {way} passes; the others: {others or 'none was measured'}.")
    seats = {line["figures"]["rows"]: line["figures"]["ms"] for line in lines if line.get("check") == "rows"}
    if seats:
        options["max_rows"] = max(count for count, ms in seats.items() if ms <= SLOWER * seats[min(seats)])
        why.append(f"{options['max_rows']} runs in a pass take {seats[options['max_rows']]:.1f} ms a step.")
    rates = next((line["said"] for line in lines if line.get("check") == "rates"), "")
    return {"options": options, "why": why, "gpu": rates.partition(" copies ")[0]}


def command(advice: dict[str, Any]) -> str:
    """The recommended options as a command."""
    words = [
        f"--{name.replace('_', '-')}" + ("" if value is True else f" {value}")
        for name, value in advice["options"].items()
    ]
    return " ".join(["python -m playground serve", *words])


def write_report(folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Writes `report.txt` and `recommended.json` into the folder."""
    advice = recommended(lines)
    (folder / RECOMMENDED).write_text(json.dumps(advice, indent=1) + "\n", encoding="utf-8")
    rows = [shown(line) for line in lines if line.get("state") != "begun"]
    text = "\n".join([*rows, "", *advice["why"], command(advice), ""])
    (folder / "report.txt").write_text(text, encoding="utf-8")


def shown(line: dict[str, Any]) -> str:
    """A line of the results, to read."""
    sign, text = entry(line)
    return f"{sign:5} {line['part']:18} {text}"


def entry(line: dict[str, Any]) -> tuple[str, str]:
    """A sign (ok, note, STOP or time) and a sentence for a line of the results."""
    if "check" in line:
        return SIGNS[line["verdict"]], line["said"]
    if line["state"] == "done":
        return "time", f"{line['seconds']:.1f} s"
    return "STOP" if line["state"] != "skipped" else "note", f"{line['state']}: {line['why']}"


def read_recommended(folder: Path, gpu: str) -> dict[str, Any]:
    """The options that a report recommends.

    Args:
        gpu: the name of this host's GPU.

    Raises:
        PolicyError: there is no such report, or it is of another GPU.
    """
    try:
        advice = json.loads((folder / RECOMMENDED).read_text(encoding="utf-8"))
        options, measured = dict(advice["options"]), str(advice["gpu"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PolicyError(f"{folder} is no report of `doctor --card`: it has no readable {RECOMMENDED}.") from error
    if measured != gpu:
        raise PolicyError(f"The report in {folder} is of {measured}, and this host has {gpu}; examine this host.")
    return options
