"""`serve --blocks`: the playground as an ordinary Gradio app, in Chromium, and what it refuses."""

import gradio as gr
import httpx
import pytest
from click.testing import CliRunner
from command_line import serves_not
from plugins.gradio_component.component_app import HELD, launched, wait_for
from service_helpers import HeldSlot, PacedSlot, wait_until
from serving import loaded

from playground.commands.serve import ADDED_TO_PAGE, serve
from playground.plugins.gradio_component.blocks import NAMES, app
from playground.service import Service
from playground.service.limits import Limits
from playground.spec.settings import all_knobs
from workshop.bench.page import free_port

READY = "() => document.querySelectorAll('button').length > 1"
LIVE = f"() => {HELD}?.recording?.label === 'LIVE' && {HELD}.recording.frames.length > 1"


@pytest.fixture(scope="module")
def service(endless_folder):
    return Service(loaded(PacedSlot(str(endless_folder))), Limits(grace_seconds=5))


@pytest.fixture
def page(visit, service):
    with launched(app(service)) as address:
        page = visit(address, ready=READY)
        yield page
        page.close()  # Gradio's page logs an error when it goes elsewhere while it listens


def press(page, button):
    page.get_by_role("button", name=button, exact=True).click()


def slider(page, name):
    return page.get_by_label(f"number input for {all_knobs()[name].label}")


def generate(page):
    """A run of twelve blocks: the length that a checkpoint names nowhere is more than this one takes."""
    slider(page, "max_new_tokens").fill("192")
    press(page, "Generate")
    page.wait_for_function(LIVE)


def test_it_generates_with_the_settings_of_its_sliders_stops_and_says_in_one_sentence_what_it_cannot(page, service):
    slider(page, "entropy_bound").fill("0.3")
    slider(page, "max_denoising_steps").fill("90")
    page.get_by_label("Seed").fill("11")
    generate(page)
    told = "({ settings, seed }) => [settings.entropy_bound, settings.max_denoising_steps, seed]"
    header = page.evaluate(f"({told})({HELD}.recording.header.spec)")
    assert header == [0.3, 90, 11]
    press(page, "Stop")
    page.wait_for_function(f"() => {HELD}.recording.label === 'RECORDED'")
    (run,) = service.tapes._tapes[-1].runs
    trace = run.trace()
    wait_for(page, "RECORDED", len(trace))
    assert trace.finish_reason == "stopped" and trace.header.seed == 11
    assert page.evaluate(f"{HELD}.recording.frames[0].top_ids.length") == trace.columns["top_ids"][0].size
    slider(page, "t_min").fill("2")
    press(page, "Generate")
    page.get_by_text("t_min is 2, above t_max").first.wait_for()
    page.get_by_label("Prompt").fill(" ")
    press(page, "Generate")
    page.get_by_text("The prompt is empty").first.wait_for()


@pytest.mark.thorough
def test_a_run_whose_tab_was_closed_ends_and_one_that_takes_too_long_is_shown_as_far_as_it_came(page, visit, service):
    generate(page)
    assert service.tapes.live()
    page.close()
    wait_until(lambda: not service.tapes.live())
    with launched(app(Service(service.slot, Limits(run_seconds=1)))) as address:
        page = visit(address, ready=READY)
        generate(page)
        page.get_by_text("The run was ended after 1 seconds").first.wait_for()
        page.wait_for_function(f"() => {HELD}.recording.label === 'RECORDED'")
        page.close()


@pytest.mark.parametrize("folder", [None, "/nowhere"])
def test_nobody_generates_before_the_model_is_there(visit, folder):
    slot = HeldSlot(folder)
    with launched(app(Service(slot))) as address:
        page = visit(address, ready=READY)
        page.get_by_text("The model is loading.").wait_for()
        start = page.get_by_role("button", name="Generate", exact=True)
        assert start.is_disabled() and slider(page, "t_max").is_disabled()
        slot.release()
        if folder:
            page.get_by_text("There is no model 'nowhere'").first.wait_for()
            assert start.is_disabled()
        else:
            page.wait_for_function("() => [...document.querySelectorAll('button')].every((one) => !one.disabled)")
            values = [float(slider(page, name).input_value()) for name in NAMES]
            assert values == [pytest.approx(getattr(slot.model.settings, name)) for name in NAMES]
            page.get_by_text("The model is loading.").wait_for(state="detached")
        page.close()


ADDED = [option.opts[0] for option in serve.params if option.name in ADDED_TO_PAGE and option.is_flag]


@pytest.mark.parametrize(
    "options", [["--public"], ["--allow-host", "x.org"], ["--proxies", "10.0.0.1"], *([name] for name in ADDED)]
)
def test_what_needs_the_page_or_its_guard_is_refused(options):
    assert f"it does not go with {options[0]}." in serves_not("--blocks", *options)


def test_login_is_gradios_own_and_readiness_needs_none(tmp_path, monkeypatch):
    """With the flag, Gradio's app is launched with the names of the file."""
    launches, launch, port = [], gr.Blocks.launch, free_port()

    def launched_beside(blocks, **options):
        launches.append((blocks, options))
        launch(blocks, prevent_thread_lock=True, quiet=True, **options)

    monkeypatch.setattr("gradio.Blocks.launch", launched_beside)
    (tmp_path / "names").write_text("anna:secret\n", encoding="utf-8")
    ran = CliRunner().invoke(serve, ["--blocks", "--auth", str(tmp_path / "names"), "--port", str(port)])
    assert ran.exit_code == 0, ran.output
    ((blocks, options),) = launches
    try:
        assert (options["auth"], options["server_port"]) == ([("anna", "secret")], port)
        address = f"http://127.0.0.1:{port}"
        assert httpx.get(f"{address}/config", timeout=60).status_code == 401
        wait_until(lambda: httpx.get(f"{address}/readyz", timeout=60).text == "ready\n", 60)
    finally:
        blocks.close(verbose=False)
