"""One step as one picture: a cell followed through it in the drawer, and in a tab as wide as the page."""

import numpy as np
import pytest
from page_holds import CHART, DRAWER, LAST_OF_LILY, LILY_RUN
from page_places import colour, pixels
from page_reader import at, card, choose, go, look, open_detail, painted, rest

STEP, LAST = 8, 94
"""In the run about Lily, this cell draws “the” in the place of noise; kept, it spills over the budget."""
KEPT = int(LILY_RUN.columns["accepted"][STEP].sum())
HELPER = 65
"""A cell that the same step throws back."""
PARTS = """root => [...document.querySelectorAll(`${root} .tdp-part`)].filter((part) => part.checkVisibility())
  .map((part) => part.innerText.replace(/\\s+/g, " ").trim())"""


def parts(page, root=".tdp-watch"):
    """The parts of the step that can be seen, in order, each as one line."""
    return page.evaluate(PARTS, root)


def token(trace, name, row, position):
    return trace.tokens[int(trace.columns[name][row][position])].strip()


def percent(share):
    if 0 < share < 0.001:
        return "< 0.1%"
    return f"{100 * share:.0f}%" if share >= 0.1 else f"{round(100 * share, 1):g}%"


@pytest.mark.parametrize("position", [LAST, HELPER])
def test_a_cell_is_followed_with_the_numbers_of_the_trace(used_page, position):
    """How each part is worded: `one-step.test.ts`."""
    page, columns = used_page, LILY_RUN.columns
    go(page, STEP)
    assert parts(page) == ["What this step keeps all 128, the surest first"], "without a cell"
    assert "Press a token" in page.inner_text(DRAWER)
    words = page.get_attribute(CHART, "aria-valuetext")
    assert words.startswith(f"No. {KEPT} of 128: position {LAST} “the”"), "it follows the last one kept"
    go(page, STEP, position)
    card(page, position)
    goes_in, chances, draw, unsure, choice, goes_on = parts(page)
    now, entropy = columns["top_probs"][STEP, position], columns["entropy"][STEP, position]
    went_in = token(LILY_RUN, "input_ids", STEP, position)
    memory = token(LILY_RUN, "top_ids", STEP - 1, (position, 0))
    assert goes_in.startswith(f"What goes in noise, and a memory {went_in} {memory} ")
    names = [LILY_RUN.tokens[i].strip() for i in columns["top_ids"][STEP, position, :5]]
    first = f"{names[0]} {percent(now[0])}"
    assert chances.startswith(f"Probabilities at temperature {columns['temperature'][STEP]:.3g} {first}")
    drawn = token(LILY_RUN, "sampled_ids", STEP, position)
    following = token(LILY_RUN, "input_ids", STEP + 1, position)
    assert draw == f"Draw one token, at random: {drawn}"
    share = float(now[names.index(drawn)])
    alone = f"“{drawn}” alone gives {-share * np.log(share):.3g}"
    assert unsure == f"How unsure? add up −p ln p {entropy:.3g} nats {alone}"
    assert choice == "Sort and add up all 128, the surest first"
    kept = columns["accepted"][STEP, position]
    assert (following == drawn) == kept
    where = f"It goes into step {STEP + 2} as it is." if kept else f"Noise, drawn by chance, goes into step {STEP + 2}."
    state = "just kept" if kept else "thrown back"
    assert goes_on == f"What goes on {state} {following} {where} Its memory: {first}."
    look(page, "bits")
    page.wait_for_selector(f".tdp-nats:visible:has-text('{entropy / np.log(2):.3g} bits')")


def test_the_bucket_has_its_rim_at_the_budget_and_the_bars_their_line_as_far_as_they_are_kept(used_page):
    """Where they are: `bucket.test.ts`."""
    page = used_page
    go(page, STEP, LAST)
    card(page, LAST)
    painted(page, "() => {}")

    def looks(x, y, name):
        """Has this place of the chart that colour?"""
        return np.allclose(pixels(page, CHART, [(x, y)])[0][:3], colour(page, name)[:3], atol=2)

    width = page.locator(CHART).evaluate("chart => chart.clientWidth")
    entropy = np.sort(LILY_RUN.columns["entropy"][STEP].astype(float))
    end = min(1.04 * entropy[:KEPT].sum(), 0.15 / 0.25)  # the rim has a quarter at least
    rim = 1 + 0.15 / end * (width - 2)
    assert any(looks(rim + shift, 71, "--tdp-bound") for shift in (-0.7, 0, 0.7)), "it stands above the bucket"
    assert looks(rim / 2, 78, "--tdp-kept-ground"), "what is kept before the cell"
    assert looks(width * (KEPT - 2) / 128, 47, "--tdp-kept") and not looks(width * (KEPT + 2) / 128, 47, "--tdp-kept")


def test_the_tab_shows_all_cells_and_follows_one_with_a_line(used_page):
    page = used_page
    go(page, STEP, LAST)
    open_detail(page, "step")
    panel = page.get_by_role("tabpanel")
    panel.get_by_text(f"Step {STEP + 1} of {LAST_OF_LILY}, for the canvas and for one cell").wait_for()
    seen = parts(page, ".tdp-step-panel")
    assert len(seen) == 6 and f"{KEPT} are kept. {128 - KEPT} are thrown back." in seen[5]
    candidates = panel.get_by_label("Most probable").get_by_role("listitem")
    assert candidates.count() == 9 and candidates.last.inner_text().startswith("1,993 others")
    assert page.locator(".tdp-step-lines path").get_attribute("d").count("M") == 7
    page.locator(".tdp-step-map").nth(1).click(position={"x": 12.5 * 13, "y": 1.5 * 13})  # row 1, column 12
    card(page, 28)
    panel.get_by_text(f"The line follows “{token(LILY_RUN, 'sampled_ids', STEP, 28)}”.").wait_for()
    terms = panel.get_by_label("What each token adds").get_by_role("listitem").all_inner_texts()
    terms = [float(term.split()[-1]) for term in terms]
    entropy = LILY_RUN.columns["entropy"][STEP, 28]
    assert sum(terms) == pytest.approx(entropy, abs=5e-3), "they add up to it, rounded"
    panel.get_by_text("step 10 ▸").click()
    at(page, STEP + 2)
    choose(page, None)
    panel.get_by_text("the last that is kept. Press a cell to follow another one.").wait_for()


CROSSED = """() => {
  const path = document.querySelector(".tdp-step-lines path"), matrix = path.getScreenCTM();
  const words = [...document.querySelectorAll(".tdp-one-step :is(.tdp-token, .tdp-share, .tdp-marks)")]
    .filter((word) => word.checkVisibility() && word.textContent !== "").map((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return [word.textContent, range.getBoundingClientRect()];
    });
  const crossed = new Set();
  for (let at = 0; at < path.getTotalLength(); at += 2) {
    const { x, y } = path.getPointAtLength(at).matrixTransform(matrix);
    for (const [text, { left, right, top, bottom }] of words)
      if (x > left && x < right && y > top + 2 && y < bottom - 2) crossed.add(text);
  }
  return [...crossed];
}"""


def test_the_line_goes_through_no_word(used_page):
    page = used_page
    go(page, STEP, LAST)
    open_detail(page, "step")
    page.wait_for_function("() => document.querySelector('.tdp-step-lines path')?.getTotalLength() > 0")
    for width in (1280, 1440):
        page.set_viewport_size({"width": width, "height": 720})
        rest(page)
        assert page.evaluate(CROSSED) == [], width
