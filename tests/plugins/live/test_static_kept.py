"""What the playground on a static host keeps in the browser: its files, its service worker, the reader's runs."""

import dataclasses
import shutil

import pytest
from page_fixtures import PAINTED
from page_helpers import (
    GOLDEN,
    READY,
    SUDOKU,
    TITLES,
    choose_run,
    is_shown,
    open_trace,
    wait_until,
)

from playground.plugins.live.site import write_site
from playground.server.guard.answers import ISOLATION, POLICY
from playground.trace import Trace
from workshop.bench.page import KNOWN

KEPT = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url); }"""
"""The addresses under which files are kept."""
ALL = "async () => (await (await fetch('sw.js', { cache: 'no-store' })).text()).split('\\n')[0].match(/[0-9a-f]{64}/g)"
"""The hash of each file that the folder has."""


def keeps(page, count):
    """Waits until so many files are kept."""
    wait_until(lambda: len(page.evaluate(KEPT)) == count)


def loaded_twice(page, address):
    """Opens a page that loads itself once more. A question to the page would count as its reader's touch."""
    page.on("framenavigated", lambda frame: seen.append(frame.url))
    seen = []
    page.goto(address)
    wait_until(lambda: len(seen) > 1, page=page)
    return page.wait_for_function(PAINTED)


@pytest.mark.thorough
def test_a_tab_closed_in_mid_run_takes_nothing_of_the_library_with_it(host, browser):
    address, context = f"{host(isolates=True).address}/sub/", browser.new_context()

    def opened():
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        page.wait_for_selector(READY)
        return page

    page = opened()
    page.evaluate("playground.knobs.values = { max_denoising_steps: 2, max_new_tokens: 128 }")
    page.click("#generate")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    page.evaluate(
        "playground.knobs.values = { max_denoising_steps: 900, max_new_tokens: 512, confidence_threshold: 0 }"
    )
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
    server, page = host(), fresh(KNOWN)
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
    page.wait_for_function("() => playground.runList.yours.length === 1")
    page.wait_for_selector(READY)
    page.evaluate("playground.knobs.values = { max_denoising_steps: 2, max_new_tokens: 128 }")
    page.click("#generate")
    page.wait_for_function("() => playground.runList.yours.length === 2 && !playground.ask.busy")
    page.evaluate("playground.player.views.deck.open('overview')")
    page.wait_for_selector(".tdp-overview-panel > *")
    page.goto(f"{server.address}/sub/runs.html")
    page.click(f"text={TITLES['lily.trace']}")
    page.wait_for_selector(".tdp-file-foot p")


@pytest.mark.thorough
def test_a_host_that_isolates_and_a_frame_of_another_site_load_it_once(host, fresh, tmp_path):
    server = host(isolates=True)
    page = fresh(KNOWN)
    page.goto(f"{server.address}/sub/")
    page.wait_for_timeout(2000)
    page.wait_for_function("() => crossOriginIsolated && navigator.serviceWorker.controller !== null")
    assert [path for path, _ in server.requests].count("/sub/") == 1
    plain = host()
    frame = f'<iframe src="{plain.address}/sub/?embed&lesson=4"></iframe>'
    (tmp_path / "slides.html").write_text(f'<link rel="icon" href="data:,">{frame}')
    slides = host(tmp_path)
    page = fresh(KNOWN)
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


def test_a_neighbour_below_its_folder_is_left_as_its_host_sends_it(host, fresh):
    server, abroad, page = host(), host(), fresh(KNOWN)
    abroad.instead["/abroad.js"] = b"window.abroad = true;"
    neighbours = [f"{server.address}/sub/{folder}/page.html" for folder in ("blog", "playground", "playground/v2")]
    server.instead["/page.html"] = f"""<!doctype html><link rel="icon" href="data:,"><script src="near.js"></script>
      <script>window.inline = true;</script><script src="{abroad.address}/abroad.js"></script>""".encode()
    server.instead["/near.js"] = b"window.near = true;"
    ours = f"{server.address}/sub/playground/{'0' * 16}/dist/of-the-next-version.js"
    server.instead["/of-the-next-version.js"] = b""
    policies = {header.lower() for header in (POLICY, *ISOLATION)}
    set_by = "async (address) => [...(await fetch(address)).headers.keys()]"
    loaded_twice(page, f"{server.address}/sub/")
    assert page.evaluate("crossOriginIsolated")
    assert policies <= {*page.evaluate(set_by, ours)}
    for neighbour in neighbours:
        page.goto(neighbour)
        assert page.evaluate("[window.near, window.inline, window.abroad]") == [True] * 3, neighbour
        assert page.evaluate("navigator.serviceWorker.controller !== null && !crossOriginIsolated")
        for address in (neighbour, neighbour.replace("page.html", "near.js")):
            assert not policies & {*page.evaluate(set_by, address)}, address


@pytest.mark.thorough
def test_a_reader_who_has_begun_is_left_alone(host, fresh):
    server, page = host(), fresh(KNOWN)
    page.goto(f"{server.address}/sub/", wait_until="load")
    page.mouse.click(5, 5)
    page.wait_for_timeout(2000)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert [path for path, _ in server.requests].count("/sub/") == 1


@pytest.mark.thorough
def test_without_service_workers_it_has_one_thread_and_is_loaded_once(host, fresh):
    server, page = host(), fresh(KNOWN)
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page.goto(f"{server.address}/sub/")
    page.wait_for_timeout(2000)
    page.wait_for_function("() => window.playground?.player.painter.ids.length > 0 && !crossOriginIsolated")
    assert [path for path, _ in server.requests].count("/sub/") == 1


@pytest.mark.thorough
def test_a_new_version_takes_over_what_has_not_changed(folder, host, fresh, tmp_path):
    shutil.copytree(folder / "sub", tmp_path / "sub")
    server, page = host(tmp_path), fresh(KNOWN)
    loaded_twice(page, f"{server.address}/sub/")
    old = set(page.evaluate(ALL))
    keeps(page, len(old))
    write_site(tmp_path / "sub", [dataclasses.replace(Trace.load(GOLDEN / "story.trace"), name="story")])
    page.goto(f"{server.address}/sub/")
    page.wait_for_function("() => window.playground?.runList.items.length === 1")
    new = set(page.evaluate(ALL))
    assert new != old and len(new & old) > len(new) / 2
    server.requests.clear()
    keeps(page, len(new | old))
    own = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    asked = {path for path, _ in server.requests if "/runtime/" not in path} - {*own}  # a part may come at any time
    assert not [path for path in asked if path.endswith((".min.js", ".trace", ".css"))]
    other = page.context.new_page()
    page.close()
    other.goto("about:blank")
    other.goto(f"{server.address}/sub/")
    keeps(other, len(new))


@pytest.mark.thorough
def test_what_is_damaged_on_its_way_is_not_kept(host, fresh):
    server, page = host(), fresh(KNOWN)
    server.instead["plotly-basic.min.js"] = b"<!doctype html>Not found"
    loaded_twice(page, f"{server.address}/sub/")
    count = len(set(page.evaluate(ALL)))
    keeps(page, count - 1)


@pytest.mark.thorough
def test_where_there_is_no_room_the_runs_go_first(folder, host, fresh):
    server, page = host(), fresh(KNOWN)
    little = "navigator.storage.estimate = async () => ({ quota: 60e6, usage: 0 });"
    server.instead["/sw.js"] = little.encode() + (folder / "sub" / "sw.js").read_bytes()
    loaded_twice(page, f"{server.address}/sub/")
    open_trace(page, GOLDEN / "story.trace")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    page.wait_for_timeout(500)
    assert page.evaluate(KEPT) == []
