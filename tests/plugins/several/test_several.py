"""Two models in one process: each run has the passes of its own, and both are there at the same time."""

import json
from dataclasses import replace

import pytest
from command_line import serves_not
from service_helpers import SHORT, assert_same_columns, happened, of_each, run

import playground as pg
from playground.assets import ASSETS
from playground.engine.loading import expected
from playground.engine.loading.expected import Expected, expect
from playground.errors import PolicyError
from playground.plugins.api.asking import begin
from playground.plugins.api.runs import Runs
from playground.plugins.several import page_part, slot
from playground.plugins.several.models import SeveralSlot
from playground.server.functions import Functions
from playground.server.model import status
from playground.service import Ended, EngineSlot, Refused, Service
from playground.service.home import Home
from playground.service.limits import Limits
from playground.service.passes import Plain
from playground.service.slot import Wanted
from playground.service.turns import NOBODY

FEW = {"max_denoising_steps": 2, "max_new_tokens": 16}


@pytest.fixture(scope="module")
def several(random_folder):
    slot = SeveralSlot(None, [str(random_folder)], max_rows=4)
    slot.load()
    return slot


def test_each_run_has_the_model_that_it_names(several, random_folder):
    first = several.model
    second = several.slot_for(random_folder.name).model
    assert (first.name, second.name) == ("embedded", random_folder.name)
    specs = [SHORT.replace(model=name) for name in ("", second.name, "embedded")]
    ends = [events[-1] for events in of_each(Service(several).start(specs))]
    assert all(isinstance(end, Ended) for end in ends)
    for end, model in zip(ends, (first, second, first), strict=True):
        assert end.trace.header.spec["model"] == model.name
        assert_same_columns(end.trace, pg.record(model, SHORT))


def test_a_spec_names_a_model_that_is_there_and_loaded_or_is_refused(several, random_folder):
    *_, end = happened(Service(several).start([SHORT.replace(model="google/diffusiongemma-26B-A4B-it")]))
    assert isinstance(end, Refused) and "meant for the model 'google/" in end.sentence
    assert end.sentence.endswith(f"the models here are embedded, {random_folder.name}.")
    slot = SeveralSlot(None, [str(random_folder)], max_rows=1)
    EngineSlot._load(slot)  # as it is before the other one has loaded
    *_, end = happened(Service(slot).start([SHORT.replace(model=random_folder.name)]))
    assert isinstance(end, Refused) and end.sentence == f"The model {random_folder.name} is still loading."


def test_the_page_is_told_of_both_with_their_own_settings(several, random_folder):
    state = status(several, public=True)
    assert [one["name"] for one in state["models"]] == ["embedded", random_folder.name]
    assert all(one["state"] == "ready" and one["defaults"] for one in state["models"])
    assert state["sentence"].count("is ready") == 2
    assert "models" not in status(several.slot_for(random_folder.name), public=True)
    assert page_part(Service(several)).models
    assert page_part(Service(several.others[0])) is None and page_part(None) is None


def test_what_they_need_is_said_and_too_much_is_refused_before_anything_loads(random_folder, monkeypatch, caplog):
    large = lambda *names, **options: replace(expect(*names, **options), memory=1 << 60)  # noqa: E731
    monkeypatch.setattr(expected, "expect", large)
    slot = SeveralSlot(None, [str(random_folder)], max_rows=1)
    slot.load()
    assert slot.status()["state"] == "ready", "the first one is served all the same"
    failed = slot.slot_for(random_folder.name).status()
    assert failed["state"] == "failed"
    assert failed["sentence"].startswith(f"The embedded model and {random_folder.name} need ")
    assert "of memory together, but this computer has " in failed["sentence"]
    said = [record.message.split(" takes ")[0] for record in caplog.records if " takes " in record.message]
    assert said == ["The embedded model", random_folder.name]
    *_, end = happened(Service(slot).start([SHORT.replace(model=random_folder.name)]))
    assert isinstance(end, Refused) and "of memory together" in end.sentence


def test_the_page_asks_either_of_them(several, random_folder):
    service = Service(several)
    functions = Functions(service)
    tokens = [
        functions.draft(json.dumps({"kind": "tokens", "text": "fox", "model": name}))
        for name in ("", random_folder.name, "embedded", 7)
    ]
    assert tokens[0] == tokens[2] == tokens[3] and len(tokens[1]["ids"]) > len(tokens[0]["ids"])
    turned = Functions(Service(SeveralSlot(str(random_folder), ["embedded"], max_rows=1)))
    for each in (functions, turned):
        assert each.about_prompt("Write a poem about the sea.")["sentence"] != ""


def test_a_program_writes_with_the_one_that_it_names(several, random_folder):
    runs, second = Runs(Service(several), ASSETS / "recorded"), random_folder.name

    def written(**values):
        return [*happened(run(lambda: begin(runs, {"prompt": "a", **FEW, **values}, NOBODY)))][-1]

    assert written().trace.header.model == "embedded"
    assert written(model=second, template="a____(1-2)").trace.header.model == second
    assert "meant for the model 'other'" in written(model="other").sentence


def test_two_that_fit_and_two_that_do_not(monkeypatch, random_folder):
    small = Expected(name="small", fetched=1, memory=100, dtype="float32", seconds=1)
    monkeypatch.setattr(expected, "expect", lambda name, **_: small)
    slot = SeveralSlot(None, [str(random_folder)], max_rows=1)
    for free, refused in ((200, ""), (199, " need 0.0 MB of memory together, but this computer has 0.0 MB free; ")):
        monkeypatch.setattr("playground.engine.loading.memory.free_bytes", lambda _, free=free: (free, "this computer"))
        assert refused in slot._refused() and bool(slot._refused()) == bool(refused)


class Lent(Home):
    beside, alone = "on a lent device", True


def test_they_are_held_if_others_are_asked_for_in_a_process_that_stays(random_folder):
    others, options = {"also": (str(random_folder),)}, {"device": None}
    wanted = Wanted(model=None, limits=Limits(), samplers=(), options=options, home=Home(), passes=Plain())
    assert slot({"also": ()}, wanted) is None
    held = slot(others, wanted)
    assert [each.public_name for each in (held, *held.others)] == ["embedded", random_folder.name]
    with pytest.raises(PolicyError, match="needs the models in one process that stays, so it does not go on a lent d"):
        slot(others, replace(wanted, home=Lent()))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--also", "no model"], "There is no model 'no model'"),
        (["--also", "embedded"], "Two of the models are called embedded"),
        (["--also", "a/b", "--blocks"], "does not go with --also"),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_models_load(arguments, sentence):
    assert sentence in serves_not(*arguments)
