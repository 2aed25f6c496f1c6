"""Runs commands as a person types them."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from playground.cli import main
from workshop.bench.page import free_port

ROOT = Path(__file__).parents[1]


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "playground", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done


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
