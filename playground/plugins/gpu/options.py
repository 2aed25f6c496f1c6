"""The options of `serve` for how passes are run."""

from __future__ import annotations

import click

STOCK = "grouped_mm"
"""The kernel for the experts that transformers chooses."""

OPTIONS = (
    click.Option(["--eager"], is_flag=True, help="Do not compile: slower on a GPU, and ready sooner."),
    click.Option(
        ["--fixed-seats"],
        is_flag=True,
        envvar="PLAYGROUND_FIXED_SEATS",
        help="Give each compiled pass as many seats as --max-rows says, so that on a GPU a run does not depend on who "
        "shares its passes. A run alone takes longer.",
    ),
    click.Option(
        ["--cuda-graphs"],
        is_flag=True,
        envvar="PLAYGROUND_CUDA_GRAPHS",
        help="Record the compiled passes as CUDA graphs and replay them, if steps at the start agree with eager ones. "
        "A step of the 26B size on an H100 takes 12% less.",
    ),
    click.Option(
        ["--experts"],
        type=click.Choice([STOCK, "batched_mm", "deepgemm", "sonicmoe"]),
        default=STOCK,
        show_default=True,
        envvar="PLAYGROUND_EXPERTS",
        help="What computes the experts in compiled passes; `doctor` times what the GPU can run. deepgemm and sonicmoe "
        "need the package kernels, which fetches code from the hub. Used only if it agrees at the start, as "
        "--cuda-graphs.",
    ),
    click.Option(
        ["--ahead"],
        is_flag=True,
        envvar="PLAYGROUND_AHEAD",
        help="Launch each pass before the step before it is read, so that a GPU does not wait in between. The runs are "
        "the same; a block that ends costs one pass more. A step of the 26B size on an H100 takes 10% less.",
    ),
)
