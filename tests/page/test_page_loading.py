"""The page before its model is there: while it loads or fails, with prompts of more than text; and before a login."""

import base64

import chat_checkpoint
import httpx
import pytest
import random_checkpoint
from asking import answer_to, read, spec
from chat_checkpoint import picture
from hub_server import COMMIT
from huggingface_hub import constants
from page_fixtures import watch
from page_holds import READY, assert_same, columns, label, run_spec, shown
from page_reader import branch, go_to_moment, make, open_detail, set_knob, whole
from service_helpers import HeldSlot
from serving import loaded, served

import playground as pg
from playground.engine.loading.source import EMBEDDED_NAME
from playground.service import EngineSlot, Service
from playground.service.advice import advice_on
from playground.spec.prompt import Prompt
from workshop.bench.page import KNOWN


@pytest.mark.thorough
def test_weights_come_while_recorded_runs_are_shown(hub, serve, visit, monkeypatch):
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 1000)
    hub.flow.clear()
    page = visit(serve(EngineSlot("someone/model")))
    page.wait_for_function("() => document.querySelector('#model-progress').value > 0.3")
    assert page.inner_text("#model-status").startswith("The model someone/model is loading. Downloading: 0.1 MB of 0.")
    assert page.evaluate("document.querySelector('#model-progress').value") < 0.9
    assert label(page) == "RECORDED"
    hub.flow.set()
    page.wait_for_selector(READY)
    ready = f"The model someone/model is ready: revision {COMMIT[:12]}, on cpu, float32, 0."
    assert page.inner_text("#model-status").startswith(ready)
    assert page.is_hidden("#model-progress") and page.is_hidden("#use-embedded")


@pytest.mark.thorough
def test_a_failure_says_why_and_the_embedded_model_takes_over_when_the_reader_agrees(hub, serve, visit, embedded_model):
    address = serve(EngineSlot("someone/gated"))
    page, other = visit(address), visit(address)
    for one in (page, other):
        one.wait_for_selector("#use-embedded")
        assert "someone/gated is gated, and this computer has no access to it" in one.inner_text("#model-status")
    page.click("#use-embedded")
    sentence = f"The embedded model is ready, in place of someone/gated: revision {embedded_model.revision}, on cpu"
    for one in (page, other):
        one.wait_for_selector(READY)
        said = one.inner_text("#model-status")
        assert said.startswith(sentence) and said.endswith(advice_on(EMBEDDED_NAME).knows)
        assert one.is_hidden("#use-embedded")
    make(page, "Write a story.", length=128, max_denoising_steps=4)
    settings = pg.SamplerSettings(**{**embedded_model.settings.to_dict(), "max_denoising_steps": 4})
    assert_same(shown(page)["frames"], pg.record(embedded_model, "Write a story.", settings, seed=7))


def test_nobody_can_replace_a_model_that_is_there(random_folder):
    slot = EngineSlot(str(random_folder))
    slot.use_embedded()
    slot.start()
    assert slot.wait(60)
    slot.use_embedded()
    assert slot.name == str(random_folder) and slot.status()["state"] == "ready"


@pytest.fixture(scope="module")
def chat_folder(tmp_path_factory):
    folder = random_checkpoint.save(tmp_path_factory.mktemp("chat") / "checkpoint", picture_side=64)
    return str(chat_checkpoint.furnish(folder))


@pytest.mark.thorough
def test_system_prompt_thinking_and_picture_reach_the_model_and_a_thought_is_apart(serve, visit, chat_folder, tmp_path):
    slot = HeldSlot(chat_folder)
    page = visit(serve(slot))
    assert page.is_hidden("#with-system") and page.is_hidden("#with-thinking") and page.is_hidden("#with-image")
    slot.release()
    page.wait_for_selector(READY)
    page.wait_for_selector("#with-image")
    (tmp_path / "p.png").write_bytes(picture())
    page.fill("#with-system textarea", "be brief")
    page.check("#with-thinking input")
    page.set_input_files("#picture-file", tmp_path / "p.png")
    page.wait_for_selector("#picture-preview")
    make(page, "what is it", length=32, max_denoising_steps=4)
    prompt = Prompt(text="what is it", system="be brief", thinking=True, image=picture())
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32)
    expected = pg.record(pg.load_model(chat_folder), prompt, settings, seed=7)
    assert_same(shown(page)["frames"], expected)
    open_detail(page, "text")
    page.wait_for_selector(".tdp-thought")
    assert expected.thought and page.locator(".tdp-thought").count() == 1

    go_to_moment(page, 2)
    set_knob(page, "stability_threshold", 5)  # which it never comes to
    branch(page)
    whole(page, 2)
    (taken,) = columns(page, "sampled_ids", lane=1)
    assert taken.tolist() == expected.columns["sampled_ids"].tolist(), "the picture goes along"
    page.set_input_files("#picture-file", [])
    page.wait_for_selector("#picture-preview", state="hidden")
    page.get_by_role("button", name="Branch from here").click()
    page.wait_for_selector("#notice-text:has-text('choose that picture again')")


def test_a_picture_that_is_none_is_refused(chat_folder):
    service = Service(loaded(EngineSlot(chat_folder)))
    with served(service) as (_, address), httpx.Client(base_url=address, timeout=60) as http:
        for image, sentence in (
            ("!", "The picture is not a base64 data URL of a picture"),
            (base64.b64encode(b"text").decode(), "The picture cannot be read"),
            ("x" * (15 << 20), "The picture is too large: its file may have at most 10 MB"),
        ):
            answer = answer_to(http, specs=[spec()], picture=f"data:image/png;base64,{image}")
            if isinstance(answer, dict):  # taken: only the model can say
                ((_, message), *_) = read(http, answer["tape"])
                answer = message["sentence"]
            assert sentence in answer


SAYS = "said => document.querySelector('[role=alert]').textContent === said"


def log_in(page, password):
    page.fill("[name=username]", "anna")
    page.fill("[name=password]", password)
    page.click("text=Log in")


def test_a_wrong_password_is_said_to_be_and_the_right_one_opens_the_page(browser, random_slot):
    with served(Service(random_slot), auth=[("anna", "secret")]) as (_, address), browser.new_context() as window:
        window.add_init_script(KNOWN)
        tab = window.new_page()
        troubles = watch(tab)
        answer = tab.goto(address)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
        assert "frame-ancestors 'self'" in policy
        assert tab.title() == "Text Diffusion Playground" and tab.locator("#playground").count() == 0
        assert "recorded" not in answer.text() and "playground-config" not in answer.text(), "it tells nothing of it"
        tab.wait_for_selector("[name=username]:focus")
        assert troubles == [], "the policy refuses nothing of it"

        log_in(tab, "guess")
        tab.wait_for_function(SAYS, arg="The name or the password is wrong.")
        assert all("400" in error for error in troubles), "only what the browser says of the answer"
        troubles.clear()
        log_in(tab, "secret")
        tab.wait_for_selector(READY)
        make(tab, length=16, max_denoising_steps=2)
        assert run_spec(tab)["prompt"]["text"] == "hello" and troubles == []
        tab.reload()
        tab.wait_for_selector(READY)
        tab.click("text=Log out")
        tab.wait_for_selector("[name=username]:focus")
        assert tab.locator("#playground").count() == 0
        tab.reload()
        tab.wait_for_selector("[name=username]:focus")
        window.set_offline(True)
        log_in(tab, "secret")
        tab.wait_for_function(SAYS, arg="The server does not answer.")
