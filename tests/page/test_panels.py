"""What the panels show, in a real Chromium: each figure recomputed from golden traces."""

import math

import metrics
import numpy as np
import pytest
from page_helpers import GOLDEN, draw_curve, go, open_detail, set_mode

from playground.trace.budget import budget
from playground.trace.status import status
from workshop.page.sources import evaluate

RUNS = sorted(path.stem for path in GOLDEN.glob("*.trace"))
FEW = [name if name == "hostile" else pytest.param(name, marks=pytest.mark.thorough) for name in RUNS]
"""For what reads every cell: the run with the oddest texts; the others are thorough."""
LAYERS = ("input", "sampled", "argmax")
LAYER_WORDS = {"input": "what went in", "sampled": "what was drawn", "argmax": "best guess"}
"""What the page calls the layers, in plain words."""
STATUS_WORDS = ("kept", "just kept", "thrown back", "reopened")
"""What the page calls the statuses of uniform diffusion, by code, in plain words."""


def number(text):
    """What `digits` in units.js wrote."""
    superscripts = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return float(text.replace("·10", "e").translate(superscripts))


def cells_of_steps(page, steps):
    """What the cells show at each step: token ids, the code of each colour, the look, and which a filter makes
    faint."""
    painted = page.evaluate(
        """async steps => {
             const { player } = playground, found = [];
             for (const step of steps) {
               await new Promise((done) => {
                 player.addEventListener('paint', done, { once: true });
                 player.move(step);
                 player.refresh();
               });
               found.push([[...player.painter.ids], [...player.painter.looks]]);
             }
             return found; }""",
        steps,
    )
    return [
        (ids, [look >> 7 for look in looks], [look >> 4 & 7 for look in looks], [look >> 3 & 1 for look in looks])
        for ids, looks in painted
    ]


NOISE, DRAWN, KEPT, JUST_KEPT, REOPENED = range(5)
"""How a cell looks, as in appearance.js."""


def expected_looks(layer, statuses, kept_before):
    """By position. What went into a step is what the step before had kept, and noise."""
    if layer == "input":
        return [KEPT if kept else NOISE for kept in kept_before]
    return [(KEPT, JUST_KEPT, DRAWN, REOPENED)[status] for status in statuses]


def shown_texts(page, trace, ids):
    """Texts of tokens as cells show them."""
    return evaluate(page, "texts => texts.map(sources.cellText)", [trace.tokens[i] for i in ids])


def assert_share(text, share):
    if text.startswith(("<", ">")):
        assert share < 0.001 if text.startswith("<") else share > 0.999
    else:
        assert float(text.removesuffix("%")) / 100 == pytest.approx(share, abs=0.0051)


@pytest.fixture
def page(one_page):
    return one_page


def rows_of(trace):
    return sorted({0, 1, len(trace) // 2, len(trace) - 1})


def kept_before(trace, row):
    block, accepted = trace.columns["block"], trace.columns["accepted"]
    return accepted[row - 1] if row and block[row - 1] == block[row] else accepted[row] & False


def rounded(value):
    return math.floor(value + 0.5)


def codes(trace, row, figure, layer):
    """Which shade every position has: 0 .. 63 along the scale, 64 for none, or the status."""
    columns, steps = trace.columns, trace.columns["step"].max()
    if figure == "status":
        return status(columns["accepted"], columns["block"])[row].tolist()
    if figure == "entropy":
        places = np.sqrt(np.clip(columns["entropy"][row].astype("float64"), 0, 6) / 6)
    elif figure == "probability":
        places = 1 - metrics.probability(trace, layer)[row].astype("float64")
    elif figure == "lock":
        lock = metrics.lock_steps(trace)[row]
        places = np.where(lock == 0, np.nan, (lock - 1) / max(steps - 1, 1))
    else:
        places = np.minimum(metrics.revisions(trace)[row] / 8, 1)
    return [64 if np.isnan(place) else rounded(place * 63) for place in places]


@pytest.mark.parametrize("name", FEW)
def test_every_cell_shows_its_token_colour_and_status(page, open_run, name):
    trace = open_run(name)
    statuses = status(trace.columns["accepted"], trace.columns["block"])
    for figure in ("entropy", "probability", "lock", "revisions", "status"):
        page.select_option(".tdp-figure", figure)
        for layer in LAYERS:
            page.click(f".tdp-toolbar [data-value={layer}]")
            rows = rows_of(trace)
            for row, (ids, colours, looks, faint) in zip(rows, cells_of_steps(page, rows), strict=True):
                assert ids == trace.columns[f"{layer}_ids"][row].tolist()
                assert colours == codes(trace, row, figure, layer), (figure, layer, row)
                assert looks == expected_looks(layer, statuses[row], kept_before(trace, row)), (layer, row)
                assert not any(faint)


@pytest.mark.parametrize("name", FEW)
def test_the_budget_shows_the_rule_with_the_steps_numbers(page, open_run, name):
    trace = open_run(name)
    bound = trace.header.settings["entropy_bound"]
    for row in range(len(trace)):
        go(page, row)
        expected = budget(trace.columns["entropy"][row], bound)
        count, cut = len(expected.order), expected.cut
        assert cut == trace.columns["accepted"][row].sum()
        chart = page.locator(".tdp-decision-panel .tdp-step-chart")
        assert [chart.get_attribute(f"aria-value{end}") for end in ("now", "max")] == [str(cut), str(count)]
        last = f"No. {cut} of {count}: position {expected.order[cut - 1]} "
        assert chart.get_attribute("aria-valuetext").startswith(last), "it follows the last one kept"
        outcome = f"all {count} accepted" if cut == count else f": {cut} of {count} accepted"
        assert outcome in page.text_content(".tdp-rule")


@pytest.mark.parametrize("name", RUNS)
def test_the_gauge_shows_the_three_rules_and_which_one_ended_the_block(page, open_run, name):
    trace = open_run(name)
    settings, columns = trace.header.settings, trace.columns
    endings = {
        "stable-and-confident": "it was confident and stable",
        "max-steps": "the most it may take",
        "stopped": "was stopped",
    }
    set_mode(page, "tune")
    for row in rows_of(trace):
        go(page, row)
        confident, stable, steps = page.locator(".tdp-meter").all()
        mean, threshold = columns["mean_entropy"][row], settings["confidence_threshold"]
        said, need = confident.locator(".tdp-meter-value").inner_text().split(", ")
        shown, unit = said.split()
        assert (number(shown), unit) == (pytest.approx(mean, rel=0.5 if "·" in shown else 0.006), "nats")
        assert need == f"{'' if mean < threshold else 'needs '}below {need.split()[-1]}"
        assert number(need.split()[-1]) == threshold
        assert (
            stable.locator(".tdp-meter-value").inner_text()
            == f"{columns['stable_for'][row]} of {settings['stability_threshold']}"
        )
        assert (
            steps.locator(".tdp-meter-value").inner_text()
            == f"{columns['step'][row]} of {settings['max_denoising_steps']}"
        )
        met = [meter.locator(".tdp-met").inner_text().strip() == "✓" for meter in (confident, stable, steps)]
        assert met == [
            mean < threshold,
            columns["stable_for"][row] >= settings["stability_threshold"],
            columns["step"][row] >= settings["max_denoising_steps"],
        ]
        verdict = page.inner_text(".tdp-gauge-verdict")
        reason = trace.frame(row).stop_reason
        assert endings[reason] in verdict if reason else "goes on" in verdict


@pytest.mark.parametrize("name", FEW)
def test_the_inspector_shows_the_history_and_the_candidates_of_a_position(page, open_run, name):
    trace = open_run(name)
    columns = trace.columns
    statuses = status(columns["accepted"], columns["block"])
    length = trace.header.canvas_length
    go(page, 0, 0)
    page.click(".tdp-history-panel summary")
    for row in rows_of(trace):
        for position in (0, length // 3, length - 1):
            go(page, row, position)
            block = np.flatnonzero(columns["block"] == columns["block"][row])
            lines = page.evaluate("""[...document.querySelectorAll('.tdp-history-panel tbody tr')].map(tr => ({
              cells: [...tr.cells].map(cell =>
                cell.querySelector('[role=img]')?.getAttribute('aria-label') || cell.title || cell.textContent),
              current: tr.getAttribute('aria-current')}))""")
            assert [line["current"] for line in lines] == ["step" if at == row else None for at in block]
            for line, at in zip(lines, block, strict=True):
                step, state, *tokens, entropy = line["cells"]
                assert (step, state) == (str(columns["step"][at]), STATUS_WORDS[statuses[at, position]])
                assert tokens == shown_texts(
                    page, trace, [columns[f"{layer}_ids"][at, position].item() for layer in LAYERS]
                )
                assert number(entropy) == pytest.approx(
                    columns["entropy"][at, position], rel=0.5 if "·" in entropy else 0.006
                )
            *shown, (others, _, rest, among) = page.evaluate(
                """[...document.querySelectorAll(".tdp-card:not([hidden]) [aria-label^='Most probable'] li")].map(
                     ({children: [token, bar, share, marks]}) => [token.title || token.textContent,
                       parseFloat(bar.style.backgroundSize) / 100, share.textContent, marks.textContent])"""
            )
            ids, probs = columns["top_ids"][row, position, :5], columns["top_probs"][row, position, :5]
            drawn = columns["sampled_ids"][row, position]
            assert [token for token, *_ in shown] == shown_texts(page, trace, ids.tolist())
            for (_, bar, share, marks), token, probability in zip(shown, ids, probs, strict=True):
                assert_share(share, probability)
                assert bar == pytest.approx(probability, abs=0.01)
                assert (marks == "drawn") == (token == drawn)
            assert others == f"{trace.header.vocab_size - 5:,} others"
            assert (among == "drawn") == (drawn not in ids)
            left = 1 - float(probs.astype(float).sum())
            if left > 1e-6:
                assert_share(rest, left)
            else:
                assert rest == "< 0.1%", "never nothing"
    page.click(".tdp-history-panel summary")


@pytest.mark.parametrize("name", FEW)
def test_the_table_shows_every_position_of_the_step(page, open_run, name):
    trace = open_run(name)
    open_detail(page, "table")
    statuses = status(trace.columns["accepted"], trace.columns["block"])
    for layer in LAYERS:
        page.click(f".tdp-toolbar [data-value={layer}]")
        probability = metrics.probability(trace, layer)
        for row in rows_of(trace):
            go(page, row)
            caption = f"Part {trace.columns['block'][row]}, step {trace.columns['step'][row]}: {LAYER_WORDS[layer]}."
            page.wait_for_function(
                "text => document.querySelector('.tdp-step-table caption').textContent.startsWith(text)", arg=caption
            )
            lines = page.evaluate(
                """[...document.querySelectorAll('.tdp-step-table tbody tr')]
                     .map(tr => [...tr.cells].map(cell => cell.title || cell.textContent))"""
            )
            ids = trace.columns[f"{layer}_ids"][row].tolist()
            assert [line[0] for line in lines] == [str(i) for i in range(len(ids))]
            assert [line[1] for line in lines] == shown_texts(page, trace, ids)
            for position, (_, _, share, entropy, state) in enumerate(lines):
                if np.isnan(probability[row, position]):
                    assert share.startswith("≤ ")
                else:
                    assert_share(share, probability[row, position])
                expected = trace.columns["entropy"][row, position]
                assert number(entropy) == pytest.approx(expected, rel=0.5 if "·" in entropy else 0.006)
                assert state[2:] == STATUS_WORDS[statuses[row, position]]


@pytest.mark.parametrize("name", FEW)
def test_the_overview_has_the_colour_of_every_position_at_every_step(page, open_run, name):
    trace = open_run(name)
    open_detail(page, "overview")
    content = metrics.content(trace)
    for figure in ("entropy", "status"):
        page.click(f".tdp-panel:has(.tdp-raster) [data-value={figure}]")
        go(page, 0)
        palettes, pixels = evaluate(
            page,
            """figure => { const {palettes} = sources;
                 const picture = document.querySelector('.tdp-raster canvas');
                 const at = (colours, i) => [...colours.slice(3 * i, 3 * i + 3)];
                 const of = colours => Array.from({length: colours.length / 3}, (_, i) => at(colours, i));
                 const {full, muted} = palettes(figure, 'light');
                 const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
                 copy.drawImage(picture, 0, 0);
                 const {data} = copy.getImageData(0, 0, picture.width, picture.height);
                 return [[of(muted), of(full)], [...data]];
               }""",
            figure,
        )
        image = np.array(pixels, "uint8").reshape(trace.header.canvas_length, len(trace), 4)[..., :3]
        for row in range(len(trace)):
            expected = [
                palettes[int(content[row, i])][code] for i, code in enumerate(codes(trace, row, figure, "sampled"))
            ]
            assert image[:, row].tolist() == expected, (figure, row)


@pytest.mark.parametrize("name", FEW)
def test_the_curves_are_those_of_the_trace(page, open_run, name):
    trace = open_run(name)
    draw_curve(page)
    nullable = [None if np.isnan(share) else pytest.approx(share) for share in metrics.accepted_share(trace)]
    expected = {
        "entropy": pytest.approx(np.maximum(trace.columns["mean_entropy"], 1e-4).tolist()),
        "accepted": nullable,
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


@pytest.mark.parametrize("name", RUNS)
def test_the_strip_names_every_block_and_what_the_cache_holds(page, open_run, name):
    trace = open_run(name)
    open_detail(page, "blocks")
    reasons = {"stable-and-confident": "stable and confident", "max-steps": "the most steps", "stopped": "stopped"}
    expected = [
        f"Part {i} {b.steps} step{'s' * (b.steps > 1)}, {reasons[b.stop_reason]}" for i, b in enumerate(trace.blocks, 1)
    ]
    assert page.locator(".tdp-blocks button").all_text_contents() == expected
    for block in range(1, len(expected) + 1):
        page.locator(".tdp-blocks button").nth(block - 1).click()
        last = int(np.flatnonzero(trace.columns["block"] == block)[-1])
        page.wait_for_function("step => playground.player.step === step", arg=last)
        go(page, last)
        prompt, committed = len(trace.header.prompt_ids), (block - 1) * trace.header.canvas_length
        assert f"reads the KV cache of these {prompt + committed} tokens" in page.inner_text(".tdp-cache")
        assert page.get_attribute(f".tdp-blocks li:nth-child({block}) button", "aria-current") == "true"
