"""Attacks a server of this computer that has the public limits, and measures what another visitor notices.

Each attack has a server of its own, in another process, and comes from a network address of its own, as Linux lets it.
What it does is done at once, and again as soon as all is over, for at least `SECONDS`.
"""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec

import httpx
import psutil

from workshop.bench import Parts, strangers
from workshop.bench.crowd import megabytes, server
from workshop.bench.load import SHARES
from workshop.bench.strangers import ATTACKS, Act, Attack, first_frame, stranger

PUBLISH = "playground.plugins.publish"
"""Two attacks are on this plugin, and are left out where it is not."""
SECONDS = 15.0
LONGEST = 240.0
"""Seconds after which a request of an attack counts as lost."""


@dataclass
class Seen:
    """What an attack led to."""

    pings: list[float] = field(default_factory=list)
    """Seconds until another visitor was answered."""
    pings_refused: int = 0
    memory: list[float] = field(default_factory=list)
    """MB of the server before it, at each ping and after it."""
    requests: int = 0
    refused: int = 0
    lost: int = 0
    processor: float = 0.0
    """Seconds of the server's processors, pings included."""

    def figures(self, name: str) -> dict[str, float]:
        values = {
            **{f"ping_{share}": of(self.pings) for share, of in SHARES.items()},
            "pings_refused": self.pings_refused,
            "requests": self.requests,
            "refused": self.refused,
            "lost": self.lost,
            "cpu_per_request": self.processor / max(self.requests, 1),
            "memory_before": self.memory[0],
            "memory_most": max(self.memory),
            "memory_after": self.memory[-1],
        }
        return {f"{name}_{figure}": value for figure, value in values.items()}


MEANINGS = {
    "ping_p50": "s until another visitor is answered during {}, the median",
    "ping_p95": "s until 95% of the pings of another visitor are answered during {}",
    "pings_refused": "of these pings were refused",
    "requests": "requests were sent",
    "refused": "of them were refused",
    "lost": "of them got no whole answer",
    "cpu_per_request": "s of the server's processors for one of them",
    "memory_before": "MB that the server held before",
    "memory_most": "MB that it held at most",
    "memory_after": "MB that it held after",
}


def parts() -> Parts:
    """The figures of every attack."""
    return {
        (lambda name=name, attack=attack: _measured(attack).figures(name)): {
            f"{name}_{figure}": text.format(attack.meaning)
            for figure, text in MEANINGS.items()
            if attack.at_once or figure.startswith(("ping", "memory"))
        }
        for name, attack in ATTACKS.items()
        if find_spec(PUBLISH) or not name.startswith("publish")
    }


def _measured(attack: Attack) -> Seen:
    with attacked() as (process, address):
        return asyncio.run(measure_attack(process, address, attack))


@contextmanager
def attacked() -> Iterator[tuple[psutil.Process, str]]:
    """A server that offers all that is attacked, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        tools = ["--mcp"] if find_spec("mcp") else []
        tools += ["--publish", folder] if find_spec(PUBLISH) else []
        with server(*tools) as served:
            yield served


async def measure_attack(process: psutil.Process, address: str, attack: Attack) -> Seen:
    """Attacks a server while another visitor pings it.

    Raises:
        PlaygroundError: the attack needs something that is missing.
    """
    seen = Seen()
    async with stranger(address, strangers.VISITOR) as visitor, stranger(address, strangers.ATTACKER) as attacker:
        ping, act = await attack.ping(visitor), await attack.prepare(attacker)
        seen.memory.append(megabytes(process))
        before = process.cpu_times()
        async with asyncio.TaskGroup() as group:
            over = asyncio.Event()
            pause = strangers.RUN_SECONDS if attack.ping is first_frame else strangers.PING_SECONDS
            group.create_task(_pings(ping, pause, process, seen, over))
            numbers, end = itertools.count(), time.monotonic() + SECONDS
            while True:
                await asyncio.gather(*(_do(act, number, seen) for number in itertools.islice(numbers, attack.at_once)))
                if time.monotonic() > end:
                    break
                await asyncio.sleep(0.05)
            over.set()
        after = process.cpu_times()
        seen.processor = max(0.0, after.user + after.system - before.user - before.system)
        seen.memory.append(megabytes(process))
    return seen


async def _pings(act: Act, pause: float, process: psutil.Process, seen: Seen, over: asyncio.Event) -> None:
    async with asyncio.TaskGroup() as group:
        for number in itertools.count():
            group.create_task(_ping(act, number, seen))
            seen.memory.append(megabytes(process))
            if over.is_set():
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), pause)


async def _ping(act: Act, number: int, seen: Seen) -> None:
    begun = time.perf_counter()
    try:
        refused = await act(number)
    except httpx.HTTPError:
        refused = True
    seen.pings_refused += refused
    seen.pings.append(time.perf_counter() - begun)


async def _do(act: Act, number: int, seen: Seen) -> None:
    seen.requests += 1
    try:
        async with asyncio.timeout(LONGEST):
            refused = await act(number)
    except (httpx.HTTPError, TimeoutError, OSError):
        seen.lost += 1
    else:
        seen.refused += refused
