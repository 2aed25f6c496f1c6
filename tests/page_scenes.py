"""What several tests of the page begin with: a branch, a race, runs side by side, settings that were measured."""

import numpy as np
from page_helpers import plays, set_mode, side_by_side, stand_still

LANES = """playground.player.lanes.map(({ frames, moments }) => moments.map(({ step, noise }) =>
  [...frames[step][noise ? 'input_ids' : 'sampled_ids']]))"""
DIFFERENCES = "playground.player.sideBySide.timeline.differences"
SECOND = "canvas[aria-label^='Canvas of the lane']"


def counted(lanes):
    """How many cells differ at each moment, a run that has ended staying at its end."""
    ends = [len(lane) - 1 for lane in lanes]
    one, two = map(np.array, lanes)
    return [int((one[min(at, ends[0])] != two[min(at, ends[1])]).sum()) for at in range(max(ends) + 1)]


def branch(page, seed=None, **changes):
    """Branches from the step that is shown, with other luck, other values of what the sampler goes by, or a word."""
    page.get_by_role("button", name="Branch from here").click()
    if seed is not None:
        page.get_by_label("Luck: the seed").fill(str(seed))
    for name, value in changes.items():
        if name == "word":
            page.get_by_label("Another word at position").fill(value)
        elif name == "sampler":
            page.select_option("#branch-knob-sampler select", value)
        else:
            page.fill(f"#branch-knob-{name} input[type=number]", str(value))
    page.get_by_role("button", name="Branch", exact=True).click()


def race(page):
    """Begins the race that comes with the page, which stands at its start."""
    set_mode(page, "compare")
    page.wait_for_selector("[data-race=recorded]")
    stand_still(page)
    page.click("[data-race=recorded]")
    side_by_side(page, 3)
    plays(page)


def whole(page, lanes):
    """Waits until so many runs stand side by side, each with all that its file has."""
    page.wait_for_function(
        """lanes => playground.player.lanes.length === lanes && playground.player.lanes.every(({ frames, live }) =>
             !live && frames.length > 0 && frames.every((one) => one.top_ids))""",
        arg=lanes,
    )
