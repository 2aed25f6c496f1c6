"""A constraint in the page: typed below the prompt, held by the run, and shown by what it decided."""

import re

import pytest
from page_helpers import READY, finish, start
from serving import loaded, served

from playground.service import Service
from playground.service.engine_slot import EngineSlot

pytestmark = pytest.mark.slow
FIELD = '[aria-label="Regular expression that the whole text fits"]'
RULE = "[0-9]{3}-[0-9]{2}"
PROCESSORS = "playground.form.spec.processors ?? null"


def write_a_rule(page):
    page.wait_for_selector(READY)
    page.click("button:text-is('Fit a rule')")
    page.fill(FIELD, RULE)
    assert page.evaluate(PROCESSORS) == {"constrain": {"regex": RULE}}


def test_an_expression_is_typed_and_what_it_decided_is_listed(visit):
    with served(Service(loaded(EngineSlot()))) as (_, address):
        page = visit(address)
        write_a_rule(page)
        start(page, "Write a number.", length=16, max_denoising_steps=2)
        page.wait_for_function("() => playground.player.recording?.header.spec.processors")
        finish(page)
        assert re.fullmatch(RULE, page.evaluate("playground.player.recording.text"))
        page.click("[role=tab][data-panel=part-constrain]")
        page.wait_for_selector(".tdp-constrain-cells li:has-text('nats')")
        assert "cells are decided" in page.text_content("[role=tabpanel]:visible")
        page.fill(FIELD, "")
        assert page.evaluate(PROCESSORS) is None


def test_on_a_phone_it_is_in_the_prompts_sheet_and_a_refusal_is_said(visit, address):
    """The model of most tests ends no text."""
    page = visit(address, viewport={"width": 375, "height": 812}, has_touch=True)
    page.click(".tdp-open-prompt")
    write_a_rule(page)
    start(page, length=16)
    page.wait_for_selector("#notice-text:has-text('This model has no token that ends a text')")
