"""What the tests of the page share: slots of another pace, what a reader does, and what the page then holds."""

import json
import time
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
from playwright.sync_api import expect

from playground.service import EngineSlot
from playground.trace import Trace
from playground.trace.status import status
from workshop.bench.same_run import CLOSE

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
IDLE = "() => document.querySelector('#stop').hidden"
READY = "#model-state[data-state=ready]"
FILE = "#playground input[type=file][accept='.trace,.txt,.log']"
"""Where the page takes a trace."""
CANVAS = "canvas[role=application]"
STAGE = f":has(> {CANVAS})"
PLAY, SLIDER = "[aria-label$='(space)']", "[aria-label=Step]"
LEGEND, BAR, CAPTION, DRAWER = (
    f"[aria-label='{name}']" for name in ("Legend", "Playback", "This step in words", "This step explained")
)
SENTENCE, NOTE = f"{CAPTION} p:first-child", "main > [role=status]"
CHART = f"{DRAWER} .tdp-decision-panel [aria-label^='Positions in']"
HEARD = "p[aria-live=polite]"  # of the step, of the chosen cell, and of the finished text
WAY = "main > button"  # on a phone, to the prompt and to Generate
TOOLBAR = "[aria-label='What the cells show']"
TABS, EDITED = "[aria-label=Details]", "header [role=status]"
PROSE = "[aria-label='The finished text']"
SPEED, COLOURS = "[aria-label=Speed]", "[aria-label='What the colours say']"
RECORDED = ROOT / "assets" / "recorded"
TITLES = {run["file"]: run["title"] for run in json.loads((RECORDED / "index.json").read_text())}
SUDOKU, LILY = TITLES["sudoku.trace"], TITLES["lily.trace"]
LILY_RUN = Trace.load(RECORDED / "lily.trace")
LAST_OF_LILY = LILY_RUN.blocks[0].steps
LONG = {"length": 192, "max_denoising_steps": 96}  # twelve blocks


class PacedSlot(EngineSlot):
    """The engine at the pace of a larger model: the random one is done before a reader could press Stop.

    After its first steps, a request has only one a second: a long run still goes on when Stop is pressed, however long
    a machine that has much else to do takes for that.
    """

    step_seconds = 0.02
    quick_steps = 400

    def session(self):
        return Paced(super().session(), self)


class Paced:
    def __init__(self, session, slot):
        self.session, self.slot, self.steps = session, slot, 0

    def __getattr__(self, name):
        return getattr(self.session, name)

    def next(self, seconds):
        time.sleep(self.slot.step_seconds if self.steps < self.slot.quick_steps else 1)
        self.steps += 1
        return self.session.next(seconds)


class HeldSlot(PacedSlot):
    """Does not begin to load before it is released."""

    def start(self):
        pass

    def release(self):
        super().start()


def wait_until(condition, seconds=60, page=None):
    """For what another thread is about to do, or the browser of a page."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        page.wait_for_timeout(5) if page else time.sleep(0.005)


def drawn(page):
    """Returns when what was to be drawn is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


DRAWER_FULL = """playground.player.views.deck.wanted.startsWith(playground.player.views.mode)
    && !document.querySelector('.tdp-drawer > * > section:not([hidden], .tdp-supposed-panel.tdp-panel):empty')
    && !document.querySelector('.tdp-knobs:empty')"""
"""What stands beside the canvas in this mode has come; what the form supposes may be nothing."""


def set_mode(page, mode):
    page.click(f"nav [data-mode={mode}]")
    page.wait_for_function(f"() => {DRAWER_FULL}")


def in_mode(page, mode):
    """Waits until it is chosen."""
    page.wait_for_selector(f"nav [data-mode={mode}][aria-pressed=true]", state="attached")


def set_knob(page, name, value):
    """As a reader types it; in either mode, although the knobs are in sight in one of them only."""
    page.locator(f"#knob-{name} :is(input[type=number], select)").evaluate(
        """(field, value) => {
             field.value = value;
             field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true })); }""",
        str(value),
    )


def knob(page, name):
    """What the form holds, as text."""
    return page.locator(f"#knob-{name} :is(input[type=number], select)").evaluate("field => field.value")


def set_seed(page, seed):
    page.locator("#seed input").evaluate(
        "(field, seed) => { field.value = seed; field.dispatchEvent(new Event('input', { bubbles: true })); }",
        str(seed),
    )


def start(page, prompt="hello", length=32, seed=7, **knobs):
    """Makes a run with the model's own settings but for those that are named."""
    page.fill("#prompt textarea", prompt)
    page.evaluate("playground.knobs.reset()")
    set_seed(page, seed)
    for name, value in {"max_new_tokens": length, **knobs}.items():
        set_knob(page, name, value)
    page.click("#generate")


def finish(page):
    page.wait_for_function(IDLE)


def make(page, *asked, **knobs):
    """Starts a run, and returns when it is done."""
    start(page, *asked, **knobs)
    finish(page)


def stop(page):
    """Returns when it has stopped. A pointer would wait for a picture that stands still."""
    page.dispatch_event("#stop", "click")
    finish(page)


def goes_on(page, steps=0):
    """Waits until a run is live, and more steps of it than so many have come."""
    expect(page.get_by_text("LIVE", exact=True)).to_be_visible()
    wait_until(lambda: steps_of(page) > steps, page=page)


def stand_still(page):
    """What plays stays at the moment where it is."""
    page.evaluate("playground.player.clock.speed = 0")


def text(page, selector):
    return page.inner_text(selector)


def label(page):
    """LIVE, RECORDED or SIMULATED."""
    return page.get_attribute(".tdp-label", "data-label")


def moment_of(page):
    """Where the timeline stands; 0 is the noise that the first block begins with."""
    return int(page.input_value(SLIDER))


def at(page, moment):
    """Waits until the timeline stands there."""
    expect(page.locator(SLIDER)).to_have_value(str(moment))


def moments_of(page):
    """How many the timeline has."""
    return int(page.get_attribute(SLIDER, "max")) + 1


def plays(page, yes=True):
    """Waits until it plays, or does not."""
    expect(page.locator(PLAY)).to_have_attribute("aria-label", "Pause (space)" if yes else "Play (space)")


def look(page, value):
    """Chooses what the cells show, how they stand, or the unit."""
    page.click(f"[role=radio][data-value={value}]")


def flows(page):
    """Waits until the cells stand as a text."""
    page.wait_for_function("() => playground.player.painter.grid.flows && playground.player.painter.ids.length")


def choose(page, position):
    page.evaluate("position => playground.player.views.choose(position)", position)


def chosen_cell(page):
    return page.evaluate("playground.player.views.chosen")


def row(page):
    return page.evaluate("playground.player.step")


def steps_of(page, lane=0):
    """How many a run has by now."""
    return page.evaluate("lane => playground.player.lanes[lane].frames.length", lane)


def run_spec(page, lane=0):
    """What a run was asked by."""
    return page.evaluate("lane => playground.player.lanes[lane].header.spec", lane)


def is_made(page, **wanted):
    """Waits until the run that is shown was asked by this; of the prompt, its text."""

    def fits():
        spec = run_spec(page)
        return wanted == {name: spec[name]["text"] if name == "prompt" else spec.get(name) for name in wanted}

    wait_until(fits, page=page)


def columns(page, *names, lane=0):
    """Each of the columns of a run, (steps, positions); empty where it has none."""
    script = "([lane, name]) => playground.player.lanes[lane].frames.map((frame) => [...(frame[name] ?? [])])"
    return [np.array(page.evaluate(script, [lane, name])) for name in names]


def cells_of(page):
    """The tokens in the cells, by their numbers."""
    return page.evaluate("[...playground.player.painter.ids]")


def side_by_side(page, lanes):
    """Waits until so many runs are."""
    page.wait_for_function("lanes => playground.player.lanes.length === lanes", arg=lanes)


def lanes_of(page):
    return page.evaluate("playground.player.lanes.length")


def alone(page):
    """Takes the runs beside the first one away."""
    page.evaluate("playground.player.sideBySide.compare([])")
    set_mode(page, "watch")


def shown(page):
    """What the page holds of the run that it shows, in Python's terms."""
    return page.evaluate(
        """() => {
          const { label, finishReason: finish, text, frames } = playground.player.recording;
          return { label, finish, text, frames: frames.map((frame) => ({
            block: frame.block, step: frame.step, stop_reason: frame.stopReason,
            input_ids: [...frame.input_ids], sampled_ids: [...frame.sampled_ids], argmax_ids: [...frame.argmax_ids],
            accepted: [...frame.accepted], entropy: [...frame.entropy], status: [...frame.status],
          })) };
        }"""
    )


def assert_same(frames, trace):
    assert len(frames) == len(trace)
    for name in ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted"):
        assert np.array_equal([frame[name] for frame in frames], trace.columns[name]), name
    assert np.allclose([frame["entropy"] for frame in frames], trace.columns["entropy"], rtol=1e-3, atol=CLOSE)
    codes = status(trace.columns["accepted"], trace.columns["block"])
    assert np.array_equal([frame["status"] for frame in frames], codes)
    assert [frame["stop_reason"] for frame in frames if frame["stop_reason"]] == trace.stop_reasons


def choose_run(page, title):
    """Chooses a run in the menu of runs, and returns when it is shown."""
    page.click("[popovertarget][aria-label^=Runs]")
    page.click(f"[aria-label=Runs] button[title={json.dumps(title, ensure_ascii=False)}]")
    is_shown(page, title)


def runs(page):
    """How many the menu of runs holds."""
    return page.evaluate("playground.runList.items.length")


def kept(page, count):
    """Waits until the browser keeps so many runs of the reader."""
    page.wait_for_function("count => playground.runList.yours.filter(({ kept }) => kept).length === count", arg=count)


def open_trace(page, file, name=None):
    """Opens a file in the page, and returns when it is shown as a fresh page would.

    `file` is a path, or the content of a file that is called `name`.
    """
    if isinstance(file, bytes):
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": file}
    else:
        name = file.name
    page.evaluate("() => { window.shownBefore = playground.player.recording; }")
    page.set_input_files(FILE, file)
    page.wait_for_function(
        "name => playground.player.recording !== shownBefore && playground.player.recording.run === name", arg=name
    )


def card(page, position):
    """Waits for the card of this position."""
    page.wait_for_selector(f".tdp-card[data-position='{position}']:not([hidden])")


def cards(page):
    """The positions whose cards are in sight."""
    return page.locator(".tdp-card:visible").evaluate_all("cards => cards.map((card) => Number(card.dataset.position))")


def go(page, row, chosen=None):
    """Shows a step, and returns when it is painted."""
    painted(
        page,
        "([step, chosen]) => { playground.player.views.choose(chosen); playground.player.move(step); }",
        [row, chosen],
    )


def go_to_moment(page, moment):
    """Shows a moment, which may be the noise that a block begins with, and returns when it is painted."""
    painted(page, "moment => playground.player.seek(moment)", moment)


def painted(page, script, argument=None):
    """Runs a script that changes the picture, and returns when the picture is there."""
    page.evaluate(
        f"""argument => new Promise(done => {{
              playground.player.addEventListener('paint', () => done(), {{ once: true }});
              ({script})(argument); playground.player.refresh(); }})""",
        argument,
    )


def rest(page):
    """Shows the step once more, and returns when it has stood still: the address is written by then, if it is to be.

    Meanwhile a step settles in 0.2 s, and not in the 0.7 s after which a screen reader hears of it.
    """
    page.evaluate(
        """() => new Promise(done => {
             const { player } = playground, { captions } = player, later = setTimeout;
             window.setTimeout = (act, wait, ...rest) => later(act, wait === 700 ? 200 : wait, ...rest);
             captions.speak = (...told) => {
               delete captions.speak;
               window.setTimeout = later;
               captions.speak(...told);
               done(); };
             player.refresh(); })"""
    )


def grid(page):
    """Where the cells are in the canvas: x, y, width and height of each."""
    return page.evaluate("playground.player.painter.grid.boxes.map(({x, y, width, height}) => [x, y, width, height])")


def cell_box(page, position):
    """Where a cell is in the window."""
    x, y, width, height = grid(page)[position]
    canvas = page.locator(CANVAS).first.bounding_box()
    return {"x": canvas["x"] + x, "y": canvas["y"] + y, "width": width, "height": height}


def middle_of(page, position):
    """The middle of a cell in the window, once all that was to be drawn is."""
    drawn(page)
    box = cell_box(page, position)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixels(page, selector, points):
    """The colours of a canvas at points, in pixels of the page from its corner."""
    return page.evaluate(
        """([selector, points]) => {
          const canvas = document.querySelector(selector), scale = devicePixelRatio;
          const blank = new OffscreenCanvas(canvas.width, canvas.height);
          const copy = blank.getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          return points.map(([x, y]) => [...copy.getImageData(x * scale, y * scale, 1, 1).data]);
        }""",
        [selector, points],
    )


def pixel(page, selector, position, dx, dy):
    """The colour at (dx, dy) from the corner of a position's box; negative: from the opposite corner."""
    x, y, width, height = grid(page)[position]
    return pixels(page, selector, [(x + dx + width * (dx < 0), y + dy + height * (dy < 0))])[0]


def colour(page, name):
    """What a colour of the style sheet, such as `--tdp-paper`, is on a canvas."""
    return page.evaluate(
        """name => {
          const context = new OffscreenCanvas(1, 1).getContext('2d');
          context.fillStyle = getComputedStyle(document.querySelector('canvas')).getPropertyValue(name);
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data];
        }""",
        name,
    )


def are_chosen(page, chosen, compared=None):
    page.wait_for_function(
        "wanted => `${[playground.player.views.chosen, playground.player.state.compared.value]}` === `${wanted}`",
        arg=[chosen, compared],
    )


def said(page):
    """What the address says after `#`, and beside it each field and each setting of the spec in it, as text."""
    words = {name: values[-1] for name, values in parse_qs(page.url.partition("#")[2], keep_blank_values=True).items()}
    spec = json.loads(words.pop("spec", "{}"))
    told = {**spec, **spec.pop("settings", {}), **({"prompt": spec["prompt"]["text"]} if "prompt" in spec else {})}
    return words | {name: value if isinstance(value, str) else json.dumps(value) for name, value in told.items()}


def says(page, **wanted):
    """Waits until the address says so; None: nothing of it."""
    wanted = {name: None if value is None else str(value) for name, value in wanted.items()}
    wait_until(lambda: wanted.items() <= {**dict.fromkeys(wanted), **said(page)}.items(), page=page)


def is_shown(page, title):
    """Waits until the button of the runs names it."""
    expect(page.get_by_label(f"Runs; shown is {title}", exact=True)).to_be_attached()


def open_detail(page, name):
    """Opens one of the details in the tray in place of another, and returns when it shows this step."""
    page.evaluate("name => playground.player.views.deck.open(name)", name)
    page.wait_for_selector(f".tdp-{name}-panel > *", state="attached")
    painted(page, "() => {}")


def draw_curve(page):
    """Opens the curve and looks at it, for which the page then loads what draws it, and goes back to the top."""
    open_detail(page, "curve")
    page.locator(".tdp-curve").scroll_into_view_if_needed()
    page.wait_for_selector(".js-plotly-plot .scatterlayer .point")
    page.evaluate("scrollTo(0, 0)")


def faults(page, part=None):
    """What breaks the rules of accessibility, on the whole page or in a part of it, in words."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{fault['id']}: {node['html'][:120]} {node['failureSummary']}"
        for fault in Axe().run(page, context=part).response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def saved(page, form):
    """The file that the Share menu saves."""
    with page.expect_download() as download:
        page.click(f"[data-form={form}]")
    page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Saved')")
    return download.value
