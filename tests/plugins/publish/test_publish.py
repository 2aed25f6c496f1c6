"""Publishing from the Share menu of a public server, and what its browsers keep."""

import pytest
from page_holds import shown
from serving import served

import playground as pg
from playground.plugins.publish.published import Published
from playground.service import Service
from playground.service.limits import Limits


@pytest.fixture
def publishing(tmp_path, random_slot):
    runs = Published(str(tmp_path), Limits())
    with served(Service(random_slot), options={"publish": str(tmp_path)}, public=True) as (_, address):
        yield runs, address


def test_an_address_of_a_run_that_nobody_keeps_says_why_nothing_is_shown(address, visit):
    page = visit(f"{address}#published={'0' * 19}")
    page.wait_for_selector("#notice-text:has-text('This server keeps no published runs.')")


@pytest.mark.thorough
def test_a_page_without_a_server_offers_nothing_and_says_where_an_address_leads(static):
    static.click("text=Share")
    static.wait_for_selector("[data-form=html]")
    assert "Publish" not in static.inner_text("#tdp-share")
    static.keyboard.press("Escape")
    static.evaluate("location.hash = '#published=abc'")
    static.wait_for_selector("#notice-text:has-text('this page has none')")


def test_a_run_is_published_read_by_its_link_and_taken_down_and_the_browser_keeps_no_run(publishing, visit):
    runs, address = publishing
    page = visit(address)
    page.click("text=Share")
    page.click("[data-form=published]")
    link = page.get_attribute(".tdp-published a", "href")
    (entry,) = runs.entries()
    assert link.endswith(f"/p/{entry.id}")
    reader = visit(link, ready="() => document.querySelector('.tdp-file-note') !== null")
    assert "its prompt and its system prompt too" in reader.inner_text(".tdp-file-note")
    reader.click("text=Open it in the playground")
    reader.wait_for_function("() => window.playground?.player?.recording?.run.endsWith('.trace')")
    assert shown(reader)["text"] == pg.Trace.from_bytes(runs.packed(entry.id)).text
    library = reader.evaluate("playground.library().then(({ store, wanted }) => [store, wanted])")
    assert library == [None, False]
    page.bring_to_front()
    page.click(".tdp-published >> text=Take down")
    page.wait_for_selector("text=The run is taken down.")
    assert runs.entries() == []
