"""The cost of passes: by formula as in Python, this machine measured, and the point that the sliders move."""

from page_helpers import go, open_detail
from transformers import DiffusionGemmaConfig

from playground.assets import ASSETS
from playground.engine import speed
from playground.rules.cost import denoiser_pass, encoder_pass
from playground.trace import Trace

LILY = ASSETS / "recorded" / "lily.trace"


def row(page, name):
    return page.locator(".tdp-cost-table tr", has_text=name).locator("td").all_inner_texts()


def slide(page, name, notch):
    page.locator(f".tdp-roofline-slider [aria-label='{name}']").fill(str(notch))


def test_passes_cost_what_the_formulas_say_this_machine_is_measured_and_the_sliders_move_a_point_to_the_other_limit(
    page, monkeypatch
):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    prefix = len(Trace.load(LILY).header.prompt_ids)
    config = DiffusionGemmaConfig.from_pretrained(ASSETS / "model")
    open_detail(page, "cost")
    page.wait_for_selector(".tdp-cost-table td")
    go(page, 2)
    passes = [denoiser_pass(config, prefix=prefix, width=4, conditioned=step > 0) for step in range(3)]
    spent = sum(one.total_flops for one in passes) + encoder_pass(config, tokens=prefix).total_flops
    assert row(page, "this pass")[0] == f"{passes[2].total_flops / 1e9:.2f} GFLOP, {passes[2].total_bytes / 1e6:.1f} MB"
    so_far, unit, *_ = row(page, "all so far")[0].split()
    assert (float(so_far), unit) == (round(spent / 1e9, 2), "GFLOP,")
    assert row(page, "passes, one after")[0].startswith("3 of ")

    page.wait_for_selector("text=measured: ")  # nobody has to ask for it
    assert row(page, "at best")[0].endswith(" is the limit")
    page.wait_for_selector("text=Measure again")

    page.select_option("[aria-label=Machine]", "H200 SXM")
    assert "COMPUTED, not measured: the 26B model" in page.inner_text(".tdp-roofline-part")
    slide(page, "positions in a pass", 8)
    assert "256 positions for one person" in page.inner_text(".tdp-roofline-point")
    assert "At best 10.9 ms: memory is the limit." in page.inner_text(".tdp-roofline-point")
    slide(page, "people in a batch", 6)
    assert "arithmetic is the limit." in page.inner_text(".tdp-roofline-point")
    page.wait_for_selector(".tdp-roofline .scatterlayer .point")
    page.click("text=What a step of the 26B model does beside reading weights")
    assert "moves 52.3 GB at the least" in page.inner_text("details[open]")
