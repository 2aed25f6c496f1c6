"""The bridge between the page's process and the replicas: a process of its own, which joins Ray and starts them.

It gets calls over a pipe and answers over it; `link` beside it is its other end. If the pipe closes, its page is gone,
and it takes down what it started. Nothing else imports ray.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from playground.plugins.replicas.fleet import Fleet, Loading
from playground.plugins.replicas.link import Message, Part, State
from playground.plugins.replicas.replica import SPARE, Replica

LOCAL = {
    # Ray's switch for one computer alone: everything then listens on 127.0.0.1 only.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_enable_metrics_collection": "0",
    "RAY_worker_niceness": "0",  # by default any other program goes before a replica
    "PYTHONPATH": os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")])),
}
EVERYWHERE = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "10",  # so long after Ray's head has gone, this process ends
    "RAY_SERVE_LOG_TO_STDERR": "0",
}
STORE_BYTES = 128 << 20
"""Memory for what travels, of which frames need little."""
DRAIN_SECONDS = 30
"""A replica that is taken down may bring its runs to their ends for so long."""
LOOK_SECONDS = 1.0
"""Time between two looks at how the replicas are."""
NAME = "model"


class Deployed(Replica):
    """A replica as Ray makes it.

    Args:
        local: may other computers not reach it?
    """

    def __init__(self, loading: Loading, local: bool) -> None:
        if local:
            _stay_on_loopback()
        super().__init__(loading)


def _stay_on_loopback() -> None:
    """Ray Serve lets each replica listen for other deployments, on every interface. Here there are none."""
    from ray.serve._private import replica

    bind = replica.add_port_to_grpc_server
    replica.add_port_to_grpc_server = lambda server, address: bind(server, address.replace("[::]", "127.0.0.1"))


def main(pipe: int) -> None:
    """Serves the page at the other end of a pipe, until that closes.

    Args:
        pipe: its file descriptor. First comes what to start, as a `Fleet` and a `Loading`.
    """
    connection = Connection(pipe)
    fleet, loading = connection.recv()
    os.environ.update(EVERYWHERE if fleet.address else EVERYWHERE | LOCAL)
    try:
        bridge = Bridge(connection, fleet, loading)
    except Exception as error:
        connection.send_bytes(Message(0, Part.FAULT, f"Ray could not start: {_line(error)}".encode()).packed())
        sys.exit(1)
    try:
        asyncio.run(bridge.serve())
    finally:
        bridge.close()


class Bridge:
    """Joins Ray, and starts the replicas.

    Raises:
        Exception: whatever keeps Ray from starting.
    """

    def __init__(self, connection: Connection, fleet: Fleet, loading: Loading) -> None:
        import ray
        from ray import serve

        self._connection, self._fleet = connection, fleet
        self._sending = threading.Lock()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ray, self._serve = ray, serve
        self._name = f"playground-{os.getpid()}"
        options: dict[str, Any] = {"log_to_driver": False, "namespace": self._name}
        if fleet.address:
            ray.init(fleet.address, **options)
        else:
            cores = max(fleet.most * fleet.threads, 1)
            ray.init("local", include_dashboard=False, num_cpus=cores, object_store_memory=STORE_BYTES, **options)
        serve.start(proxy_location="Disabled", logging_config={"log_level": "ERROR"})
        deployment = serve.deployment(Deployed, name=NAME).options(**self._options(loading.rows))
        app = deployment.bind(loading, not fleet.address)
        self._handle = serve._run(app, name=self._name, route_prefix=None, _blocking=False)

    def _options(self, rows: int) -> dict[str, Any]:
        fleet = self._fleet
        gpus = fleet.gpus
        if gpus is None:
            gpus = 1 if self._ray.cluster_resources().get("GPU", 0) >= 1 else 0
        actor = {"num_cpus": 1 if gpus or fleet.address else fleet.threads, "num_gpus": gpus}
        size: dict[str, Any] = {"num_replicas": fleet.replicas}
        if fleet.most > fleet.replicas:
            size = {
                "num_replicas": "auto",
                "autoscaling_config": {
                    "min_replicas": fleet.replicas,
                    "max_replicas": fleet.most,
                    "target_ongoing_requests": rows,
                    "upscale_delay_s": 5,
                    "downscale_delay_s": 300,
                },
            }
        return size | {
            "ray_actor_options": actor,
            "max_ongoing_requests": rows + SPARE,
            "health_check_period_s": 2,
            "graceful_shutdown_timeout_s": DRAIN_SECONDS,
            "graceful_shutdown_wait_loop_s": 0.2,
        }

    async def serve(self) -> None:
        loop = asyncio.get_running_loop()
        looking = asyncio.create_task(self._look())
        try:
            while True:
                packed = await loop.run_in_executor(None, self._connection.recv_bytes)
                self._take(Message.read(packed))
        except (EOFError, OSError):
            return
        finally:
            looking.cancel()

    def _take(self, call: Message) -> None:
        if call.kind == "cancel":
            if task := self._tasks.get(call.number):
                task.cancel()
            return
        if call.kind == "leave":
            self._handle.broadcast("leave", call.payload)
            return
        task = asyncio.create_task(self._answer(call))
        self._tasks[call.number] = task
        task.add_done_callback(lambda _: self._tasks.pop(call.number, None))

    async def _answer(self, call: Message) -> None:
        handle = self._handle.options(method_name=call.kind, stream=call.kind == "run")
        answer = handle.remote(call.payload)
        try:
            if call.kind == "run":
                async for part in answer:
                    self._send(call.number, Part.ITEM, part)
            else:
                self._send(call.number, Part.ITEM, await answer)
            self._send(call.number, Part.END)
        except asyncio.CancelledError:
            answer.cancel()
            raise
        except Exception as error:
            self._send(call.number, Part.LOST, _line(error).encode())

    async def _look(self) -> None:
        """Tells the page how the replicas are, whenever that has changed."""
        last = State()
        while True:
            with suppress(Exception):  # Serve's controller may be on its way back
                status = await asyncio.get_running_loop().run_in_executor(None, self._serve.status)
                model = status.applications[self._name].deployments[NAME]
                errors = re.findall(r"ModelError: (.*)", model.message)
                errors = errors or re.findall(r"\n(\w+(?:Error|Exception): .*)", model.message)
                counts = {str(getattr(state, "value", state)): count for state, count in model.replica_states.items()}
                now = State(
                    running=counts.pop("RUNNING", 0),
                    stopping=counts.pop("STOPPING", 0),
                    starting=sum(counts.values()),
                    fault=errors[-1].rstrip("'\" ") if errors else "",
                )
                if now != last:
                    self._send(0, Part.STATE, pickle.dumps(now))
                    last = now
            await asyncio.sleep(LOOK_SECONDS)

    def _send(self, number: int, part: Part, payload: bytes = b"") -> None:
        with self._sending, suppress(OSError):  # a page that has gone is noticed by `serve`
            self._connection.send_bytes(Message(number, part, payload).packed())

    def close(self) -> None:
        with suppress(Exception):
            if self._fleet.address:  # a Ray of its own ends at once, with all that is in it
                self._serve.delete(self._name, _blocking=False)
            self._ray.shutdown()


def _line(error: Exception) -> str:
    """An error of Ray's in one line: they have dozens."""
    return f"{type(error).__name__}: {next(iter(str(error).strip().splitlines()), '')}"[:300]
