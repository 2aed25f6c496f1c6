"""BENCHMARKS.md, from what `bench` saved: figures beside what is wanted of them and what they are compared with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from playground.errors import PlaygroundError
from playground.plugins.card.measure.occasion import Figure, Occasion
from playground.plugins.card.targets import TARGETS

HEAD = """# Benchmarks

`python -m playground bench --report FILE...` writes this page, from what `bench --out FILE` saved on each occasion. A
figure says in its name what it counts: `ms`, `s`, `fps` (pictures a second), `megabytes`; what is `over` something, a
`ratio` or a `speedup` has no unit. **Bold** is a figure that misses what is wanted of it. Times drift between days by a
half, so compare ratios, whose two sides took turns. What is COMPUTED was not measured.
"""
Passes = dict[str, Any]
"""As `bench --roofline --out` and `bench --many --out` save it."""


def report(files: Sequence[Path]) -> str:
    """The page, as Markdown. Where two files have a figure of one name, the later day's counts.

    Raises:
        PlaygroundError: a file is none that `bench` saved.
    """
    occasions, passes = list[Occasion](), list[Passes]()
    for file in files:
        read = _read(file)
        (occasions if isinstance(read, Occasion) else passes).append(read)  # type: ignore[arg-type]
    occasions.sort(key=lambda occasion: occasion.date)
    newest = {
        name: (figure, number) for number, each in enumerate(occasions, 1) for name, figure in each.figures.items()
    }
    parts = [HEAD, *_occasions(occasions), *_held(newest), *_rest(newest)]
    for each in sorted(passes, key=_shared):
        parts += _many(each) if _shared(each) else _roofline(each)
    return "\n".join(parts)


def _read(file: Path) -> Occasion | Passes:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(content, dict) and {"passes", "computed"} <= content.keys():
            return content
        return Occasion.model_validate(content)
    except (OSError, ValueError, ValidationError) as error:
        raise PlaygroundError(f"{file} is no file that `bench --out` saved.") from error


def _occasions(occasions: Sequence[Occasion]) -> Iterator[str]:
    yield "| measured | day | commit | machine | software |"
    yield "|---|---|---|---|---|"
    for number, each in enumerate(occasions, 1):
        yield f"| {number} | {each.date} | {each.commit} | {each.machine} | {each.software} |"


def _held(newest: Mapping[str, tuple[Figure, int]]) -> Iterator[str]:
    yield "\n## Figures with a target or an anchor\n"
    yield "| figure | value | wanted | compared with | measured | what it is |"
    yield "|---|---|---|---|---|---|"
    for name, target in TARGETS.items():
        if name in newest:
            figure, number = newest[name]
            value = f"**{_number(figure.value)}**" if target.missed(figure.value) else _number(figure.value)
            yield f"| `{name}` | {value} | {target.wanted} | {target.anchor} | {number} | {figure.meaning} |"


def _rest(newest: Mapping[str, tuple[Figure, int]]) -> Iterator[str]:
    yield "\n## The other figures\n"
    yield "`bench` prints beside each what it is; the number is that of the occasion.\n"
    for number in sorted({number for _, number in newest.values()}):
        figures = (
            f"`{name}` {_number(figure.value)}"
            for name, (figure, measured) in newest.items()
            if measured == number and name not in TARGETS
        )
        if line := ", ".join(figures):
            yield f"- {number}: {line}"


def _shared(passes: Passes) -> bool:
    """Is this of runs that share a pass?"""
    return "rows" in passes["passes"][0]


def _roofline(passes: Passes) -> Iterator[str]:
    """Positions of one run -> ms of a pass."""
    positions = [each["positions"] for each in passes["passes"]]
    yield "\n## What a pass takes\n"
    yield f"The embedded checkpoint in float32, on {passes['machine']['name']} ({passes['made']}); the 26B checkpoint"
    yield "in bfloat16 after 1,000 tokens, at best, by the published rates of the card.\n"
    yield "| positions of a pass | " + " | ".join(map(str, positions)) + " | a token after the others |"
    yield "|" + "---|" * (len(positions) + 2)
    yield f"| measured |{_ms(passes['passes'], 'seconds')} |"
    for name, gpu in passes["computed"].items():
        first, *canvases = sorted(gpu["passes"], key=lambda each: each["kind"] != "autoregressive")
        yield f"| COMPUTED, {name} |{_ms(canvases, 'least_seconds')}{_ms([first], 'least_seconds')}"


def _many(passes: Passes) -> Iterator[str]:
    """Runs that share a pass -> ms of a step."""
    yield "\n## What a step takes when runs share it\n"
    yield "The same checkpoints; diffusion takes several steps for a canvas, and the other way one for each token.\n"
    measured = {f"measured, {passes['made']}": (passes["passes"], "seconds")}
    computed = {f"COMPUTED, {name}": (gpu["passes"], "least_seconds") for name, gpu in passes["computed"].items()}
    yield "| runs in a pass | " + " | ".join(map(str, rows := _rows(passes))) + " |"
    yield "|" + "---|" * (len(rows) + 1)
    for name, (each, key) in (measured | computed).items():
        for kind, words in (("denoiser", "diffusion"), ("autoregressive", "token after token")):
            taken = {one["rows"]: one for one in each if one["kind"] == kind}
            cells = "".join(_ms([taken[count]], key) if count in taken else "  |" for count in rows)
            yield f"| {name}, {words} |{cells}"


def _rows(passes: Passes) -> list[int]:
    tables = [passes["passes"], *(gpu["passes"] for gpu in passes["computed"].values())]
    return sorted({each["rows"] for table in tables for each in table})


def _ms(passes: Sequence[Mapping[str, float]], key: str) -> str:
    return "".join(f" {1000 * each[key]:.3g} ms |" for each in passes)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
