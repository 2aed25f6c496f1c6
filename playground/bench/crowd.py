"""A crowd on a real server of this computer: some press Generate, the others follow a run of one of them in a hall."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from playground.assets import ASSETS
from playground.bench.page import free_port
from playground.errors import PlaygroundError
from playground.settings import all_knobs

SHORT = {"max_denoising_steps": 8, "max_new_tokens": 128}
"""Settings of a client's run: one canvas of the embedded checkpoint."""
READY_SECONDS = 300
CALL_SECONDS = 600
"""The longest that a client waits for one message."""


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
        canvas = canvas_of(httpx.get(f"{address}/config", timeout=30).json())
        body = {"component_id": canvas, "fn_name": "model_status", "data": "", "session_hash": "load"}
        return httpx.post(f"{address}/gradio_api/component_server", json=body, timeout=30).json()["state"] == "ready"
    except httpx.HTTPError:
        return False


def canvas_of(config: dict[str, Any]) -> int:
    """The number of the component whose functions the page calls."""
    (canvas,) = [one["id"] for one in config["components"] if one["props"].get("elem_id") == "canvas"]
    return canvas


def megabytes(process: psutil.Process) -> float:
    """The resident memory of a process."""
    return process.memory_info().rss / 1e6


async def generate(address: str, seed: int, begun: Callable[[str], Awaitable[None]] | None = None) -> Client:
    """Opens the page, presses Generate and listens to the end, as a browser does.

    Args:
        begun: is told the name of the run as soon as it is known.
    """
    seen, session = Client(), f"load{seed}"
    async with httpx.AsyncClient(base_url=address, timeout=CALL_SECONDS) as http:
        try:
            config = (await http.get("/config")).json()
            await http.get("/")  # which gives the cookie
            (event,) = [one["id"] for one in config["dependencies"] if one["api_name"] == "generate"]
            knobs = {name: knob.default for name, knob in all_knobs().items()} | SHORT
            values = [f"Write a story about Lily and {seed} balls.", seed, *knobs.values(), "", False, "", "", "", ""]
            pressed = time.perf_counter()
            body = {"fn_index": event, "session_hash": session, "data": values}
            joined = await http.post("/gradio_api/queue/join", json=body)
            if joined.status_code >= 500 and joined.status_code != 503:
                seen.error = f"status {joined.status_code}"
            elif joined.status_code != 200:
                seen.refused = joined.json()["detail"]
            else:
                await _listen(http, session, seen, pressed, begun)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            seen.error = f"{type(error).__name__}: {error}"
    return seen


async def _listen(
    http: httpx.AsyncClient,
    session: str,
    seen: Client,
    pressed: float,
    begun: Callable[[str], Awaitable[None]] | None,
) -> None:
    expected, ended = 0, False
    async for message in messages(http, session):
        if message["kind"] == "error":
            seen.refused = message["sentence"]
            return
        if message["kind"] == "taken" and begun is not None:
            await begun(message["run"])
        seen.lost += message["seq"] - expected
        expected = message["seq"] + 1
        seen.waited |= message["kind"] == "waiting"
        if message["kind"] == "frame":
            seen.frames += 1
            seen.first_frame = seen.first_frame or time.perf_counter() - pressed
        ended |= message["kind"] == "end"
    seen.lost += not ended


async def messages(http: httpx.AsyncClient, session: str) -> AsyncIterator[dict[str, Any]]:
    """The wire messages of a session, and `error` with its `sentence` where a run is refused."""
    async with http.stream("GET", "/gradio_api/queue/data", params={"session_hash": session}) as stream:
        async for line in stream.aiter_lines():
            message = json.loads(line.removeprefix("data: ")) if line else {}
            if message.get("success") is False:
                yield {"kind": "error", "sentence": message["output"]["error"]}
            elif message.get("msg") == "process_generating" and (data := message["output"].get("data")):
                # After the first comes what to put in the place of the one before.
                yield json.loads(data[0] if isinstance(data[0], str) else data[0][0][2])
            elif message.get("msg") == "close_stream":
                return


async def open_hall(http: httpx.AsyncClient) -> Presenter:
    """Opens a hall."""
    return Presenter(**(await http.post("/hall", json={})).raise_for_status().json())


async def show(http: httpx.AsyncClient, presenter: Presenter, run: str) -> None:
    """Shows a run to those in the hall."""
    body = {"control": presenter.control, "run": run}
    (await http.post("/hall/show", json=body)).raise_for_status()


async def follow(address: str, presenter: Presenter, seen: Viewer) -> None:
    """Follows a hall until it is cancelled, or the hall ends."""
    expected, first = 0, False
    try:
        async with (
            httpx.AsyncClient(base_url=address, timeout=CALL_SECONDS) as http,
            http.stream("GET", "/hall/watch", headers={"Hall-Token": presenter.watch}) as stream,
        ):
            async for line in stream.aiter_lines():
                message = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                if message.get("kind") == "hall":
                    expected, first = 0, True
                elif "seq" in message:
                    seen.lost += message["seq"] - expected
                    expected = message["seq"] + 1
                    if message["kind"] == "frame" and first:
                        seen.first_frames.append(time.perf_counter() - presenter.pressed)
                        first = False
                    seen.ends += message["kind"] == "end"
    except (httpx.HTTPError, ValueError, KeyError) as error:
        seen.error = f"{type(error).__name__}: {error}"
