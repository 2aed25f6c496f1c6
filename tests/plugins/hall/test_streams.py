"""The streams of a page that presents: that of its hall gives way to what goes on, and comes back."""

import pytest
from page_helpers import LONG, READY, HeldSlot, finish, start
from page_streams import Requests
from plugins.hall.hall_helpers import present

from workshop.bench.page import KNOWN

STEPS = "() => playground.player.recording.live && playground.player.recording.frames.length"


@pytest.mark.thorough
def test_a_page_holds_a_stream_for_its_hall_and_at_most_two(browser, serve, endless_folder):
    slot = HeldSlot(str(endless_folder))
    with browser.new_context() as window:
        window.add_init_script(KNOWN)
        tab = window.new_page()
        requests = Requests(tab, ("tape", "model", "hall/attend"))
        tab.goto(serve(slot))
        requests.wait_for(["model"])
        present(tab)
        requests.wait_for(["hall/attend", "model"])
        start(tab, length=16, max_denoising_steps=3)
        requests.wait_for(["hall/attend", "tape"])
        slot.release()
        finish(tab)
        tab.wait_for_selector(READY)
        requests.wait_for(["hall/attend"])
        start(tab, **LONG)
        tab.wait_for_function(f"{STEPS} > 2")
        requests.wait_for(["hall/attend", "tape"])
        tab.evaluate("playground.measurements.study().then((study) => study.ask(4, '', ''))")
        requests.wait_for(["tape", "tape"])
        tab.evaluate("playground.live.stop()")
        requests.wait_for(["hall/attend", "tape"])
        tab.evaluate("playground.measurements.studies.stop()")
        requests.wait_for(["hall/attend"])
        tab.click(".tdp-hall-strip >> text=End")
        requests.wait_for([])
        assert requests.most == 2
