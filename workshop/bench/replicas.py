"""Measures two replicas of one thread each against one, in turn. Needs ray."""

from __future__ import annotations

import statistics as stats
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

from playground.errors import PlaygroundError
from playground.plugins.replicas.fleet import Fleet
from playground.plugins.replicas.replica_slot import ReplicaSlot
from playground.service import Ended, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from workshop.bench import Parts

ROWS = 4
"""How many runs share a pass of a replica."""
WAVES = 4
"""How many runs each of them has, one after the other."""
ROUNDS = 3
START_SECONDS = 300

# Without stopping early, every run has as many steps, so that all replicas are busy to the end.
SETTINGS = SamplerSettings(max_denoising_steps=24, max_new_tokens=128, confidence_threshold=0.0)


def two_over_one() -> dict[str, float]:
    """Measures tokens a second of two replicas over those of one.

    Raises:
        PlaygroundError: the replicas do not start.
    """
    with ExitStack() as stack:
        slots = [stack.enter_context(closing(_started(replicas))) for replicas in (1, 2)]
        for slot in slots:
            _rate(slot)
        rounds = [[_rate(slot) for slot in slots] for _ in range(ROUNDS)]
    return {
        "replicas2_speedup": stats.median(two / one for one, two in rounds),
        "replica_tokens_per_s": stats.median(one for one, _ in rounds),
    }


def _started(replicas: int) -> ReplicaSlot:
    slot = ReplicaSlot(Fleet(replicas=replicas, threads=1), max_rows=ROWS, moment_bytes=0)
    slot.start()
    end = time.monotonic() + START_SECONDS
    while slot.running < replicas:
        if time.monotonic() > end:
            slot.close()
            raise PlaygroundError(f"The replicas did not start: {slot.status()['sentence']}")
        time.sleep(0.2)
    return slot


def _rate(slot: ReplicaSlot) -> float:
    """Tokens a second, with as many runs at once as the replicas take."""
    specs = [
        RunSpec(prompt=Prompt(text="Write a story about Lily and a red ball."), settings=SETTINGS, seed=seed)
        for seed in range(slot.rows * WAVES)
    ]

    service = Service(slot)

    def tokens(spec: RunSpec) -> int:
        ends = [event for _, event in service.start([spec]).events() if isinstance(event, Ended)]
        return sum(len(end.trace.token_ids) for end in ends)

    with ThreadPoolExecutor(slot.rows) as pool:
        started = time.perf_counter()
        return sum(pool.map(tokens, specs)) / (time.perf_counter() - started)


PARTS: Parts = {
    two_over_one: {
        "replicas2_speedup": f"tokens a second of two replicas of a thread each over one, {ROWS} rows a pass, in turn",
        "replica_tokens_per_s": "tokens of text a second of one replica of one thread",
    }
}
