"""What an installed playground does, far away from its source: `PYTHON tests/installed.py`, with a Python that has it.

It needs the extra `notebook` and nbclient. It runs a command, a study, a notebook, and a run of the page's server.
"""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbclient
import nbformat

import playground as pg
from playground.assets import ASSETS

COMMAND = Path(sys.executable).with_name("text-diffusion-playground")
STORY = "Write a story about Lily and a fox."


def of_the_command(folder):
    """A prompt's text, and the version."""
    done = [
        subprocess.run([COMMAND, *arguments], cwd=folder, capture_output=True, text=True, check=True, timeout=300)
        for arguments in (["--version"], ["generate", STORY, "--seed", "7", "--trace", "run.trace"])
    ]
    assert done[0].stdout.split()[-1] == pg.__version__
    assert "Lily" in done[1].stdout and "fox" in done[1].stdout
    assert pg.Trace.load(folder / "run.trace").header.seed == 7


def of_a_study(_):
    result = pg.study(pg.load_model(), [STORY], seeds=2, max_denoising_steps=4, bar=False)
    assert len(result.table) == 2 and len(result.traces) == 2


def of_a_notebook(folder):
    """The player shows a recorded run."""
    trace = str(ASSETS / "recorded" / "lily.trace")
    cell = nbformat.v4.new_code_cell(f"import playground as pg\npg.show(pg.Trace.load({trace!r}))")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    assert any("widget-view" in kind for output in cell.outputs for kind in output.get("data", ())), cell.outputs


def of_the_page(folder):
    """The page comes with its script, and the server makes a run."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}/"
    port = address.split(":")[-1].strip("/")
    server = subprocess.Popen([COMMAND, "serve", "--port", port], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        assert b"Text Diffusion Playground" in _answer(address, server)
        assert b"lily.trace" in _answer(f"{address}playground/recorded/index.json", server)
        settings = {"max_denoising_steps": 2, "max_new_tokens": 16}
        body = json.dumps({"specs": [{"prompt": {"text": STORY}, "seed": 7, "settings": settings}]}).encode()
        asked = urllib.request.Request(f"{address}tape", body, {"Content-Type": "application/json"})
        lines = _answer(asked, server).decode().splitlines()
        kinds = [json.loads(line.removeprefix("data: "))["kind"] for line in lines if line.startswith("data: ")]
        assert kinds[-1] == "over" and {"start", "frame", "end"} <= {*kinds}, kinds
    finally:
        server.terminate()
        server.wait(60)


def _answer(asked, server):
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(asked, timeout=300) as response:
                return response.read()
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            assert server.poll() is None, "the server has ended"
            time.sleep(0.1)
    raise AssertionError("the server never answered")


if __name__ == "__main__":
    assert "site-packages" in pg.__file__, f"{pg.__file__} is no installed package"
    for check in (of_the_command, of_a_study, of_a_notebook, of_the_page):
        with tempfile.TemporaryDirectory() as folder:
            check(Path(folder))
        print(check.__name__.replace("_", " ").removeprefix("of "), "works", flush=True)
