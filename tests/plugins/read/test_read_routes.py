"""The route of slots, behind the guard."""

from functools import partial

import anyio
import httpx
import pandas as pd
import pytest
from route_server import served
from service_helpers import run
from starlette.requests import Request

import playground as pg
from playground.errors import SpecError
from playground.plugins import read
from playground.service import Service
from playground.service.limits import Limits
from playground.service.turns import NOBODY

ASKS = {"template": "a____{x|y|zz}b____{word}", "prompt": "hi", "seed": 5, "settings": {"max_denoising_steps": 2}}


@pytest.fixture
def service(random_slot):
    return Service(random_slot)


@pytest.fixture
def http(service):
    with served(read.routes(service)) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield client


def refusal(answer):
    assert answer.status_code == 200
    return answer.json()["refused"]


@pytest.mark.parametrize("way", ["uniform", "autoregressive"])
def test_it_answers_what_python_reads(http, random_model, way):
    answer = http.post("/read", json={**ASKS, "settings": {"way": way, "max_denoising_steps": 2}, "runs": 2}).json()
    assert answer["ways"] == ["uniform", "autoregressive"], "without a mask token none is masked"
    table = pg.read(random_model, ASKS["template"], "hi", ways=[way], runs=2, seed=5, max_denoising_steps=2)
    pd.testing.assert_frame_equal(pd.DataFrame(answer["rows"], columns=table.columns).astype(table.dtypes), table)


def test_runs_come_a_few_at_a_time(http, random_model):
    parts = [http.post("/read", json={**ASKS, "runs": 2, "before": before}).json()["rows"] for before in (0, 2)]
    table = pg.read(random_model, ASKS["template"], "hi", ways=["uniform"], runs=4, seed=5, max_denoising_steps=2)
    shares = [(a["share"] + b["share"]) / 2 for a, b in zip(*parts, strict=True) if a["runs"]]
    assert shares == pytest.approx([*table["share"].dropna()])


def test_what_is_wrong_is_no_request_or_a_refusal(http):
    for change, sentence in (
        ({"seed": "5"}, "seed: "),
        ({"temprature": 1}, "temprature: "),
        ({"runs": 17}, "runs: "),
        ({"runs": -1}, "runs: "),
        ({"before": -1}, "before: "),
    ):
        answer = http.post("/read", json={**ASKS, **change})
        assert answer.status_code == 404 and sentence in answer.json()["detail"]
    assert "template: field required" in http.post("/read", json={"prompt": "hi"}).json()["detail"]
    assert "A slot names its labels in braces" in refusal(http.post("/read", json={"template": "none"}))
    assert "rows" in http.post("/read", json={"template": "____{x}", "steps": 1}).json(), "the prompt is not needed"


def called(service, **values):
    """What the tool returns to a caller who stays."""

    async def receive():
        await anyio.sleep_forever()

    (tool,) = read.tools(service)
    return run(partial(tool, request=Request({"type": "http"}, receive), **values))


def test_a_language_model_reads_too(service, random_model):
    lines = called(service, template="a____{x|y|zz}", prompt="hi", seed=5, runs=2).split("\n")
    table = pg.read(random_model, "a____{x|y|zz}", "hi", ways=["uniform"], runs=2, seed=5)
    assert len(lines) == len(table) == 5
    x = table.iloc[0]
    reads = f"- ____{{x|y|zz}}, 'x': {x['first']:.1%} in pass 1, {x['last']:.1%} in pass {x['step']}"
    assert lines[0] == f"{reads}; {x['share']:.1%} of 2 runs wrote it"
    assert lines[2].startswith("- ____{x|y|zz}, outside of the labels: ") and "runs" not in lines[3]
    causal, _ = called(service, template="____{x}", way="autoregressive").split("\n")
    assert causal.startswith("- ____{x}, 'x': ") and causal.endswith("% in pass 1")
    with pytest.raises(SpecError, match="A slot names its labels in braces"):
        called(service, template="none")


def test_it_takes_a_turn(service, http):
    turns = [service.turns.take_now(NOBODY) for _ in range(service.limits.runs)]
    assert "no room for this just now" in refusal(http.post("/read", json=ASKS))
    for turn in turns:
        turn.close()
    assert "rows" in http.post("/read", json=ASKS).json() and not len(service.turns)


def test_it_ends_after_the_time_of_a_run(random_slot):
    with served(read.routes(Service(random_slot, Limits(run_seconds=0)))) as address:
        answer = httpx.post(f"{address}/read", json=ASKS, timeout=60)
    assert refusal(answer) == "These slots could not be read within 0 seconds, the most that it may take here."


def test_where_the_model_is_elsewhere_nothing_is_read(random_slot, monkeypatch):
    service = Service(random_slot)
    assert read.page_part(service) is not None and read.page_part(None) is None
    monkeypatch.setattr(random_slot, "looks", False)
    assert read.page_part(service) is None
    with served(read.routes(service)) as address:
        assert "only where the server's own process" in refusal(httpx.post(f"{address}/read", json=ASKS, timeout=60))
