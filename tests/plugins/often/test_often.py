""" "How often?": a prompt with many seeds at several settings, what counts as right, and a setting that is proposed."""

import re

import numpy as np
import pytest
from often_helpers import DONE, follow
from page_holds import LILY, SUDOKU, columns, faults, knob
from page_reader import choose_run, is_made, make, set_knob, set_mode
from page_streams import spoil
from service_helpers import wait_until
from taking_along import COPY, FORMULA, assert_apart, copied, group, saved

import playground as pg

PANEL = ".tdp-often-panel"
SEEDS = range(7, 23)


def made(page, prompt):
    """A run of one's own, and the panel open."""
    make(page, prompt, 16, max_denoising_steps=3)
    page.click("[data-panel=part-often]")
    page.wait_for_selector(f"{PANEL} .tdp-often-run")
    follow(page)


def run_two_settings(page):
    page.select_option(f"{PANEL} [aria-label='What varies']", "max_denoising_steps")
    page.fill(f"{PANEL} [aria-label='Values that it takes, up to 8']", "3, 2")
    page.click(f"{PANEL} .tdp-often-run")
    page.wait_for_function(f"{DONE} && studies.results.size === 32")


def measure(page, kind, wanted):
    page.select_option(f"{PANEL} [aria-label='What counts as right']", kind)
    page.fill(f"{PANEL} label.tdp-often-row input[type=text]", wanted)
    page.keyboard.press("Tab")


def words(page, setting):
    return page.inner_text(f"{PANEL} .tdp-often-setting:nth-child({setting + 1})")


def assert_is_taken_along(page):
    """A file has each run or each setting, the clipboard each run; no text of them is a formula."""
    assert_apart(page, PANEL, "each run")
    name, runs = saved(page, PANEL, "each run")
    assert name == "how-often-runs.csv" and len(runs) == 32
    results = page.evaluate("[...studies.results.values()]")
    results.sort(key=lambda result: (result["change"], result["seed"]))
    for row, result in zip(runs, results, strict=True):
        assert row["max_denoising_steps"] == str([3, 2][result["change"]]) and row["seed"] == str(result["seed"])
        assert row["passes"] == str(result["passes"]) and row["right"] == "True" and row["failed"] == ""
        assert row["right_means"] == "pattern: ^" and row["seeds"] == "same"
        assert row["prompt"] == f"'{FORMULA}" and row["text"].removeprefix("'") == result["text"]
    _, settings = saved(page, PANEL, "each setting")
    names = ("max_denoising_steps", "runs", "right", "share")
    assert [[row[name] for name in names] for row in settings] == [["3", "16", "16", "1"], ["2", "16", "16", "1"]]
    assert float(settings[0]["low"]) == pytest.approx(0.806, abs=1e-3) and settings[0]["high"] == "1"

    rows, cells = copied(page, PANEL, "each run")
    assert len(rows) == 32 and {row["prompt"] for row in rows} == {f"'{FORMULA}"}
    assert len(cells) == 33 and cells[0] == list(rows[0]) and cells[1] == list(rows[0].values())


def test_many_seeds_at_two_settings_are_judged_taken_along_opened_and_one_is_proposed_on_fresh_seeds(
    visit, address, endless_model
):
    page = visit(address, permissions=COPY, model=True)
    made(page, FORMULA)
    assert page.is_hidden(group(PANEL, "each run")), "there is nothing to take yet"
    run_two_settings(page)
    settings = [endless_model.settings.replace(max_new_tokens=16, max_denoising_steps=steps) for steps in (3, 2)]
    runs = [[pg.record(endless_model, FORMULA, one, seed=seed) for seed in SEEDS] for one in settings]
    told = "([key, { seed, text, passes }]) => [key, seed, text, passes]"
    found = page.evaluate(f"[...studies.results].map({told})")
    made_here = [(f"{at} {change}", own[at]) for change, own in enumerate(runs) for at in range(len(own))]
    assert sorted(found) == sorted([key, run.header.seed, run.text, run.nfe] for key, run in made_here)
    page.wait_for_selector(f"{PANEL} .tdp-often-setting:nth-child(2) p:has-text('2 passes on average')")
    assert "No quality measured." in words(page, 0) and "3 passes on average" in words(page, 0)
    assert page.locator(f"{PANEL} .tdp-often-runs button").count() == 32
    page.wait_for_selector(f"{PANEL} .tdp-often-run:enabled")
    assert page.is_hidden(f"{PANEL} button:has-text('Stop')")

    letter = max("aeiou", key=lambda letter: sum(letter in run.text.lower() for run in runs[0]) % 16)
    measure(page, "contains", letter.upper())
    right = sum(letter in run.text.lower() for run in runs[0])
    page.wait_for_selector(f"{PANEL} .tdp-often-setting:first-child p:has-text('Right {right} of 16')")
    assert re.search(r"Against the first setting, on the same seeds: right .*, passes −1 to −1", words(page, 1))
    measure(page, "pattern", "^")
    page.wait_for_selector(f"{PANEL} .tdp-often-setting:nth-child(2) p:has-text('Right 16 of 16')")
    assert_is_taken_along(page)
    page.fill(f"{PANEL} [aria-label='Per cent right, at least']", "60")
    page.keyboard.press("Tab")
    page.wait_for_selector(f"{PANEL} .tdp-often-wish p:has-text('Not shown yet: 6 more runs')")
    page.click(f"{PANEL} .tdp-often-wish button:has-text('Run 6 fresh seeds')")
    page.wait_for_selector(
        f"{PANEL} .tdp-often-wish p:has-text('Shown: at most 2 steps has at least 60% right (6 of 6')"
    )
    fresh = page.evaluate("[...studies.fresh.get(1).values()].map(({ seed }) => seed).sort((a, b) => a - b)")
    assert fresh == [*range(23, 29)], "seeds that no run of the study had"
    opens = page.locator(f"{PANEL} [aria-label='Runs, Fresh seeds: at most 2 steps'] button")
    labels = opens.evaluate_all("all => all.map((one) => one.ariaLabel.split(',')[0])")
    assert labels == [f"Seed {seed}" for seed in fresh]
    opens.nth(5).click()
    is_made(page, seed=28)

    page.click(f"{PANEL} .tdp-often-setting:nth-child(2) .tdp-often-runs button:nth-child(5)")
    is_made(page, seed=11)
    assert np.array_equal(columns(page, "sampled_ids")[0], runs[1][4].columns["sampled_ids"])
    page.click(f"{PANEL} .tdp-often-wish button:has-text('Use this setting')")
    assert knob(page, "max_denoising_steps") == "2" and page.get_attribute("#playground", "data-mode") == "tune"

    page.wait_for_function("() => location.hash.includes('study=')")
    page.reload()
    page.wait_for_selector(f"{PANEL} .tdp-often-offered:has-text('seeds 7 to 22, with at most 3 steps')")
    assert page.input_value(f"{PANEL} [aria-label='What counts as right']") == "pattern"
    follow(page)
    page.click(f"{PANEL} .tdp-often-offered button")
    page.wait_for_function("() => studies.results.size >= 4")
    again = page.evaluate(f"[...studies.results].map({told})")
    assert all(result in found for result in again), "the same seeds give the same texts"


@pytest.mark.thorough
def test_stop_keeps_what_is_done_and_a_lost_connection_loses_nothing(page):
    make(page, "stopped", 96, max_denoising_steps=20, confidence_threshold=0)
    spoil(page, "(event, give, fail) => (event.includes('result') && window.found++ > 0 ? fail() : give(event))")
    page.evaluate("window.found = 0")
    set_mode(page, "compare")
    page.click(".tdp-often-offer button:has-text('64 seeds')")
    follow(page)
    page.wait_for_function("() => studies.results.size >= 2")
    page.click(f"{PANEL} button:has-text('Stop')")
    page.wait_for_function(DONE)
    done = page.evaluate("studies.results.size")
    assert 4 <= done < 64
    wait_until(lambda: page.inner_text(f"{PANEL} .tdp-often-status") == f"Stopped: {done} of 64 runs are done.")
    numbers = page.evaluate("[...studies.results.values()].map(({ number }) => number)")
    assert page.evaluate("window.found") >= 2 and sorted(numbers)[:3] == [0, 1, 2], "also those that came after"
    assert not faults(page, PANEL)


COUNT = """async (panel) => {
  const heard = [], seen = [];
  const spoken = () => [...document.querySelectorAll(`${panel} [role=status]`)].map((place) => place.textContent)
    .filter((words) => words.includes('are done.')).join();
  for (let done = 0; done <= 16; done++) {
    Object.defineProperties(studies, { busy: { get: () => done < 16, configurable: true },
                                       arrived: { get: () => done, configurable: true } });
    studies.dispatchEvent(new Event('change'));
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    if (heard.at(-1) !== spoken()) heard.push(spoken());
    if (document.querySelector(panel).innerText.includes(`\n${done} of 16 runs are done.`)) seen.push(done);
  }
  delete studies.busy; delete studies.arrived;
  return [heard, seen]; }"""
"""Sixteen runs arrive one by one."""


def test_runs_are_seen_one_by_one_and_heard_at_each_quarter(page):
    made(page, "counted")
    page.click(f"{PANEL} .tdp-often-run")
    page.wait_for_function(f"{DONE} && studies.results.size === 16")
    told = [f"{done} of 16 runs are done." for done in (0, 4, 8, 12)]
    assert page.evaluate(COUNT, PANEL) == [[*told, "16 of 16 runs are done."], list(range(17))]
    page.click("[data-panel=part-often_map]")
    page.wait_for_selector(".tdp-map-run")
    assert page.evaluate(COUNT, ".tdp-map-panel") == [[*told, ""], list(range(16))]


def test_lanes_that_differ_in_a_setting_are_offered_with_many_seeds_each(page):
    make(page, "side by side", 16, max_denoising_steps=3)
    set_knob(page, "max_denoising_steps", 2)
    set_mode(page, "compare")
    page.click("[data-kind=settings]")
    page.click(".tdp-often-offer button:has-text('16 seeds each')")
    page.wait_for_selector(f"{PANEL} .tdp-often-run")
    follow(page)
    page.wait_for_function(f"{DONE} && studies.results.size === 32")
    assert page.evaluate("[studies.request.vary, studies.request.values]") == ["max_denoising_steps", ["3", "2"]]


def test_the_rule_of_a_task_is_offered_only_where_a_rule_judges_it(static):
    choose_run(static, LILY)
    static.click("[data-panel=part-often]")
    static.wait_for_selector(f"{PANEL} [value=rule]:disabled", state="attached")
    assert static.input_value(f"{PANEL} [aria-label='What counts as right']") == "contains"
    choose_run(static, SUDOKU)
    static.wait_for_selector(f"{PANEL} [value=rule]:enabled", state="attached")
