"""Both ways, as loading knows them. What computes is imported when it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from playground.engine.loading.packing import Packing
from playground.errors import ModelError
from playground.plugins.quantize.nf4_format import NF4, NF4_BITS

if TYPE_CHECKING:
    from playground.plugins.quantize.nf4 import Nf4Config


class Nf4(Packing):
    """4 bits, packed while weights are loaded."""

    option, name = "quantize", NF4
    help = (
        "packs most weights to 4 bits while they are loaded. Needs `pip install bitsandbytes`. No GPU has run this yet."
    )
    instead = ", which --quantize nf4 packs to 4 bits"
    bits = NF4_BITS

    def check(self) -> None:
        if find_spec("bitsandbytes") is None:
            raise ModelError("quantize is nf4, which needs the package bitsandbytes: `pip install bitsandbytes`.")

    def weights(self, config: Mapping[str, Any]) -> int:
        from playground.plugins.quantize.nf4 import packed_weights

        return packed_weights(config)

    def config(self) -> Nf4Config:
        from playground.plugins.quantize.nf4 import Nf4Config

        return Nf4Config()


class Fp8(Packing):
    """8 bits with a scale a row, stored so."""

    instead = ", or in 8 bits with a scale a row, as FP8-dynamic of compressed-tensors has it"

    def reads(self, config: Mapping[str, Any]) -> bool:
        stored = config.get("quantization_config")
        if not isinstance(stored, Mapping) or stored.get("quant_method") != "compressed-tensors":
            return False
        groups = stored.get("config_groups")
        weights = [group.get("weights") or {} for group in groups.values()] if isinstance(groups, Mapping) else []
        return bool(weights) and all(
            (kind.get("type"), kind.get("num_bits"), kind.get("strategy")) == ("float", 8, "channel")
            for kind in weights
        )

    def described(self) -> Mapping[str, Any]:
        from playground.plugins.quantize.fp8 import FP8

        return {"quant_method": FP8}
