"""The code of docs/plugins/api.md runs in its order, with Gradio's own client and with curl, on a real server."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import gradio_client
import pytest
from serving import loaded, served

from playground.engine.models import Model
from playground.service import EngineSlot, Service
from playground.trace import Trace

pytestmark = pytest.mark.slow
PAGE = (Path(__file__).parents[3] / "docs/plugins/api.md").read_text()
SHORT = {"max_denoising_steps": 10, "max_new_tokens": 64}
LOCAL = "http://localhost:7860"


@pytest.fixture(scope="module")
def address():
    """Of the embedded model with half a canvas, whose runs end with it, after ten steps unless they say otherwise."""
    whole = Model.settings
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "settings", property(lambda model: whole.fget(model).replace(**SHORT)))
        slot = loaded(EngineSlot())
        patch.setattr(slot.model.module.config, "canvas_length", 64)
        with served(Service(slot)) as (_, address):
            yield address


def test_python_runs(address, monkeypatch, capsys):
    client = gradio_client.Client
    monkeypatch.setattr(gradio_client, "Client", lambda url: client(url.replace(f"{LOCAL}/", address), verbose=False))
    names: dict = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        exec(code.replace(f'"{LOCAL}"', f'"{address}"'), names)
    assert names["branch"]["run"] != names["result"]["run"] and Path(names["trace"]).is_file()
    kinds = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert {"frame", "end", "taken", "over"} <= {*kinds}


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_curl_runs(address, tmp_path):
    write, tape, again = re.findall(r"```sh\n(.*?)```", PAGE, re.S)

    def typed(commands):
        shell = ["sh", "-c", commands.replace(f"{LOCAL}/", address)]
        done = subprocess.run(shell, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "event: complete" in typed(write)
    data = [line.removeprefix("data: ") for line in typed(tape).splitlines() if line.startswith("data: ")]
    taken, *_, over = map(json.loads, data)
    assert taken["kind"] == "taken" and over["kind"] == "over"
    for place, value in {"KEY": taken["tape"], "NAME": taken["runs"][0]}.items():
        again = again.replace(f"{place}'", f"{value}'")
    typed(again.replace("CONTROL", taken["control"]))
    assert Trace.load(tmp_path / "run.trace").token_ids
