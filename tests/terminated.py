"""A server of its own that gets SIGTERM while a run goes on."""

import signal
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import httpx
from gradio_client import Client
from service_helpers import wait_until

from playground.assets import ASSETS
from workshop.bench.page import free_port

SETTINGS = {"max_denoising_steps": 96, "max_new_tokens": 512, "confidence_threshold": 0.0}
"""Of a run that takes some seconds."""


def terminated(*options):
    """Starts `serve`, and sends SIGTERM when a run has begun. Returns the last message of the run (`end`), the `status`
    of the process, its `seconds` from the signal on, and what it `said` in the log."""
    port, own = free_port(), free_port()
    command = [sys.executable, "-m", "playground", "serve", "--port", str(port), "--metrics-port", str(own), *options]
    server = subprocess.Popen(command, cwd=ASSETS.parent, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        wait_until(partial(_ready, f"http://127.0.0.1:{own}/readyz"), 300)
        client = Client(f"http://127.0.0.1:{port}", verbose=False)
        job = client.submit(prompt="Write a story about a secret cat.", seed=1, **SETTINGS, api_name="/stream")
        wait_until(lambda: len(job.outputs()) > 2)
        begun = time.monotonic()
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: not _ready(f"http://127.0.0.1:{own}/readyz"))
        job.result(30)
        _, said = server.communicate(timeout=30)
        seconds = time.monotonic() - begun
        return SimpleNamespace(end=job.outputs()[-1], status=server.returncode, seconds=seconds, said=said)
    finally:
        server.kill()
        server.communicate()


def _ready(address):
    try:
        return httpx.get(address, timeout=60).status_code == 200
    except httpx.HTTPError:
        return False
