"""The two other ways in which the checkpoint can write: token by token, and by masked diffusion. Both are greedy.

They allow comparisons on the same weights; the engine has the third way, uniform-state diffusion.
"""

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion, DynamicCache

from playground.training.joint import joint_logits, joint_mask, rotary_tables


@torch.inference_mode()
def write_autoregressively(
    model: DiffusionGemmaForBlockDiffusion, prompts: Tensor, length: int, eos_id: int
) -> tuple[Tensor, Tensor]:
    """The most probable next token, `length` times or until every row has ended; the encoder's causal pass.

    Args:
        prompts: (rows, prompt length) ids, without padding.

    Returns:
        ids (rows, tokens written), and the passes that each row took up to and with its <eos>.
    """
    encoder = model.model.encoder.language_model
    cache = DynamicCache(config=model.config.get_text_config(decoder=True))
    unread, written = prompts, []
    for _ in range(length):
        hidden = encoder(input_ids=unread, past_key_values=cache).last_hidden_state[:, -1]
        unread = F.linear(hidden, model.model.decoder.embed_tokens.weight).argmax(dim=-1, keepdim=True)
        written.append(unread)
        ended = (torch.cat(written, dim=1) == eos_id).any(dim=1)
        if ended.all():
            break
    ids = torch.cat(written, dim=1)
    is_end = ids == eos_id
    passes = torch.where(is_end.any(dim=1), is_end.int().argmax(dim=1) + 1, ids.shape[1])
    return ids, passes


@torch.inference_mode()
def write_masked(
    model: DiffusionGemmaForBlockDiffusion, prompts: Tensor, mask_id: int, entropy_bound: float
) -> tuple[Tensor, Tensor]:
    """A canvas of masks; at each pass the masked positions of lowest entropy get their most probable token, for good.

    How many is decided by the entropy bound, as in the engine's sampler (arXiv 2505.24857): at least one a pass.

    Args:
        prompts: (rows, prompt length) ids, without padding.
        entropy_bound: in nats, at temperature 1.

    Returns:
        ids (rows, canvas length), and the passes that each row took.
    """
    (rows, start), length = prompts.shape, model.config.canvas_length
    ids = torch.cat([prompts, prompts.new_full((rows, length), mask_id)], dim=1)
    positions = torch.arange(start + length).expand(rows, -1)
    is_canvas = positions >= start
    mask = torch.where(joint_mask(torch.zeros_like(positions), is_canvas, positions), 0.0, -1e9)
    tables = rotary_tables(model, positions)
    nothing = torch.zeros(rows, start + length, model.config.text_config.vocab_size), torch.zeros(1, 1, 1)
    passes = torch.zeros(rows, dtype=torch.long)
    while (masked := ids[:, start:] == mask_id).any():
        logits = joint_logits(model, ids, is_canvas, mask, tables, *nothing)[:, start:]
        logits[..., mask_id] = -torch.inf
        chances = logits.log_softmax(dim=-1)
        entropy = -(chances.exp() * chances.clamp(min=-1e9)).sum(dim=-1)
        entropy, order = entropy.masked_fill(~masked, torch.inf).sort(dim=-1)
        within = (entropy.cumsum(dim=-1) - entropy <= entropy_bound) & entropy.isfinite()
        chosen = torch.zeros_like(masked).scatter(-1, order, within)
        ids[:, start:] = torch.where(chosen, logits.argmax(dim=-1), ids[:, start:])
        passes += masked.any(dim=-1)
    return ids[:, start:], passes
