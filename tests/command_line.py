"""Runs commands as a person types them."""

import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import httpx
from click.testing import CliRunner
from service_helpers import wait_until

from playground.cli import main
from workshop.bench.page import free_port

ROOT = Path(__file__).parents[1]


def completed(*command, cwd=ROOT, **options):
    """A process that went well. `options` are those of `subprocess.run`."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def run(*arguments):
    return completed(sys.executable, "-m", "playground", *map(str, arguments))


@contextmanager
def serving(*command, cwd=ROOT, **options):
    """The address of a server in a process of its own, once it answers. `options` are those of `subprocess.Popen`."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/"
    server = subprocess.Popen([*command, "--port", str(port)], cwd=cwd, stdout=subprocess.DEVNULL, **options)

    def answers():
        assert server.poll() is None, "the server has ended"
        try:
            return httpx.get(address, timeout=60).status_code == 200
        except httpx.TransportError:
            return False

    try:
        wait_until(answers, 120)
        yield address
    finally:
        server.terminate()
        server.wait(60)


def serves_not(*arguments):
    """What `serve` says instead of serving, on a port that is free."""
    done = CliRunner().invoke(main, ["serve", "--port", str(free_port()), *arguments])
    assert done.exit_code == 2 and "Traceback" not in done.output
    return " ".join(done.stderr.split())


def run_here(*arguments):
    """In this process, where torch is there already."""
    done = CliRunner().invoke(main, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done
