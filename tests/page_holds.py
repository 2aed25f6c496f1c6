"""What the page holds: its parts by role and name, what they say, and the runs that tests name."""

import json
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np

from playground.trace import Trace
from playground.trace.status import status
from workshop.bench.same_run import CLOSE

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
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
DRAWER_FULL = """playground.player.views.deck.wanted.startsWith(playground.player.views.mode)
    && !document.querySelector('.tdp-drawer > * > section:not([hidden], .tdp-supposed-panel.tdp-panel):empty')
    && !document.querySelector('.tdp-knobs:empty')"""
"""What stands beside the canvas in this mode has come; what the form supposes may be nothing."""
LANES = """playground.player.lanes.map(({ frames, moments }) => moments.map(({ step, noise }) =>
  [...frames[step][noise ? 'input_ids' : 'sampled_ids']]))"""
DIFFERENCES = "playground.player.sideBySide.timeline.differences"
SECOND = "canvas[aria-label^='Canvas of the lane']"


def knob(page, name):
    """What the form holds, as text."""
    return page.locator(f"#knob-{name} :is(input[type=number], select)").evaluate("field => field.value")


def label(page):
    """LIVE, RECORDED or SIMULATED."""
    return page.get_attribute(".tdp-label", "data-label")


def moment_of(page):
    """Where the timeline stands; 0 is the noise that the first block begins with."""
    return int(page.input_value(SLIDER))


def moments_of(page):
    """How many the timeline has."""
    return int(page.get_attribute(SLIDER, "max")) + 1


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


def columns(page, *names, lane=0):
    """Each of the columns of a run, (steps, positions); empty where it has none."""
    script = "([lane, name]) => playground.player.lanes[lane].frames.map((frame) => [...(frame[name] ?? [])])"
    return [np.array(page.evaluate(script, [lane, name])) for name in names]


def sampled(page, lane):
    """The sampled canvases of a lane, step by step."""
    return columns(page, "sampled_ids", lane=lane)[0].tolist()


def cells_of(page):
    """The tokens in the cells, by their numbers."""
    return page.evaluate("[...playground.player.painter.ids]")


def lanes_of(page):
    return page.evaluate("playground.player.lanes.length")


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


def runs(page):
    """How many the menu of runs holds."""
    return page.evaluate("playground.runList.items.length")


def cards(page):
    """The positions whose cards are in sight."""
    return page.locator(".tdp-card:visible").evaluate_all("cards => cards.map((card) => Number(card.dataset.position))")


def said(page):
    """What the address says after `#`, and beside it each field and each setting of the spec in it, as text."""
    words = {name: values[-1] for name, values in parse_qs(page.url.partition("#")[2], keep_blank_values=True).items()}
    spec = json.loads(words.pop("spec", "{}"))
    told = {**spec, **spec.pop("settings", {}), **({"prompt": spec["prompt"]["text"]} if "prompt" in spec else {})}
    return words | {name: value if isinstance(value, str) else json.dumps(value) for name, value in told.items()}


def faults(page, part=None):
    """What breaks the rules of accessibility, on the whole page or in a part of it, in words."""
    from axe_playwright_python.sync_playwright import Axe

    return [
        f"{fault['id']}: {node['html'][:120]} {node['failureSummary']}"
        for fault in Axe().run(page, context=part).response["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def counted(lanes):
    """How many cells differ at each moment, a run that has ended staying at its end."""
    ends = [len(lane) - 1 for lane in lanes]
    one, two = map(np.array, lanes)
    return [int((one[min(at, ends[0])] != two[min(at, ends[1])]).sum()) for at in range(max(ends) + 1)]
