"""A plugin's mode that fails, and a page without any. One with its addresses and its form: `tests/plugins/learn/`."""

from contextlib import contextmanager

import pytest
from page_helpers import set_mode, text
from serving import served

from playground.hooks import PagePart
from playground.plugin_loading import Plugins

MODE = "playground.player.views.mode"


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


def test_one_whose_script_fails_says_so_and_without_any_nothing_is_missed(visit, service, tmp_path):
    with toured(service, tmp_path, "throw new Error('It is broken.');") as address:
        page = visit(f"{address}#stop=3")
        page.wait_for_selector("#notice-text:has-text('It is broken.')")
        assert "“stop”, which means nothing here" in text(page, ".tdp-note")
        set_mode(page, "tour")
        set_mode(page, "tune")
        assert page.evaluate(MODE) == "tune"
    with toured(service, tmp_path) as address:
        page = visit(f"{address}#stop=3")
        assert text(page, ".tdp-note") == "The address says “stop”, which means nothing here."
        assert page.locator(".tdp-modes button").all_inner_texts() == ["Watch", "Tune", "Compare"]
