"""What the playground on a static host keeps in the browser: its files, its service worker, the reader's runs."""

import dataclasses
import shutil

import pytest
from page_fixtures import PAINTED
from page_holds import GOLDEN, READY, SUDOKU, TITLES
from page_reader import is_shown, open_detail, open_trace
from service_helpers import wait_until

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
def test_after_the_first_visit_it_needs_no_network_and_keeps_the_readers_runs(host, fresh):
    """What is damaged on its way is not kept."""
    server, page = host(), fresh(KNOWN)
    server.instead["plotly-basic.min.js"] = b"<!doctype html>Not found"
    loaded_twice(page, f"{server.address}/sub/")
    assert page.evaluate("crossOriginIsolated")
    keeps(page, len(set(page.evaluate(ALL))) - 1)
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
    open_detail(page, "overview")
    page.goto(f"{server.address}/sub/runs.html")
    page.click(f"text={TITLES['lily.trace']}")
    page.wait_for_selector(".tdp-file-foot p")


@pytest.mark.thorough
def test_it_is_loaded_once_if_it_is_isolated_or_cannot_be_or_its_reader_has_begun_or_in_a_frame(host, fresh, tmp_path):
    controlled = "navigator.serviceWorker.controller !== null"
    server, page = host(isolates=True), fresh(KNOWN)
    page.goto(f"{server.address}/sub/")
    page.wait_for_function(f"() => crossOriginIsolated && {controlled}")
    page.wait_for_selector(READY)
    assert [path for path, _ in server.requests].count("/sub/") == 1
    plain, page = host(), fresh(KNOWN)
    page.goto(f"{plain.address}/sub/", wait_until="load")
    page.mouse.click(5, 5)
    page.wait_for_selector(READY)
    page.wait_for_function(f"() => {controlled}")
    assert [path for path, _ in plain.requests].count("/sub/") == 1
    bare, page = host(), fresh(KNOWN)
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
    page.goto(f"{bare.address}/sub/")
    page.wait_for_selector(READY)  # with one thread
    assert [path for path, _ in bare.requests].count("/sub/") == 1 and not page.evaluate("crossOriginIsolated")
    frame = f'<iframe src="{plain.address}/sub/?embed&lesson=4"></iframe>'
    (tmp_path / "slides.html").write_text(f'<link rel="icon" href="data:,">{frame}')
    page = fresh(KNOWN)
    page.goto(f"{host(tmp_path).address}/slides.html")
    frame = page.frames[1]
    frame.wait_for_selector(READY, state="attached")
    frame.evaluate("[...document.querySelectorAll('button')].find((each) => each.textContent === 'Run it').click()")
    frame.wait_for_function("() => playground.runList.yours[0]?.whole")  # the lesson holds a running model
    assert [path for path, _ in plain.requests].count("/sub/?embed&lesson=4") == 1
    assert not frame.evaluate("crossOriginIsolated")


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
def test_where_there_is_no_room_the_runs_go_first(folder, host, fresh):
    server, page = host(), fresh(KNOWN)
    little = "navigator.storage.estimate = async () => ({ quota: 60e6, usage: 0 });"
    server.instead["/sw.js"] = little.encode() + (folder / "sub" / "sw.js").read_bytes()
    loaded_twice(page, f"{server.address}/sub/")
    open_trace(page, GOLDEN / "story.trace")
    page.wait_for_function("() => playground.runList.yours[0]?.kept")
    page.wait_for_selector(READY)
    assert page.evaluate(KEPT) == []
