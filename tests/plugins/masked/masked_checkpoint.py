"""Small checkpoints of masked families, saved as their authors save them: their config shrunk, names, tokenizer files.

The code that the authors publish beside the weights is there too, and ends whoever runs it.
"""

import json
from pathlib import Path

import torch
from random_checkpoint import rewrite
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedModel, Qwen2Tokenizer
from transformers.models.qwen2 import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen3 import Qwen3Config, Qwen3ForCausalLM

TEXTS = [
    "The cat sat on the mat and looked at the moon.",
    "Lily found a red ball in the garden after the rain.",
    "A small boat crossed the lake before the storm came.",
]
CHAT = (
    "{%- for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}"
    "{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif %}"
    "{%- endif %}"
)
QWEN3 = {
    "attention_bias": False, "attention_dropout": 0.0, "head_dim": 16,
    "hidden_act": "silu", "hidden_size": 64, "initializer_range": 0.02, "intermediate_size": 128,
    "max_position_embeddings": 1024, "max_window_layers": 28, "num_attention_heads": 4, "num_hidden_layers": 2,
    "num_key_value_heads": 2, "rms_norm_eps": 1e-06, "rope_scaling": None, "rope_theta": 1000000,
    "sliding_window": None, "tie_word_embeddings": True, "use_cache": True, "use_sliding_window": False,
}  # fmt: skip
"""Qwen3-0.6B's config.json with fewer and narrower layers."""
QWEN2 = {name: value for name, value in QWEN3.items() if name not in ("attention_bias", "head_dim")}
"""Qwen2.5-Coder-0.5B's config.json with fewer and narrower layers."""
DREAM = QWEN2 | {"tie_word_embeddings": False, "use_mrope": False}
"""Dream-v0-Instruct-7B's config.json with fewer and narrower layers."""
MDLM = "dllm-hub/Qwen3-0.6B-diffusion-mdlm-v0.1"
DREAM_7B = "Dream-org/Dream-v0-Instruct-7B"


def save_qwen3(folder: Path, base: str = "Qwen3") -> Path:
    """A checkpoint of dLLM's on Qwen3, or on Qwen2: MDLM and BD3LM are saved alike."""
    third = base == "Qwen3"
    config = (QWEN3 if third else QWEN2) | ids_of(save_tokenizer(folder))
    save(folder, Qwen3ForCausalLM(Qwen3Config(**config)) if third else Qwen2ForCausalLM(Qwen2Config(**config)))
    code = {"AutoConfig": "Config", "AutoModel": "Model", "AutoModelForMaskedLM": "LMHeadModel"}
    config |= {"model_type": f"a2d-{base.lower()}", "architectures": [f"A2D{base}LMHeadModel"], "dtype": "bfloat16"}
    config |= {"auto_map": {name: f"modeling_{base.lower()}.A2D{base}{kind}" for name, kind in code.items()}}
    (folder / "config.json").write_text(json.dumps(config | {"transformers_version": "4.57.0"}), "utf-8")
    (folder / f"modeling_{base.lower()}.py").write_text('raise SystemExit("code of a checkpoint was run")\n', "utf-8")
    return folder


def save_dream(folder: Path) -> Path:
    """A checkpoint of Dream's or DiffuCoder's."""
    tokenizer = save_tokenizer(folder, ends="<|endoftext|>")
    config = DREAM | ids_of(tokenizer) | {"mask_token_id": tokenizer.mask_token_id}
    save(folder, Qwen2ForCausalLM(Qwen2Config(**config)))
    config |= {"model_type": "Dream", "architectures": ["DreamModel"], "torch_dtype": "bfloat16"}
    config |= {"auto_map": {"AutoConfig": "configuration_dream.DreamConfig", "AutoModel": "modeling_dream.DreamModel"}}
    (folder / "config.json").write_text(json.dumps(config | {"transformers_version": "4.46.2"}), "utf-8")
    vocabulary = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    (folder / "tokenizer.json").unlink()
    special = {str(token.pop("id")): token for token in vocabulary["added_tokens"]}
    ids = {piece: number for piece, number in vocabulary["model"]["vocab"].items() if str(number) not in special}
    (folder / "vocab.json").write_text(json.dumps(ids, ensure_ascii=False), "utf-8")
    merges = "".join(f"{' '.join(pair)}\n" for pair in vocabulary["model"]["merges"])
    (folder / "merges.txt").write_text("#version: 0.2\n" + merges, "utf-8")
    rewrite(
        folder / "tokenizer_config.json", tokenizer_class="DreamTokenizer",
        auto_map={"AutoTokenizer": ["tokenization_dream.DreamTokenizer", None]},
        added_tokens_decoder=special,
    )  # fmt: skip
    for name in ("configuration_dream.py", "modeling_dream.py", "tokenization_dream.py"):
        (folder / name).write_text('raise SystemExit("code of a checkpoint was run")\n', "utf-8")
    return folder


def save_tokenizer(folder: Path, ends: str = "<|im_end|>") -> Qwen2Tokenizer:
    """Qwen's kind of tokenizer, bytes in pairs, for a few texts; the special tokens come last, in Qwen's order."""
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>", "<|mask|>"]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet)
    tokenizer.train_from_iterator([*TEXTS, "user\nassistant\n"], trainer)
    tokenizer.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in special])
    fast = Qwen2Tokenizer(
        tokenizer_object=tokenizer, pad_token=special[0], eos_token=ends, mask_token="<|mask|>", chat_template=CHAT,
    )  # fmt: skip
    fast.save_pretrained(folder)
    return fast


def ids_of(tokenizer: Qwen2Tokenizer) -> dict[str, int]:
    """What a config says of the vocabulary, in which some ids have no token."""
    named = {"bos_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id}
    return {**named, "pad_token_id": tokenizer.pad_token_id, "vocab_size": len(tokenizer) + 11}


def save(folder: Path, model: PreTrainedModel) -> None:
    """Weights in bfloat16, under the names that transformers' class gives them, which are the authors'.

    They are large enough to decide something: at the class's own small scale every distribution is flat.
    """
    torch.manual_seed(0)
    with torch.no_grad():
        for weight in model.parameters():
            if weight.ndim > 1:
                weight.normal_(std=2.0 * weight.shape[-1] ** -0.5)
    model.bfloat16().save_pretrained(folder)
