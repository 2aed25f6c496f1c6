"""What the graphs after a pass decide is what `advance` decides, token by token and position by position."""

import pytest
import torch

from playground.engine.frames import unpack
from playground.engine.randomness import Randomness
from playground.engine.step import Rules, State, advance, measured
from playground.rules.samplers import BUILT_IN, SAMPLERS
from playground.rules.ways import WAYS
from playground.spec.settings import SamplerSettings

CPU = torch.device("cpu")
RULES = [
    (way.name, kind.name) for kind in BUILT_IN for way in WAYS.values() if way.name in kind.ways and not way.causal
]
DECISIONS = [(*rule, ("fast", "exact", "greedy")[place % 3]) for place, rule in enumerate(RULES)]
FIGURES = {"sampled_ids": "sampled", "argmax_ids": "argmax", "entropy": "entropy", "top_probs": "top_probs"}
STEPS = 4


@pytest.fixture(params=["shipped", pytest.param("written", marks=pytest.mark.thorough)])
def graphs(request):
    """The random checkpoint has no mask token, so it is not written by masked diffusion."""
    graphs = request.getfixturevalue(request.param)
    way = request.node.callspec.params.get("way", "uniform")
    if WAYS[way].begins == "mask" and graphs.model.tokens.mask < 0:
        assert not any(f"-{way}-" in name for name in graphs.manifest["graphs"])
        pytest.skip("a checkpoint without a mask token")
    return graphs


def logits_by_chance(model, generator):
    """Some positions sure, some not; three after each other are equal, so that the rules have ties to break.

    Which of two equally probable tokens of one position comes first is open in torch too.
    """
    shape = 1, model.canvas_length, 1
    logits = torch.randn(*shape[:2], model.vocab_size, generator=generator)
    logits *= torch.randint(1, 9, shape, generator=generator)
    return logits[:, torch.arange(shape[1]) // 3 * 3]


def state_by_chance(model, way, generator):
    """The state after a step: tokens pinned, favoured, accepted, and some where the text must not end."""
    shape = 1, model.canvas_length

    def chance(share):
        return torch.rand(shape, generator=generator) < share

    def ids():
        return torch.randint(model.vocab_size, shape, generator=generator)

    pins, favoured = ids().where(chance(0.1), -1), ids().where(chance(0.2), -1)
    canvas = ids().where(chance(0.5), WAYS[way].instead(ids(), model.tokens))
    state = State.start(canvas, pins, torch.arange(shape[1])[None] < shape[1] // 2, favoured)
    changes = {"argmax": ids(), "accepted": chance(0.3), "memory": torch.rand(shape, generator=generator)}
    return State(**{**vars(state), **changes})


def settings_by_chance(sampler, way, draw, generator):
    """Own settings at both ends of what is allowed, and in between."""

    def value(knob):
        low, high = max(knob.minimum, 0), min(knob.maximum, 4 * float(knob.default) + 1)
        share = float(torch.rand(1, generator=generator))
        number = (low, float(knob.default), low + share * (high - low))[int(3 * share)]
        return round(number) if knob.whole else number

    knobs = {name: value(knob) for name, knob in SAMPLERS[sampler].knobs.items()}
    return SamplerSettings(
        sampler=sampler,
        way=way,
        draw=draw,
        max_denoising_steps=STEPS,
        favour_margin=2.0,
        stability_threshold=0,
        confidence_threshold=2.0,
        **knobs,
    )


def check_statistics(graphs, settings, logits, state, numbers, temperature, known):
    """Whether the graph says of a pass what `measured` says."""
    inputs = {"canvas": state.canvas, "pins": state.pins, "favoured": state.favoured, "unended": state.unended}
    inputs |= {"logits": logits, "temperature": temperature, "margin": torch.tensor([[settings.favour_margin]])}
    ours = graphs.run(f"statistics-{settings.way}-{settings.draw}", numbers=numbers, **inputs)
    for begin, expected in (("", known.plain), ("held_", known.held)):
        # Candidates that are next to impossible have no order.
        possible = expected.top_probs > 1e-9
        torch.testing.assert_close(ours[f"{begin}top_ids"][possible], expected.top_ids[possible])
        for name, field in FIGURES.items():
            torch.testing.assert_close(ours[begin + name], getattr(expected, field), rtol=1e-4, atol=1e-5, msg=name)
    for name in ("settled", "stands", "standing", "lead"):
        torch.testing.assert_close(ours[name], getattr(known, name), rtol=2e-3, atol=1e-3, msg=name)  # a float16
    torch.testing.assert_close(ours["processed"], known.plain.processed)


def decided_by_graphs(graphs, settings, state, known, draws, before):
    """The record of a step and its next state, as an engine without Python comes to them, from the same statistics."""
    sampler, one, held = SAMPLERS[settings.sampler], torch.ones(1, 1), known.held
    told = {name: getattr(held, field) for name, field in FIGURES.items()}
    told |= {"top_ids": held.top_ids, "processed": held.processed}
    stood = {"stands": known.stands, "standing": known.standing}
    first = "-first" if sampler.looks_back and before is None else ""
    decided = graphs.run(
        f"decide-{settings.way}-{settings.sampler}{first}",
        canvas=state.canvas,
        step=state.step,
        steps=torch.tensor([[settings.max_denoising_steps]]),
        accepted=state.accepted,
        settled=known.settled,
        noise=draws.noise,
        uniforms=draws.uniforms,
        memory=state.memory,
        before=before,
        **told,
        **stood,
        **{name: one * getattr(settings, name) for name in sampler.knobs},
    )
    outcome = graphs.run(
        "conclude",
        kept=decided["kept"],
        next=decided["next"],
        argmax_ids_before=state.argmax,
        stable_for=state.stable_for,
        stability=torch.tensor([settings.stability_threshold]),
        confidence=torch.tensor([settings.confidence_threshold]),
        **told,
        **stood,
    )
    record = {
        "mean_entropy": outcome["mean_entropy"],
        "stable_for": outcome["stable_for_out"],
        "sampled_ids": outcome["sampled_ids_out"],
        "accepted": outcome["accepted"],
        "stop": outcome["stop"],
        **{name: decided[name] for name in ("key",) if name in decided},
    }
    after = {
        "canvas": outcome["canvas"],
        "accepted": outcome["accepted"],
        "memory": decided.get("memory_out", state.memory),
        "stable_for": outcome["stable_for_out"],
    }
    return record, after


@pytest.mark.parametrize(("way", "sampler", "draw"), DECISIONS)
@torch.inference_mode()
def test_a_step_decides_as_the_engine_does(graphs, way, sampler, draw):
    """A block of steps: the statistics within rounding; from the same statistics, each decision to the bit."""
    model, rule, stops = graphs.model, SAMPLERS[sampler], set()
    generator = torch.Generator().manual_seed(1)
    settings = settings_by_chance(sampler, way, draw, generator)
    rules, state, before = Rules.of([settings], model.tokens, CPU), state_by_chance(model, way, generator), None
    for step in range(1, STEPS + 1):
        logits = logits_by_chance(model, generator) * (0.1 if step % 2 else 9)
        draws = Randomness([generator], CPU).draws(draw, model.canvas_length, model.vocab_size, rule.uniforms)
        temperature, processed = rules.temperature(state.step), torch.empty_like(logits)
        numbers = None if draws.numbers is None else draws.numbers.clone()  # which may be overwritten
        known = measured(logits.clone(), state, rules, temperature, numbers, processed)
        check_statistics(graphs, settings, logits, state, draws.numbers, temperature, known)
        ours, following = decided_by_graphs(graphs, settings, state, known, draws, before)
        state, packed = advance(logits.clone(), state, rules, draws, processed, before)
        record = unpack(packed[0].numpy(), model.canvas_length)
        for name, figure in ours.items():
            close = {"rtol": 1e-5, "atol": 1e-6} if figure.is_floating_point() else {}
            expected = torch.as_tensor(record[name]).to(figure.dtype)
            torch.testing.assert_close(figure[0].squeeze(), expected, equal_nan=True, msg=name, **close)
        assert ("key" in ours) == ("key" in record)
        for name, figure in following.items():
            torch.testing.assert_close(figure, getattr(state, name), msg=name)
        before = processed.clone() if rule.looks_back else None
        stops.add(record["stop"])
    assert stops == {False, True}
