"""`pg.gradio_player()` in bare Gradio apps in Chromium: it shows traces and files, and follows generators."""

import importlib.util
import itertools
import json
import re
import threading
from types import SimpleNamespace

import gradio as gr
import pytest
from fastapi import FastAPI
from page_fixtures import load
from page_holds import DRAWER, GOLDEN, ROOT, assert_same
from plugins.gradio_component.component_app import HELD, Gate, frames, launched, wait_for
from route_server import running

import playground as pg
from playground.plugins.gradio_component.component import Player
from playground.trace import Trace
from playground.trace.record import Record

STORY, HOSTILE = (Trace.load(GOLDEN / f"{name}.trace") for name in ("story", "hostile"))
DRAWN = f"() => {HELD}?.painter.ids.length > 0"


def replayed(trace):
    """A record of a run that goes on, and the frames that it is about to take."""
    texts = trace.tokens
    record = Record(
        Trace.begin(trace.header, lambda ids: [texts[i] for i in ids], lambda ids: "".join(texts[i] for i in ids))
    )
    return record, [trace.frame(step) for step in range(len(trace))]


@pytest.fixture(scope="module")
def gate():
    return Gate()


@pytest.fixture(scope="module")
def interface(gate):
    """What is asked for by name."""

    def show(name):
        if name in ("story", "hostile"):
            record, frames = replayed({"story": STORY, "hostile": HOSTILE}[name])
            for frame in gate.each(frames):
                record.so_far.add(frame)
                yield record
        elif name == "stopped":
            record, frames = replayed(STORY)
            record.so_far.add(frames[0])
            yield record
            gate.open()
            record.end()
            yield record
        elif name == "so far":
            _, frames = replayed(STORY)
            so_far = []
            for frame in gate.each(frames):
                so_far.append(frame)
                yield Trace.of(STORY.header, so_far, lambda ids: [STORY.tokens[i] for i in ids], lambda _: "")
        else:
            yield {"path": str(GOLDEN / "sudoku.trace"), "number": 3}.get(name, name)

    with launched(gr.Interface(show, gr.Textbox(label="Name"), pg.gradio_player(STORY))) as address:
        yield address


@pytest.fixture(scope="module")
def held_page(windows, interface):
    """One page for all that is asked for by name: Gradio's takes seconds to come."""
    page = windows[False].tab()
    load(page, interface, ready=DRAWN)
    yield page
    assert not windows[False].give_back(page)


@pytest.fixture
def page(held_page):
    held_page.bring_to_front()
    return held_page


def ask(page, name):
    page.fill("textarea", name)
    page.click("button:has-text('Submit')")


def test_it_shows_its_first_value_a_trace_and_the_file_of_one(page):
    wait_for(page, "RECORDED", len(STORY))
    assert_same(frames(page), STORY)
    ask(page, "path")
    sudoku = Trace.load(GOLDEN / "sudoku.trace")
    wait_for(page, "RECORDED", len(sudoku))
    assert_same(frames(page), sudoku)
    assert "RECORDED" in page.inner_text(".tdp-file-foot") and page.inner_text(".tdp-label") == "RECORDED"
    with page.expect_download() as download:
        page.click("text=Save trace")
    assert download.value.suggested_filename == "sudoku.trace"
    assert Trace.load(download.value.path()).header == sudoku.header


def test_it_follows_a_generator_live_and_the_reader_stays_where_it_is(page, gate):
    ask(page, "story")
    gate.open(3)
    wait_for(page, "LIVE", 3)
    page.wait_for_function(f"{HELD}.step === 2")  # its noise is shown first
    assert page.inner_text(".tdp-label") == "LIVE"
    assert page.locator(".tdp-file-foot").count() == 0, "a run that goes on cannot be saved"
    gate.open()
    wait_for(page, "LIVE", 4)
    page.evaluate(f"{HELD}.move(1)")
    page.evaluate(f"void (window.begun = {HELD}.recording)")
    gate.open(len(STORY) - 4)
    wait_for(page, "RECORDED", len(STORY))
    assert page.evaluate(f"begun === {HELD}.recording")
    assert_same(frames(page), STORY)
    assert page.evaluate(f"{HELD}.step") == 1
    assert page.evaluate(f"{HELD}.recording.frames[0].top_ids.length") == STORY.columns["top_ids"][0].size


def test_traces_so_far_are_records_and_their_last_step_is_shown(page, gate):
    ask(page, "so far")
    gate.open(2)
    wait_for(page, "RECORDED", 2)
    page.wait_for_function(f"() => {HELD}.step === 1")
    page.evaluate(f"{HELD}.move(0)")
    gate.open(len(STORY) - 2)
    wait_for(page, "RECORDED", len(STORY))
    assert page.evaluate(f"{HELD}.step") == 0


def test_a_run_that_is_ended_early_is_recorded(page):
    ask(page, "stopped")
    wait_for(page, "RECORDED", 1)
    assert page.evaluate(f"{HELD}.recording.finishReason") == "stopped"


def test_hostile_tokens_are_text(page, gate):
    ask(page, "hostile")
    gate.open(len(HOSTILE))
    wait_for(page, "RECORDED", len(HOSTILE))
    if page.query_selector(".tdp-tray table td") is None:
        page.click("[data-panel=table]")
    texts = page.evaluate(f"[...{HELD}.recording.tokens.values()]")
    assert {"<script>", "${"} <= {part for text in texts for part in ("<script>", "${") if part in text}
    page.wait_for_selector(".tdp-tray table td")
    assert not page.evaluate("[...document.querySelectorAll('.tdp-component script')].length")


def test_it_works_in_an_app_below_another_path_and_follows_its_theme(visit):
    with gr.Blocks(analytics_enabled=False) as app:
        pg.gradio_player(HOSTILE)
        pg.gradio_player(STORY)
    host = gr.mount_gradio_app(FastAPI(), app, "/sub")
    host.get("/{path:path}")(lambda: {})  # what Gradio's page asks of the host's own root
    with running(host) as address:
        page = visit(f"{address}/sub/?__theme=dark", ready=DRAWN)
        wait_for(page, "RECORDED", len(STORY))
        assert page.evaluate(f"{HELD}.painter.theme") == "dark"
        scheme = "place => getComputedStyle(place).colorScheme"
        assert page.eval_on_selector(".tdp-component .token-canvas", scheme) == "dark"
        assert page.locator("style[data-tdp-component]").count() == 1
        width = "(element) => element.getBoundingClientRect().width"
        assert page.eval_on_selector(".tdp-component", width) == page.eval_on_selector(".block", width)
        # Gradio's rules for all fields of its page do not reach ours.
        assert page.eval_on_selector(".tdp-speed", "field => getComputedStyle(field).paddingRight") == "4px"


@pytest.mark.parametrize(
    ("name", "sentence"), [("number", "this is a int"), ("/nowhere.trace", "/nowhere.trace cannot be")]
)
def test_on_a_phone_nothing_sticks_out_of_it_and_a_sentence_says_what_cannot_be_shown(visit, interface, name, sentence):
    page = visit(interface, ready=DRAWN, viewport={"width": 375, "height": 800})
    out = """() => { const whole = document.querySelector('.tdp-component'), { right } = whole.getBoundingClientRect();
        const wide = (one) => one.getBoundingClientRect().right > right;
        return [...whole.querySelectorAll('.tdp-toolbar button')].filter(wide).map((one) => one.textContent); }"""
    assert page.evaluate(out) == []
    ask(page, name)
    page.get_by_text(sentence).first.wait_for()


def test_what_travels_grows_at_its_end_and_the_whole_follows():
    record, frames = replayed(HOSTILE)
    player = Player(render=False)
    values = [player.postprocess(record)]
    for frame in frames[:-1]:
        record.so_far.add(frame)
        values.append(player.postprocess(record))
    assert all(later.startswith(value) for value, later in itertools.pairwise(values))
    messages = [json.loads(line) for line in values[-1].split("\n")]
    assert [message["kind"] for message in messages] == ["start", *["frame"] * (len(frames) - 1)]
    assert player.postprocess(record) == values[-1], "another page that shows the same run has the same"
    record.so_far.add(frames[-1])
    (whole,) = [json.loads(line) for line in player.postprocess(record).split("\n")]
    assert whole["kind"] == "whole" and {whole["run"]} == {message["run"] for message in messages}
    assert player.postprocess(None) is None
    assert not (ROOT / "playground" / "component.pyi").exists(), "Gradio writes no stub beside the component"


def test_the_code_of_its_page_runs(embedded_model, monkeypatch):
    """But for the launch itself."""
    apps, names = [], {}
    monkeypatch.setattr(pg, "load_model", lambda: embedded_model, raising=False)
    monkeypatch.setattr(gr.Interface, "launch", lambda app: apps.append(app))
    exec(re.search(r"```python\n(.*?)```", (ROOT / "docs/plugins/gradio_component.md").read_text(), re.S)[1], names)
    recorder = next(names["write"]("Write a story about a fox."))
    assert len(apps) == 1 and len(recorder.trace()) == 1


@pytest.mark.skipif(not hasattr(pg, "StepRecorder"), reason="what records a loop of one's own is not there")
def test_the_example_of_a_loop_of_ones_own_runs(visit, monkeypatch):
    file = ROOT / "examples" / "own_loop.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 40
    spec = importlib.util.spec_from_file_location("own_loop", file)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    going_on = threading.Event()
    monkeypatch.setattr(example, "time", SimpleNamespace(sleep=lambda _: going_on.wait(60)))
    going_on.set()
    steps = list(example.denoise(0))
    going_on.clear()
    with launched(example.demo) as address:
        page = visit(address, ready="() => document.querySelector('button') !== null")
        page.click("button:has-text('Submit')")
        page.wait_for_function(f"() => {HELD}?.recording?.label === 'LIVE' && {HELD}.recording.frames.length > 0")
        going_on.set()
        wait_for(page, "RECORDED", len(steps))
        told = frames(page)
        assert page.is_hidden(".tdp-layers"), "the loop tells of one canvas"
        assert page.eval_on_selector(DRAWER, "drawer => drawer.offsetHeight") < 60, "no room for absent panels"
    for frame, (ids, entropies, accepted) in zip(told, steps, strict=True):
        assert frame["argmax_ids"] == ids.tolist() and frame["accepted"] == accepted.tolist()
        assert frame["entropy"] == pytest.approx(entropies.tolist(), rel=1e-5, abs=1e-6)
