"""A rule of the reader's own on the page: written, tried, run, handed on, and read before it runs."""

import pytest
from page_helpers import IDLE, LILY, LILY_RUN, READY, PacedSlot, choose_run, go, go_to_moment, is_shown, set_mode, text
from playwright.sync_api import expect
from plugins.own_rule.own_rules import ALLOWED, LEAD, RULES, leads
from serving import loaded, served
from static_host import StaticHost

from playground.engine.loading.source import EMBEDDED_NAME
from playground.service import Service

CODE, NOTICE, UNREAD = ".tdp-rule-code", "#notice-text", ".tdp-rule-unread"


@pytest.fixture(scope="module")
def site(folder):
    host = StaticHost(folder, isolates=True)
    yield f"{host.address}/sub/"
    host.close()


def write(page, rule):
    set_mode(page, "tune")
    page.select_option("#knob-sampler select", "own-rule")
    page.wait_for_selector(".tdp-own-rule option[value=lead]", state="attached")
    page.wait_for_function("() => playground.form.written !== ''")
    if rule is not None:
        page.fill(CODE, rule)


def make(page):
    page.evaluate("() => { window.streamsBefore = playground.live.streams; }")
    page.click("#generate")  # the first time, the run begins once the page has looked whether the rule was read
    page.wait_for_function("() => playground.live.streams !== streamsBefore && !playground.ask.busy")


def made(page):
    """The rule, the steps and the kept positions of the run that is shown."""
    return page.evaluate("""() => {
      const { header, frames } = playground.player.recording;
      const places = ({ accepted }) => [...accepted.keys()].filter((at) => accepted[at]);
      return [header.spec.sampler_source, frames.map(places)];
    }""")


FEW = "const accept = ({ step }) => [step, 10 + step];"
BRIEF = {"max_denoising_steps": 3, "max_new_tokens": 128}


def brief(page):
    page.evaluate("(brief) => { playground.knobs.values = brief; playground.form.edited(); }", BRIEF)


def test_a_reader_writes_a_rule_runs_it_and_hands_on_a_link_that_asks(site, visit, stranger):
    page = visit(site)
    page.wait_for_selector(READY)
    write(page, None)
    assert page.input_value(CODE) == (RULES / "budget.js").read_text() and page.is_hidden(UNREAD)
    page.select_option(".tdp-own-rule select", "lead")
    assert page.input_value(CODE) == (RULES / "lead.js").read_text()
    with page.expect_download() as download:
        page.click("text=Save in Python")
    assert download.value.suggested_filename == "lead.py"
    assert download.value.path().read_text() == (RULES / "lead.py").read_text()
    write(page, FEW)
    brief(page)
    make(page)
    assert made(page) == [FEW, [[1, 11], [2, 12], [3, 13]]] and text(page, NOTICE) == ""
    assert "A rule that a reader wrote picks what is kept." in page.text_content(".tdp-watch")
    page.wait_for_function("() => location.hash.includes('own-rule')")
    link = page.evaluate("location.href")

    page.evaluate("playground.player.seek(1)")
    page.click(".tdp-branch")
    page.click(".tdp-branch-dialog >> text=other luck")
    page.click(".tdp-branch-dialog .tdp-branch-go")
    page.wait_for_function("() => playground.player.lanes.length === 2 && playground.player.lanes[1].frames.length > 0")
    page.wait_for_function(IDLE)
    branch = page.evaluate("playground.player.lanes[1].header.spec")
    assert branch["sampler_source"] == FEW and branch["branch"]["step"] == 1
    assert page.evaluate("playground.player.lanes[1].frames.length") == 3

    guest = stranger(link)
    guest.wait_for_selector(UNREAD)
    guest.wait_for_function("([code, rule]) => document.querySelector(code).value === rule", arg=[CODE, FEW])
    assert guest.is_visible(CODE) and guest.is_hidden(".tdp-rule-trial"), "trying a rule runs it"
    guest.click("#generate")  # asks again
    assert guest.is_visible(UNREAD) and not guest.evaluate("playground.ask.busy")
    assert not guest.evaluate("playground.runList.yours.length") and not guest.query_selector("iframe")
    guest.click("text=Run this rule")
    guest.wait_for_function("() => playground.player.recording.header.spec.settings.sampler === 'own-rule'")
    guest.wait_for_function(IDLE)
    assert made(guest) == made(page) and guest.is_hidden(UNREAD)


TRIAL = ".tdp-rule-trial"


def test_a_rule_is_tried_on_the_step_that_is_shown_and_follows_the_reader(site, visit):
    page = visit(site, viewport={"width": 1366, "height": 768})
    choose_run(page, LILY)
    is_shown(page, LILY)
    go(page, 5)
    write(page, f"const accept = (before, {{ margin }}) => margin.map((lead) => lead > {LEAD});")
    assert page.is_visible("text=accept returns what to keep: a mask"), "where one writes"
    page.click(f"{TRIAL} button")
    expect(page.locator(f"{TRIAL} p")).to_be_in_viewport(
        ratio=1
    )  # it stands below the button, at the edge of the drawer
    for row in (5, 8):
        go(page, row)
        would, ran = leads(LILY_RUN)[row] > LEAD, LILY_RUN.columns["accepted"][row]
        sentence = (
            f"SIMULATED: at step {row + 1} this rule would keep {would.sum()} of 128 positions; "
            f"the run kept {ran.sum()}, and {(would & ran).sum()} are the same. Later steps would differ."
        )
        page.wait_for_selector(f"{TRIAL} p:text-is('{sentence}')")
    go_to_moment(page, 0)
    page.wait_for_selector(f"{TRIAL} p:text-is('This is noise, before any step; go on to a step.')")
    go(page, 8)
    page.fill(CODE, "const accept = (before) => before.accepted;")
    assert page.is_hidden(f"{TRIAL} p") and not page.query_selector("iframe"), "it spoke of another rule"
    page.click(f"{TRIAL} button")
    again = LILY_RUN.columns["accepted"][7].sum()
    page.wait_for_selector(f"{TRIAL} p:has-text('at step 9 this rule would keep {again} of 128 positions')")
    page.fill(CODE, "const accept = () => '0101';")
    page.click(f"{TRIAL} button")
    page.wait_for_selector(f'{TRIAL} p:text-is("The rule\'s accept returns a string; it must return {ALLOWED}.")')
    assert not page.query_selector("iframe")


@pytest.mark.thorough
def test_beside_a_server_it_runs_in_the_browser_and_other_runs_on_the_server(endless_folder, visit):
    slot = loaded(PacedSlot(str(endless_folder)))
    slot.name = EMBEDDED_NAME
    with served(Service(slot)) as (_, address):
        page = visit(address)
        write(page, FEW)
        brief(page)
        make(page)
        assert made(page) == [FEW, [[1, 11], [2, 12], [3, 13]]] and text(page, NOTICE) == ""
        assert page.evaluate("playground.player.recording.header.device") == "browser"
        page.select_option("#knob-sampler select", "entropy-bound")
        assert page.is_hidden(CODE)
        make(page)
        assert page.evaluate("playground.player.recording.header.device") == "cpu"


def test_a_server_with_another_model_does_not_offer_it(page):
    assert page.query_selector("#knob-sampler option[value=top-k]")
    assert not page.query_selector("#knob-sampler option[value=own-rule]")
    page.evaluate(
        "location.hash = '#spec=' + encodeURIComponent(JSON.stringify("
        "{ prompt: { text: 'x' }, seed: 1, settings: { sampler: 'own-rule' }, sampler_source: 'x' }))"
    )
    page.wait_for_function("() => document.querySelector('.tdp-note')?.textContent.includes('own-rule')")
