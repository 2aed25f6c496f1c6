"""The manifest of a portable checkpoint: what an engine without Python must know beside the graphs.

It holds no rule: those are graphs. Names and values are those of `Model`, of the knobs and of what rules declare.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

import playground
from playground.engine.loading.source import EMBEDDED_NAME
from playground.engine.models import Model
from playground.errors import ModelError
from playground.plugins.small_world.advice import KNOWS
from playground.rules.samplers import BUILT_IN, source_hash
from playground.rules.ways import WAYS
from playground.spec.settings import all_knobs, knob_table

VERSION = 1
_MARK = "\x02prompt\x03"
_WORLD = (r"macro understood[^$]*bare in (\[.*?\])", r"not in (\[.*?\])")
"""Where the embedded checkpoint's template has its names and the words that may begin a prompt."""
_SOURCES = (
    "engine/families",
    "engine/rowwise.py",
    "engine/statistics.py",
    "engine/step.py",
    "rules",
    "plugins/live/portable",
)


def manifest_of(model: Model, weights: Sequence[Path], files: Mapping[str, Path], beside: Path) -> dict[str, Any]:
    """What stands in `manifest.json`, without the graphs.

    Args:
        weights: the checkpoint's files of weights.
        files: others that go with it, by what they are, such as its tokenizer.
        beside: the folder of the manifest; it names files from there.

    Raises:
        ModelError: the chat template does not put a prompt as it is between a beginning and an end.
    """
    denoiser, tokens, settings = model.denoiser, model.tokens, model.settings.to_dict()
    layers = zip(denoiser.layer_types, denoiser.cache_shapes, strict=True)
    return {
        "version": VERSION,
        "name": model.name,
        "revision": model.revision,
        "knows": KNOWS if model.name == EMBEDDED_NAME else "",
        "canvas_length": model.canvas_length,
        "vocab_size": model.vocab_size,
        "hidden_size": denoiser.hidden_size,
        "longest": denoiser.longest,
        "self_conditioning": denoiser.self_conditioning,
        "layers": [{"kind": kind, "heads": heads, "head_size": size} for kind, (heads, size) in layers],
        "eos_ids": model.eos_ids,
        "pad_id": model.pad_id,
        "mask_id": tokens.mask,
        "blank": tokens.blank,
        "ends": list(tokens.ends),
        "unk_id": -1 if model.tokenizer.unk_token_id is None else model.tokenizer.unk_token_id,
        "special_ids": sorted(model.tokenizer.all_special_ids),
        "control_tokens": list(model.chat.control_tokens),
        "thought_marks": model.chat.thought_marks,
        "template": _template(model),
        "texts": model.token_texts(list(range(model.vocab_size))),
        "settings": {name: settings.get(name, knob.default) for name, knob in all_knobs().items()},
        "knobs": knob_table(),
        "samplers": {
            kind.name: {
                "version": source_hash(kind.name),
                "knobs": list(kind.knobs),
                "ways": list(kind.ways),
                "uniforms": kind.uniforms,
                "looks_back": kind.looks_back,
                "declaration": kind().declaration(),
            }
            for kind in BUILT_IN
        },
        "ways": {name: {"declaration": way.declaration()} for name, way in WAYS.items()},
        "weights": [_named(file, beside) for file in weights],
        "files": {name: _named(file, beside) for name, file in files.items()},
        "made_of": source_digest(),
        "software": {"playground": playground.__version__, "torch": torch.__version__, "onnx": version("onnx")},
    }


def _template(model: Model) -> dict[str, Any]:
    """What the chat template puts before and after a prompt, and how it reads that.

    The embedded checkpoint's own template reads prompts of its world; the scripts know how, and it gives the words.
    """
    abilities = dict.fromkeys(model.chat.abilities, False)  # the scripts put a text between two others, and no more
    before, mark, after = model.chat.templated(_MARK).partition(_MARK)
    lists = [re.search(pattern, model.tokenizer.chat_template or "") for pattern in _WORLD]
    if all(lists):
        names, beginnings = (json.loads(match[1]) for match in lists if match)
        known = {"reading": "world", "names": names, "beginnings": beginnings}
        return {"before": before, "after": after, "abilities": abilities, **known}
    spaced = f"  {_MARK}\n"
    readings = {f"{before}{spaced}{after}": "as it is", f"{before}{_MARK}{after}": "trimmed"}
    if not mark or (reading := readings.get(model.chat.templated(spaced))) is None:
        raise ModelError(f"The chat template of {model.name} changes prompts, which only Python can do.")
    return {"before": before, "after": after, "abilities": abilities, "reading": reading, "names": [], "beginnings": []}


def _named(file: Path, beside: Path) -> dict[str, Any]:
    content = file.read_bytes()
    place = Path(os.path.relpath(file, beside)).as_posix()
    return {"file": place, "name": file.name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def source_digest() -> str:
    """A hash of the code that graphs are made of, 16 hex digits, which comments and layout do not change."""
    digest, root = hashlib.sha256(), Path(playground.__file__).parent
    for place in _SOURCES:
        for path in sorted((root / place).rglob("*.py")) or [root / place]:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            digest.update(f"{path.relative_to(root).as_posix()}\0{ast.dump(tree)}\0".encode())
    return digest.hexdigest()[:16]
