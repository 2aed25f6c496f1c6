"""The timeline on a page of its own: pointer, keyboard and screen readers reach the same moments."""

import pytest
from page_helpers import LAST_OF_LILY

from workshop.page.sources import evaluate

LAST = LAST_OF_LILY
"""The last step of the recorded run, and its place on the timeline: the noise comes before step 1."""


@pytest.fixture
def page(visit, static_address):
    return visit(static_address + "timeline.html", ready="() => window.timeline")


def x_of(page, moment):
    return page.evaluate(
        "moment => place.getBoundingClientRect().left + timeline.scale * timeline.layout.x(moment)", moment
    )


def knob(page):
    """Where the browser draws the knob: its middle, from the slider's own value and size."""
    return page.evaluate("""() => {
      const { left, width } = timeline.slider.getBoundingClientRect();
      const { value, max } = timeline.slider;
      return left + 9 + (width - 18) * value / max;
    }""")


def test_a_click_or_a_drag_anywhere_moves_to_that_moment(page):
    page.mouse.click(x_of(page, 12), 30)
    page.mouse.move(x_of(page, 3) + 2, 90)
    page.mouse.down()
    page.mouse.move(x_of(page, 7) - 2, 20)
    page.mouse.move(5000, 400)
    page.mouse.up()
    page.mouse.move(x_of(page, 1), 30)
    assert page.evaluate("sought") == [12, 3, 7, LAST]
    page.mouse.click(0, 30)
    assert page.evaluate("sought.at(-1)") == 0


def test_the_slider_has_the_keyboard_and_says_where_it_is(page):
    said = page.get_by_role("slider", name="Step")
    assert said.get_attribute("aria-valuetext") == f"step 9 of {LAST}"
    said.focus()
    for key, text in (
        ("ArrowRight", f"step 10 of {LAST}"),
        ("Home", f"step 0 of {LAST}, noise"),
        ("End", f"step {LAST} of {LAST}"),
    ):
        page.keyboard.press(key)
        assert said.get_attribute("aria-valuetext") == text
    assert page.evaluate("sought") == [10, 0, LAST]
    page.mouse.click(x_of(page, 5), 30)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("sought.at(-1)") == 4, "a click gives the slider the focus"


def test_knob_and_line_stand_at_the_moment_at_every_width(page):
    for width, scale in ((351, 1), (700, 1.3), (1400, 1)):
        page.evaluate("scale => place.style.setProperty('--tdp-scale', scale)", scale)
        page.evaluate("width => { place.style.width = `${width}px`; timeline.fit(width); }", width)
        assert page.evaluate("place.clientHeight") == pytest.approx(108 * scale, abs=1)
        for moment in (0, 9, LAST):
            page.evaluate("moment => timeline.paint(moment)", moment)
            line = page.evaluate("""() => timeline.head.getBoundingClientRect().left
              + parseFloat(timeline.head.style.getPropertyValue('--tdp-at'))""")
            assert knob(page) == pytest.approx(x_of(page, moment), abs=0.6)
            assert line == pytest.approx(x_of(page, moment), abs=0.6)


def test_labels_as_the_browser_draws_them_do_not_touch(page):
    for width in (351, 700):
        page.evaluate("width => { place.style.width = `${width}px`; timeline.fit(width); }", width)
        boxes = page.evaluate("""() => [...document.querySelectorAll('.tdp-timeline text')].map((label) => {
          const { left, right, top, bottom } = label.getBoundingClientRect();
          return { left, right, top: top + 2, bottom: bottom - 2, size: parseFloat(getComputedStyle(label).fontSize) };
        })""")
        assert len(boxes) > 8 and min(box["size"] for box in boxes) >= 12
        for at, a in enumerate(boxes):
            assert a["left"] >= 0 and a["right"] <= width
            for b in boxes[at + 1 :]:
                assert (
                    a["right"] < b["left"] or b["right"] < a["left"] or a["bottom"] < b["top"] or b["bottom"] < a["top"]
                )


STREAM = """async (steps) => {
  const { Recording } = sources;
  const { header, tokens, frames: [frame] } = timeline.recording;
  const spec = { ...header.spec, settings: { ...header.spec.settings, max_denoising_steps: 1000 } };
  const live = Object.assign(new Recording("live", "LIVE", { ...header, spec }), { tokens });
  timeline.show(live, "light", "nats");
  const changes = new MutationObserver(() => {});
  changes.observe(timeline.chart, { childList: true, subtree: true });
  for (let at = 0; at < steps; at += 1) {
    live.append({ ...frame, step: at + 1, accepted: frame.accepted.map((_, position) => (position + at) % 2) });
    timeline.paint(at);
  }
  const made = changes.takeRecords().flatMap(({ addedNodes }) => [...addedNodes]);
  return [".tdp-diamond", ".tdp-area"].map((name) => made.filter((shape) => shape.matches(name)).length);
}"""


def test_shapes_are_made_as_a_run_streams_each_diamond_once_for_another_run_and_for_no_step(page):
    diamonds = "document.querySelectorAll('.tdp-diamond').length"
    lily = page.evaluate(diamonds)
    assert lily > 0
    page.evaluate("window.lily = timeline.recording")
    assert evaluate(page, STREAM, 20) == [19, 20]
    assert page.evaluate(diamonds) == 19
    page.evaluate("timeline.show(lily, 'light', 'nats')")
    assert page.evaluate(diamonds) == lily
    made = page.evaluate("""() => {
      const changes = new MutationObserver(() => {});
      changes.observe(timeline.chart, { childList: true, subtree: true });
      for (let step = 0; step < 30; step += 1) timeline.paint(step);
      return changes.takeRecords().length;
    }""")
    assert made == 0, "a step is painted without a shape of the chart"
