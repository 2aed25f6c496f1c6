"""Writes what the page must know to compute costs: `python -m workshop.makers.shapes`.

It makes `assets/page/rules/shapes.ts` from the configurations of the embedded and the 26B checkpoint.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from transformers import DiffusionGemmaConfig

from playground.assets import ASSETS
from playground.engine.full_size import full_config
from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME

FILE = ASSETS / "page" / "rules" / "shapes.ts"
FULL_SIZE = "google/diffusiongemma-26B-A4B-it"

_SCRIPT = """\
/** The shapes of models that the page knows by name. `python -m workshop.makers.shapes` writes this. */

import type { Shape } from "./cost.ts";

export const SHAPES: Record<string, Shape> = %s;
"""


def shape(config: DiffusionGemmaConfig) -> dict[str, Any]:
    """What the formulas of `playground.rules.cost` read of a configuration, for JSON. Like layers stand together."""
    text: Any = config.text_config
    each = [(kind, text.per_layer_config[index]) for index, kind in enumerate(text.layer_types)]
    kinds = [(kind == "sliding_attention", own.head_dim, own.num_key_value_heads) for kind, own in each]
    return {
        "canvas": config.canvas_length,
        "vocabulary": text.vocab_size,
        "hidden": text.hidden_size,
        "intermediate": text.intermediate_size,
        "expert": text.moe_intermediate_size,
        "experts": text.num_experts,
        "routed": text.top_k_experts,
        "heads": text.num_attention_heads,
        "window": text.sliding_window,
        "layers": [
            {"count": len(list(alike)), "sliding": sliding, "size": size, "keyHeads": heads}
            for (sliding, size, heads), alike in groupby(sorted(kinds, reverse=True))
        ],
    }


def script() -> str:
    """The module's text."""
    embedded = DiffusionGemmaConfig.from_pretrained(EMBEDDED)
    shapes = {EMBEDDED_NAME: shape(embedded), FULL_SIZE: shape(full_config())}
    return _SCRIPT % json.dumps(shapes, indent=2)


if __name__ == "__main__":
    Path(FILE).write_text(script(), encoding="utf-8")
