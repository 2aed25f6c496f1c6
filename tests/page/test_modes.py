"""A plugin's mode of its own: its button, its addresses, and its form in the Share menu."""

from contextlib import contextmanager

import pytest
from page_helpers import rest, saved, set_mode, text
from serving import served

from playground.hooks import PagePart
from playground.plugin_loading import Plugins

TOUR = """
export const mode = ({ page, config }) => ({
  stop: 0,
  async choose() {
    page.sharing.keep();
    page.sharing.leave();
    await this.show(this.stop + 1);
  },
  async show(stop) {
    this.stop = stop;
    page.player.views.mode = "tour";
    await page.runList.choose(page.runList.items[0], (recording) => page.player.show(recording));
    page.sharing.rest();
  },
  read(reader) {
    const stop = reader.count("stop");
    return stop === null ? null : () => this.show(stop);
  },
  get address() {
    return { stop: String(this.stop) };
  },
  get form() {
    const make = async () => ({ name: "tour.txt", blob: new Blob([config.text]) });
    return { name: "tour", face: "This tour", hint: "One file", title: "The tour", make };
  },
});
"""
TOURS = "() => window.playground?.player.views.mode === 'tour' && playground.player.recording !== null"


@contextmanager
def toured(service, folder, script=None):
    """The page's address where this script is the only part of a plugin, or where there is none."""
    parts = {}
    if script is not None:
        (folder / "tour.js").write_text(script)
        part = PagePart(script=folder / "tour.js", mode="Tour", words=("stop",), config={"text": "All of it."})
        parts["tour"] = part
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Plugins, "by_plugin", lambda self, name, **_: parts if name == "page_part" else {})
        with served(service) as (_, address):
            yield address


@pytest.fixture(scope="module")
def tours(service, tmp_path_factory):
    with toured(service, tmp_path_factory.mktemp("tour"), TOUR) as address:
        yield address


def test_its_button_stands_with_the_others_and_what_it_shows_has_an_address(visit, tours):
    page = visit(tours)
    assert page.locator(".tdp-modes button").all_inner_texts() == ["Watch", "Tune", "Compare", "Tour"]
    for stop in (1, 2):
        set_mode(page, "tour")
        page.wait_for_function("stop => location.hash === `#stop=${stop}`", arg=stop)
    assert page.get_attribute(".tdp-modes [data-mode=tour]", "aria-pressed") == "true"
    guided = "[...document.querySelectorAll('[data-guided]')].map(({ id }) => id)"
    assert page.evaluate(guided) == ["playground", ""]
    set_mode(page, "watch")
    rest(page)
    assert "stop" not in page.url and page.evaluate(guided) == []
    page.go_back()
    page.wait_for_function(TOURS)


@pytest.mark.parametrize("link", ["#stop=3", "?embed&stop=3", "?embed#stop=3"])
def test_an_address_leads_there(visit, tours, link):
    page = visit(tours + link, ready=TOURS)
    assert page.evaluate("playground.parts.modes.tour.stop") == 3


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("#stop=0", "The address says that stop is “0”; allowed is a whole number from 1 to 1000000."),
        ("#mode=tours", "The address says that mode is “tours”; allowed is watch, tune, compare."),
    ],
)
def test_what_an_address_cannot_say_is_one_sentence_and_the_run_is_there(visit, tours, link, sentence):
    page = visit(tours + link)
    assert text(page, ".tdp-note") == sentence and page.evaluate("playground.player.views.mode") == "watch"


def test_the_share_menu_saves_what_it_shows_while_it_does(visit, tours):
    page = visit(f"{tours}#stop=3", ready=TOURS)
    page.click("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=tour]")
    assert text(page, "#tdp-share [data-form=tour]") == "This tour"
    file = saved(page, "tour")
    assert file.suggested_filename == "tour.txt" and file.path().read_text() == "All of it."
    page.click("#tdp-share [data-form=embed]")
    assert 'title="The tour"' in page.input_value(".tdp-embed-code")
    page.keyboard.press("Escape")
    set_mode(page, "watch")
    page.click("[popovertarget=tdp-share]")
    assert page.is_hidden("#tdp-share [data-form=tour]") and page.is_visible("#tdp-share [data-form=html]")


def test_one_whose_script_fails_says_so_and_the_page_goes_on(visit, service, tmp_path):
    with toured(service, tmp_path, "throw new Error('It is broken.');") as address:
        page = visit(f"{address}#stop=3")
        page.wait_for_selector("#notice-text:has-text('It is broken.')")
        assert "“stop”, which means nothing here" in text(page, ".tdp-note")
        set_mode(page, "tour")
        set_mode(page, "tune")
        assert page.evaluate("playground.player.views.mode") == "tune"


def test_without_any_there_are_three_modes_and_nothing_is_missed(visit, service, tmp_path):
    with toured(service, tmp_path) as address:
        page = visit(f"{address}#stop=3")
        assert text(page, ".tdp-note") == "The address says “stop”, which means nothing here."
        assert page.locator(".tdp-modes button").all_inner_texts() == ["Watch", "Tune", "Compare"]
