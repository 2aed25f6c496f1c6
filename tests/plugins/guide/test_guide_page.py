"""Guidance in the page: asked for in Tune, held by the run, and counted in its passes."""

import pytest
from page_holds import run_spec
from page_reader import finish, set_mode, start
from service_helpers import wait_until
from serving import loaded, served

from playground.service import Service
from playground.service.engine_slot import EngineSlot

pytestmark = pytest.mark.slow
SCALE = '[aria-label^="Guidance: 1 is the plain run"]'
FROM = '[aria-label^="Guide from this share"]'
PROCESSORS = "playground.form.spec.processors ?? null"


def test_a_guided_run_is_asked_for_and_both_passes_are_counted(visit):
    with served(Service(loaded(EngineSlot()))) as (_, address):
        page = visit(address, model=True)
        set_mode(page, "tune")
        page.fill(SCALE, "2")
        page.fill(FROM, "50")
        assert page.evaluate(PROCESSORS) == {"guide": {"scale": 2, "from": 0.5}}
        start(page, "Write a story.", length=16, max_denoising_steps=2, stability_threshold=9)
        wait_until(lambda: "processors" in run_spec(page), page=page)
        finish(page)
        assert page.evaluate("playground.player.recording.frames.map(({ passes }) => passes)") == [1, 2]
        page.click("text=Guidance ×")
        page.wait_for_function(f"() => document.querySelector({SCALE!r}).value === '1'")
        assert page.evaluate(PROCESSORS) is None
