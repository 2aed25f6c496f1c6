"""The route of slots, behind the guard."""

import httpx
import pytest
from route_server import KNOWN, served

import playground as pg
from playground.plugins import read
from playground.plugins.read.table import PROMPT
from playground.service import EngineSlot, Service
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


def test_it_answers_what_python_reads(http, random_model):
    answer = http.post("/read", json=ASKS).json()
    readings = answer["readings"]
    assert (answer["way"], answer["ways"]) == ("uniform", ["uniform", "autoregressive"])
    table = pg.read(random_model, ASKS["template"], "hi", ways=["uniform"], runs=0, seed=5, max_denoising_steps=2)
    for reading in readings:
        rows = table[(table["slot"] == reading["slot"] + 1) & (table["tokens"] == reading["tokens"])]
        labels = rows[rows["kind"] == "label"]
        assert reading["labels"] == [*labels["label"]] and reading["joint"] == "product"
        assert reading["first"] == pytest.approx([*labels["first"]]) and reading["step"] == labels["step"].iloc[0]
        assert reading["last"] == pytest.approx([*labels["last"]])
    assert len(readings) == 3


def test_runs_come_a_few_at_a_time(http, random_model):
    parts = [http.post("/read", json={**ASKS, "runs": 2, "first": first}).json()["writings"][0] for first in (0, 2)]
    table = pg.read(random_model, ASKS["template"], "hi", ways=["uniform"], runs=4, seed=5, max_denoising_steps=2)
    shares = table[(table["slot"] == 1) & (table["tokens"] == parts[0]["tokens"]) & (table["kind"] == "label")]["share"]
    counts = [a + b for a, b in zip(parts[0]["counts"], parts[1]["counts"], strict=True)]
    assert [count / 4 for count in counts] == [*shares] and parts[0]["runs"] == 2


def test_token_after_token(http):
    reading = http.post("/read", json={**ASKS, "way": "autoregressive"}).json()["readings"][0]
    assert reading["joint"] == "chain" and reading["last"] is None
    assert http.post("/read", json={**ASKS, "way": "autoregressive", "runs": 2}).json() == {"writings": []}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"template": 5}, "template: "),
        ({"seed": "5"}, "seed: "),
        ({"settings": []}, "settings: "),
        ({"settings": {"model": 1}}, "There is no setting called 'model' here."),
        ({"settings": {"way": "masked"}}, "There is no setting called 'way' here."),
        ({"temprature": 1}, "temprature: "),
        ({"runs": 17}, "runs: "),
        ({"runs": 0}, "runs: "),
        ({"first": -1}, "first: "),
        ({"template": "none"}, "A slot names its labels in braces"),
        ({"way": "backwards"}, "backwards"),
        ({"steps": 0}, "steps is 0"),
    ],
)
def test_what_is_refused(http, change, sentence):
    answer = http.post("/read", json={**ASKS, **change})
    assert answer.status_code in (400, 404, 422) and sentence in answer.json()["detail"]


def test_a_template_is_needed_and_the_prompt_is_not(http):
    assert "template: field required" in http.post("/read", json={"prompt": "hi"}).json()["detail"]
    answer = http.post("/read", json={"template": "____{x}", "steps": 1})
    assert answer.status_code == 200, f"{PROMPT} is what it answers"


def test_a_large_body_is_refused(service):
    limits = (
        Limits().replace(added={"read_bytes": 200}) if hasattr(Limits, "replace") else Limits(added={"read_bytes": 200})
    )
    with served(read.routes(service), limits) as address:
        answer = httpx.post(f"{address}/read", json={**ASKS, "prompt": "x" * 200}, timeout=60)
        assert answer.status_code == 413 and "at most 200 bytes" in answer.text
        assert httpx.post(f"{address}/read", json={"template": "____{x}"}, timeout=60).status_code == 200


def test_it_needs_the_login(service):
    with served(read.routes(service), auth=lambda *_: True) as address:
        assert httpx.post(f"{address}/read", json=ASKS, timeout=60).status_code == 401
        assert httpx.post(f"{address}/read", json=ASKS, cookies=KNOWN, timeout=60).status_code == 200


def test_it_takes_a_turn(service, http):
    turns = [service.turns.take_now(NOBODY) for _ in range(service.limits.runs)]
    assert http.post("/read", json=ASKS).status_code == 429
    for turn in turns:
        turn.close()
    assert http.post("/read", json=ASKS).status_code == 200 and not len(service.turns)


def test_it_ends_after_the_time_of_a_run(random_slot):
    with served(read.routes(Service(random_slot, Limits(run_seconds=0)))) as address:
        answer = httpx.post(f"{address}/read", json=ASKS, timeout=60)
    assert "Reading took 0 seconds, the most that it may take here." in answer.text


def test_what_nobody_expected_is_one_sentence(http, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr("playground.plugins.read.table.read_by_diffusion", fail)
    assert "there was not enough memory" in http.post("/read", json=ASKS).json()["detail"]


def test_where_the_model_is_elsewhere_nothing_is_read(random_slot, monkeypatch):
    service = Service(random_slot)
    assert read.page_part(service) is not None and read.page_part(None) is None
    monkeypatch.setattr(random_slot, "looks", False)
    assert read.page_part(service) is None
    with served(read.routes(service)) as address:
        assert "only where the server's own process" in httpx.post(f"{address}/read", json=ASKS, timeout=60).text


def test_while_the_model_loads_nothing_is_read():
    with served(read.routes(Service(EngineSlot()))) as address:
        assert "still loading" in httpx.post(f"{address}/read", json=ASKS, timeout=60).text
