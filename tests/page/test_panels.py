"""What the panels show of a golden run, each figure recomputed from the trace; and texts that would break a page."""

import dataclasses
import itertools

import metrics
import numpy as np
import pytest
from page_holds import DRAWER, GOLDEN, LILY_RUN, SLIDER
from page_reader import draw_curve, go, look, open_detail, open_trace, rest, set_mode
from transformers import DiffusionGemmaConfig

import playground as pg
from playground.assets import ASSETS
from playground.rules.cost import denoiser_pass, encoder_pass
from playground.trace.status import status
from workshop.page.sources import evaluate

ODD = "hostile"
"""The run with the oddest texts, of two blocks."""
LAYERS = {"input": "what went in", "sampled": "what was drawn", "argmax": "best guess"}
"""What the page calls the layers, in plain words."""
STATUS_WORDS = ("kept", "just kept", "thrown back", "reopened")
"""What the page calls the statuses of uniform diffusion, by code, in plain words."""
HISTORY, TABLE = "[aria-label='History of the position']", "[aria-label='Table of the step']"


@pytest.fixture
def page(one_page):
    return one_page


def number(text):
    """What `digits` in units.ts wrote."""
    superscripts = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return float(text.replace("·10", "e").translate(superscripts))


def about(value):
    """As a number of three digits has it."""
    return pytest.approx(value, rel=0.006)


def shown_texts(page, trace, ids):
    """Texts of tokens as cells show them."""
    return evaluate(page, "texts => texts.map(sources.cellText)", [trace.tokens[i] for i in ids])


def assert_share(text, share):
    if text.startswith(("<", ">")):
        assert share < 0.001 if text.startswith("<") else share > 0.999
    else:
        assert float(text.removesuffix("%")) / 100 == pytest.approx(share, abs=0.0051)


ENDINGS = {
    "stable-and-confident": "it was confident and stable",
    "max-steps": "the most it may take",
    "stopped": "was stopped",
    "": "goes on",
}


def test_the_gauge_shows_the_three_rules_and_which_one_ended_the_block(page, open_run):
    for name in (ODD, "stopped", "story"):
        trace = open_run(name)
        settings, columns = trace.header.settings, trace.columns
        set_mode(page, "tune")
        for row in (len(trace) - 2, len(trace) - 1):
            go(page, row)
            confident, stable, steps = (
                (meter.locator(".tdp-meter-value").inner_text(), meter.locator(".tdp-met").inner_text().strip() == "✓")
                for meter in page.locator(".tdp-meter").all()
            )
            mean, threshold = columns["mean_entropy"][row], settings["confidence_threshold"]
            (shown, need), met = confident[0].split(" nats, "), bool(mean < threshold)
            assert number(shown) == pytest.approx(mean, rel=0.5 if "·" in shown else 0.006)
            assert need.startswith("below " if met else "needs below ") and number(need.split()[-1]) == threshold
            stays, least = columns["stable_for"][row], settings["stability_threshold"]
            step, most = columns["step"][row], settings["max_denoising_steps"]
            assert (confident[1], stable, steps) == (
                met, (f"{stays} of {least}", stays >= least), (f"{step} of {most}", step >= most)
            )  # fmt: skip
            assert ENDINGS[trace.frame(row).stop_reason] in page.inner_text(DRAWER)


def test_a_position_has_its_history_and_its_candidates(page, open_run):
    trace = open_run(ODD)
    columns, row, position = trace.columns, 11, 8
    go(page, row, position)
    page.click(".tdp-history-panel summary")
    page.wait_for_selector(f"{HISTORY} [aria-current=step]")
    block = np.flatnonzero(columns["block"] == 2)
    lines = page.locator(f"{HISTORY} tbody tr").evaluate_all("""lines => lines.map(tr => ({
      cells: [...tr.cells].map(cell =>
        cell.querySelector('[role=img]')?.getAttribute('aria-label') || cell.title || cell.textContent),
      current: tr.getAttribute('aria-current')}))""")
    assert [line["current"] for line in lines] == [None] * 5 + ["step"]
    statuses = status(columns["accepted"], columns["block"])
    for line, there in zip(lines, block, strict=True):
        step, state, *tokens, entropy = line["cells"]
        assert (step, state) == (str(columns["step"][there]), STATUS_WORDS[statuses[there, position]])
        assert tokens == shown_texts(page, trace, [columns[f"{of}_ids"][there, position].item() for of in LAYERS])
        assert number(entropy) == about(columns["entropy"][there, position])
    page.click(".tdp-history-panel summary")

    shown = page.locator(f"{DRAWER} [aria-label^='Most probable'] li").evaluate_all(
        """lines => lines.map(
             ({children: [token, bar, share, marks]}) => [token.title || token.textContent,
               parseFloat(bar.style.backgroundSize) / 100, share.textContent, marks.textContent])"""
    )
    ids, probs = (columns[f"top_{of}"][row, position, :5] for of in ("ids", "probs"))
    drawn = columns["sampled_ids"][row, position]
    others = [f"{trace.header.vocab_size - 5:,} others"]
    assert [token for token, *_ in shown] == shown_texts(page, trace, ids.tolist()) + others
    for (_, bar, share, _), probability in zip(shown, [*probs, 1 - probs.astype(float).sum()], strict=True):
        assert_share(share, probability)
        assert bar == pytest.approx(probability, abs=0.01)
    assert [marks for *_, marks in shown].index("drawn") == (list(ids).index(drawn) if drawn in ids else 5)


def test_the_table_shows_every_position_of_the_step(page, open_run):
    trace = open_run(ODD)
    open_detail(page, "table")
    for row, (layer, words) in zip((1, 6, 11), LAYERS.items(), strict=True):
        look(page, layer)
        go(page, row)
        caption = f"Part {trace.columns['block'][row]}, step {trace.columns['step'][row]}: {words}."
        page.wait_for_selector(f"{TABLE} caption:has-text('{caption}')")
        lines = page.locator(f"{TABLE} tbody tr").evaluate_all(
            "lines => lines.map(tr => [...tr.cells].map(cell => cell.title || cell.textContent))"
        )
        at, tokens, shares, entropies, states = zip(*lines, strict=True)
        ids = trace.columns[f"{layer}_ids"][row].tolist()
        assert at == tuple(map(str, range(len(ids)))) and list(tokens) == shown_texts(page, trace, ids)
        for share, probability in zip(shares, metrics.probability(trace, layer)[row], strict=True):
            assert share.startswith("≤ ") if np.isnan(probability) else assert_share(share, probability) is None
        assert [*map(number, entropies)] == about(trace.columns["entropy"][row].tolist())
        statuses = status(trace.columns["accepted"], trace.columns["block"])[row]
        assert [state[2:] for state in states] == [STATUS_WORDS[code] for code in statuses]


def test_passes_cost_what_the_formulas_say(used_page):
    prefix = len(LILY_RUN.header.prompt_ids)
    config = DiffusionGemmaConfig.from_pretrained(ASSETS / "model")
    open_detail(used_page, "cost")
    used_page.get_by_role("row", name="this step").first.wait_for()
    go(used_page, 2)

    def row(name):
        return used_page.get_by_role("row", name=name).first.locator("td").all_inner_texts()

    passes = [denoiser_pass(config, prefix=prefix, width=4, conditioned=step > 0) for step in range(3)]
    spent = sum(one.total_flops for one in passes) + encoder_pass(config, tokens=prefix).total_flops
    assert row("this step")[0] == f"{passes[2].total_flops / 1e9:.2f} GFLOP, {passes[2].total_bytes / 1e6:.1f} MB"
    so_far, unit, *_ = row("all so far")[0].split()
    assert (float(so_far), unit) == (round(spent / 1e9, 2), "GFLOP,")
    assert row("passes, one after")[0].startswith("3 of ")


HOSTILE = [
    "x" * 200,
    "漢" * 200,
    "\u200b\u200d\u2060\ufeff",
    "\u202eevil\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "<script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">",
    "${document.title = 'run'} {{x}} &lt;b&gt; </td></table>",
    "e" + "\u0301\u0300\u0316" * 60,
    "👩‍👩‍👧‍👦🇨🇭" * 20,
    "\n",
    "\t",
    "\\ \r\n\t'\"`",
    "\ud7ff\ufffd\x01\x07",
]  # fmt: skip


def with_tokens(texts):
    """The golden run of two blocks, its tokens' texts replaced in turn."""
    trace = pg.Trace.load(GOLDEN / "hostile.trace")
    return dataclasses.replace(trace, tokens=dict(zip(trace.tokens, itertools.cycle(texts), strict=False)))


def places_of_everything(page, row):
    """Opens each of the details in turn, at a step, and returns where all parts then are."""
    page.evaluate("playground.player.state.pinned.value = 1")
    go(page, row, 0)
    places = []
    for name in ("overview", "curve", "text", "blocks", "table"):
        open_detail(page, name)
        places.append(page.evaluate(PLACES))
    step = page.get_attribute(SLIDER, "aria-valuetext").partition("step ")[2].partition(" ")[0]
    page.locator("caption", has_text=f"step {step}:").wait_for()
    return places


# Each within its part of the page: the sentence quotes tokens, so that on a phone it may take more lines.
PLACES = """() => [...document.querySelectorAll('.tdp-panel, .tdp-stage, .tdp-bar, .tdp-scroller')]
  .filter(place => place.checkVisibility()).map(place => {
  const part = place.parentElement.closest('.tdp-drawer, .tdp-tray, #playground').getBoundingClientRect();
  const {x, y, width, height} = place.getBoundingClientRect();
  return [x, y - part.y, width, height].map(Math.round).join(' '); })"""


def test_hostile_texts_move_nothing_and_run_nothing_in_any_panel(visit, address):
    page = visit(address, permissions=["clipboard-read", "clipboard-write"])
    draw_curve(page)
    open_trace(page, with_tokens(["a", "b"]).to_bytes(), "plain.trace")
    places_of_everything(page, 0)
    before = page.evaluate("document.querySelectorAll('script, img, b').length")
    title, places, trace = page.title(), {}, with_tokens(HOSTILE)
    for plain in (True, False):
        if not plain:
            open_trace(page, trace.to_bytes(), "hostile.trace")
        for width, row in ((375, 0), (1440, 11)):
            page.set_viewport_size({"width": width, "height": 1000})
            rest(page)
            here = places_of_everything(page, row)
            assert places.setdefault(row, here) == here, "a text moved something"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            here = page.evaluate(PLACES)
            for other in (1, 6, row):
                go(page, other, 0)
                assert page.evaluate(PLACES) == here, "a step moved something"
    assert page.evaluate("document.querySelectorAll('script, img, b').length") == before
    assert page.title() == title

    heights = page.locator(f"{TABLE} tbody tr").evaluate_all("lines => lines.map(tr => tr.offsetHeight)")
    assert len({*heights}) <= 2, "the lines of a table are of one height, whatever they hold"
    page.click("text=Copy as TSV")
    page.get_by_text("rows copied").wait_for()
    head, *lines = page.evaluate("navigator.clipboard.readText()").rstrip("\n").split("\n")
    assert head.split("\t") == ["position", "token", "probability", "entropy (nats)", "status"]
    assert [len(line.split("\t")) for line in lines] == [5] * trace.header.canvas_length
    assert [float(line.split("\t")[3]) for line in lines] == trace.columns["entropy"][11].tolist()
    copied = [line.split("\t")[1] for line in lines]
    escapes = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
    for shown_text, token in zip(copied, trace.columns["sampled_ids"][11].tolist(), strict=True):
        escaped = "".join(escapes.get(sign, sign) for sign in trace.tokens[token])
        assert shown_text == ("\\" + escaped if escaped.startswith(('"', "=", "+", "-", "@")) else escaped)
