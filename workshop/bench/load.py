"""Lets a crowd come to a real server at once, and counts what became of them: `bench --load` and `--soak`."""

from __future__ import annotations

import asyncio
import math
import statistics as stats
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx
import psutil

from playground.errors import PlaygroundError
from workshop.bench import Parts
from workshop.bench.crowd import Client, Presenter, Viewer, follow, generate, megabytes, open_hall, server, show

ROUNDS = 5
MOST_GENERATING = 32
"""How many of a crowd press Generate, if it has so many."""
LAST_SECONDS = 60.0
"""The time that a run's end may take to reach those who watch."""
FILLING = 100
"""Runs until the server's stores are full, of traces, sessions and moments, and what these push out is used again."""
MOST_GROWTH = 5.0
"""Per cent by which the memory may grow in a soak, once the stores are full."""
SOAKED = {
    "load_memory_full": f"MB when the server's stores were full, after {FILLING} runs",
    "load_memory_growth": "% more memory in the last quarter of the rounds since then than in the first",
}
"""What each figure is that a soak adds."""
SHARES: dict[str, Callable[[list[float]], float]] = {
    "p50": stats.median,
    "p95": lambda values: sorted(values)[min(round(0.95 * len(values)), len(values) - 1)],
}


@dataclass
class Load:
    """All rounds."""

    clients: list[Client] = field(default_factory=list)
    viewers: list[Viewer] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """MB of the server's resident memory: after one run to warm it up, then after each round."""
    seconds: list[float] = field(default_factory=list)
    """Of each round."""
    filling: int = 0
    """Rounds until the stores are full."""

    @property
    def lost(self) -> int:
        """Messages that were missing, of all people: an end that never came counts as one."""
        missing = sum(len(self.seconds) - viewer.ends for viewer in self.viewers)
        return sum(one.lost for one in [*self.clients, *self.viewers]) + missing

    @property
    def errors(self) -> list[str]:
        return [one.error for one in [*self.clients, *self.viewers] if one.error]

    @property
    def growth(self) -> float:
        """Per cent by which the memory grew since the stores were full; needs a round after that."""
        steady = self.memory[self.filling :]
        part = max(len(steady) // 4, 1)
        return 100 * (stats.median(steady[-part:]) / stats.median(steady[:part]) - 1)


def parts(people: int) -> Parts:
    """The figures of a crowd, of which up to `MOST_GENERATING` generate."""
    generating = min(people, MOST_GENERATING)
    return {lambda: figures(measure_load(people, generating)): meanings(people, generating, ROUNDS)}


def meanings(people: int, generating: int, rounds: int) -> dict[str, str]:
    """What each figure is."""
    watch = f"for those who watch ({people - generating} of {people})"
    return {
        "load_first_frame_p50": f"s until the first frame when {generating} press Generate at once, the median",
        "load_first_frame_p95": "s until the first frame for 95% of them",
        "load_watch_first_frame_p50": f"s from the presenter's press to the first frame {watch}, the median",
        "load_watch_first_frame_p95": "s until the first frame for 95% of them",
        "load_round": "s until all have their run, the median of the rounds",
        "load_waited": "of them had to wait for their turn, in a round",
        "load_refused": f"of {generating * rounds} runs were refused",
        "load_lost": "messages were lost, of all people and rounds",
        "load_errors": "people had an error",
        "load_memory_before": "MB that the server held after one run",
        "load_memory_after": "MB after the last round",
    }


def figures(load: Load) -> dict[str, float]:
    """The figures; those of people who were not there are missing.

    Raises:
        PlaygroundError: nobody got a frame.
    """
    firsts = [client.first_frame for client in load.clients if client.first_frame is not None]
    if not firsts:
        raise PlaygroundError(f"No client got a frame: {load.clients[0].error or load.clients[0].refused}.")
    watched = [first for viewer in load.viewers for first in viewer.first_frames]
    times = {"load_first_frame": firsts} | ({"load_watch_first_frame": watched} if watched else {})
    return {
        **{f"{name}_{share}": of(found) for share, of in SHARES.items() for name, found in times.items()},
        "load_round": stats.median(load.seconds),
        "load_waited": sum(client.waited for client in load.clients) / len(load.seconds),
        "load_refused": sum(bool(client.refused) for client in load.clients),
        "load_lost": load.lost,
        "load_errors": len(load.errors),
        "load_memory_before": load.memory[0],
        "load_memory_after": load.memory[-1],
    }


def soaked(load: Load) -> dict[str, float]:
    """The figures that a soak adds."""
    return {"load_memory_full": load.memory[load.filling], "load_memory_growth": load.growth}


def measure_load(people: int, generating: int, rounds: int = ROUNDS) -> Load:
    """Serves the embedded model with the public limits. All come at once, round after round.

    Args:
        generating: how many press Generate in each round; the others follow the run of the first of them.

    Raises:
        PlaygroundError: the server does not come up.
    """
    return _served(people, generating, lambda load: len(load.seconds) < rounds)


def soak(people: int, seconds: float, runs: int, tell: Callable[[Load], None] = lambda load: None) -> Load:
    """The same, round after round until the stores are full, and then one at least.

    Args:
        seconds: goes on for so long after the stores are full.
        runs: goes on until there were so many in all.
        tell: is told how it is after each round.

    Raises:
        PlaygroundError: the server does not come up; or a message was lost, somebody had an error, or the memory grew
            by more than `MOST_GROWTH` per cent after the stores were full.
    """
    full = math.inf

    def goes_on(load: Load) -> bool:
        nonlocal full
        if load.seconds:
            tell(load)
        if len(load.seconds) >= load.filling:
            full = min(full, time.monotonic())
        return len(load.seconds) <= load.filling or len(load.clients) < runs or time.monotonic() < full + seconds

    load = _served(people, min(people, MOST_GENERATING), goes_on)
    if load.lost or load.errors:
        first = f": {load.errors[0]}" if load.errors else ""
        raise PlaygroundError(f"{load.lost} messages were lost, and {len(load.errors)} people had an error{first}.")
    if load.growth > MOST_GROWTH:
        raise PlaygroundError(f"The memory grew by {load.growth:.1f}%; {MOST_GROWTH:g}% are allowed.")
    return load


def _served(people: int, generating: int, goes_on: Callable[[Load], bool]) -> Load:
    with server("--limit", "address_share=100") as (process, address):  # all of the crowd have one address
        return asyncio.run(_rounds(process, address, people, generating, goes_on))


async def _rounds(
    process: psutil.Process, address: str, people: int, generating: int, goes_on: Callable[[Load], bool]
) -> Load:
    load, seed = Load(filling=math.ceil(FILLING / generating)), 1
    await generate(address, 0)
    load.memory.append(megabytes(process))
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        presenter = await open_hall(http)
        load.viewers = [Viewer() for _ in range(people - generating)]
        watching = [asyncio.create_task(follow(address, presenter, viewer)) for viewer in load.viewers]
        while goes_on(load):
            begun = time.perf_counter()
            load.clients += await _round(http, address, presenter, generating, seed)
            seed += generating
            load.seconds.append(time.perf_counter() - begun)
            await _ended(load)
            load.memory.append(megabytes(process))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return load


async def _round(
    http: httpx.AsyncClient, address: str, presenter: Presenter, generating: int, seed: int
) -> list[Client]:
    presenter.pressed = time.perf_counter()

    async def begun(run: str) -> None:
        await show(http, presenter, run)

    presented = generate(address, seed, begun)
    background = (generate(address, seed + number) for number in range(1, generating))
    return await asyncio.gather(presented, *background)


async def _ended(load: Load) -> None:
    """Waits until those who watch have seen the end, or `LAST_SECONDS`."""
    end = time.monotonic() + LAST_SECONDS
    while any(v.ends < len(load.seconds) and not v.error for v in load.viewers) and time.monotonic() < end:
        await asyncio.sleep(0.05)
