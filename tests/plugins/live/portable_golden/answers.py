"""What a page without a server answers, its studies and its limits."""

import json

from playground.errors import LimitError, PlaygroundError
from playground.plugins.small_world.advice import advice
from playground.server.draft import draft_tokens
from playground.service.limits import PRIVATE
from playground.service.requests import study_of
from playground.spec.prompt import Prompt
from playground.spec.run import Branch, RunSpec
from playground.spec.settings import MAX_SEED, SamplerSettings

STORY = Prompt(text="Write a story.")
SPEC = RunSpec(prompt=STORY, settings=SamplerSettings(max_new_tokens=128), seed=7)
MASKED = SamplerSettings().replace(way="masked")
AT_LAST_SEED = SPEC.replace(seed=MAX_SEED)
BRANCH = SPEC.replace(branch=Branch(parent=SPEC, block=1, step=9))

STUDIES = [
    (SPEC, 1, [{}]),
    (SPEC, 3, [{"entropy_bound": bound} for bound in (0.1, 0.5, 1, 2)]),
    (SPEC, 2, [{"way": way} for way in ("uniform", "masked", "autoregressive")]),
    (SPEC, 2, [{"way": "masked", "t_max": 0.7, "t_min": 0.2}]),
    (SPEC, 128, [{"t_max": 0.5 + tenths / 10} for tenths in range(8)]),
    (SPEC, 2, [{"sampler": "entropy-bound"}, {"sampler": "top-k"}, {"sampler": "top-k", "k": 4}]),
    (SPEC.replace(settings=MASKED), 2, [{"way": "masked"}, {"way": "uniform"}]),
    (AT_LAST_SEED, 1, [{}]),
    (AT_LAST_SEED, 2, [{}]),
    *((SPEC, seeds, [{}]) for seeds in (129, 0, None, "3", 1.5, True)),
    (SPEC, 1, [{}, {"nothing": 1}]),
    *((SPEC, 1, [{"t_max": value}]) for value in (101, "a", None, 0.1)),
    (SPEC, 1, [{"k": 4}]),
    (SPEC, 1, [{"schedule": "round"}]),
    (BRANCH, 1, [{"max_denoising_steps": steps} for steps in (9, 10)]),
    (BRANCH, 1, [{"max_denoising_steps": 8}]),
    (BRANCH, 2, [{"way": "masked"}]),
]
"""(run, seeds, what to change in its settings)."""

TEXTS = [
    "Lily smiled.",
    "🙂",
    "a zorble",
    "",
    "Lily ____(2-4) smiled. ____",
    "a ____(0) b",
    "a ____(1-9) b ____(1-9)",
    "    x = ____(2)\n",
    "Lily's \ud800 cat",
    "One day, Zoë and a zorble " * 30,
]
QUESTIONS = [
    *({"kind": kind, "text": text} for kind in ("tokens", "template", "start") for text in TEXTS),
    {"kind": "template", "text": "a____(1)" * 257},
    {"kind": "template", "text": "a." * 520 + "____(1-16)"},
    *({"kind": "start", "text": "Lily smiled.", "noise": noise, "seed": 3} for noise in (0, 0.5, 1)),
    {"kind": "other", "text": "a"},
    {"kind": "tokens", "text": 3},
    {"text": "a"},
    [],
    "x",
    {"kind": "tokens", "text": "a", "noise": []},
    {"kind": "tokens", "text": "a", "seed": {}},
]


def studied(spec: RunSpec, seeds: object, changes: list[dict]) -> dict:
    """What becomes of a study: how many runs, the seeds of the last ones, and the first ones; or why nothing does."""
    study = {"spec": spec.to_dict(), "seeds": seeds, "changes": changes}
    try:
        specs = [spec.to_dict() for spec in study_of(study, b"")]
    except PlaygroundError as error:
        return {"study": study, "refused": str(error)}
    return {"study": study, "count": len(specs), "seeds": [spec["seed"] for spec in specs[-3:]], "first": specs[:4]}


def limited(check, *values: object) -> str:
    try:
        check(*values)
    except LimitError as error:
        return str(error)
    return ""


def limits() -> dict:
    """Runs and prompts on both sides of each limit, with the sentence that refuses them, or "" for none."""
    sizes = [(128, 48), (100_000, 48), (100_001, 48), (128 * 88, 48), (128 * 87, 48), (128, 1000), (128 * 5, 1000)]
    runs = []
    for tokens, steps in sizes:
        spec = SPEC.replace(settings=SamplerSettings(max_new_tokens=tokens, max_denoising_steps=steps))
        runs.append({"spec": spec.to_dict(), "refused": limited(PRIVATE.check_run, *spec.size(128), 128)})
    prompts = [(99_999, 1), (100_000, 1), (0, 100_001)]
    return {
        "runs": runs,
        "prompts": [
            {"text": text, "system": system, "refused": limited(PRIVATE.check_prompt, "é" * text, "😀" * system, 0)}
            for text, system in prompts
        ],
        "sentences": [str(PRIVATE.refuse(name)) for name in ("run_seconds", "study_seconds")],
        "study_runs": PRIVATE.study_runs,
        "seconds": [PRIVATE.run_seconds, PRIVATE.study_seconds],
    }


def cases(model):
    questions = list(map(json.dumps, QUESTIONS))
    return {
        "studies": [studied(*values) for values in STUDIES],
        "drafts": [
            {"question": text, "answer": draft_tokens(model, text, advice("embedded").new_words)} for text in questions
        ],
        "limits": limits(),
    }
