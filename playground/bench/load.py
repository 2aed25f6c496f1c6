"""Lets many clients press Generate at once on a real server of this computer, and counts what became of them."""

from __future__ import annotations

import asyncio
import json
import statistics as stats
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from playground.assets import ASSETS
from playground.bench import Parts
from playground.bench.page import free_port
from playground.errors import PlaygroundError
from playground.settings import all_knobs

ROUNDS = 5
SHORT = {"max_denoising_steps": 8, "max_new_tokens": 128}
"""Settings of a client's run: one canvas of the embedded checkpoint."""
READY_SECONDS = 120
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
class Load:
    """All rounds."""

    clients: list[Client] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """MB of the server's resident memory: after one run to warm it up, then after each round."""
    seconds: list[float] = field(default_factory=list)
    """Of each round."""


def parts(clients: int) -> Parts:
    """The figures of `clients` clients at the same time."""
    meanings = {
        "load_first_frame_p50": f"s until the first frame when {clients} clients press Generate at once, the median",
        "load_first_frame_p95": "s until the first frame for 95% of them",
        "load_round": "s until all have their run, the median of the rounds",
        "load_waited": "of them had to wait for their turn, in a round",
        "load_refused": f"of {clients * ROUNDS} runs were refused",
        "load_lost": "messages were lost, of all rounds",
        "load_errors": "runs ended in an error",
        "load_memory_before": "MB that the server held after one run",
        **{f"load_memory_{number}": f"MB after round {number}" for number in range(1, ROUNDS + 1)},
    }
    return {lambda: _figures(measure_load(clients), clients): meanings}


def measure_load(clients: int, rounds: int = ROUNDS) -> Load:
    """Serves the embedded model with the public limits, and lets `clients` clients run at once, round after round.

    Raises:
        PlaygroundError: the server does not come up.
    """
    with _server() as (process, address):
        load = Load()
        asyncio.run(_round(address, 1, seed=0))
        load.memory.append(_megabytes(process))
        for number in range(rounds):
            begun = time.perf_counter()
            load.clients += asyncio.run(_round(address, clients, seed=1 + number * clients))
            load.seconds.append(time.perf_counter() - begun)
            load.memory.append(_megabytes(process))
        return load


def _figures(load: Load, clients: int) -> dict[str, float]:
    firsts = sorted(client.first_frame for client in load.clients if client.first_frame is not None)
    if not firsts:
        raise PlaygroundError(f"No client got a frame: {load.clients[0].error or load.clients[0].refused}.")
    before, *after = load.memory
    return {
        "load_first_frame_p50": stats.median(firsts),
        "load_first_frame_p95": firsts[min(round(0.95 * len(firsts)), len(firsts) - 1)],
        "load_round": stats.median(load.seconds),
        "load_waited": sum(client.waited for client in load.clients) / len(load.clients) * clients,
        "load_refused": sum(bool(client.refused) for client in load.clients),
        "load_lost": sum(client.lost for client in load.clients),
        "load_errors": sum(bool(client.error) for client in load.clients),
        "load_memory_before": before,
        **{f"load_memory_{number}": memory for number, memory in enumerate(after, start=1)},
    }


@contextmanager
def _server() -> Iterator[tuple[psutil.Process, str]]:
    port = free_port()
    command = [sys.executable, "-m", "playground", "serve", "--public", "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ASSETS.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        address = f"http://127.0.0.1:{port}"
        end = time.monotonic() + READY_SECONDS
        while not _ready(address):
            if server.poll() is not None or time.monotonic() > end:
                server.kill()
                _, said = server.communicate()
                raise PlaygroundError(
                    f"The server did not come up: {(said.strip() or 'it said nothing').splitlines()[-1]}"
                )
            time.sleep(0.1)
        yield psutil.Process(server.pid), address
    finally:
        server.kill()
        server.communicate()


def _ready(address: str) -> bool:
    try:
        return _ask(address, "model_status")["state"] == "ready"
    except httpx.HTTPError:
        return False


def _ask(address: str, function: str) -> Any:
    config = httpx.get(f"{address}/config").json()
    (canvas,) = [one["id"] for one in config["components"] if one["props"].get("elem_id") == "canvas"]
    body = {"component_id": canvas, "fn_name": function, "data": "", "session_hash": "load"}
    return httpx.post(f"{address}/gradio_api/component_server", json=body).json()


def _megabytes(process: psutil.Process) -> float:
    return process.memory_info().rss / 1e6


async def _round(address: str, clients: int, seed: int) -> list[Client]:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_client(address, seed + number)) for number in range(clients)]
    return [task.result() for task in tasks]


async def _client(address: str, seed: int) -> Client:
    """Opens the page, presses Generate and listens to the end, as a browser does."""
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
                await _listen(http, session, seen, pressed)
        except (httpx.HTTPError, ValueError, KeyError) as error:
            seen.error = f"{type(error).__name__}: {error}"
    return seen


async def _listen(http: httpx.AsyncClient, session: str, seen: Client, pressed: float) -> None:
    expected, ended = 0, False
    async for message in messages(http, session):
        if message["kind"] == "error":
            seen.refused = message["sentence"]
            return
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
