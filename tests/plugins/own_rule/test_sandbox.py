"""A rule of the reader's own in its sandbox: what it decides, how its faults end a run, and what it cannot reach."""

import re

import numpy as np
import pytest
from plugins.own_rule.own_rules import ALLOWED, LEAD, OWN_RULE, RULES, leads, run_by
from static_host import StaticHost

import playground as pg
from playground.engine.recording import record
from playground.rules.samplers.from_file import load
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.bench.same_run import DECIDED, FIGURES, _apart, _equal
from workshop.page.sources import evaluate

NAMES = sorted(path.stem for path in RULES.glob("*.js"))
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
@pytest.mark.parametrize(("name", "way"), [*((name, "uniform") for name in NAMES), (NAMES[0], "masked")])
def test_a_rule_to_start_from_decides_as_the_same_in_python(here, embedded_model, name, way):
    spec = spec_of(load(RULES / f"{name}.py"), way)
    there = record(embedded_model, spec)
    _, (trace,), refused = run_by(here, (RULES / f"{name}.js").read_text(), spec)
    assert not refused
    assert_same(there, trace)
    accepted = there.columns["accepted"]
    assert accepted.any() and not accepted.all()


@pytest.fixture(scope="module")
def by_budget(here):
    """The trace of a whole run by the budget as an own rule, and that of the same run by the built-in one."""
    spec = spec_of("entropy-bound", max_denoising_steps=12, entropy_bound=0.1, t_max=0.5, t_min=0.2)
    _, (own,), _ = run_by(here, (RULES / "budget.js").read_text(), spec)
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
        ("const accept = () => null;", f"The rule's accept returns null; it must return {ALLOWED}.", 0),
        ("postMessage({ number: 1, entries: [] }); const accept = () => [0];", "The rule fails: it sends ", 0),
    ],
)
def test_a_fault_is_a_sentence_and_ends_the_run_alone(here, rule, sentence, steps):
    _, traces, refused = run_by(here, rule, spec_of("entropy-bound"))
    assert len(refused) == 1 and refused[0].startswith(sentence or "The rule ")
    assert [len(trace) for trace in traces] == ([steps] if steps else []) or not len(traces[0])


def test_after_a_fault_the_next_run_is_as_ever(here):
    _, (trace,), refused = run_by(here, "const accept = () => [7];", spec_of("entropy-bound", max_denoising_steps=1))
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
    _, (trace,), refused = run_by(here, f"const accept = (before, {{ margin }}) => {mask};", spec)
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
