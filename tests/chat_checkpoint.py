"""The random checkpoint with what published ones have: a chat template, a thinking channel, an image processor."""

import io
import json
from pathlib import Path

import numpy as np
from PIL import Image

TEMPLATE = (
    "{% for m in messages %}{% if m['role'] == 'system' %}[{{ m['content'] }}{% if enable_thinking %}!{% endif %}]"
    "{% else %}{% if m['content'] is string %}{{ m['content'] }}{% else %}{% for part in m['content'] %}"
    "{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}>{% if enable_thinking %}<open>{% endif %}{% endif %}"
)
RESPONSE = {
    "defaults": {"role": "assistant"},
    "fields": {"reasoning_content": {"open": "<open>ab", "close": "<close>", "content": "text"}},
}


def furnish(folder: Path, *, response: dict | None = RESPONSE, marks: tuple[str, ...] = ("<open>", "<close>")) -> Path:
    """Adds to a random checkpoint; `<open>` and `<close>` take the places of `$` and `%` in its vocabulary."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text())
    vocab = tokenizer["model"]["vocab"]
    for old, new in zip("$%", marks, strict=True):
        number = vocab.pop(old)
        vocab[new] = number
        special = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
        tokenizer["added_tokens"].append({"id": number, "content": new, **special})
    tokenizer["added_tokens"].append({"id": vocab["<image>"], "content": "<image>", **special})
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    (folder / "chat_template.jinja").write_text(TEMPLATE)
    config = json.loads((folder / "tokenizer_config.json").read_text())
    if response:
        config["response_template"] = response
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    processor = {"image_processor_type": "Gemma4ImageProcessor", "patch_size": 4, "pooling_kernel_size": 3, "max_soft_tokens": 70}  # fmt: skip # noqa: E501
    (folder / "preprocessor_config.json").write_text(json.dumps(processor))
    return folder


def picture(width=50, height=30, kind="PNG"):
    file = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 256, (height, width, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(file, kind)
    return file.getvalue()
