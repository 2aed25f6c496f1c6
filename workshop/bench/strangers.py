"""What a stranger may do to a server with the public limits to hold up another visitor, and what that visitor does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit

import httpx
import numpy as np

from playground.errors import PlaygroundError
from playground.plugins.card.measure import PROMPT
from playground.trace import Trace
from workshop.bench.crowd import CALL_SECONDS, SHORT, ask, generate
from workshop.bench.page import synthetic

VISITOR, ATTACKER = "127.0.0.1", "127.0.0.2"
PING_SECONDS, RUN_SECONDS = 0.5, 4.0
"""From one ping to the next, whether or not the first is answered: within what one visitor may send; and of runs."""
HELD_SECONDS = 4.0
"""How long a connection on which nothing happens is held."""
TEMPLATE = {"kind": "template", "text": " " * 15_900 + "x"}
RANGES = {"kind": "template", "text": "____(1-16)" + "a____(1)" * 1970}
TASK = "Write a Python function that returns x plus 2."
LOOP = "def f(x):\n    for i in range(1000):\n" + 6 * "        a = range(1000)\n" + "    return x + 2"
"""Does the task, as late as the steps of a function allow."""
LONG = {"max_denoising_steps": 96, "max_new_tokens": 1024, "confidence_threshold": 0.0, "entropy_bound": 0.01}
REFUSED = (b'{"refused":', b'"isError":true')
"""What the answer of a function or a tool has then, although its status is 200."""
ZEROS = 62 << 20
"""Bytes of a column that packs to 60 kB."""

Act = Callable[[int], Awaitable[bool]]
"""Does what has this number. Is it refused?"""


@dataclass(frozen=True)
class Stranger:
    """Somebody with an address and a cookie of their own."""

    http: httpx.AsyncClient
    source: str

    async def send(self, method: str, path: str, **content: object) -> bool:
        answer = await self.http.request(method, path, **content)  # type: ignore[arg-type]
        return answer.status_code >= 400 or any(sign in answer.content for sign in REFUSED)

    def gets(self, path: str) -> Act:
        return lambda number: self.send("GET", path.format(number))

    def calls(self, function: str, text: str) -> Act:
        """Calls a function of the page."""
        return lambda number: self.send("POST", f"/page/{function}", json={"argument": text})

    @asynccontextmanager
    async def again(self) -> AsyncIterator[Stranger]:
        """The same address with another cookie."""
        async with stranger(str(self.http.base_url), self.source) as another:
            yield another

    def connects(self, sent: str) -> Act:
        """Sends these lines on a connection of its own, and holds it: of what comes, it takes in next to nothing."""
        place = urlsplit(str(self.http.base_url))
        lines = sent.format(host=place.netloc).replace("\n", "\r\n").encode()

        async def act(number: int) -> bool:
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, local_addr=(self.source, 0), limit=1024
            )
            writer.write(lines)
            refused = False
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(HELD_SECONDS):
                    refused = b" 429" in await reader.read(12)
                    await asyncio.sleep(0 if refused else HELD_SECONDS)
            writer.transport.abort()
            return refused

        return act


Prepare = Callable[[Stranger], Awaitable[Act]]
"""Does what comes before somebody's acts."""


@asynccontextmanager
async def stranger(address: str, source: str) -> AsyncIterator[Stranger]:
    bare = {"verify": False, "trust_env": False}  # else each client reads certificates first
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=None), **bare)
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=CALL_SECONDS, **bare) as http:
        await http.get("/")  # which gives the cookie
        yield Stranger(http, source)


async def hear(visitor: Stranger) -> Act:
    """What a page does while somebody writes."""
    return visitor.calls("about_prompt", "Write a story.")


async def first_frame(visitor: Stranger) -> Act:
    """Makes a short run until its first step is there."""

    async def act(number: int) -> bool:
        spec = {"prompt": {"text": PROMPT}, "settings": SHORT, "seed": number}
        try:
            async with ask(visitor.http, spec) as (keys, lines):
                async for line in lines:
                    if '"kind":"frame"' in line:
                        break
        except PlaygroundError:
            return True
        await visitor.http.post("/tape/stop", json={"control": keys["control"]})
        return False

    return act


async def own_text(attacker: Stranger) -> Act:
    return attacker.calls("own_text", json.dumps(TEMPLATE))


async def ranges(attacker: Stranger) -> Act:
    return attacker.calls("own_text", json.dumps(RANGES))


async def look_inside(attacker: Stranger) -> Act:
    """Has a run made, and looks into the middle of long ones like it, of which the server keeps no moment."""
    runs: list[str] = []

    async def begun(run: str) -> None:
        runs.append(run)

    made = await generate(str(attacker.http.base_url), 0, begun)
    if complaint := made.refused or made.error:
        raise PlaygroundError(f"The run to look into was not made: {complaint}")
    answer = await attacker.http.get("/trace", headers={"Run-Name": runs[0]})
    spec = Trace.from_bytes(answer.content).header.spec
    spec["settings"] |= {"max_denoising_steps": 48, "confidence_threshold": 0.0}
    place = {"run": "", "block": 1, "step": 24, "position": 5}
    return lambda number: attacker.calls("look_inside", json.dumps(place | {"spec": spec | {"seed": number}}))(number)


async def check(attacker: Stranger) -> Act:
    if find_spec("mcp") is None:
        raise PlaygroundError("This attack needs the package mcp: `pip install mcp`.")
    call = {"name": "check", "arguments": {"prompt": TASK, "text": LOOP}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream"}
    return lambda number: attacker.send("POST", "/mcp", json=body, headers=headers)


async def publish(attacker: Stranger) -> Act:
    packed = _swollen()
    return lambda number: attacker.send("POST", "/publish", content=packed)


async def published(attacker: Stranger) -> Act:
    return await _page_of(attacker, _swollen()) or await read(attacker)


async def read(visitor: Stranger) -> Act:
    """Publishes a run, and reads its page."""
    act = await _page_of(visitor, synthetic(256).to_bytes())
    assert act is not None, "a run as any other"
    return act


async def _page_of(someone: Stranger, packed: bytes) -> Act | None:
    answer = await someone.http.post("/publish", content=packed)
    return None if answer.status_code != 200 else someone.gets(f"/p/{answer.json()['id']}")


def _swollen() -> bytes:
    trace = synthetic(16, steps=4)
    trace.columns["zeros"] = np.zeros((len(trace), ZEROS // len(trace)), "uint8")
    return trace.to_bytes()


async def unheard(attacker: Stranger) -> Act:
    async def act(number: int) -> bool:
        async with attacker.again() as another:
            return await another.send("POST", "/gradio_api/call/v2/write", json={"prompt": PROMPT, **LONG})

    return act


async def gaps(attacker: Stranger) -> Act:
    """Asks for the surest of many lengths, and leaves."""
    body = {"prompt": PROMPT, "template": "Once ____(1-16) the end. ____", **LONG}

    async def act(number: int) -> bool:
        async with attacker.again() as another:
            answer = await another.http.post("/gradio_api/call/v2/write", json=body)
            if answer.status_code != 200:
                return True
            try:
                async with asyncio.timeout(1.5):
                    return await another.send("GET", f"/gradio_api/call/v2/write/{answer.json()['event_id']}")
            except TimeoutError:
                return False

    return act


def asking(seconds: float) -> Prepare:
    """Long runs, each with a cookie of its own and read for so long."""

    async def prepare(attacker: Stranger) -> Act:
        async def act(number: int) -> bool:
            spec = {"prompt": {"text": PROMPT}, "settings": LONG, "seed": number}
            try:
                async with attacker.again() as another, ask(another.http, spec) as (_, lines):
                    end = time.monotonic() + seconds
                    while time.monotonic() < end and await anext(lines, None) is not None:
                        pass
            except PlaygroundError:
                return True
            return False

        return act

    return prepare


async def silent(attacker: Stranger) -> Act:
    """Asks for the weights and takes them not in."""
    folder = (await attacker.http.get("/")).text.split('src="')[1].split("/dist/")[0].lstrip("./")
    return attacker.connects(f"GET /{folder}/model/model.safetensors HTTP/1.1\nHost: {{host}}\n\n")


async def heads(attacker: Stranger) -> Act:
    """Begins a request that never ends."""
    return attacker.connects("GET / HTTP/1.1\nHost: {host}\n")


async def broken(attacker: Stranger) -> Act:
    """Sends a body that breaks off."""
    return attacker.connects("POST /nothing HTTP/1.1\nHost: {host}\nTransfer-Encoding: chunked\n\nZZ\n")


async def empty(attacker: Stranger) -> Act:
    """Calls a function without its values."""
    return lambda number: attacker.send("POST", "/gradio_api/call/v2/write", json={})


async def seats(attacker: Stranger) -> Act:
    """Takes seats in a hall, and leaves."""
    hall = (await attacker.http.post("/hall", json={})).json()

    async def act(number: int) -> bool:
        async with attacker.http.stream("GET", "/hall/watch", headers={"Hall-Token": hall["watch"]}) as stream:
            async for _ in stream.aiter_lines():
                return False
            return stream.status_code >= 400

    return act


@dataclass(frozen=True)
class Attack:
    meaning: str
    at_once: int
    prepare: Prepare
    ping: Prepare = hear
    """What the other visitor does meanwhile."""


def reading(path: str) -> Prepare:
    async def prepare(attacker: Stranger) -> Act:
        return attacker.gets(path)

    return prepare


ATTACKS = {
    "quiet": Attack("no attack", 0, reading("/")),
    "quiet_run": Attack("no attack", 0, reading("/"), first_frame),
    "own_text": Attack("questions about a template of 15,900 spaces", 12, own_text),
    "ranges": Attack("questions about a template of 1,970 gaps and 16 lengths", 12, ranges),
    "look_inside": Attack("looks inside long runs", 100, look_inside),
    "check": Attack("MCP's checks of a function with a useless loop", 8, check),
    "publish": Attack("runs to publish, with a column of 62 MiB zeros", 20, publish),
    "published": Attack("a flood of requests for the page of such a run (a reader of another)", 100, published, read),
    "root": Attack("a flood of requests for the page", 100, reading("/")),
    "info": Attack("a flood of requests for the description of the API", 100, reading("/gradio_api/info")),
    "queue": Attack(
        "a flood of requests for events of unknown sessions", 100, reading("/gradio_api/queue/data?session_hash=no{}")
    ),
    "unheard": Attack("long runs to which nobody listens (a short run)", 48, unheard, first_frame),
    "gaps": Attack("lengths of gaps that nobody waits for (a short run)", 4, gaps, first_frame),
    "cookies": Attack("long runs with 48 cookies (a short run)", 48, asking(HELD_SECONDS), first_frame),
    "gone": Attack("long runs whose askers hang up at once (a short run)", 48, asking(0), first_frame),
    "silent": Attack("readers of the weights who take in nothing", 100, silent),
    "heads": Attack("requests that never end", 1_100, heads),
    "broken": Attack("bodies that break off", 100, broken),
    "empty": Attack("calls without their values", 100, empty),
    "seats": Attack("seats in a hall", 100, seats),
}
"""Name -> what is done at once, over and over, and in brackets what the other visitor does meanwhile."""
