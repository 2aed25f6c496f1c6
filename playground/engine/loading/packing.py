"""Weights in fewer bits than their type has: ways to pack them while they are loaded, or to read those that are stored
so. Plugins have some; what transformers reads by itself needs none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.errors import ModelError
from playground.plugin_loading import plugins

if TYPE_CHECKING:
    from transformers.utils.quantization_config import QuantizationConfigMixin


class Packing:
    """A way to hold weights. It has an option that asks for it, or it reads what is stored so, or both."""

    option = ""
    """What `load_model` calls the option, and commands with dashes before it; "" for none."""
    name = ""
    """The option's value."""
    help = ""
    """What the value does: one or more sentences that begin after its name."""
    instead = ""
    """What it can do for a checkpoint that nothing reads, as the end of a sentence: ", which --far packs to 2 bits"."""
    bits = 0.0
    """What a packed weight takes, with its share of the scales."""

    @property
    def flag(self) -> str:
        """How a command asks for it."""
        return f"--{self.option} {self.name}"

    def check(self) -> None:
        """Refuses what cannot be done here.

        Raises:
            ModelError: a package is missing.
        """

    def weights(self, config: Mapping[str, Any]) -> int:
        """How many weights of a checkpoint it packs, by its config.json."""
        return 0

    def config(self) -> QuantizationConfigMixin | None:
        """What `from_pretrained` takes to pack weights so."""
        return None

    def reads(self, config: Mapping[str, Any]) -> bool:
        """Does a config.json describe weights that are stored so?"""
        return False

    def described(self) -> Mapping[str, Any]:
        """What then takes the place of its `quantization_config`, so that transformers calls this way's reader."""
        return {}


def packings() -> list[Packing]:
    """All that there are."""
    return [packing for added in plugins().each("packings") for packing in added]


def asked_for() -> list[Packing]:
    """Those that an option asks for."""
    return [packing for packing in packings() if packing.option]


def instead() -> str:
    """What would load in place of a checkpoint that nothing reads."""
    return "the same model in bfloat16 would load" + "".join(packing.instead for packing in packings())


def packing_options() -> dict[str, str]:
    """The options of plugins that say how weights are packed: name -> help."""
    options: dict[str, str] = {}
    for packing in asked_for():
        before = [options[packing.option]] if packing.option in options else []
        options[packing.option] = " ".join([*before, packing.name, packing.help])
    return options


def chosen(options: Mapping[str, str | None]) -> Packing | None:
    """The way that is asked for, by the options of `load_model` that plugins have.

    Raises:
        ModelError: there is no such option, or no such way.
    """
    for option, name in options.items():
        if name is None:
            continue
        values = {packing.name: packing for packing in asked_for() if packing.option == option}
        if not values:
            raise ModelError(f"{option} is {name!r}, but no plugin here has this option.")
        if name not in values:
            raise ModelError(f"{option} is {name!r}; allowed is {', '.join(values)}.")
        values[name].check()
        return values[name]
    return None


def reader_of(config: Mapping[str, Any]) -> Packing | None:
    """What reads the weights that a config.json describes; None if that is left to transformers."""
    return next((packing for packing in packings() if packing.reads(config)), None)
