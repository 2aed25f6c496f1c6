"""The playground as a folder on a plain static host, from a subfolder: what it shows, and whom it asks."""

import dataclasses
import gzip
import json
import re
from base64 import b64decode

import page_holds as holds
import pytest
from page_fixtures import PAINTED
from page_reader import choose_run, finish, open_trace, set_mode
from service_helpers import wait_until

from playground.assets import ASSETS
from playground.export import export
from playground.plugins.live.site import write_site
from playground.trace import Trace


@pytest.mark.thorough
def test_help_leads_to_the_documentation_and_that_leads_back(host, visit, tmp_path):
    write_site(tmp_path / "sub", docs=True)
    page = visit(f"{host(tmp_path, isolates=True).address}/sub/")
    page.keyboard.press("?")
    page.click("text=The documentation, with search")
    page.wait_for_selector("h1:has-text('Documentation')")
    page.click("text=The playground itself")
    page.wait_for_function(PAINTED)


def held(page):
    """The files that a page of one file holds, by their names, the trace, and the rest of it."""
    rest, model = re.sub('(?<=id="tdp-model">)[^<]*', "", page), re.search('id="tdp-model">([^<]*)', page)[1]
    rest, runs = re.sub('(?<=id="tdp-runs">)[^<]*', "", rest), re.search('id="tdp-runs">([^<]*)', rest)[1]
    files = {name: gzip.decompress(b64decode(packed)) for name, packed in json.loads(model).items()}
    return files, json.loads(runs)["runs"][0]["trace"], rest


@pytest.mark.thorough
def test_it_offers_no_server_and_a_page_with_the_model_as_python_writes_it_for_its_own_runs_alone(static, tmp_path):
    static.wait_for_selector(holds.READY)
    static.click("text=Share")
    offers = static.inner_text("#tdp-share")
    assert "Save trace" in offers and "together" not in offers
    with static.expect_download() as saved:
        static.click("[data-form=model]")
    (written,) = export([dataclasses.replace(holds.LILY_RUN, name=holds.LILY)], tmp_path / "run.html", with_model=True)
    files, trace, rest = held(saved.value.path().read_text("utf-8"))
    expected, _, document = held(written.read_text("utf-8"))
    assert files == expected and rest == document and b64decode(trace) == (holds.RECORDED / "lily.trace").read_bytes()
    assert f", {written.stat().st_size / 1e6:.0f} MB)" in static.inner_text("[data-form=model]")
    static.keyboard.press("Escape")
    open_trace(static, holds.GOLDEN / "story.trace")  # of an older revision
    static.click("text=Share")
    assert static.is_visible("[data-form=html]") and static.is_hidden("[data-form=model]")
    static.keyboard.press("Escape")
    static.click("[aria-label='Words and keys']")
    static.wait_for_selector("dialog a[href='runs.html']")
    assert not static.query_selector("a[href*=gradio_api]")
    static.keyboard.press("Escape")
    set_mode(static, "compare")
    static.wait_for_selector("[data-race=race]")
    static.click("[data-race=recorded]")
    static.wait_for_selector(".tdp-race-run:has-text('right: A 454 of 500, B 22 of 32, C 0 of 16.')")
    static.evaluate("location.hash = '#watch=abc'")
    static.wait_for_selector("#notice-text:has-text('this page has none')")


def test_the_policy_is_as_strict_as_the_servers(host, browser):
    static = browser.new_page()
    static.goto(f"{host(isolates=True).address}/sub/")
    meta = static.get_attribute("meta[http-equiv=Content-Security-Policy]", "content")
    assert "default-src 'none'" in meta and "unsafe-eval'" not in meta.replace("wasm-unsafe-eval", "")
    refused = static.evaluate(
        """async () => {
          const refused = [];
          const both = new Promise((give) =>
            addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
              if (refused.push(effectiveDirective) === 2) give();
            }));
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          await fetch("https://example.org/").catch(() => {});
          await both;
          return [window.ran ?? null, ...refused.sort()]; }"""
    )
    static.close()
    assert refused == [None, "connect-src", "script-src-elem"]


def test_it_plays_and_makes_runs_as_on_a_server_whatever_the_host_calls_the_files(host, visit):
    strange = {".wasm": "text/plain", ".mjs": "application/octet-stream", ".onnx": "text/plain"}
    server = host(isolates=True, types=strange)
    page = visit(f"{server.address}/sub/", model=True)
    assert "in your browser with" in page.text_content("#model-status")
    assert not [path for path, status in server.requests if path.endswith(".mjs") or status >= 400]
    assert holds.runs(page) == len(holds.TITLES) and page.evaluate("crossOriginIsolated")
    choose_run(page, holds.SUDOKU)
    page.fill(holds.SLIDER, "0")
    page.click(holds.PLAY)
    wait_until(lambda: holds.moment_of(page) > 2, page=page)
    choose_run(page, holds.TITLES["france.trace"])
    page.evaluate("() => { playground.engine.trace = () => Promise.reject(new Error('No file is asked for.')); }")
    page.evaluate(
        """playground.player.addEventListener('paint', () => {
          const { recording } = playground.player;
          if (recording.live) window.begun ??= { recording, frame: recording.frames[0] }; })"""
    )
    page.click("#generate")
    page.wait_for_function("() => playground.runList.yours[0]?.whole")
    finish(page)
    made, recorded = holds.shown(page), Trace.load(holds.RECORDED / "france.trace")
    holds.assert_same(made["frames"], recorded)
    same = "begun.recording === playground.player.recording && begun.frame === begun.recording.frames[0]"
    assert page.evaluate(same) and made["label"] == "RECORDED" and made["text"] == recorded.text
    packed = page.evaluate("playground.runList.shown.file().then((file) => Array.from(file))")
    written = Trace.from_bytes(bytes(packed))
    for name in ("sampled_ids", "accepted", "top_ids"):
        assert (written.columns[name] == recorded.columns[name]).all()
    assert (written.text, written.blocks[-1].stop_reason) == (recorded.text, recorded.blocks[-1].stop_reason)


def test_a_browser_that_cannot_run_the_model_says_so_and_plays_the_runs(host, visit):
    server, script = host(isolates=True), ASSETS / "dist" / "plugins-live-worker.js"
    server.instead["dist/plugins-live-worker.js"] = b"delete self.WebAssembly;" + script.read_bytes()
    page = visit(f"{server.address}/sub/")
    page.wait_for_selector("#model-state[data-state=failed]")
    sentence = "This browser cannot run the model: it lacks WebAssembly with SIMD, which browsers have had since 2021"
    assert page.inner_text("#model-status") == f"{sentence} (Safari: 2023)."
    choose_run(page, holds.SUDOKU)
    page.fill(holds.SLIDER, "0")
    page.click(holds.PLAY)
    wait_until(lambda: holds.moment_of(page) > 1, page=page)
