"""A rule of the reader's own: on the page, written, tried and handed on; in its sandbox, what it cannot reach."""

import re

import numpy as np
import pytest
from page_holds import LILY, LILY_RUN
from page_places import boxes
from page_reader import choose_run, finish, go, go_to_moment, set_mode
from static_host import StaticHost

import playground as pg
from playground.engine.recording import record
from playground.plugins.own_rule import RULES
from playground.rules.samplers.from_file import load
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings, knobs
from playground.trace import Trace
from workshop.bench.same_run import DECIDED, FIGURES, _apart, _equal
from workshop.page.sources import evaluate

ALLOWED = (
    "a mask, which says true or false (1 or 0) for each of the 128 positions, or a list of positions from 0 to 127"
)
"""What a rule must return, in the words of its sentences."""
LEAD = np.float32(0.9)


def leads(trace):
    """By how much the most probable token leads at each position of each step."""
    first, second = (trace.columns["top_probs"][..., rank] for rank in (0, 1))
    return first - second


CODE, UNREAD = ".tdp-rule-code", ".tdp-rule-unread"


@pytest.fixture(scope="module")
def site(folder):
    host = StaticHost(folder, isolates=True)
    yield f"{host.address}/sub/"
    host.close()


def choose(page):
    set_mode(page, "tune")
    page.select_option("#knob-sampler select", "own-rule")
    page.wait_for_selector(".tdp-own-rule option[value=lead]", state="attached")
    page.wait_for_function("() => playground.form.written.value !== ''")


def made(page):
    """The rule, the steps and the kept positions of the run that is shown."""
    return page.evaluate("""() => {
      const { header, frames } = playground.player.recording;
      const places = ({ accepted }) => [...accepted.keys()].filter((at) => accepted[at]);
      return [header.spec.sampler_source, frames.map(places)];
    }""")


FEW = "const accept = ({ step }) => [step, 10 + step];"
BRIEF = "playground.knobs.values = { max_denoising_steps: 3, max_new_tokens: 128 }"


def test_a_reader_writes_a_rule_runs_it_and_hands_on_a_link_that_asks(site, visit, stranger):
    page = visit(site, model=True)
    choose(page)
    assert page.input_value(CODE) == (RULES / "budget.js").read_text() and page.is_hidden(UNREAD)
    page.select_option(".tdp-own-rule select", "lead")
    assert page.input_value(CODE) == (RULES / "lead.js").read_text()
    with page.expect_download() as download:
        page.click("text=Save in Python")
    assert download.value.suggested_filename == "lead.py"
    assert download.value.path().read_text() == (RULES / "lead.py").read_text()
    page.fill(CODE, FEW)
    page.evaluate(f"{BRIEF}; window.streamsBefore = playground.live.streams")
    page.click("#generate")  # the first time, the run begins once the page has looked whether the rule was read
    page.wait_for_function("() => playground.live.streams !== streamsBefore && !playground.ask.busy")
    assert made(page) == [FEW, [[1, 11], [2, 12], [3, 13]]] and page.inner_text("#notice-text") == ""
    assert "A rule that a reader wrote picks what is kept." in page.text_content(".tdp-watch")
    page.wait_for_function("() => location.hash.includes('own-rule')")
    link = page.evaluate("location.href")

    guest = stranger(link)
    guest.wait_for_selector(UNREAD)
    guest.wait_for_function("([code, rule]) => document.querySelector(code).value === rule", arg=[CODE, FEW])
    assert guest.is_visible(CODE) and guest.is_hidden(".tdp-rule-trial"), "trying a rule runs it"
    guest.click("#generate")  # asks again
    assert guest.is_visible(UNREAD) and not guest.evaluate("playground.ask.busy")
    assert not guest.evaluate("playground.runList.yours.length") and not guest.query_selector("iframe")
    guest.click("text=Run this rule")
    guest.wait_for_function("() => playground.player.recording.header.spec.settings.sampler === 'own-rule'")
    finish(guest)
    assert made(guest) == made(page) and guest.is_hidden(UNREAD)


TRIAL = ".tdp-rule-trial"


def test_a_rule_is_tried_on_the_step_that_is_shown_and_follows_the_reader(site, visit):
    page = visit(site, viewport={"width": 1366, "height": 768})
    choose_run(page, LILY)
    go(page, 5)
    choose(page)
    page.fill(CODE, f"const accept = (before, {{ margin }}) => margin.map((lead) => lead > {LEAD});")
    assert page.is_visible("text=accept returns what to keep: a mask"), "where one writes"
    page.click(f"{TRIAL} button")
    page.wait_for_selector(f"{TRIAL} p")
    assert boxes(page, f"{TRIAL} p")[0]["whole"], "it stands below the button, at the edge of the drawer"
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
    page.fill(CODE, "const accept = () => '0101';")
    assert page.is_hidden(f"{TRIAL} p") and not page.query_selector("iframe"), "it spoke of another rule"
    page.click(f"{TRIAL} button")
    page.wait_for_selector(f'{TRIAL} p:text-is("The rule\'s accept returns a string; it must return {ALLOWED}.")')
    assert not page.query_selector("iframe")


def test_a_server_with_another_model_does_not_offer_it(page):
    assert page.query_selector("#knob-sampler option[value=top-k]")
    assert not page.query_selector("#knob-sampler option[value=own-rule]")
    page.evaluate(
        "location.hash = '#spec=' + encodeURIComponent(JSON.stringify("
        "{ prompt: { text: 'x' }, seed: 1, settings: { sampler: 'own-rule' }, sampler_source: 'x' }))"
    )
    page.wait_for_function("() => document.querySelector('.tdp-note')?.textContent.includes('own-rule')")


OWN_RULE = "plugins/own_rule/in-page.ts"
"""What these tests call in a browser."""
NAMES = sorted(path.stem for path in RULES.glob("*.js"))
SLOW = "The rule took more than 2 s for a step and was ended."


def run_by(here, rule, spec):
    """Runs by a rule in JavaScript in the place of its sampler, as `EnginePage.run` answers."""
    shared = {name: getattr(spec.settings, name) for name in knobs()} | {"sampler": "own-rule"}
    evaluate(here.page, "(rule) => { window.rule = () => sources.deciderOf(engine.base, rule); }", rule, OWN_RULE)
    return here.run([spec.to_dict() | {"settings": shared, "sampler_source": rule}], decider="rule")


def spec_of(sampler, way="uniform", **changes):
    short = {"max_denoising_steps": 5, "max_new_tokens": 128, "t_max": 0.7, "t_min": 0.3, "draw": "fast"}
    settings = SamplerSettings(**{**WAYS[way].defaults, **short, "way": way, "sampler": sampler, **changes})
    return RunSpec(prompt=Prompt(text="Write a story about Lily, a cat and a red ball."), settings=settings, seed=5)


def assert_same(there, here):
    assert len(there) == len(here) and there.text == here.text
    assert [name for name in DECIDED if not _equal(there, here, name)] == []
    assert not _apart(there, here, len(there), tuple(name for name in FIGURES if name != "key"))


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(("name", "way"), [*((name, "uniform") for name in NAMES), (NAMES[0], "masked")])
def test_a_rule_to_start_from_decides_as_the_same_in_python(here, embedded_model, name, way):
    spec = spec_of(load(RULES / f"{name}.py"), way)
    there = record(embedded_model, spec)
    _, (trace,), refused = run_by(here, (RULES / f"{name}.js").read_text(), spec)
    assert not refused
    assert_same(there, trace)
    accepted = there.columns["accepted"]
    assert accepted.any() and not accepted.all()


def test_the_budget_as_an_own_rule_is_the_budget_and_its_trace_holds_it_as_data(here, tmp_path):
    spec = spec_of("entropy-bound", max_denoising_steps=12, entropy_bound=0.1, t_max=0.5, t_min=0.2)
    rule = (RULES / "budget.js").read_text()
    _, (own,), _ = run_by(here, rule, spec)
    _, (built_in,), _ = here.run([spec])
    assert_same(own, built_in)
    assert own.header.settings["sampler"] == "own-rule" and own.header.spec["sampler_source"] == rule
    assert own.header.explanation["label"] == "Own rule" and own.header.explanation["bound"] == ""
    own.save(tmp_path / "own.trace")
    assert len(Trace.load(tmp_path / "own.trace")) == len(own)
    with pytest.raises(pg.SettingError, match="sampler is 'own-rule'; allowed are"):
        RunSpec.from_dict(own.header.spec)


ENDLESS = "function accept({ step }) { if (step > 2) for (;;); return [0]; }"
FLOOD = (
    "const all = [];\nfunction accept({ step }) { while (step > 2) all.push(new Array(1e5).fill(step)); return [0]; }"
)


@pytest.mark.parametrize(
    ("rule", "sentence", "steps"),
    [
        (ENDLESS, SLOW, {2}),
        pytest.param(FLOOD, "", {2}, marks=pytest.mark.thorough),
        ("for (;;);", SLOW, {0}),
        ("function accept(before) {\n  return [0, 1;\n}", "The rule fails in line 2: SyntaxError: ", {0}),
        (
            "\nfunction accept(before) {\n  return before.none.at(0);\n}",
            "The rule fails in line 3: TypeError: ",
            {0},
        ),
        ("\n\nthrow new Error('no')", "The rule fails in line 3: Error: no.", {0}),
        ("const rule = 1;", "The rule has no function accept(before, statistics).", {0}),
        ("const accept = async () => [1];", f"The rule's accept returns a promise; it must return {ALLOWED}.", {0}),
        ("postMessage({ number: 1, entries: [] }); const accept = () => [0];", "The rule fails: it sends ", {0, 1}),
    ],
)
def test_a_fault_is_a_sentence_and_ends_the_run_alone(here, rule, sentence, steps):
    """What a rule sends of itself may come as its answer to the first step."""
    _, traces, refused = run_by(here, rule, spec_of("entropy-bound"))
    assert len(refused) == 1 and refused[0].startswith(sentence or "The rule ")
    assert sum(len(trace) for trace in traces) in steps


def test_after_a_fault_the_next_run_is_as_ever_and_keeps_the_mask_that_its_rule_returns(here):
    rule = "const accept = (before, { margin }) => margin.map((lead) => lead > 0.9);"
    _, (trace,), refused = run_by(here, rule, spec_of("entropy-bound", max_denoising_steps=2))
    assert not refused
    assert np.array_equal(trace.columns["accepted"], leads(trace) > LEAD) and trace.columns["accepted"].any()


@pytest.fixture(params=[True, False], ids=["isolated", "plain"])
def host(folder, request):
    host = StaticHost(folder, isolates=request.param)
    yield host
    host.close()


ASK = """async (source) => {
  const { openSandbox } = sources;
  const script = await (await fetch(new URL("dist/plugins-own_rule-frame.js", playground.assets))).text();
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
    answers = evaluate(page, f"(rules) => Promise.all(rules.map({ASK}))", sources, OWN_RULE)
    for (source, fault), (begun, answer) in zip(attacks, answers, strict=True):
        assert begun == {"number": 0}
        assert answer == {"number": 1, "entries": [1]} if not fault else re.search(fault, answer["fault"]), source
    assert not [path for path, _ in host.requests if "stolen" in path]
    assert not page.evaluate("window.heard") and page.url.endswith("/sub/")
    assert not page.query_selector("iframe"), "the sandbox goes, and its worker with it"
    # Its script is the one inline script that the policy lets through. In a page with an origin it does nothing.
    began = page.evaluate("""async () => {
      const inline = document.createElement("script");
      inline.textContent = await (await fetch(new URL("dist/plugins-own_rule-frame.js", playground.assets))).text();
      document.body.append(inline);
      const { port1, port2 } = new MessageChannel();
      const heard = new Promise((give) => (port1.onmessage = () => give(true)));
      postMessage("const accept = () => [];", "*", [port2]);
      return Promise.race([heard, new Promise((give) => setTimeout(give, 1000, false))]);
    }""")
    assert began is False
    page.close()
