"""The tables of a checkpoint's manifest, as far as the scripts that know no graphs need them."""

import json
import re

from playground.rules.samplers import SAMPLERS, source_hash
from playground.rules.ways import WAYS
from playground.server.page import config_of
from playground.service.limits import Limits

PROMPT = "\x02prompt\x03"


def cases(model):
    tokens = model.tokens
    return {
        "name": model.name,
        "revision": model.revision,
        "canvas_length": model.canvas_length,
        "vocab_size": model.vocab_size,
        "longest": model.denoiser.longest,
        "eos_ids": model.eos_ids,
        "pad_id": model.pad_id,
        "mask_id": tokens.mask,
        "blank": tokens.blank,
        "unk_id": -1 if model.tokenizer.unk_token_id is None else model.tokenizer.unk_token_id,
        "special_ids": sorted(model.tokenizer.all_special_ids),
        "thought_marks": model.chat.thought_marks,
        "texts": model.token_texts([*range(model.vocab_size)]),
        "settings": model.settings.to_dict(),
        "knobs": config_of(Limits(), 1, public=False, publishes=False)["knobs"],
        "samplers": {name: sampler_entry(name) for name in SAMPLERS},
        "ways": {name: way_entry(way) for name, way in WAYS.items()},
        "template": template_entry(model),
    }


def sampler_entry(name):
    sampler = SAMPLERS[name]
    return {
        "version": source_hash(name),
        "knobs": [*sampler.knobs],
        "ways": list(sampler.ways),
        "uniforms": sampler.uniforms,
        "looks_back": sampler.looks_back,
        "declaration": sampler.declaration(),
    }


def way_entry(way):
    return {
        "defaults": dict(way.defaults),
        "declaration": way.declaration(),
        "begins": way.begins,
        "sticky": way.sticky,
        "causal": way.causal,
    }


def template_entry(model):
    """The chat template that comes with the embedded model, and only that one, reads a prompt as "world" says."""
    template = model.tokenizer.chat_template
    chat = [{"role": "user", "content": PROMPT}]
    text = model.tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
    before, _, after = text.partition(PROMPT)
    names, beginnings = (
        json.loads(re.search(pattern, template)[1]) for pattern in (r"bare in (\[.*?\])", r"not in (\[.*?\])")
    )
    return {
        "before": before,
        "after": after,
        "reading": "world",
        "names": names,
        "beginnings": beginnings,
        "abilities": model.chat.abilities,
    }
