"""Figures that a reader takes along: lanes as a file, and copied as a table."""

from page_helpers import READY, finish, set_mode, start
from taking_along import COPY, FORMULA, assert_apart, copied, group, saved


def test_lanes_give_their_figures_and_adding_one_stands_first_in_compare(visit, address):
    page, panel = visit(address, permissions=COPY), ".tdp-lanes-panel"
    page.wait_for_selector(READY)
    set_mode(page, "compare")
    page.wait_for_selector(".tdp-race")
    page.wait_for_selector("h3:has-text('Add a lane')")
    assert page.locator(".tdp-compare-drawer h2, .tdp-compare-drawer h3").all_inner_texts()[:2] == [
        "One run",
        "Add a lane",
    ]
    start(page, FORMULA, 16, max_denoising_steps=3)
    finish(page)
    assert page.is_hidden(group(panel, "each lane")), "one run alone is no table"
    page.click("[data-kind=seed]")
    page.wait_for_function("() => playground.player.lanes.length === 2 && !playground.ask.busy")
    page.wait_for_function(
        "() => playground.player.lanes.every(({ frames }) => frames.every((frame) => frame.top_ids))"
    )
    page.wait_for_selector(group(panel, "each lane"))
    assert_apart(page, panel, "each lane")
    name, lanes = saved(page, panel, "each lane")
    shown = page.evaluate(
        "playground.player.lanes.map(({ header, frames, text }) => [header.spec.seed, frames.length, text])"
    )
    assert name == "lanes.csv" and [row["lane"] for row in lanes] == ["A", "B"]
    assert [[int(row["seed"]), int(row["passes"]), row["text"].removeprefix("'")] for row in lanes] == shown
    assert {row["prompt"] for row in lanes} == {f"'{FORMULA}"}
    rows, _ = copied(page, panel, "each lane")
    assert [row["passes"] for row in rows] == [row["passes"] for row in lanes]
    page.evaluate(
        """() => { navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error());
                   document.execCommand = () => false; }"""
    )
    page.click(f"{group(panel, 'each lane')} >> text=Copy as a table")
    page.wait_for_selector(f"{panel} [role=status]:has-text('This browser does not let the page copy; save the file.')")
