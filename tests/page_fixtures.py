"""A server with the page, a Chromium, and pages opened in it that may not misbehave."""

import re

import pytest
from page_helpers import GOLDEN, PacedSlot

from playground.bench.page import CHROMIUM_FLAGS, chromium_path, free_port
from playground.trace import Trace
from playground.ui.interface import build

HERE = re.compile(r"(http://127\.0\.0\.1|blob:|data:)")


@pytest.fixture(scope="session")
def browser():
    if chromium_path() is None:
        pytest.skip("no Chromium: get it with `apt-get install chromium`")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(endless_folder):
    slot = PacedSlot(str(endless_folder))
    slot.start()
    assert slot.wait(60)
    page = build(slot)
    yield page.launch("127.0.0.1", free_port(), block=False, quiet=True)
    page.blocks.close()


@pytest.fixture
def visit(browser):
    """Opens pages; at the end none of them may have logged an error, opened a dialog or called another host."""
    troubles, contexts = [], []

    def visit(address, **options):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: (troubles.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: HERE.match(request.url) or troubles.append(request.url))
        page.goto(address)
        page.wait_for_function("window.playground?.painter.ids.length > 0")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(visit, address):
    page = visit(address)
    page.wait_for_selector("#model-status[data-state=ready]")
    return page


@pytest.fixture(scope="module")
def one_page(browser, address):
    """One page for all tests of a module: loading it takes longer than most of them."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    troubles = []
    page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    page.wait_for_function("window.playground?.painter.ids.length > 0")
    yield page
    context.close()
    assert troubles == []


@pytest.fixture
def open_run(one_page):
    """Opens a golden run in the one page, shown as a fresh page would, and returns its trace."""

    def open_run(name):
        one_page.select_option(".tdp-figure", "entropy")
        for value in ("sampled", "nats"):
            one_page.click(f".tdp-toolbar [data-value={value}]")
        one_page.evaluate("document.querySelector('.tdp-table').open = false")
        one_page.evaluate("playground.recording.run = 'one that was shown before'")
        one_page.set_input_files(".token-canvas input[type=file]", GOLDEN / f"{name}.trace")
        one_page.wait_for_function("name => playground.recording.run === name", arg=f"{name}.trace")
        return Trace.load(GOLDEN / f"{name}.trace")

    return open_run
