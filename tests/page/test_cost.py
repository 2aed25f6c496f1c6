"""The cost of passes: by formula as in Python."""

from page_helpers import go, open_detail
from transformers import DiffusionGemmaConfig

from playground.assets import ASSETS
from playground.rules.cost import denoiser_pass, encoder_pass
from playground.trace import Trace

LILY = ASSETS / "recorded" / "lily.trace"


def row(page, name):
    return page.locator(".tdp-cost-table tr", has_text=name).locator("td").all_inner_texts()


def test_passes_cost_what_the_formulas_say(page):
    prefix = len(Trace.load(LILY).header.prompt_ids)
    config = DiffusionGemmaConfig.from_pretrained(ASSETS / "model")
    open_detail(page, "cost")
    page.wait_for_selector(".tdp-cost-table td")
    go(page, 2)
    passes = [denoiser_pass(config, prefix=prefix, width=4, conditioned=step > 0) for step in range(3)]
    spent = sum(one.total_flops for one in passes) + encoder_pass(config, tokens=prefix).total_flops
    assert row(page, "this step")[0] == f"{passes[2].total_flops / 1e9:.2f} GFLOP, {passes[2].total_bytes / 1e6:.1f} MB"
    so_far, unit, *_ = row(page, "all so far")[0].split()
    assert (float(so_far), unit) == (round(spent / 1e9, 2), "GFLOP,")
    assert row(page, "passes, one after")[0].startswith("3 of ")
