"""Measures what many readers of one tape cost: a server's processor time, its engine included."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import AsyncIterator

import httpx

from playground.errors import PlaygroundError
from playground.plugins.card.measure import PROMPT
from workshop.bench import Parts
from workshop.bench.crowd import CALL_SECONDS, ask, server

READERS = 100
ROUNDS = 5
STEPS = 33
"""Of a run, which nothing ends earlier."""


def many_readers() -> dict[str, float]:
    """Runs the same for one reader and for many, in turns."""
    ratios = []
    with server() as (process, address):
        asyncio.run(_run(address, 1))
        for _ in range(ROUNDS):
            spent = []
            for readers in (1, READERS):
                before = process.cpu_times()
                asyncio.run(_run(address, readers))
                after = process.cpu_times()
                spent.append(after.user + after.system - before.user - before.system)
            ratios.append(spent[1] / spent[0])
    return {"readers100_processor_ratio": statistics.median(ratios)}


async def _run(address: str, readers: int) -> None:
    settings = {"max_denoising_steps": STEPS, "confidence_threshold": 0.0, "max_new_tokens": 128}
    async with httpx.AsyncClient(base_url=address, timeout=CALL_SECONDS, limits=httpx.Limits()) as http:
        await http.get("/")  # which gives the cookie
        async with ask(http, {"prompt": {"text": PROMPT}, "settings": settings}) as (keys, lines):
            others = (_read(http, keys["tape"]) for _ in range(readers - 1))
            frames = await asyncio.gather(_frames(lines), *others)
    if set(frames) != {STEPS}:
        raise PlaygroundError(f"The readers saw {min(frames)} to {max(frames)} steps instead of {STEPS}.")


async def _read(http: httpx.AsyncClient, tape: str) -> int:
    async with http.stream("GET", "/tape", headers={"Tape-Key": tape}) as stream:
        stream.raise_for_status()
        return await _frames(stream.aiter_lines())


async def _frames(lines: AsyncIterator[str]) -> int:
    return sum([line.startswith('data: {"kind":"frame"') async for line in lines])


PARTS: Parts = {
    many_readers: {
        "readers100_processor_ratio": "processor time of the server, "
        f"a run of {STEPS} steps with {READERS} readers over one"
    }
}
