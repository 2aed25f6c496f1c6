"""A server with the page, a Chromium, and pages opened in it that may not misbehave."""

from contextlib import ExitStack

import pytest
from page_holds import COLOURS, DRAWER_FULL, GOLDEN, LAST_OF_LILY, LILY, READY, ROOT, SPEED
from page_reader import choose, choose_run, go, look, open_trace, set_mode
from service_helpers import PacedSlot
from serving import loaded, served
from static_host import StaticHost

from playground.export.chromium import CHROMIUM_FLAGS, chromium_path
from playground.service import Service
from playground.trace import Trace
from workshop.bench.page import KNOWN

ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""A call to another host fails, and the console says so."""
PAINTED = f"""() => window.playground?.player.painter.ids.length > 0 && playground.runList.sketch === null
    && {DRAWER_FULL}"""
"""The first picture, once its run is there with all candidates, and what explains it."""
FILE_PAINTED = "() => document.querySelector('.tdp-file-foot p')"
"""That of a page of one file."""
ON_DISK = ("file:", "data:", "blob:")
DESKTOP = {"width": 1440, "height": 1000}


@pytest.fixture(scope="session")
def browser():
    if chromium_path() is None:
        pytest.skip("no Chromium: get it with `apt-get install chromium`")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)  # a machine that has much else to do stands still at times
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=[*CHROMIUM_FLAGS, ONLY_HERE])
        chromium.new_context, chromium.new_page = map(patient, (chromium.new_context, chromium.new_page))
        yield chromium
        chromium.close()


def patient(opens):
    """Has what is opened wait longer: a machine that has much else to do stands still at times."""

    def opened(**options):
        window = opens(**options)
        window.set_default_timeout(180_000)
        return window

    return opened


@pytest.fixture(scope="session")
def service(endless_folder):
    return Service(loaded(PacedSlot(str(endless_folder))))


@pytest.fixture(scope="session")
def address(service):
    with served(service) as (_, address):
        yield address


@pytest.fixture
def serve():
    """Serves the page of a slot, which may load later."""
    with ExitStack() as pages:
        yield lambda slot: pages.enter_context(served(Service(slot)))[1]


@pytest.fixture(scope="session")
def static_address():
    """The folder of pages that are files behind Python's own server, without Gradio."""
    server = StaticHost(ROOT)
    yield f"{server.address}/tests/page/"
    server.close()


LATE = "was preloaded using link preload but not used within a few seconds"
"""Chromium says so on a machine that stands still. `test_arrival.py` tests that what is preloaded is used."""


def watch(page):
    """A list that will have what goes wrong in a page: an error logged, a dialog opened, another host called."""
    troubles = []

    def logged(message):
        if message.type in ("error", "warning") and LATE not in message.text:
            troubles.append(message.text)

    page.on("console", logged)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: (troubles.append(f"dialog {dialog.message}"), dialog.dismiss()))
    return troubles


class Window:
    """Tabs, each used by one test after the other: what the browser has loaded once, it need not load again."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(**options)
        self.context.add_init_script(KNOWN)
        self.idle, self.troubles = [], {}

    def tab(self):
        """A tab as if it were new."""
        if self.idle:
            page = self.idle.pop()
            page.bring_to_front()  # a page behind another one is painted once a second
            return page
        page = self.context.new_page()
        self.troubles[page] = watch(page)
        return page

    def give_back(self, page):
        """Returns what went wrong in the tab."""
        if not page.is_closed():
            page.mouse.move(0, 0)
            devtools = self.context.new_cdp_session(page)
            kept = {"origin": page.evaluate("origin"), "storageTypes": "local_storage,indexeddb"}
            page.goto("about:blank")
            page.unroute_all()
            devtools.send("Storage.clearDataForOrigin", kept)
            devtools.send("Page.resetNavigationHistory")
            self.idle.append(page)
        troubles = self.troubles[page].copy()
        self.troubles[page].clear()
        return troubles


@pytest.fixture(scope="session")
def windows(browser):
    """With a pointer, and with a touch screen."""
    windows = {touch: Window(browser, has_touch=touch) for touch in (False, True)}
    yield windows
    for window in windows.values():
        window.context.close()


DETAILS = ("overview", "curve", "table", "text", "blocks")
"""What the tray holds."""


def load(page, address, *, ready=PAINTED, model=False, viewport=DESKTOP, **media):
    page.set_viewport_size(viewport)
    page.emulate_media(**{"color_scheme": "light", "reduced_motion": "no-preference", **media})
    page.goto(address)
    page.wait_for_function(ready)
    if model:
        page.wait_for_selector(READY, state="attached")


@pytest.fixture
def visit(windows, serve):
    """Opens pages; at the end nothing may have gone wrong in any of them. They leave before a server of `serve` goes,
    which they may still ask for something."""
    used = []

    def visit(address, *, has_touch=False, permissions=(), **options):
        window = windows[has_touch]
        window.context.grant_permissions(permissions)
        used.append((window, window.tab()))
        load(used[-1][1], address, **options)
        return used[-1][1]

    yield visit
    troubles = [window.give_back(page) for window, page in used]
    for window, _ in used:
        window.context.clear_permissions()
    assert not any(troubles), troubles


@pytest.fixture
def page(visit, address):
    return visit(address, model=True)


@pytest.fixture(scope="module")
def kept_page(windows, address):
    page = windows[False].tab()
    load(page, address, model=True)
    yield page
    assert not windows[False].give_back(page)


@pytest.fixture
def one_page(kept_page):
    """One page for all tests of a module: loading it takes longer than most of them."""
    kept_page.bring_to_front()  # other tests of the module may have opened pages before it
    return kept_page


def as_fresh(page):
    """Shows a run as a fresh page would, with nothing opened or chosen."""
    page.set_viewport_size(DESKTOP)
    page.evaluate("playground.player.pause(); document.activeElement.blur()")
    page.select_option(SPEED, "2")
    page.select_option(COLOURS, "entropy")
    for value in ("sampled", "nats", "grid"):
        look(page, value)
    choose(page, None)
    page.evaluate("playground.player.views.deck.open(null)")
    set_mode(page, "watch")


@pytest.fixture
def used_page(one_page):
    """The one page in the middle of the first recorded run."""
    as_fresh(one_page)
    choose_run(one_page, LILY)
    one_page.evaluate("document.activeElement.blur()")
    go(one_page, LAST_OF_LILY // 2)
    return one_page


@pytest.fixture
def open_run(one_page):
    """Opens a golden run in the one page, shown as a fresh page would, and returns its trace."""

    def open_run(name):
        as_fresh(one_page)
        open_trace(one_page, GOLDEN / f"{name}.trace")
        return Trace.load(GOLDEN / f"{name}.trace")

    return open_run


@pytest.fixture
def fresh(browser):
    """Opens a browser that knows nothing; at the end nothing may have gone wrong in it.

    One that is `offline` opens files, which may ask for nothing beside themselves.
    """
    contexts, troubles = [], []

    def fresh(*scripts, offline=False, **options):
        contexts.append(browser.new_context(offline=offline, **options))
        page = contexts[-1].new_page()
        troubles.append(watch(page))
        if offline:
            page.on("request", lambda request: request.url.startswith(ON_DISK) or troubles[0].append(request.url))
        for script in scripts:
            page.add_init_script(script)
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not any(troubles)


@pytest.fixture
def stranger(fresh):
    """Opens an address in such a browser."""

    def stranger(address, *scripts, ready=PAINTED, **options):
        page = fresh(*scripts, **{"viewport": {"width": 1440, "height": 900}, **options})
        page.goto(address)
        page.wait_for_function(ready)
        return page

    return stranger
