"""The door beside other capabilities: logins, readers who go, several models, models that fail, own samplers."""

import pytest
from door_helpers import FEW, STEERED, ends_with_its_client, refuses_a_run_of_a_login
from own_sampler import EXPLANATION, HEAD
from starlette.applications import Starlette
from starlette.testclient import TestClient

import playground as pg
from playground.plugins.openai.request import Body, further
from playground.plugins.openai.routes import OpenAI
from playground.rules.samplers.from_file import load
from playground.rules.samplers.reserved import RESERVED
from playground.service import Service

pytestmark = pytest.mark.slow

PATH = "/v1/chat/completions"
ASK = [{"role": "user", "content": "hello"}]


def test_a_request_ends_with_its_client_also_while_lengths_are_tried(endless_folder, steps):
    body = {"model": "checkpoint", "messages": ASK, **STEERED}
    ends_with_its_client(OpenAI, endless_folder, PATH, body, steps)


def test_a_run_of_a_login_is_unknown_to_those_with_a_key(endless_folder):
    def answers(program, run):
        body = {"model": "checkpoint", "messages": [{"role": "user", "content": ""}], "branch": f"{run}@2"}
        return [program.post(PATH, json=body).text]

    refuses_a_run_of_a_login(lambda service: OpenAI(service, "k"), endless_folder, answers)


def test_its_clients_see_and_use_all_models_that_are_held(random_folder):
    models = pytest.importorskip("playground.plugins.several.models", reason="the plugin is not there")
    several = models.SeveralSlot(None, [str(random_folder)], max_rows=4)
    several.load()
    client = TestClient(Starlette(routes=OpenAI(Service(several)).routes))
    names = ["embedded", random_folder.name]
    assert [model["id"] for model in client.get("/v1/models").json()["data"]] == names
    for name in names:
        assert client.get(f"/v1/models/{name}").json()["id"] == name
        body = {"model": name, "messages": [{"role": "user", "content": "a"}], "seed": 3, **FEW}
        reply = client.post("/v1/chat/completions", json=body).json()
        wanted = pg.record(several.slot_for(name).model, "a", seed=3, **FEW)
        assert reply["model"] == name and reply["choices"][0]["message"]["content"] == wanted.text
    spec = {"prompt": {"text": "a"}, "settings": FEW, "seed": 3, "model": random_folder.name}
    body = {"model": "embedded", "messages": [{"role": "user", "content": ""}], "spec": spec}
    for stream in (False, True):
        answer = client.post("/v1/chat/completions", json={**body, "stream": stream}).text
        assert f'"model":"{random_folder.name}"' in answer and '"model":"embedded"' not in answer, "it names who wrote"
    refused = client.get("/v1/models/other")
    assert refused.status_code == 404
    assert refused.json()["error"]["message"] == f'The model "other" does not exist; there are {", ".join(names)}.'


def test_a_knob_of_an_own_sampler_is_a_value_and_none_can_have_a_name_of_the_protocol(tmp_path, registered):
    knob = "    knobs = {'scale': pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}\n"
    (tmp_path / "mine.py").write_text(f"{HEAD}{EXPLANATION}{knob}")
    assert "scale" not in further()
    load(tmp_path / "mine.py")
    assert "scale" in further()
    assert set(Body.model_fields) <= RESERVED | set(pg.SamplerSettings().to_dict())
