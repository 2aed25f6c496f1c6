"""The options of `serve` for how passes are run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from playground.errors import PolicyError

if TYPE_CHECKING:
    from playground.service.slot import Wanted

PLAIN = {"eager": False, "fixed_seats": False, "cuda_graphs": False, "experts": "grouped_mm", "ahead": False}
"""The options by name, as `EngineSlot` takes them, with their defaults."""

_OPTIONS = (
    click.option("--eager", is_flag=True, help="Do not compile: slower on a GPU, and ready sooner."),
    click.option(
        "--fixed-seats",
        is_flag=True,
        envvar="PLAYGROUND_FIXED_SEATS",
        help="Give each compiled pass as many seats as --max-rows says, so that on a GPU a run does not depend on who "
        "shares its passes. A run alone takes longer.",
    ),
    click.option(
        "--cuda-graphs",
        is_flag=True,
        envvar="PLAYGROUND_CUDA_GRAPHS",
        help="Record the compiled passes as CUDA graphs and replay them, if steps at the start agree with eager ones. "
        "A step of the 26B size on an H100 takes 12% less.",
    ),
    click.option(
        "--experts",
        type=click.Choice(["grouped_mm", "batched_mm", "deepgemm", "sonicmoe"]),
        default=PLAIN["experts"],
        show_default=True,
        envvar="PLAYGROUND_EXPERTS",
        help="What computes the experts in compiled passes; `doctor` times what the GPU can run. deepgemm and sonicmoe "
        "need the package kernels, which fetches code from the hub. Used only if it agrees at the start, as "
        "--cuda-graphs.",
    ),
    click.option(
        "--ahead",
        is_flag=True,
        envvar="PLAYGROUND_AHEAD",
        help="Launch each pass before the step before it is read, so that a GPU does not wait in between. The runs are "
        "the same; a block that ends costs one pass more. A step of the 26B size on an H100 takes 10% less.",
    ),
)


def pass_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options. The command gets them by name as `passes`."""

    @functools.wraps(command)
    def wrapped(**values: Any) -> None:
        passes = {name: values.pop(name) for name in PLAIN}
        return command(**values, passes=passes)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def check_passes(wanted: Wanted) -> None:
    """Refuses options for compiled passes where there are none.

    Raises:
        PolicyError: there are none.
    """
    for name in ("cuda_graphs", "experts"):
        if wanted.options[name] == PLAIN[name]:
            continue
        from torch import cuda

        option = "--" + name.replace("_", "-")
        if wanted.home.alone:
            raise PolicyError(f"{option} is for compiled passes; {wanted.home.beside} nothing is compiled.")
        if wanted.options["eager"]:
            raise PolicyError(f"{option} is for compiled passes; with --eager nothing is compiled.")
        if wanted.options["device"] == "cpu" or not cuda.is_available():
            raise PolicyError(f"{option} needs a GPU that torch can use; without it, the model runs on the CPU.")
