"""What the panels show of a golden run, each figure recomputed from the trace; and texts that would break a page."""

import dataclasses
import itertools

import metrics
import numpy as np
import pytest
from page_helpers import GOLDEN, LILY_RUN, draw_curve, go, open_detail, open_trace, rest, set_mode
from transformers import DiffusionGemmaConfig

import playground as pg
from playground.assets import ASSETS
from playground.rules.cost import denoiser_pass, encoder_pass
from playground.trace.status import status
from workshop.page.sources import evaluate

ODD = "hostile"
"""The run with the oddest texts, of two blocks."""
ROWS = (0, 1, 6, 11)
"""Its first steps, the first one of its second block, and its last one."""
LAYERS = {"input": "what went in", "sampled": "what was drawn", "argmax": "best guess"}
"""What the page calls the layers, in plain words."""
STATUS_WORDS = ("kept", "just kept", "thrown back", "reopened")
"""What the page calls the statuses of uniform diffusion, by code, in plain words."""
NOISE, DRAWN, KEPT, JUST_KEPT, REOPENED = range(5)
"""How a cell looks, as in appearance.ts."""


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


def codes(trace, row, figure):
    """Which shade every position has: 0 .. 63 along the scale, or the status. Of other figures: `shading.test.ts`."""
    if figure == "status":
        return status(trace.columns["accepted"], trace.columns["block"])[row].tolist()
    places = np.sqrt(np.clip(trace.columns["entropy"][row].astype("float64"), 0, 6) / 6)
    return [int(place * 63 + 0.5) for place in places]


def test_every_cell_shows_its_token_colour_and_status(page, open_run):
    trace = open_run(ODD)
    statuses = status(trace.columns["accepted"], trace.columns["block"])
    for figure in ("entropy", "status"):
        page.select_option(".tdp-figure", figure)
        for layer in LAYERS:
            page.click(f".tdp-toolbar [data-value={layer}]")
            for row in ROWS:
                go(page, row)
                ids, looks = page.evaluate("(({ ids, looks }) => [[...ids], [...looks]])(playground.player.painter)")
                assert ids == trace.columns[f"{layer}_ids"][row].tolist()
                assert [look >> 7 for look in looks] == codes(trace, row, figure), (figure, layer, row)
                if layer == "input":  # what the step before had kept, and noise
                    kept = trace.columns["accepted"][row - 1] & (row not in (0, 6))
                    expected = [KEPT if one else NOISE for one in kept]
                else:
                    expected = [(KEPT, JUST_KEPT, DRAWN, REOPENED)[one] for one in statuses[row]]
                assert [look >> 4 & 7 for look in looks] == expected, (layer, row)
                assert not any(look >> 3 & 1 for look in looks), "a filter is not on"


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
            assert ENDINGS[trace.frame(row).stop_reason] in page.inner_text(".tdp-gauge-verdict")


def test_a_position_has_its_history_and_its_candidates(page, open_run):
    trace = open_run(ODD)
    columns, row, position = trace.columns, 11, 8
    go(page, row, position)
    page.click(".tdp-history-panel summary")
    page.wait_for_selector(".tdp-history-panel tbody [aria-current=step]")
    block = np.flatnonzero(columns["block"] == 2)
    lines = page.evaluate("""[...document.querySelectorAll('.tdp-history-panel tbody tr')].map(tr => ({
      cells: [...tr.cells].map(cell =>
        cell.querySelector('[role=img]')?.getAttribute('aria-label') || cell.title || cell.textContent),
      current: tr.getAttribute('aria-current')}))""")
    assert [line["current"] for line in lines] == [None] * 5 + ["step"]
    statuses = status(columns["accepted"], columns["block"])
    for line, at in zip(lines, block, strict=True):
        step, state, *tokens, entropy = line["cells"]
        assert (step, state) == (str(columns["step"][at]), STATUS_WORDS[statuses[at, position]])
        assert tokens == shown_texts(page, trace, [columns[f"{of}_ids"][at, position].item() for of in LAYERS])
        assert number(entropy) == about(columns["entropy"][at, position])
    page.click(".tdp-history-panel summary")

    shown = page.evaluate(
        """[...document.querySelectorAll(".tdp-card:not([hidden]) [aria-label^='Most probable'] li")].map(
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
        page.click(f".tdp-toolbar [data-value={layer}]")
        go(page, row)
        caption = f"Part {trace.columns['block'][row]}, step {trace.columns['step'][row]}: {words}."
        page.wait_for_selector(f".tdp-step-table caption:has-text('{caption}')")
        lines = page.evaluate(
            """[...document.querySelectorAll('.tdp-step-table tbody tr')]
                 .map(tr => [...tr.cells].map(cell => cell.title || cell.textContent))"""
        )
        at, tokens, shares, entropies, states = zip(*lines, strict=True)
        ids = trace.columns[f"{layer}_ids"][row].tolist()
        assert at == tuple(map(str, range(len(ids)))) and list(tokens) == shown_texts(page, trace, ids)
        for share, probability in zip(shares, metrics.probability(trace, layer)[row], strict=True):
            assert share.startswith("≤ ") if np.isnan(probability) else assert_share(share, probability) is None
        assert [*map(number, entropies)] == about(trace.columns["entropy"][row].tolist())
        statuses = status(trace.columns["accepted"], trace.columns["block"])[row]
        assert [state[2:] for state in states] == [STATUS_WORDS[code] for code in statuses]


def test_the_overview_has_the_colour_of_every_position_at_every_step(page, open_run):
    """Which colour that is: `raster.test.ts`."""
    trace = open_run(ODD)
    open_detail(page, "overview")
    content = metrics.content(trace)
    for figure in ("entropy", "status"):
        page.click(f".tdp-panel:has(.tdp-raster) [data-value={figure}]")
        go(page, 0)
        pixels = page.evaluate("""() => { const { width, height } = document.querySelector('.tdp-raster canvas');
          const copy = new OffscreenCanvas(width, height).getContext('2d');
          copy.drawImage(document.querySelector('.tdp-raster canvas'), 0, 0);
          return [...new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)]; }""")
        image, colours = np.reshape(pixels, (trace.header.canvas_length, len(trace))), {}
        for row in range(len(trace)):
            for key, colour in zip(
                zip(content[row], codes(trace, row, figure), strict=True), image[:, row], strict=True
            ):
                assert colours.setdefault(key, colour) == colour, (figure, row)
        assert len({*colours.values()}) == len(colours) > 2


def test_the_curves_are_those_of_the_trace(page, open_run):
    trace = open_run(ODD)
    draw_curve(page)
    expected = {
        "entropy": pytest.approx(trace.columns["mean_entropy"].tolist()),
        "accepted": [None if np.isnan(share) else pytest.approx(share) for share in metrics.accepted_share(trace)],
        "temperature": pytest.approx(trace.columns["temperature"].tolist()),
        "revisions": metrics.revised(trace).sum(axis=1).tolist(),
        "changed": metrics.changed(trace).sum(axis=1).tolist(),
    }
    for figure, values in expected.items():
        page.select_option(".tdp-series", figure)
        page.wait_for_function(
            "length => document.querySelector('.tdp-curve .tdp-plot').data?.[0].y.length === length", arg=len(trace)
        )
        assert page.evaluate("[...document.querySelector('.tdp-curve .tdp-plot').data[0].y]") == values, figure


def test_the_strip_names_every_block_and_what_the_cache_holds(page, open_run):
    trace = open_run(ODD)
    open_detail(page, "blocks")
    blocks = page.locator(".tdp-blocks button")
    assert blocks.all_text_contents() == [f"Part {part} 6 steps, the most steps" for part in (1, 2)]
    for part, last in ((2, 11), (1, 5)):
        blocks.nth(part - 1).click()
        page.wait_for_function("step => playground.player.step === step", arg=last)
        go(page, last)
        held = len(trace.header.prompt_ids) + (part - 1) * trace.header.canvas_length
        assert f"reads the KV cache of these {held} tokens" in page.inner_text(".tdp-cache")
        assert blocks.nth(part - 1).get_attribute("aria-current") == "true"


def test_passes_cost_what_the_formulas_say(used_page):
    prefix = len(LILY_RUN.header.prompt_ids)
    config = DiffusionGemmaConfig.from_pretrained(ASSETS / "model")
    open_detail(used_page, "cost")
    used_page.wait_for_selector(".tdp-cost-table td")
    go(used_page, 2)

    def row(name):
        return used_page.locator(".tdp-cost-table tr", has_text=name).locator("td").all_inner_texts()

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
    page.evaluate("playground.player.views.pinned = 1")
    go(page, row, 0)
    places = []
    for name in ("overview", "curve", "text", "blocks", "table"):
        open_detail(page, name)
        places.append(page.evaluate(PLACES))
    page.wait_for_function(
        "step => document.querySelector('.tdp-step-table caption').textContent.includes(step)",
        arg="step {}:".format(page.evaluate("playground.player.recording.frames[playground.player.step].step")),
    )
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

    rows_heights = "[...new Set([...document.querySelectorAll('.tdp-scroller tbody tr')].map(tr => tr.offsetHeight))]"
    assert len(page.evaluate(rows_heights)) <= 2, "the lines of a table are of one height, whatever they hold"
    page.click("text=Copy as TSV")
    page.wait_for_selector(".tdp-copied:has-text('rows copied')")
    head, *lines = page.evaluate("navigator.clipboard.readText()").rstrip("\n").split("\n")
    assert head.split("\t") == ["position", "token", "probability", "entropy (nats)", "status"]
    assert [len(line.split("\t")) for line in lines] == [5] * trace.header.canvas_length
    assert [float(line.split("\t")[3]) for line in lines] == trace.columns["entropy"][11].tolist()
    copied = [line.split("\t")[1] for line in lines]
    escapes = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
    for shown_text, token in zip(copied, trace.columns["sampled_ids"][11].tolist(), strict=True):
        escaped = "".join(escapes.get(sign, sign) for sign in trace.tokens[token])
        assert shown_text == ("\\" + escaped if escaped.startswith(('"', "=", "+", "-", "@")) else escaped)
