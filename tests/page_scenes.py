"""What several tests of the page begin with: a branch, a race, runs side by side, settings that were measured."""

import numpy as np
from page_helpers import set_mode, stand_still

LANES = """playground.player.lanes.map(({ frames, moments }) => moments.map(({ step, noise }) =>
  [...frames[step][noise ? 'input_ids' : 'sampled_ids']]))"""
DIFFERENCES = "playground.player.sideBySide.timeline.differences"
SECOND = ".tdp-lane:nth-child(2) .tdp-canvas"


def counted(lanes):
    """How many cells differ at each moment, a run that has ended staying at its end."""
    ends = [len(lane) - 1 for lane in lanes]
    one, two = map(np.array, lanes)
    return [int((one[min(at, ends[0])] != two[min(at, ends[1])]).sum()) for at in range(max(ends) + 1)]


def branch(page, seed=None, **changes):
    """Branches from the step that is shown, with other luck, other values of what the sampler goes by, or a word."""
    page.click(".tdp-branch")
    page.wait_for_selector(".tdp-branch-dialog[open]")
    if seed is not None:
        page.fill(".tdp-branch-dialog [aria-label='Luck: the seed']", str(seed))
    for name, value in changes.items():
        if name == "word":
            page.fill(".tdp-branch-dialog [type=text]", value)
        elif name == "sampler":
            page.select_option("#branch-knob-sampler select", value)
        else:
            page.fill(f"#branch-knob-{name} input[type=number]", str(value))
    page.click(".tdp-branch-go")


def race(page):
    """Begins the race that comes with the page, which stands at its start."""
    set_mode(page, "compare")
    page.wait_for_selector("[data-race=recorded]")
    stand_still(page)
    page.click("[data-race=recorded]")
    page.wait_for_function("() => playground.player.views.lanes.all.length === 3 && playground.player.playing")


def whole(page, lanes):
    """Waits until so many runs stand side by side, each with all that its file has."""
    page.wait_for_function(
        """lanes => playground.player.lanes.length === lanes && playground.player.lanes.every(({ frames, live }) =>
             !live && frames.length > 0 && frames.every((one) => one.top_ids))""",
        arg=lanes,
    )
