"""The tray of details: what it holds is fetched when it is first opened."""

import pytest
from page_fixtures import PAINTED

from workshop.bench.page import KNOWN

pytest_plugins = "page_fixtures"

SHOWN = {
    "overview": ".tdp-raster",
    "curve": ".js-plotly-plot .scatterlayer .point",
    "table": ".tdp-step-table tbody tr",
    "text": ".tdp-text",
}
HINT = "This part of the page did not arrive; close it and open it again when the server answers."


@pytest.fixture
def tab(browser, address):
    """A page that has opened nothing yet, in a window of its own."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        yield page


def test_details_are_fetched_when_they_are_first_opened_and_stay_open(tab):
    fetched = "file => performance.getEntriesByType('resource').filter(({name}) => name.endsWith(file)).length"
    for name, shown in SHOWN.items():
        assert tab.evaluate(fetched, f"/panels-{name}.js") == 0
        tab.click(f"[data-panel={name}]")
        tab.wait_for_selector(shown, state="attached")
        assert tab.evaluate(fetched, f"/panels-{name}.js") == 1
    tab.reload()
    for name in SHOWN:
        tab.wait_for_selector(f".tdp-{name}-panel > *", state="attached")


def test_a_detail_that_does_not_arrive_says_so_and_comes_when_it_is_opened_again(tab):
    tab.route("**/panels-table.js", lambda route: route.abort())
    tab.click("[data-panel=table]")
    tab.wait_for_selector(f".tdp-table-panel:has-text('{HINT}')")
    tab.unroute("**/panels-table.js")
    tab.click("[data-panel=table]")
    tab.click("[data-panel=table]")
    tab.wait_for_selector(SHOWN["table"], state="attached")
    assert HINT not in tab.inner_text(".tdp-table-panel")


def test_a_detail_that_is_closed_and_opened_while_it_is_fetched_is_there_once(tab):
    tab.locator("[data-panel=text]").evaluate("tab => { for (let press = 0; press < 3; press += 1) tab.click(); }")
    tab.wait_for_selector(".tdp-text")
    tab.wait_for_timeout(100)  # for a second one
    assert tab.locator(".tdp-text").count() == 1
