"""Attacks a server of this computer that has the public limits, and measures what another visitor notices.

Each attack has a server of its own, in another process, and comes from a network address of its own, as Linux lets it.
Its requests are sent at once, and again as soon as all are answered, for at least `SECONDS`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec

import httpx
import numpy as np
import psutil

from playground.errors import PlaygroundError
from playground.measure import Parts
from playground.trace import Trace
from workshop.bench.crowd import CALL_SECONDS, generate, megabytes, server
from workshop.bench.load import SHARES
from workshop.bench.page import synthetic

SECONDS = 15.0
LONGEST = 240.0
"""Seconds after which a request of an attack counts as lost."""
PING_SECONDS = 0.5
"""From one ping to the next, whether or not the first is answered: within what one visitor may send."""
VISITOR, ATTACKER = "127.0.0.1", "127.0.0.2"
TEMPLATE = {"kind": "template", "text": " " * 15_900 + "x"}
TASK = "Write a Python function that returns x plus 2."
LOOP = "def f(x):\n    for i in range(1000):\n" + 6 * "        a = range(1000)\n" + "    return x + 2"
"""Does the task, as late as the steps of a function allow."""
REFUSED = (b'{"refused":', b'"isError":true')
"""What the answer of a function or a tool has then, although its status is 200."""
ZEROS = 62 << 20
"""Bytes of a column that packs to 60 kB."""


@dataclass(frozen=True)
class Stranger:
    """Somebody with an address and a cookie of their own."""

    http: httpx.AsyncClient

    def call(self, function: str, text: str) -> httpx.Request:
        """Calls a function of the page."""
        return self.http.build_request("POST", f"/page/{function}", json={"argument": text})


MakeRequest = Callable[[int], httpx.Request]
"""Makes the request of this number."""


Prepare = Callable[[Stranger], Awaitable[MakeRequest]]
"""Does what comes before somebody's requests."""


async def hear(stranger: Stranger) -> MakeRequest:
    """What a page does while somebody writes."""
    return lambda number: stranger.call("way_defaults", "masked")


@dataclass(frozen=True)
class Attack:
    meaning: str
    at_once: int
    prepare: Prepare
    ping: Prepare = hear
    """What the other visitor does meanwhile."""


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
    "ping_p95": "s for 95% of these pings",
    "pings_refused": "of these pings were refused",
    "requests": "requests were sent",
    "refused": "of them were refused",
    "lost": "of them got no whole answer",
    "cpu_per_request": "s of the server's processors for one of them",
    "memory_before": "MB that the server held before",
    "memory_most": "MB that it held at most",
    "memory_after": "MB that it held after",
}


async def own_text(stranger: Stranger) -> MakeRequest:
    text = json.dumps(TEMPLATE)
    return lambda number: stranger.call("own_text", text)


async def look_inside(stranger: Stranger) -> MakeRequest:
    """Has a run made, and looks into the middle of long ones like it, of which the server keeps no moment."""
    runs: list[str] = []

    async def begun(run: str) -> None:
        runs.append(run)

    await generate(str(stranger.http.base_url), 0, begun)
    answer = await stranger.http.get("/trace", headers={"Run-Name": runs[0]})
    spec = Trace.from_bytes(answer.content).header.spec
    spec["settings"] |= {"max_denoising_steps": 48, "confidence_threshold": 0.0}
    place = {"run": "", "block": 1, "step": 24, "position": 5}
    return lambda number: stranger.call("look_inside", json.dumps(place | {"spec": spec | {"seed": number}}))


async def check(stranger: Stranger) -> MakeRequest:
    if find_spec("mcp") is None:
        raise PlaygroundError("This attack needs the package mcp: `pip install mcp`.")
    call = {"name": "check", "arguments": {"prompt": TASK, "text": LOOP}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream"}
    return lambda number: stranger.http.build_request("POST", "/mcp", json=body, headers=headers)


async def publish(stranger: Stranger) -> MakeRequest:
    packed = _swollen()
    return lambda number: stranger.http.build_request("POST", "/publish", content=packed)


async def published(stranger: Stranger) -> MakeRequest:
    return await _page_of(stranger, _swollen()) or await read(stranger)


async def read(stranger: Stranger) -> MakeRequest:
    """Publishes a run, and reads its page."""
    request = await _page_of(stranger, synthetic(256).to_bytes())
    assert request is not None, "a run as any other"
    return request


async def _page_of(stranger: Stranger, packed: bytes) -> MakeRequest | None:
    answer = await stranger.http.post("/publish", content=packed)
    if answer.status_code != 200:
        return None
    address = f"/p/{answer.json()['id']}"
    return lambda number: stranger.http.build_request("GET", address)


def _swollen() -> bytes:
    trace = synthetic(16, steps=4)
    trace.columns["zeros"] = np.zeros((len(trace), ZEROS // len(trace)), "uint8")
    return trace.to_bytes()


def _reading(path: str) -> Prepare:
    async def prepare(stranger: Stranger) -> MakeRequest:
        return lambda number: stranger.http.build_request("GET", path.format(number))

    return prepare


ATTACKS = {
    "quiet": Attack("no attack", 0, _reading("/")),
    "own_text": Attack("questions about a template of 15,900 spaces", 12, own_text),
    "look_inside": Attack("looks inside long runs", 100, look_inside),
    "check": Attack("MCP's checks of a function with a useless loop", 8, check),
    "publish": Attack("runs to publish, with a column of 62 MiB zeros", 20, publish),
    "published": Attack("a flood of requests for the page of such a run (a reader of another)", 100, published, read),
    "root": Attack("a flood of requests for the page", 100, _reading("/")),
    "info": Attack("a flood of requests for the description of the API", 100, _reading("/gradio_api/info")),
    "queue": Attack(
        "a flood of requests for events of unknown sessions", 100, _reading("/gradio_api/queue/data?session_hash=no{}")
    ),
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
    }


def _measured(attack: Attack) -> Seen:
    with attacked() as (process, address):
        return asyncio.run(measure_attack(process, address, attack))


@contextmanager
def attacked() -> Iterator[tuple[psutil.Process, str]]:
    """A server that offers all that is attacked, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        tools = ["--mcp"] if find_spec("mcp") else []
        with server("--publish", folder, *tools) as served:
            yield served


async def measure_attack(process: psutil.Process, address: str, attack: Attack) -> Seen:
    """Attacks a server while another visitor pings it.

    Raises:
        PlaygroundError: the attack needs something that is missing.
    """
    seen = Seen()
    async with _stranger(address, VISITOR) as visitor, _stranger(address, ATTACKER) as attacker:
        ping, request = await attack.ping(visitor), await attack.prepare(attacker)
        seen.memory.append(megabytes(process))
        before = process.cpu_times()
        async with asyncio.TaskGroup() as group:
            over = asyncio.Event()
            group.create_task(_pings(visitor.http, ping, process, seen, over))
            numbers, end = itertools.count(), time.monotonic() + SECONDS
            while True:
                requests = [request(number) for number in itertools.islice(numbers, attack.at_once)]
                await asyncio.gather(*(_send(attacker.http, each, seen) for each in requests))
                if time.monotonic() > end:
                    break
                await asyncio.sleep(0.05)
            over.set()
        after = process.cpu_times()
        seen.processor = after.user + after.system - before.user - before.system
        seen.memory.append(megabytes(process))
    return seen


@asynccontextmanager
async def _stranger(address: str, source: str) -> AsyncIterator[Stranger]:
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=None))
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=CALL_SECONDS) as http:
        await http.get("/")  # which gives the cookie
        yield Stranger(http)


async def _pings(
    http: httpx.AsyncClient, request: MakeRequest, process: psutil.Process, seen: Seen, over: asyncio.Event
) -> None:
    async with asyncio.TaskGroup() as group:
        for number in itertools.count():
            group.create_task(_ping(http, request(number), seen))
            seen.memory.append(megabytes(process))
            if over.is_set():
                return
            await asyncio.sleep(PING_SECONDS)


async def _ping(http: httpx.AsyncClient, request: httpx.Request, seen: Seen) -> None:
    begun = time.perf_counter()
    try:
        answer = await http.send(request)
        seen.pings_refused += answer.status_code != 200
    except httpx.HTTPError:
        seen.pings_refused += 1
    seen.pings.append(time.perf_counter() - begun)


async def _send(http: httpx.AsyncClient, request: httpx.Request, seen: Seen) -> None:
    seen.requests += 1
    try:
        async with asyncio.timeout(LONGEST):
            answer = await http.send(request)
        seen.refused += answer.status_code >= 400 or any(sign in answer.content for sign in REFUSED)
    except (httpx.HTTPError, TimeoutError):
        seen.lost += 1
