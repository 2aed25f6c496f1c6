"""A rule of the reader's own: what it decides, where it runs, what it cannot reach, and who is asked before it runs."""

import json
import re

import numpy as np
import pytest
from page_helpers import IDLE, LILY, LILY_RUN, READY, PacedSlot, choose_run, go, go_to_moment, is_shown, set_mode, text
from playwright.sync_api import expect
from serving import loaded, served
from static_host import StaticHost

import playground as pg
from playground.assets import ASSETS
from playground.engine.loading.source import EMBEDDED_NAME
from playground.engine.recording import record
from playground.rules.samplers.from_file import load
from playground.rules.ways import WAYS
from playground.service import Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.bench.same_run import DECIDED, FIGURES, _apart, _equal
from workshop.page.sources import evaluate

RULES = ASSETS / "own_rules"
NAMES = sorted(path.stem for path in RULES.glob("*.js"))
CODE, NOTICE, UNREAD = ".tdp-rule-code", "#notice-text", ".tdp-rule-unread"
ALLOWED = (
    "a mask, which says true or false (1 or 0) for each of the 128 positions, or a list of positions from 0 to 127"
)
SLOW = "The rule took more than 2 s for a step and was ended."


def spec_of(sampler, way="uniform", **changes):
    short = {"max_denoising_steps": 5, "max_new_tokens": 128, "t_max": 0.7, "t_min": 0.3, "draw": "fast"}
    settings = SamplerSettings(**{**WAYS[way].defaults, **short, "way": way, "sampler": sampler, **changes})
    return RunSpec(prompt=Prompt(text="Write a story about Lily, a cat and a red ball."), settings=settings, seed=5)


def assert_same(there, here):
    assert len(there) == len(here) and there.text == here.text
    assert [name for name in DECIDED if not _equal(there, here, name)] == []
    assert not _apart(there, here, len(there), tuple(name for name in FIGURES if name != "key"))


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("way", ["uniform", "masked"])
@pytest.mark.parametrize("name", NAMES)
def test_a_rule_to_start_from_decides_as_the_same_in_python(here, embedded_model, name, way):
    spec = spec_of(load(RULES / f"{name}.py"), way)
    there = record(embedded_model, spec)
    _, (trace,), refused = here.run([spec], rule=(RULES / f"{name}.js").read_text())
    assert not refused
    assert_same(there, trace)
    accepted = there.columns["accepted"]
    assert accepted.any() and not accepted.all()


@pytest.fixture(scope="module")
def by_budget(here):
    """The trace of a whole run by the budget as an own rule, and that of the same run by the built-in one."""
    spec = spec_of("entropy-bound", max_denoising_steps=12, entropy_bound=0.1, t_max=0.5, t_min=0.2)
    _, (own,), _ = here.run([spec], rule=(RULES / "budget.js").read_text())
    _, (built_in,), _ = here.run([spec])
    return own, built_in


def test_the_budget_as_an_own_rule_is_the_budget(by_budget):
    assert_same(*by_budget)


def test_a_trace_says_whose_rule_it_was_and_holds_it_as_data(by_budget, tmp_path):
    own, _ = by_budget
    assert own.header.settings["sampler"] == "own-rule"
    assert own.header.spec["sampler_source"] == (RULES / "budget.js").read_text()
    assert own.header.explanation["label"] == "Own rule" and own.header.explanation["bound"] == ""
    own.save(tmp_path / "own.trace")
    assert len(Trace.load(tmp_path / "own.trace")) == len(own)
    with pytest.raises(pg.SettingError, match="sampler is 'own-rule'; allowed are"):
        RunSpec.from_dict(own.header.spec)


ENDLESS = "function accept({ step }) { if (step > 2) for (;;); return [0]; }"
FLOOD = (
    "const all = [];\nfunction accept({ step }) { while (step > 2) all.push(new Array(1e5).fill(step)); return [0]; }"
)
CLOSED = "function accept({ step }) { if (step > 2) close(); return step > 2 ? new Promise(() => {}).then() : [0]; }"


@pytest.mark.parametrize(
    ("rule", "sentence", "steps"),
    [
        (ENDLESS, SLOW, 2),
        pytest.param(FLOOD, "", 2, marks=pytest.mark.thorough),
        ("for (;;);", SLOW, 0),
        ("function accept(before) {\n  return [0, 1;\n}", "The rule fails in line 2: SyntaxError: ", 0),
        ("\nfunction accept(before) {\n  return before.nothing.at(0);\n}", "The rule fails in line 3: TypeError: ", 0),
        ("\n\nthrow new Error('no')", "The rule fails in line 3: Error: no.", 0),
        ("const rule = 1;", "The rule has no function accept(before, statistics).", 0),
        ("const accept = async () => [1];", f"The rule's accept returns a promise; it must return {ALLOWED}.", 0),
        ("const accept = () => '0101';", f"The rule's accept returns a string; it must return {ALLOWED}.", 0),
        ("const accept = () => null;", f"The rule's accept returns null; it must return {ALLOWED}.", 0),
        ("const accept = () => [128];", f"The rule's accept returns 128 in its list; it must return {ALLOWED}.", 0),
        ("const accept = () => Array(64).fill(true);", "The rule's accept returns a mask of 64 entries; it must ", 0),
        ("postMessage({ number: 1, entries: [] }); const accept = () => [0];", "The rule fails: it sends ", 0),
    ],
)
def test_a_fault_is_a_sentence_and_ends_the_run_alone(here, rule, sentence, steps):
    _, traces, refused = here.run([spec_of("entropy-bound")], rule=rule)
    assert len(refused) == 1 and refused[0].startswith(sentence or "The rule ")
    assert [len(trace) for trace in traces] == ([steps] if steps else []) or not len(traces[0])


def test_after_a_fault_the_next_run_is_as_ever(here):
    _, (trace,), refused = here.run([spec_of("entropy-bound", max_denoising_steps=1)], rule="const accept = () => [7];")
    assert not refused and trace.columns["accepted"].nonzero()[1].tolist() == [7]


@pytest.mark.parametrize(
    "mask",
    [
        "margin.map((lead) => lead > 0.9)",
        "[...margin].map((lead) => lead > 0.9)",
        "Uint8Array.from(margin, (lead) => lead > 0.9)",
        "[...margin.keys()].filter((position) => margin[position] > 0.9)",
    ],
)
def test_a_mask_is_a_mask_in_whatever_array(here, mask):
    spec = spec_of("entropy-bound", max_denoising_steps=2)
    _, (trace,), refused = here.run([spec], rule=f"const accept = (before, {{ margin }}) => {mask};")
    assert not refused
    assert np.array_equal(trace.columns["accepted"], leads(trace) > LEAD) and trace.columns["accepted"].any()


LEAD = np.float32(0.9)


def leads(trace):
    first, second = (trace.columns["top_probs"][..., rank] for rank in (0, 1))
    return first - second


@pytest.fixture(params=[True, False], ids=["isolated", "plain"])
def host(folder, request):
    host = StaticHost(folder, isolates=request.param)
    yield host
    host.close()


ASK = """async (source) => {
  const { openSandbox } = sources;
  const script = await (await fetch(new URL("dist/sandbox-frame.js", playground.assets))).text();
  const { port, close } = await openSandbox(script, source);
  const messages = [];
  await new Promise((give) => {
    setTimeout(give, 30000);
    port.onmessage = ({ data }) => {
      messages.push(data);
      if (data.number === 0) setTimeout(() => port.postMessage({ number: 1, before: {}, statistics: {} }), 1500);
      else give();
    };
  });
  close();
  return messages;
}"""
LATER = "let outcome = 'nothing'; {} function accept() {{ throw new Error(outcome); }}"
"""Does something that ends later, and says what became of it."""
ATTACKS = {
    "indexedDB.open('runs')": r"SecurityError.*denied",
    "localStorage.length": "ReferenceError",
    "caches.keys()": "ReferenceError",
    "eval('1')": "EvalError",
    "new Function('1')": "EvalError",
    "new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))": "CompileError",
    "importScripts('URL')": "NetworkError",
    "new XMLHttpRequest().open('GET', 'URL', false)": "",
    "(() => { const ask = new XMLHttpRequest(); ask.open('GET', 'URL', false); ask.send(); })()": "NetworkError",
    "navigator.sendBeacon('URL')": "not a function",
    "top.location.assign('URL')": "top is not defined",
    "parent.postMessage(1, '*')": "parent is not defined",
    "document.cookie": "document is not defined",
}
LATE_ATTACKS = {
    "import('URL').catch((error) => (outcome = String(error)));": "Failed to fetch dynamically imported module",
    "fetch('URL').then(() => (outcome = 'read'), (error) => (outcome = String(error)));": "Failed to fetch",
    "const socket = new WebSocket('SOCKET'); socket.onerror = () => (outcome = 'refused');": "refused",
    "const source = new EventSource('URL'); source.onerror = () => (outcome = 'refused');": "refused",
    "new FontFace('f', 'url(URL)').load().catch(() => (outcome = 'refused'));": "refused",
    "const inner = new Worker(URL.createObjectURL(new Blob([`fetch('URL').catch(() => postMessage('refused'))`])));"
    "inner.onmessage = ({ data }) => (outcome = data);": "refused",
    "new BroadcastChannel('rules').postMessage('heard');": "nothing",
}


def test_a_rule_reaches_nothing(host, browser):
    page = browser.new_page()
    page.goto(f"{host.address}/sub/")
    page.wait_for_function("() => window.playground?.player.recording")
    heard = "new BroadcastChannel('rules').onmessage = () => (window.heard = true)"
    page.evaluate(f"() => {{ localStorage.secret = 1; indexedDB.open('runs'); {heard}; }}")
    stolen = f"{host.address}/sub/stolen"
    attacks = [(f"function accept() {{ {attack}; return [1]; }}", fault) for attack, fault in ATTACKS.items()]
    attacks += [(LATER.format(attack), fault) for attack, fault in LATE_ATTACKS.items()]
    sources = [source.replace("'URL'", f"'{stolen}'").replace("url(URL)", f"url({stolen})") for source, _ in attacks]
    sources = [source.replace("SOCKET", stolen.replace("http", "ws")) for source in sources]
    answers = evaluate(page, f"(rules) => Promise.all(rules.map({ASK}))", sources)
    for (source, fault), (begun, answer) in zip(attacks, answers, strict=True):
        assert begun == {"number": 0}
        assert answer == {"number": 1, "entries": [1]} if not fault else re.search(fault, answer["fault"]), source
    assert not [path for path, _ in host.requests if "stolen" in path]
    assert not page.evaluate("window.heard") and page.url.endswith("/sub/")
    assert not page.query_selector("iframe"), "the sandbox goes, and its worker with it"
    page.close()


def test_what_the_policy_allows_does_nothing_in_a_page_with_an_origin(host, browser):
    """The sandbox's script is the one inline script that the policy lets through."""
    page = browser.new_page()
    page.goto(f"{host.address}/sub/")
    page.wait_for_function("() => window.playground?.player.recording")
    begun = page.evaluate("""async () => {
      const inline = document.createElement("script");
      inline.textContent = await (await fetch(new URL("dist/sandbox-frame.js", playground.assets))).text();
      document.body.append(inline);
      const { port1, port2 } = new MessageChannel();
      const heard = new Promise((give) => (port1.onmessage = () => give(true)));
      postMessage("const accept = () => [];", "*", [port2]);
      return Promise.race([heard, new Promise((give) => setTimeout(give, 1000, false))]);
    }""")
    assert begun is False
    page.close()


@pytest.fixture(scope="module")
def site(folder):
    host = StaticHost(folder, isolates=True)
    yield f"{host.address}/sub/"
    host.close()


@pytest.fixture
def stranger(browser):
    """Who has never been here."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    yield context
    context.close()


def write(page, rule):
    set_mode(page, "tune")
    page.select_option("#knob-sampler select", "own-rule")
    page.wait_for_selector(".tdp-rule option[value=lead]", state="attached")
    page.wait_for_function("() => playground.form.rule !== ''")
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
    page.select_option(".tdp-rule select", "lead")
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

    guest = stranger.new_page()
    guest.goto(link)
    guest.wait_for_selector(UNREAD)
    guest.wait_for_function("([code, rule]) => document.querySelector(code).value === rule", arg=[CODE, FEW])
    assert guest.is_visible(CODE) and guest.is_hidden(".tdp-rule-trial"), "trying a rule runs it"
    guest.click("#generate")  # asks again
    assert guest.is_visible(UNREAD) and not guest.evaluate("playground.ask.busy")
    assert not guest.evaluate("playground.runList.yours.length") and not guest.query_selector("iframe")
    guest.click("text=Run this rule")
    guest.wait_for_function("() => playground.player.recording.header.settings.sampler === 'own-rule'")
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
        page.wait_for_function("() => playground.runList.shown.whole")
        inside = {
            "spec": page.evaluate("playground.player.recording.header.spec"),
            "block": 1,
            "step": 1,
            "position": 0,
        }
        refused = page.evaluate(
            "(text) => playground.engine.call('look_inside', text)", json.dumps(inside, separators=(",", ":"))
        )["refused"]
        assert refused.startswith("A step of an own rule cannot be computed again")
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


def test_runs_made_together_share_one_rule_that_has_been_read(site, browser):
    page = browser.new_page()
    page.goto(site)
    page.wait_for_function("() => window.playground?.player.recording")
    page.evaluate("playground.setMode('tune')")
    spec = {"prompt": {"text": "x"}, "seed": 1, "settings": {"sampler": "own-rule"}}
    ask = "(specs) => playground.engine.start({ specs }).then(() => '', ({ message }) => message)"
    for sources, sentence in [
        (["mine", "yours"], "Runs that are made together, or branch from each other, can have one rule of your own;"),
        (["mine"], "This rule came from elsewhere: read it under Tune,"),
        ([""], "There is no rule yet: choose Own rule under Tune,"),
    ]:
        assert page.evaluate(ask, [spec | {"sampler_source": source} for source in sources]).startswith(sentence)
    page.close()
