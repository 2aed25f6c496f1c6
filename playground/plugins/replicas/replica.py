"""Replica: one copy of the model, in a process of its own. It batches the runs that it is given. It knows no Ray.

What it takes and returns is pickled, because the bridge between it and the page only passes it on.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from playground.engine.loading.plain_text import PlainText, check_embedded
from playground.errors import EngineError, ModelError, PlaygroundError
from playground.plugins.replicas.fleet import Loading
from playground.rules.samplers.from_file import load
from playground.service.draining import give_up
from playground.service.engine_slot import EngineSlot
from playground.service.faults import failure
from playground.service.memory import give_back_freed
from playground.service.runs import Run

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from playground.rules.ways import Tokens
    from playground.spec.run import RunSpec
    from playground.spec.settings import SamplerSettings
    from playground.trace import Trace

SPARE = 4
"""Calls that a replica answers besides its runs, such as whether a spec suits the model."""
NEWS_SECONDS = 1.0
"""A thread waits no longer for a step, so that it is free again when whoever listened has gone."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """What the page's process knows of the model: all but its weights. It stands in for `Model` for texts."""

    tokenizer: PreTrainedTokenizerBase
    texts: list[str]
    """Token id -> its text."""
    name: str
    revision: str
    vocab_size: int
    canvas_length: int
    ways: tuple[str, ...]
    eos_ids: list[int]
    pad_id: int | None
    tokens: Tokens
    settings: SamplerSettings
    abilities: dict[str, bool]
    about: str
    """As `EngineSlot.about`."""

    def text_ids(self, text: str) -> list[int]:
        """As `Model.text_ids`."""
        ids = self._plain.ids(text)
        check_embedded(ids, self.tokenizer, self.vocab_size)
        return ids

    def token_texts(self, ids: list[int]) -> list[str]:
        """As `Model.token_texts`."""
        return [self.texts[i] if i < len(self.texts) else f"<unused {i}>" for i in ids]

    def decode(self, ids: list[int]) -> str:
        """As `Model.decode`."""
        return self.tokenizer.batch_decode([ids], skip_special_tokens=True)[0]

    @cached_property
    def _plain(self) -> PlainText:
        return PlainText(self.tokenizer)


class Replica:
    """Loads the model when it is made.

    Raises:
        ModelError: the model or a sampler cannot be loaded here.
    """

    def __init__(self, loading: Loading) -> None:
        for file in loading.samplers:
            load(file)
        give_back_freed()
        self._rows = loading.rows
        self._slot = EngineSlot(
            loading.name, max_rows=loading.rows, moment_bytes=loading.moment_bytes, broken=give_up,
            **loading.options,
        )  # fmt: skip
        self._slot.load()
        status = self._slot.status()
        if status["state"] != "ready":
            raise ModelError(status["sentence"])
        self._threads = ThreadPoolExecutor(2 * loading.rows + SPARE, thread_name_prefix="replica")
        self._free, self._changed = loading.rows, asyncio.Condition()
        self._left: dict[str, set[int]] = {}

    async def about(self, _: bytes) -> bytes:
        """Returns `Words`."""
        return await self._answer(self._words)

    async def prepare(self, request: bytes) -> bytes:
        """Returns the header that a spec's run has here, or why there can be none."""
        spec, recorded = pickle.loads(request)
        return await self._answer(lambda: self._ready(spec, recorded).live.header)

    async def call(self, request: bytes) -> bytes:
        """Computes what is no run, as `EngineSlot.call`. It ends before its next pass when whoever asked has gone."""
        work, values = pickle.loads(request)
        gone = threading.Event()
        try:
            return await self._answer(partial(self._slot.call, work, **values, check=partial(_check, gone)))
        finally:
            gone.set()

    async def leave(self, request: bytes) -> None:
        """Ends one of the runs that share a stream. Every replica is told; the one that has it listens."""
        stream, place = pickle.loads(request)
        if stream in self._left:
            self._left[stream].add(place)

    async def run(self, request: bytes) -> AsyncGenerator[bytes, None]:
        """Runs specs together. Yields the number of this process, once there is room, then what each step brings.

        It ends at its next step when whoever listens has gone.
        """
        stream, specs, recorded = pickle.loads(request)
        loop, left = asyncio.get_running_loop(), self._left.setdefault(stream, set())
        await self._take(len(specs))
        session = self._slot.session()
        going = set(range(len(specs)))
        try:
            yield pickle.dumps(os.getpid())
            try:
                runs = await loop.run_in_executor(self._threads, lambda: [*map(self._ready, specs, recorded)])
                session.join(dict(enumerate(runs)))
                while going:
                    news = await loop.run_in_executor(self._threads, session.next, NEWS_SECONDS)
                    if news:
                        yield pickle.dumps(news)
                    going -= {place for place, item in news if getattr(item, "finish_reason", "failed")}
                    for place in going & left:
                        session.leave(place)
                    going -= left
            except PlaygroundError as error:
                yield pickle.dumps([(place, error) for place in range(len(specs))])
        finally:
            session.close()
            self._left.pop(stream, None)
            await self._give(len(specs))

    def _ready(self, spec: RunSpec, recorded: Trace | None) -> Run:
        run = Run(recorded)
        self._slot.prepare(run, spec)
        return run

    async def _take(self, rows: int) -> None:
        async with self._changed:
            await self._changed.wait_for(lambda: self._free >= min(rows, self._rows))
            self._free -= rows

    async def _give(self, rows: int) -> None:
        async with self._changed:
            self._free += rows
            self._changed.notify_all()

    async def _answer(self, compute: Callable[[], Any]) -> bytes:
        def computed() -> bytes:
            try:
                return pickle.dumps(compute())
            except PlaygroundError as error:
                return pickle.dumps(error)
            except Exception as error:
                return pickle.dumps(failure(error))

        return await asyncio.get_running_loop().run_in_executor(self._threads, computed)

    def _words(self) -> Words:
        model = self._slot.model
        more: dict[str, Any] = {
            "texts": model.token_texts(list(range(len(model.tokenizer)))),
            "abilities": model.chat.abilities,
            "about": self._slot.about,
        }
        same = {part.name: getattr(model, part.name) for part in fields(Words) if part.name not in more}
        return Words(**same, **more)


def _check(gone: threading.Event) -> None:
    """Ends what nobody waits for.

    Raises:
        EngineError: whoever asked has gone.
    """
    if gone.is_set():
        raise EngineError("Nobody waits for this any more.")
