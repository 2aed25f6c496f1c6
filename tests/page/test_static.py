"""The playground as a folder on a plain static host, from a subfolder: what it shows, what it keeps, whom it asks."""

import gzip
import json
import re
import shutil
from base64 import b64decode

import pytest
from onnx import TensorProto, helper
from page_fixtures import PAINTED
from page_helpers import (
    GOLDEN,
    LILY,
    LILY_RUN,
    READY,
    RECORDED,
    SUDOKU,
    TITLES,
    assert_same,
    choose_run,
    finish,
    is_shown,
    open_trace,
    runs,
    set_mode,
    shown,
    text,
    wait_until,
)
from static_host import StaticHost

from playground.assets import ASSETS
from playground.export import export
from playground.export.run import Run
from playground.lessons import Library
from playground.server.site import write_site
from playground.trace import Trace
from workshop.bench.page import KNOWN

LIBRARY = Library(ASSETS / "lessons", ASSETS / "recorded")
KEPT = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url); }"""
"""The addresses under which files are kept."""
ALL = "async () => (await (await fetch('sw.js', { cache: 'no-store' })).text()).split('\\n')[0].match(/[0-9a-f]{64}/g)"
"""The hash of each file that the folder has."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    hosted = tmp_path_factory.mktemp("hosted")
    write_site(hosted / "sub", LIBRARY)
    return hosted


@pytest.fixture
def host(folder):
    """Starts hosts of the folder, or of another one."""
    hosts = []

    def host(served=folder, **options):
        hosts.append(StaticHost(served, **options))
        return hosts[-1]

    yield host
    for one in hosts:
        one.close()


@pytest.fixture
def fresh(browser):
    """Opens a browser that knows nothing but its reader; at the end nothing may have gone wrong in it."""
    contexts, troubles = [], []

    def fresh(**options):
        contexts.append(browser.new_context(**options))
        contexts[-1].add_init_script(KNOWN)
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def static(host, visit):
    """The page on a host that isolates it, so that nothing loads it again."""
    server = host(isolates=True)
    page = visit(f"{server.address}/sub/")
    yield page
    asked = {path for path, _ in server.requests}
    assert all(path.startswith("/sub/") for path in asked) and not [r for r in server.requests if r[1] >= 400]


def test_it_shows_plays_and_teaches_as_on_a_server(static):
    assert runs(static) == len(TITLES)
    choose_run(static, SUDOKU)
    is_shown(static, SUDOKU)
    static.evaluate("playground.player.seek(0); playground.player.play()")
    static.wait_for_function("() => playground.player.moment > 2")
    set_mode(static, "learn")
    static.click(".tdp-stop")
    static.wait_for_selector(".tdp-lesson-part")
    static.evaluate("location.hash = '#game=7.margin'")
    static.wait_for_selector(".tdp-paint")
    assert static.evaluate("crossOriginIsolated")


@pytest.mark.thorough
def test_a_first_visit_opens_with_a_run_and_changes_a_word_in_the_browser(host, browser):
    with browser.new_context(viewport={"width": 1440, "height": 900}) as window:
        page = window.new_page()
        page.goto(f"{host(isolates=True).address}/sub/")
        page.wait_for_selector(".tdp-opens .tdp-opening-captions .tdp-opening-now")
        assert text(page, ".tdp-opening-captions h2") == "It starts as noise."
        page.keyboard.press("Escape")
        page.wait_for_selector(".tdp-opens", state="detached")
        set_mode(page, "compare")
        page.click("text=cat ⇄ dragon")
        page.wait_for_function("() => playground.player.lanes[1]?.finishReason", timeout=120_000)
        counts = page.evaluate("playground.player.sideBySide.timeline.differences")
        assert counts[:7] == [0, 16, 19, 13, 50, 71, 72] and counts[-1] == 74


@pytest.mark.thorough
def test_a_run_goes_on_from_what_the_reader_of_a_lesson_keeps_in_the_browser(static):
    static.evaluate("playground.learn({ lesson: 4, part: 1 })")
    static.locator(".tdp-paint").press("Space")
    static.click(".tdp-keep-show")
    static.wait_for_selector(READY, state="attached", timeout=120_000)
    static.get_by_role("button", name="Go on from yours").click()
    static.wait_for_selector("text=One run each proves little", timeout=120_000)
    assert "No rule judges this text in a browser" in text(static, ".tdp-predict")
    cells = static.evaluate("playground.player.lanes[1].header.spec.edits[0].cells")
    assert len(cells) == 26 and set(cells.values()) == {None}  # all words that the sampler kept, but the first


def test_an_embedded_lesson_opens_at_its_address(host, visit):
    page = visit(f"{host(isolates=True).address}/sub/?embed&lesson=4", ready="() => window.playground")
    page.wait_for_selector(".tdp-lesson-part")
    assert text(page, ".tdp-lesson > h2") == "The budget" and page.is_hidden(".tdp-header")


@pytest.mark.thorough
def test_what_needs_a_server_is_not_offered(static):
    static.click("text=Share")
    static.wait_for_selector("[data-form=html]")
    offers = text(static, "#tdp-share")
    assert "Save trace" in offers and "together" not in offers and "Publish" not in offers
    static.keyboard.press("Escape")
    static.click("[aria-label='Keys and words']")
    static.wait_for_selector("dialog a[href='runs.html']")
    assert not static.query_selector("a[href*=gradio_api]")
    static.keyboard.press("Escape")
    set_mode(static, "compare")
    static.wait_for_selector("[data-race=race]")
    assert not static.query_selector("[data-race=rival]")
    static.click("[data-race=recorded]")
    static.wait_for_selector(".tdp-race-run:has-text('right: A 327 of 500, B 22 of 32, C 0 of 32.')")
    set_mode(static, "tune")
    static.click(".tdp-open-map")
    static.wait_for_selector(".tdp-map-chart .points path.point")
    assert "Sudoku 9x9, 36 clues" in static.inner_text(".tdp-map-panel select")
    for address in ("#watch=abc", "#published=abc"):
        static.evaluate("address => { playground.say(null); location.hash = address; }", address)
        static.wait_for_selector("#notice-text:has-text('this page has none')")


@pytest.mark.thorough
def test_a_page_of_one_file_is_saved_and_the_machine_is_not_measured(static):
    static.click("text=Share")
    with static.expect_download() as saved:
        static.click("[data-form=html]")
    assert "tdp-runs" in saved.value.path().read_text(encoding="utf-8")
    static.evaluate("playground.player.views.deck.open('cost')")
    static.wait_for_selector(".tdp-roofline-part")
    static.wait_for_selector("text=COMPUTED, not measured: the 26B model")
    assert static.is_hidden("text=Measure this machine") and static.is_hidden("tr:has-text('this pass, at best')")


def held(page):
    """The files that a page of one file holds, by their names, the trace, and the rest of it."""
    rest, model = re.sub('(?<=id="tdp-model">)[^<]*', "", page), re.search('id="tdp-model">([^<]*)', page)[1]
    rest, runs = re.sub('(?<=id="tdp-runs">)[^<]*', "", rest), re.search('id="tdp-runs">([^<]*)', rest)[1]
    files = {name: gzip.decompress(b64decode(packed)) for name, packed in json.loads(model).items()}
    return files, json.loads(runs)["runs"][0]["trace"], rest


@pytest.mark.thorough
def test_a_page_with_the_model_is_what_python_writes_and_is_offered_for_its_own_runs_alone(static, tmp_path):
    static.wait_for_selector(READY)
    static.click("text=Share")
    with static.expect_download() as saved:
        static.click("[data-form=model]")
    (written,) = export([Run(name=LILY, trace=LILY_RUN)], tmp_path / "run.html", with_model=True)
    files, trace, rest = held(saved.value.path().read_text("utf-8"))
    expected, _, document = held(written.read_text("utf-8"))
    assert files == expected and rest == document and b64decode(trace) == (RECORDED / "lily.trace").read_bytes()
    assert f", {written.stat().st_size / 1e6:.0f} MB)" in text(static, "[data-form=model]")
    static.keyboard.press("Escape")
    open_trace(static, GOLDEN / "story.trace")  # of an older revision
    static.click("text=Share")
    assert static.is_visible("[data-form=html]") and static.is_hidden("[data-form=model]")


def test_the_policy_is_as_strict_as_the_servers(host, browser):
    static = browser.new_page()
    static.goto(f"{host(isolates=True).address}/sub/")
    meta = static.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
    assert "default-src 'none'" in meta and "unsafe-eval'" not in meta.replace("wasm-unsafe-eval", "")
    refused = static.evaluate(
        """async () => {
          const refused = [];
          addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          await fetch("https://example.org/").catch(() => {});
          await new Promise((give) => setTimeout(give, 100));
          return [window.ran ?? null, ...refused.sort()]; }"""
    )
    static.close()
    assert refused == [None, "connect-src", "script-src-elem"]


def doubled(page):
    """Runs a graph in the page with the runtime of its folder and two threads, from bytes that were fetched."""
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])]
    graph = helper.make_graph([helper.make_node("Add", ["x", "x"], ["y"])], "twice", inputs, outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10).SerializeToString()
    return page.evaluate(
        """async (model) => {
          const folder = new URL("js/runtime/", playground.assets);
          const ort = await import(new URL("ort.wasm.min.mjs", folder));
          const wasm = await fetch(new URL("ort-wasm-simd-threaded.wasm", folder));
          Object.assign(ort.env.wasm, { numThreads: 2, wasmBinary: await wasm.arrayBuffer() });
          const session = await ort.InferenceSession.create(new Uint8Array(model), { executionProviders: ["wasm"] });
          const { y } = await session.run({ x: new ort.Tensor("float32", [1, 2, 4]) });
          return [...y.data]; }""",
        [*model],
    )


def test_generate_makes_the_run_that_is_shown_whatever_the_host_calls_the_runtime(host, visit):
    page = visit(f"{host(isolates=True, types={'.wasm': 'text/plain'}).address}/sub/")
    page.wait_for_selector(READY)
    assert "in your browser with" in page.text_content("#model-status")
    page.click("#generate")
    page.wait_for_function("() => playground.player.recording.live")
    finish(page)
    page.wait_for_function("() => playground.runList.yours[0]?.whole")
    assert_same(shown(page)["frames"], LILY_RUN)


def keeps(page, count):
    """Waits until so many files are kept."""
    wait_until(lambda: len(page.evaluate(KEPT)) == count)


def loaded_twice(page, address):
    """Opens a page that loads itself once more. A question to the page would count as its reader's touch."""
    page.on("framenavigated", lambda frame: seen.append(frame.url))
    seen = []
    page.goto(address)
    for _ in range(100):
        if len(seen) > 1:
            return page.wait_for_function(PAINTED)
        page.wait_for_timeout(100)
    raise AssertionError("it was loaded once")


@pytest.mark.parametrize(
    "without",
    ["delete self.WebAssembly;", pytest.param("WebAssembly.validate = () => false;", marks=pytest.mark.thorough)],
    ids=["WASM", "SIMD"],
)
def test_a_browser_that_cannot_run_the_model_says_so_and_plays_the_runs(host, visit, without):
    server = host(isolates=True)
    server.instead["bundle/worker.js"] = without.encode() + (ASSETS / "js" / "bundle" / "worker.js").read_bytes()
    page = visit(f"{server.address}/sub/")
    page.wait_for_selector("#model-state[data-state=failed]")
    sentence = "This browser cannot run the model: it lacks WebAssembly with SIMD, which browsers have had since 2021"
    assert text(page, "#model-status") == f"{sentence} (Safari: 2023)."
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    page.evaluate("playground.player.seek(0); playground.player.play()")
    page.wait_for_function("() => playground.player.moment > 1")


@pytest.mark.thorough
def test_a_tab_closed_in_mid_run_takes_nothing_of_the_library_with_it(host, browser):
    address, context = f"{host(isolates=True).address}/sub/", browser.new_context()

    def opened():
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        page.wait_for_selector(READY, timeout=60_000)
        return page

    page = opened()
    page.evaluate("playground.knobs.values = { max_denoising_steps: 2, max_new_tokens: 128 }")
    page.click("#generate")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    page.evaluate("playground.knobs.values = { max_denoising_steps: 48, max_new_tokens: 512 }")
    page.click("#generate")
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 3")
    page.close()
    page = opened()
    page.wait_for_function("() => playground.runList.yours.length > 0")
    kept = page.evaluate(
        "Promise.all(playground.runList.yours.map((item) => playground.runList.read(item)))"
        ".then((runs) => runs.map(({ frames, live }) => [frames.length, live]))"
    )
    assert kept == [[2, False]], "and nothing of the run that was going on"
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    page.click("#generate")
    page.wait_for_function("() => playground.runList.yours.length === 2 && !playground.ask.busy")
    context.close()


@pytest.mark.thorough
def test_after_the_first_visit_it_needs_no_network_and_keeps_the_readers_runs(host, fresh):
    server, page = host(), fresh()
    loaded_twice(page, f"{server.address}/sub/")
    assert page.evaluate("crossOriginIsolated")
    hashes = set(page.evaluate(ALL))
    keeps(page, len(hashes))
    assert [path for path, _ in server.requests].count("/sub/") == 2
    open_trace(page, GOLDEN / "story.trace")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    server.close()
    page.goto(f"{server.address}/sub/?again#run=sudoku")
    page.wait_for_function(PAINTED)
    is_shown(page, SUDOKU)
    assert doubled(page) == [2, 4, 8]
    page.wait_for_function("() => playground.runList.yours.length === 1")
    page.evaluate("playground.player.views.deck.open('overview')")
    page.wait_for_selector(".tdp-overview-panel > *")
    page.goto(f"{server.address}/sub/runs.html")
    page.click(f"text={TITLES['lily.trace']}")
    page.wait_for_selector(".tdp-file-foot p")


@pytest.mark.thorough
def test_a_host_that_isolates_and_a_frame_of_another_site_load_it_once(host, fresh, tmp_path):
    server = host(isolates=True)
    page = fresh()
    page.goto(f"{server.address}/sub/")
    page.wait_for_timeout(2000)
    page.wait_for_function("() => crossOriginIsolated && navigator.serviceWorker.controller !== null")
    assert [path for path, _ in server.requests].count("/sub/") == 1
    plain = host()
    frame = f'<iframe src="{plain.address}/sub/?embed&lesson=4"></iframe>'
    (tmp_path / "slides.html").write_text(f'<link rel="icon" href="data:,">{frame}')
    slides = host(tmp_path)
    page = fresh()
    page.goto(f"{slides.address}/slides.html")
    page.wait_for_timeout(2000)
    frame = page.frames[1]
    frame.wait_for_function("() => window.playground?.player.painter.ids.length > 0")
    frame.wait_for_selector(READY, state="attached")
    frame.evaluate("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Run it').click()")
    frame.wait_for_function("() => playground.runList.yours[0]?.whole")  # the lesson holds a running model
    assert [path for path, _ in plain.requests].count("/sub/?embed&lesson=4") == 1 and not frame.evaluate(
        "crossOriginIsolated"
    )


@pytest.mark.thorough
def test_a_reader_who_has_begun_is_left_alone(host, fresh):
    server, page = host(), fresh()
    page.goto(f"{server.address}/sub/", wait_until="load")
    page.mouse.click(5, 5)
    page.wait_for_timeout(2000)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert [path for path, _ in server.requests].count("/sub/") == 1


@pytest.mark.thorough
def test_without_service_workers_it_has_one_thread_and_is_loaded_once(host, fresh):
    server, page = host(), fresh()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page.goto(f"{server.address}/sub/")
    page.wait_for_timeout(2000)
    page.wait_for_function("() => playground.player.painter.ids.length > 0 && !crossOriginIsolated")
    assert [path for path, _ in server.requests].count("/sub/") == 1


@pytest.mark.thorough
def test_a_new_version_takes_over_what_has_not_changed(folder, host, fresh, tmp_path):
    shutil.copytree(folder / "sub", tmp_path / "sub")
    server, page = host(tmp_path), fresh()
    loaded_twice(page, f"{server.address}/sub/")
    old = set(page.evaluate(ALL))
    keeps(page, len(old))
    write_site(tmp_path / "sub", LIBRARY, [Run(name="story", trace=Trace.load(GOLDEN / "story.trace"))])
    page.goto(f"{server.address}/sub/")
    page.wait_for_function("() => playground.runList.items.length === 1")
    new = set(page.evaluate(ALL))
    assert new != old and len(new & old) > len(new) / 2
    server.requests.clear()
    keeps(page, len(new | old))
    assert not [path for path, _ in server.requests if path.endswith((".min.js", ".trace", ".css"))]
    other = page.context.new_page()
    page.close()
    other.goto("about:blank")
    other.goto(f"{server.address}/sub/")
    keeps(other, len(new))


@pytest.mark.thorough
def test_what_is_damaged_on_its_way_is_not_kept(host, fresh):
    server, page = host(), fresh()
    server.instead["plotly-basic.min.js"] = b"<!doctype html>Not found"
    loaded_twice(page, f"{server.address}/sub/")
    count = len(set(page.evaluate(ALL)))
    keeps(page, count - 1)


@pytest.mark.thorough
def test_where_there_is_no_room_the_runs_go_first(folder, host, fresh):
    server, page = host(), fresh()
    little = "navigator.storage.estimate = async () => ({ quota: 60e6, usage: 0 });"
    server.instead["/sw.js"] = little.encode() + (folder / "sub" / "sw.js").read_bytes()
    loaded_twice(page, f"{server.address}/sub/")
    open_trace(page, GOLDEN / "story.trace")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    page.wait_for_timeout(500)
    assert page.evaluate(KEPT) == []


@pytest.mark.thorough
def test_a_prompt_that_the_model_declines_leads_on(static):
    static.fill("#prompt textarea", "Write a poem about the sea.")
    static.wait_for_selector(".tdp-ways-on")
    assert text(static, ".tdp-about-prompt").startswith("It knows no poems")
    static.click("#generate")
    finish(static)
    assert "The model declines" in text(static, ".tdp-caption")
    static.click(".tdp-offer")
    static.wait_for_function("() => document.querySelector('.tdp-about-prompt').textContent.startsWith('It will tell')")
