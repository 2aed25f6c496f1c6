"""A constraint in the page: typed in Tune, held by the run, and shown in a tab that other runs do not have."""

import re

import pytest
from page_holds import run_spec, shown
from page_reader import finish, set_mode, start
from service_helpers import wait_until
from serving import loaded, served

from playground.service import Service
from playground.service.engine_slot import EngineSlot

pytestmark = pytest.mark.slow
FIELD = '[aria-label="Regular expression that the whole text fits"]'
TAB = "[role=tab][data-panel=part-constrain]"
RULE = "[0-9]{3}-[0-9]{2}"
PROCESSORS = "playground.form.spec.processors ?? null"


def test_an_expression_is_typed_and_what_it_decided_is_listed(visit):
    with served(Service(loaded(EngineSlot()))) as (_, address):
        page = visit(address, model=True)
        set_mode(page, "tune")
        page.fill(FIELD, RULE)
        assert page.evaluate(PROCESSORS) == {"constrain": {"regex": RULE}}
        assert page.is_hidden(TAB)
        start(page, "Write a number.", length=16, max_denoising_steps=2)
        wait_until(lambda: "processors" in run_spec(page), page=page)
        finish(page)
        assert re.fullmatch(RULE, shown(page)["text"])
        page.click(TAB)
        page.wait_for_selector(".tdp-constrain-cells li:has-text('nats')")
        assert "cells are moved by" in page.text_content("[role=tabpanel]:visible")
        page.click("text=Rule ×")
        page.wait_for_function(f"() => document.querySelector({FIELD!r}).value === ''")
        assert page.evaluate(PROCESSORS) is None
