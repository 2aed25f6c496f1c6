"""A crowd on a real server of this computer: some press Generate, the others follow a run of one of them in a hall."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from workshop.bench.page import free_port

SHORT = {"max_denoising_steps": 8, "max_new_tokens": 128}
"""Settings of a client's run: one canvas of the embedded checkpoint."""
READY_SECONDS = 300
CALL_SECONDS = 600
"""The longest that a client waits for one message."""
Answer = tuple[dict[str, Any], AsyncIterator[str]]
"""The keys of a tape, and the lines of the stream that follow them."""


@dataclass
class Client:
    """What one client has seen of its run. Times are in seconds since it pressed Generate."""

    first_frame: float | None = None
    frames: int = 0
    lost: int = 0
    """Messages that were missing between others, and a missing end."""
    waited: bool = False
    refused: str = ""
    error: str = ""


@dataclass
class Viewer:
    """What one viewer has seen of the runs that a hall has shown. Times are in seconds since the presenter asked."""

    first_frames: list[float] = field(default_factory=list)
    lost: int = 0
    ends: int = 0
    """How many runs it has seen to their end."""
    error: str = ""


@dataclass
class Presenter:
    """Shows the runs of one client in a hall."""

    watch: str
    control: str
    pressed: float = 0.0
    """When the run that is shown was asked for."""


@contextmanager
def server(*options: str) -> Iterator[tuple[psutil.Process, str]]:
    """The app with the public preset and the embedded model, ready, and its address.

    Raises:
        PlaygroundError: it does not come up.
    """
    port = free_port()
    command = [sys.executable, "-m", "playground", "serve", "--public", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(
        [*command, *options], cwd=ASSETS.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        end = time.monotonic() + READY_SECONDS
        while not _ready(address):
            if process.poll() is not None or time.monotonic() > end:
                raise PlaygroundError(f"The server did not come up: {' '.join(command)}")
            time.sleep(0.5)
        yield psutil.Process(process.pid), address
    finally:
        process.kill()
        process.communicate()


def _ready(address: str) -> bool:
    try:
        with httpx.stream("GET", f"{address}/model", timeout=30) as states:
            return json.loads(next(line for line in states.iter_lines() if line)[len("data: ") :])["state"] == "ready"
    except (httpx.HTTPError, StopIteration):
        return False


def megabytes(process: psutil.Process) -> float:
    """The resident memory of a process."""
    return process.memory_info().rss / 1e6


async def generate(address: str, seed: int, begun: Callable[[str], Awaitable[None]] | None = None) -> Client:
    """Opens the page, presses Generate and reads to the end, as a browser does.

    Args:
        begun: is told the name of the run as soon as it is known.
    """
    seen = Client()
    async with httpx.AsyncClient(base_url=address, timeout=CALL_SECONDS) as http:
        try:
            await http.get("/")  # which gives the cookie
            spec = {"prompt": {"text": f"Write a story about Lily and {seed} balls."}, "settings": SHORT, "seed": seed}
            pressed = time.perf_counter()
            async with ask(http, spec) as (keys, lines):
                if begun is not None:
                    await begun(keys["runs"][0])
                await _read(lines, seen, pressed)
        except PlaygroundError as error:
            seen.refused = str(error)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            seen.error = f"{type(error).__name__}: {error}"
    return seen


@asynccontextmanager
async def ask(http: httpx.AsyncClient, spec: dict[str, Any]) -> AsyncIterator[Answer]:
    """Asks for a run; at the end of the block it hangs up.

    Raises:
        PlaygroundError: the server refuses.
    """
    async with http.stream("POST", "/tape", json={"specs": [spec]}) as stream:
        if stream.status_code in (404, 413, 429, 503):
            await stream.aread()
            raise PlaygroundError(stream.json()["detail"])
        stream.raise_for_status()
        lines = stream.aiter_lines()
        yield json.loads((await anext(lines)).removeprefix("data: ")), lines


async def _read(lines: AsyncIterator[str], seen: Client, pressed: float) -> None:
    expected, ended = 0, False
    async for line in lines:
        if line.startswith("id: "):
            number = int(line.removeprefix("id: "))
            seen.lost += number - expected
            expected = number + 1
        message = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
        kind = message.get("kind")
        seen.waited |= kind == "waiting"
        if kind == "frame":
            seen.frames += 1
            seen.first_frame = seen.first_frame or time.perf_counter() - pressed
        if kind == "refused":
            seen.refused = message["sentence"]
        ended |= kind in ("end", "refused")
    seen.lost += not ended


async def open_hall(http: httpx.AsyncClient) -> Presenter:
    """Opens a hall."""
    return Presenter(**(await http.post("/hall", json={})).raise_for_status().json())


async def show(http: httpx.AsyncClient, presenter: Presenter, run: str) -> None:
    """Shows a run to those in the hall."""
    body = {"control": presenter.control, "lanes": [{"run": run}], "hidden": []}
    (await http.post("/hall/show", json=body)).raise_for_status()


async def follow(address: str, presenter: Presenter, seen: Viewer) -> None:
    """Follows a hall until it is cancelled, or the hall ends."""
    frames, first = 0, False
    try:
        async with (
            httpx.AsyncClient(base_url=address, timeout=CALL_SECONDS) as http,
            http.stream("GET", "/hall/watch", headers={"Hall-Token": presenter.watch}) as stream,
        ):
            async for line in stream.aiter_lines():
                message = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                kind = message.get("kind")
                if kind == "hall":
                    frames, first = 0, True
                elif kind == "frame":
                    frames += 1
                    seen.lost += message["step"] - frames  # a run of one block
                    frames = message["step"]
                    if first:
                        seen.first_frames.append(time.perf_counter() - presenter.pressed)
                        first = False
                seen.ends += kind == "end"
    except (httpx.HTTPError, ValueError, KeyError) as error:
        seen.error = f"{type(error).__name__}: {error}"
