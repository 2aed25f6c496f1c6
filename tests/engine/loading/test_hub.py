"""Models from a hub: the real client of the real hub, against a small one on this computer."""

import json
import shutil
from unittest.mock import Mock

import pytest
from hub_server import COMMIT
from huggingface_hub import constants
from random_checkpoint import rewrite
from refusals import refuse

import playground as pg

SHORT = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16)


def test_a_hub_id_is_downloaded_with_progress_and_loaded(hub, random_model):
    told = []
    model = pg.load_model("someone/model", tell=told.append)
    assert (model.name, model.revision) == ("someone/model", COMMIT)
    assert pg.record(model, "x", SHORT, seed=1).token_ids == pg.record(random_model, "x", SHORT, seed=1).token_ids
    size = (hub.folder / "model.safetensors").stat().st_size
    down = [progress for progress in told if progress.stage == "Downloading"]
    assert (down[-1].done, down[-1].total, down[-1].fraction) == (size, size, 1.0)
    assert str(down[-1]) == f"Downloading: {size / 1e6:.1f} MB of {size / 1e6:.1f} MB"
    put = [progress for progress in told if progress.stage == "Loading weights"]
    assert [progress.done for progress in put] == list(range(put[-1].total)) and len(put) > 20


def test_a_second_start_downloads_nothing_and_needs_no_network(hub):
    pg.load_model("someone/model")
    hub.asked.clear()
    assert pg.load_model("someone/model").revision == COMMIT
    assert hub.asked == []
    hub.close()
    assert pg.load_model("someone/model").revision == COMMIT, "the network is gone, the cache is there"
    assert pg.load_model("someone/model", offline=True).revision == COMMIT


def test_what_the_hub_does_not_give_is_said(hub):
    for revision in ("main", COMMIT):
        assert pg.load_model("someone/model", revision=revision).revision == COMMIT
    refuse("someone/model has no revision 'nope': .*/someone/model/commits lists", revision="nope")
    refuse(f"gated, .*accept its terms on {hub.address}/someone/gated, then set HF_TOKEN", "someone/gated")
    refuse("The hub has no model someone/else, or keeps it private: check the name, or set HF_TOKEN", "someone/else")
    shutil.rmtree(constants.HF_HUB_CACHE)
    hub.broken.set()
    refuse("the hub answers with error 503: try again later")


def test_without_a_network_the_sentence_says_so(hub):
    hub.close()
    refuse("not in this computer's cache, and the hub cannot be reached at http://127.*: check the network")


def test_offline_nobody_is_asked(hub):
    refuse("not in this computer's cache, and the network is switched off: load it once without --off", offline=True)
    assert hub.asked == []


def test_a_download_that_breaks_off_says_what_to_do(monkeypatch):
    errors = [OSError(28, "No space left on device"), RuntimeError("Xet")]
    monkeypatch.setattr("playground.engine.loading.hub.snapshot_download", Mock(side_effect=errors))
    refuse("The disk filled up before someone/model was complete: free some space in .*, or set HF_HOME")
    refuse(r"The download of someone/model was interrupted \(RuntimeError\): try again, and it continues")


@pytest.mark.thorough
@pytest.mark.slow
def test_a_download_that_stopped_halfway_is_no_model_offline_and_goes_on_with_a_network(hub, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_DOWNLOAD_TIMEOUT", 0.3)
    hub.flow.clear()
    refuse(r"The download of someone/model was interrupted \(\w+\): try again, and it continues where it stopped")
    refuse("someone/model is only partly in this computer's cache, and the network is switched off", offline=True)
    hub.flow.set()
    assert pg.load_model("someone/model").revision == COMMIT


def test_another_class_and_weights_without_room_are_refused_before_the_weights_are_downloaded(hub, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("playground.engine.loading.hub.shutil.disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 0))
        refuse("weights of someone/model need 0.. MB of disk space, and .*/cache has 0.0 MB left: free some space, or")
    with monkeypatch.context() as patch:
        patch.setattr("playground.engine.loading.memory.free_bytes", lambda place: (1000, "this computer"))
        refuse(r"someone/model needs 0.\d MB of memory for its weights alone, but this computer has 0.0 MB free")
    (hub.folder / "config.json").write_text(json.dumps({"model_type": "llama"}))
    shutil.rmtree(constants.HF_HUB_CACHE)
    refuse("someone/model is a model of type 'llama' by its config.json; known here are 'diffusion_gemma'")
    assert "model.safetensors" not in hub.asked


@pytest.mark.parametrize("place", [None, "chat_template.jinja", "tokenizer_config.json"])
def test_templates_with_names_are_fetched_only_where_no_other_place_has_one(place, hub):
    for folder, name in (("additional_chat_templates", "default"), ("other", "large")):
        (hub.folder / folder).mkdir()
        (hub.folder / folder / f"{name}.jinja").write_text("[{{ messages[0]['content'] }}]")
    if place == "chat_template.jinja":
        (hub.folder / place).write_text("({{ messages[0]['content'] }})")
    elif place:
        rewrite(hub.folder / place, chat_template="({{ messages[0]['content'] }})")
    model = pg.load_model("someone/model")
    assert "".join(model.token_texts(model.encode("hi"))).strip() == ("(hi)" if place else "[hi]")
    assert ("default.jinja" in hub.asked) == (place is None) and "large.jinja" not in hub.asked
    hub.close()
    assert pg.load_model("someone/model", offline=True).encode("hi") == model.encode("hi")
