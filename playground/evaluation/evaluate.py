"""Held-out cases in each of the three ways of writing, checked by rule, with 95% intervals.

Diffusion runs through the class's own `generate()`, which draws from torch's global generator; each measurement seeds a
fork of it, so results repeat and nothing else is affected.
"""

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

import torch
from torch import Tensor
from transformers import DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast
from transformers.models.diffusion_gemma.generation_diffusion_gemma import EntropyBoundSamplerConfig

from playground.engine.config import canvas_length, generation_config
from playground.evaluation.track import Track, untracked
from playground.training.data import WAYS
from playground.training.tokenizer import encode_prompt
from playground.training.writing import write_autoregressively, write_masked
from playground.world.cases import Case, Suite
from playground.world.corruption import corrupt


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """Sampler settings, named as in the class's generation config; `entropy_bound` in nats.

    The defaults are DiffusionGemma's.
    """

    max_denoising_steps: int = 48
    t_min: float = 0.4
    t_max: float = 0.8
    entropy_bound: float = 0.1
    stability_threshold: int = 1
    confidence_threshold: float = 0.005

    def generation_options(self) -> dict:
        """Keyword arguments for `generate()` or a generation config."""
        options = asdict(self)
        bound = options.pop("entropy_bound")
        return {**options, "sampler_config": EntropyBoundSamplerConfig(entropy_bound=bound)}

    @classmethod
    def of(cls, model: DiffusionGemmaForBlockDiffusion) -> "Sampling":
        """The settings that a checkpoint ships in its generation config."""
        config = generation_config(model)
        names = [name for name in cls.__dataclass_fields__ if name != "entropy_bound"]
        return cls(entropy_bound=config.sampler_config.entropy_bound, **{name: getattr(config, name) for name in names})


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One generated text. `steps`: passes it took; `tokens`: tokens up to and with <eos>."""

    text: str
    steps: int
    tokens: int


@dataclass(frozen=True, kw_only=True)
class Score:
    """How many cases of one suite were right, and how many passes a case took on average.

    grammatical: for stories, the share of their plots' sentences that are present, whatever their facts.
    """

    name: str
    right: int
    cases: int
    steps: float
    grammatical: float | None = None

    @property
    def share(self) -> float:
        return self.right / self.cases

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.right, self.cases)


def wilson(right: int, cases: int) -> tuple[float, float]:
    """The 95% interval of a share by Wilson's score, which is good near 0 and 1 too (JASA 22, 1927)."""
    z = 1.96
    share, spread = right / cases, z * z / cases
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / cases + spread / (4 * cases))
    return max(0.0, middle - half), min(1.0, middle + half)


def answer_prompts(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    prompts: Sequence[str],
    sampling: Sampling,
    *,
    seed: int = 0,
    batch_size: int = 32,
    blocks: int = 1,
    way: str = "diffusion",
) -> list[Answer]:
    """Answers in the order of the prompts. Prompts of equal length share a batch, so none is padded.

    blocks: canvases at most. way: one of WAYS; the two others than diffusion are greedy, and masked diffusion, which
    takes its entropy bound from `sampling`, writes a single canvas.
    """
    answers: dict[int, Answer] = {}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        for indices, ids in _batches(tokenizer, prompts, batch_size):
            written, steps = _write(model, tokenizer, ids, sampling, blocks, way)
            ended = [_to_the_end(row, tokenizer.eos_token_id) for row in written.tolist()]
            texts = tokenizer.batch_decode(ended, skip_special_tokens=True)
            for index, row, text, used in zip(indices, ended, texts, steps.tolist(), strict=True):
                answers[index] = Answer(text=text, steps=used, tokens=len(row))
    return [answers[index] for index in range(len(prompts))]


def _to_the_end(ids: list[int], eos_id: int) -> list[int]:
    """Up to and with the first `eos_id`, or all where there is none."""
    return ids[: ids.index(eos_id) + 1] if eos_id in ids else ids


def _batches(
    tokenizer: PreTrainedTokenizerFast, prompts: Sequence[str], batch_size: int
) -> Iterator[tuple[list[int], Tensor]]:
    by_length = defaultdict(list)
    for index, prompt in enumerate(prompts):
        ids = encode_prompt(tokenizer, prompt)
        by_length[len(ids)].append((index, ids))
    for _, members in sorted(by_length.items()):
        for start in range(0, len(members), batch_size):
            batch = members[start : start + batch_size]
            yield [index for index, _ in batch], torch.tensor([ids for _, ids in batch])


def _write(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    ids: Tensor,
    sampling: Sampling,
    blocks: int,
    way: str,
) -> tuple[Tensor, Tensor]:
    """What was written after the prompts (rows, tokens), and the passes that took (rows,)."""
    length = canvas_length(model) * blocks
    if way == "autoregressive":
        return write_autoregressively(model, ids, length, tokenizer.eos_token_id)
    if way == "masked":
        return write_masked(model, ids, tokenizer.mask_token_id, sampling.entropy_bound)
    return _generate(model, tokenizer, ids, sampling, max_new_tokens=length)


def _generate(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    ids: Tensor,
    sampling: Sampling,
    **options: Any,
) -> tuple[Tensor, Tensor]:
    """As `_write`, of the class's own `generate()`, which takes the `options`."""
    # Not as annotated: it takes tensors of any kind, and gives as many tokens per forward as there are rows.
    output: Any = model.generate(
        cast(torch.LongTensor, ids),
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        **sampling.generation_options(),
        **options,
    )
    written = output.sequences[:, ids.shape[1] :]
    # The class reports tokens per forward, with the same count of tokens in the numerator.
    return written, ((written != tokenizer.pad_token_id).sum(-1) / output.tokens_per_forward).round().int()


def score(name: str, cases: Sequence[Case], answers: Sequence[Answer]) -> Score:
    """Judges every answer by its case's rule."""
    pairs = list(zip(cases, answers, strict=True))
    counts = [case.sentences(answer.text) for case, answer in pairs if case.sentences]
    return Score(
        name=name,
        right=sum(case.judge(answer.text) for case, answer in pairs),
        cases=len(cases),
        steps=sum(answer.steps for answer in answers) / len(answers),
        grammatical=sum(found for found, _ in counts) / sum(total for _, total in counts) if counts else None,
    )


def evaluate(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    suites: Sequence[Suite],
    sampling: Sampling,
    *,
    cases: int,
    way: str = WAYS[0],
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Score]:
    """Yields the score of each suite over `cases` cases; suites that `way` cannot write are left out."""
    for suite in track(suites, lambda suite: suite.name):
        asked = suite.cases(cases, seed)
        blocks = max(case.blocks for case in asked)
        if blocks > 1 and way == "masked":
            continue
        prompts = [case.prompt for case in asked]
        answers = answer_prompts(model, tokenizer, prompts, sampling, seed=seed, blocks=blocks, way=way)
        yield score(suite.name, asked, answers)


@dataclass(frozen=True, kw_only=True)
class Repair:
    """What came of `texts` right answers that were denoised after a share of their tokens was replaced.

    restored: share of the replaced tokens that came back; broken: share of the others that were lost; right: texts that
    are right by rule afterwards.
    """

    share: float
    texts: int
    restored: float
    broken: float
    right: int
    steps: float


def repair(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    cases: Sequence[Case],
    share: float,
    sampling: Sampling,
    *,
    seed: int = 0,
) -> Repair:
    """Starts each canvas from the case's answer with a share of its tokens replaced, and denoises it."""
    rng = random.Random(f"repair {share} {seed}")
    length = canvas_length(model)
    replaced = kept = restored = broken = right = steps = 0
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        for case in cases:
            clean = [*tokenizer.encode(case.answer, add_special_tokens=False), tokenizer.eos_token_id]
            start = corrupt(clean, share, len(tokenizer), rng)
            padding = [tokenizer.pad_token_id] * (length - len(clean))
            prompt = torch.tensor([encode_prompt(tokenizer, case.prompt)])
            canvas = torch.tensor([start + padding])
            written, passes = _generate(
                model, tokenizer, prompt, sampling, max_new_tokens=length, decoder_input_ids=canvas
            )
            for was, shown, now in zip(clean, start, written[0].tolist(), strict=False):
                if was == shown:
                    kept, broken = kept + 1, broken + (now != was)
                else:
                    replaced, restored = replaced + 1, restored + (now == was)
            (text,) = tokenizer.batch_decode(written, skip_special_tokens=True)
            right += case.judge(text)
            steps += int(passes)
    return Repair(
        share=share,
        texts=len(cases),
        restored=restored / max(replaced, 1),
        broken=broken / max(kept, 1),
        right=right,
        steps=steps / len(cases),
    )
