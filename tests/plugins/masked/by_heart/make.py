"""Makes the checkpoints in this folder: `python tests/by_heart/make.py`, a few minutes on one processor.

Each is a small one of a masked family, saved as its authors save theirs, which learns the texts in `texts.py` by heart.
It learns with transformers' class and masks written here, not with the playground's passes.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn.functional import cross_entropy

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1]), str(HERE.parent)]

import masked_checkpoint  # noqa: E402
from texts import TEXTS  # noqa: E402

from playground.plugins.masked.bd3lm import Bd3lm  # noqa: E402
from playground.plugins.masked.dream import Dream  # noqa: E402
from playground.plugins.masked.mdlm import Mdlm  # noqa: E402

EPOCHS, COPIES = 200, 4


def everything(read: int, length: int) -> Tensor:
    """Which positions each one sees: bool (n, n)."""
    return torch.ones(read + length, read + length, dtype=torch.bool)


def by_blocks(read: int, length: int) -> Tensor:
    """Blocks of the canvas's length; the first one, of what was read, has the rest."""
    block = (torch.arange(read + length) + -read % length) // length
    return block[:, None] >= block


PATTERNS = {
    "mdlm": (Mdlm, masked_checkpoint.save_qwen3, everything),
    "bd3lm": (Bd3lm, masked_checkpoint.save_qwen3, by_blocks),
    "dream": (Dream, masked_checkpoint.save_dream, everything),
}
"""Folder -> its family, what saves a checkpoint of it, and what its positions see."""


def learn(name: str) -> None:
    folder, (family, save, seen) = HERE / name, PATTERNS[name]
    save(folder, texts=[*TEXTS, *TEXTS.values()], random=False)
    for path in folder.glob("tokenizer.json"):
        path.write_text(json.dumps(json.loads(path.read_text("utf-8"))), "utf-8")  # a thousand lines, one for each word
    tokenizer, model = family.tokenizer(folder), family.architecture.from_pretrained(folder, dtype=torch.float32)
    torch.manual_seed(0)
    optimizer = torch.optim.AdamW(model.parameters(), 4e-3, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, EPOCHS)
    examples = [example for prompt, text in TEXTS.items() for example in blocks(tokenizer, family, prompt, text)]
    for epoch in range(EPOCHS):
        total = 0.0
        for read, canvas in examples:
            loss = loss_of(model, family, tokenizer, seen, read, canvas)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        schedule.step()
        if epoch % 25 == 24:
            print(f"{name}, epoch {epoch + 1}: loss {total / len(examples):.3f}", flush=True)
    weights = {part: weight.detach().bfloat16() for part, weight in model.named_parameters()}
    save_file(weights, folder / "model.safetensors", {"format": "pt"})


def blocks(tokenizer, family, prompt: str, text: str) -> list[tuple[list[int], list[int]]]:
    """What was read before each canvas of a text, and that canvas; padding fills the last one."""
    chat = [{"role": "user", "content": prompt}]
    read = tokenizer.apply_chat_template(chat, add_generation_prompt=True, enable_thinking=False)["input_ids"]
    ids = [*tokenizer(text)["input_ids"], tokenizer.eos_token_id]
    ids += [tokenizer.pad_token_id] * (-len(ids) % family.canvas_length)
    starts = range(0, len(ids), family.canvas_length)
    return [([*read, *ids[:start]], ids[start : start + family.canvas_length]) for start in starts]


def loss_of(model, family, tokenizer, seen, read: list[int], canvas: list[int]) -> Tensor:
    """The loss on the masked positions of some copies, from few masks to all."""
    mask, padding = tokenizer.mask_token_id, tokenizer.pad_token_id
    ids = torch.tensor([*read, *canvas]).expand(COPIES, -1)
    shares = (torch.rand(1) + torch.arange(COPIES)) / COPIES % 1
    masked = torch.rand(COPIES, len(canvas)) < shares.clamp(min=0.1)[:, None]
    masked = torch.cat([torch.zeros(COPIES, len(read), dtype=torch.bool), masked], dim=1)
    logits = model(
        input_ids=ids.masked_fill(masked, mask),
        attention_mask=seen(len(read), len(canvas))[None, None],
        use_cache=False,
    ).logits
    if family.shifted:
        logits = logits.roll(1, dims=1)
    losses = cross_entropy(logits[masked], ids[masked], reduction="none")
    weights = torch.where(ids[masked] == padding, 0.05, 1.0)  # most of a canvas is padding, which is soon learnt
    return (losses * weights).sum() / weights.sum()


if __name__ == "__main__":
    torch.set_num_threads(1)
    for chosen in sys.argv[1:] or PATTERNS:
        learn(chosen)
