"""A small DiffusionGemma with random weights, saved like any checkpoint: real code paths, nothing trained."""

import json
import string
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    DiffusionGemmaConfig,
    DiffusionGemmaForBlockDiffusion,
    DiffusionGemmaTextConfig,
    Gemma4VisionConfig,
    PreTrainedTokenizerFast,
)

SPECIAL = ["<pad>", "<eos>", "<bos>", "<unk>", "<image>"]
HOSTILE = ["<script>alert(1)</script>", "${x}", "{{x}}", "<img src=x onerror=alert(1)>", "\u202eevil", "\u200b", "\n"]


def save(
    folder: Path,
    *,
    canvas_length: int = 16,
    seed: int = 0,
    eos_ids: tuple[int, ...] = (1,),
    experts: int = 2,
    picture_side: int = 16,
    shard_size: str = "5GB",
    hidden: int = 32,
    vocabulary: int = 0,
    **other: int,
) -> Path:
    """Writes config, weights, tokenizer and generation config. Tokens are single characters and a few hostile texts.

    `picture_side` is that of the largest picture, in patches; `hidden` is the size of an embedding; a larger
    `vocabulary` has ids without tokens; `other` are other settings of the text model.
    """
    pieces = [*SPECIAL, *HOSTILE, *(c for c in string.printable if c not in "\n ")]
    vocab = {piece: i for i, piece in enumerate([*pieces, "▁"])}
    tokenizer = Tokenizer(models.WordLevel(vocab, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Metaspace(split=False), pre_tokenizers.Split(Regex("."), "isolated")]
    )
    tokenizer.decoder = decoders.Sequence([decoders.Fuse(), decoders.Replace("▁", " ")])
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>", bos_token="<bos>", unk_token="<unk>"
    ).save_pretrained(folder)

    settings = {"global_head_dim": 16, "sliding_window": 32, "moe_intermediate_size": 24, **other}
    text = DiffusionGemmaTextConfig(
        vocab_size=max(len(vocab), vocabulary), hidden_size=hidden, intermediate_size=hidden * 3 // 2,
        num_hidden_layers=3, num_attention_heads=2,
        num_key_value_heads=1, head_dim=16, num_experts=experts, top_k_experts=min(2, experts),
        max_position_embeddings=256, layer_types=["sliding_attention", "sliding_attention", "full_attention"],
        pad_token_id=0, eos_token_id=1, bos_token_id=2, **settings,
    )  # fmt: skip
    vision = Gemma4VisionConfig(
        hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=1, num_key_value_heads=1,
        head_dim=16, patch_size=4, position_embedding_size=picture_side,
    )  # fmt: skip
    config = DiffusionGemmaConfig(text_config=text, vision_config=vision, image_token_id=4, canvas_length=canvas_length)
    torch.manual_seed(seed)
    model = DiffusionGemmaForBlockDiffusion(config)
    with torch.no_grad():  # at the class's own small scale every distribution is flat and nothing is ever decided
        for name, weight in model.named_parameters():
            if weight.ndim > 1 and "vision" not in name:
                weight.normal_(std=1.0 * weight.shape[-1] ** -0.5)
    model.generation_config.eos_token_id = list(eos_ids)
    model.generation_config.pad_token_id = 0
    model.generation_config.bos_token_id = 2
    model.save_pretrained(folder, max_shard_size=shard_size)
    return folder


def overflow(folder: Path) -> Path:
    """Changes a saved one: in float16 a pass whose input holds a "Z" overflows, and such a pass soon comes."""
    weights = load_file(folder / "model.safetensors")
    vocabulary = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    embeddings = next(weight for name, weight in weights.items() if name.endswith("embed_tokens.weight"))
    embeddings[vocabulary["Z"]] = 30_000  # times the scale of embeddings more than 65,504
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    return folder


def rewrite(file: Path, **changes: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | changes), "utf-8")


def scaled(folder, factor):
    """Scales some weights of a checkpoint, so that it overflows in a smaller type."""
    tensors = load_file(folder / "model.safetensors")
    name = next(name for name in tensors if name.endswith("layers.1.mlp.down_proj.weight"))
    tensors[name] = tensors[name] * factor
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
