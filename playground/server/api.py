"""The functions that the server offers to programs, through Gradio's API and its clients."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import gradio as gr
from anyio.to_thread import run_sync
from gradio.block_function import BlockFunction
from gradio.processing_utils import save_bytes_to_cache
from gradio.utils import get_upload_folder

from playground.doors import kept
from playground.doors.arguments import ASKED, MOST_COMPARED, Argument, all_arguments, schema
from playground.doors.asked import begin
from playground.doors.explained import Explained, explained
from playground.doors.kept import Example
from playground.doors.link import link
from playground.doors.told import Verdict, Written, plain, step, verdict, written
from playground.errors import ExportError, PlaygroundError, TraceError
from playground.server.asking import Asking, failed, page, visitor
from playground.service import Ended, Frame, Refused, Service, Started, Waiting
from playground.service.faults import refused
from playground.spec.settings import all_knobs


class Api:
    """The functions. Their errors are one sentence each.

    Args:
        recorded: the folder of the example runs.
    """

    def __init__(self, service: Service, recorded: Path) -> None:
        self._service, self._recorded = service, recorded

    def offer(self) -> None:
        """Adds the functions to the `gr.Blocks` that is being built."""
        self._add(Asking(self._service).run, limit=None)
        write, stream = (  # without a limit: the service decides whose turn it is
            self._add(self._asking(name, ask, result), limit=None)
            for name, ask, result in (("write", self._write, Written), ("stream", self._stream, dict))
        )
        for component in stream.inputs:
            component.unrender()
        stream.inputs = write.inputs  # the same for both: `/config`, which clients read, stays small
        self._add(self.stop, limit=None)  # whoever stops a run must not wait behind others
        for function in (self.explain_step, self.compare, self.check, self.examples, self.trace):
            self._add(function, limit=1)

    def _add(self, function: Callable[..., Any], limit: int | None) -> BlockFunction:
        """Adds one function, with the help, the bounds and an example of each of its values."""
        gr.api(_told(function), api_name=function.__name__, concurrency_limit=limit)
        blocks = gr.context.Context.root_block
        assert blocks is not None, "there is one, because gr.api needs it"
        event = blocks.fns[max(blocks.fns)]
        table = all_arguments() | ASKED
        for name, component in zip(signature(function).parameters, event.inputs, strict=False):
            assert isinstance(component, gr.components.Component)
            knob, argument = all_knobs().get(name), table[name]
            component.label = knob.label if knob else name.capitalize().replace("_", " ")
            component._api_info = _bounded(argument)  # type: ignore[attr-defined]
            component.example_payload = lambda argument=argument: argument.example  # type: ignore[method-assign,misc]
        return event

    def _asking(self, name: str, ask: Callable[..., Any], result: type) -> Callable[..., Any]:
        """A function that takes what a run takes, each value with its type. All but the prompt may be left out."""
        takes: dict[str, tuple[Any, Any]] = {
            name: (plain_type(argument) | None, None) for name, argument in all_arguments().items()
        }
        takes["prompt"] = (str, Parameter.empty)
        request = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=gr.Request)
        parameters = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)
            for name, (kind, default) in takes.items()
        ]

        async def asking(*values: Any) -> Any:
            given = dict(zip([*takes, "request"], values, strict=False))
            return await ask(given, given.pop("request", None))

        async def asking_on(*values: Any) -> Any:
            given = dict(zip([*takes, "request"], values, strict=False))
            async with aclosing(ask(given, given.pop("request", None))) as stream:
                async for news in stream:
                    yield news

        function: Any = asking_on if name == "stream" else asking
        function.__name__ = name
        function.__doc__ = ask.__doc__
        function.__signature__ = Signature([*parameters, request], return_annotation=result)
        function.__annotations__ = {name: kind for name, (kind, _) in takes.items()} | {"request": gr.Request}
        return function

    async def _write(self, given: dict[str, Any], request: gr.Request | None) -> Written:
        """Runs a prompt to its end and returns the text. The same prompt, settings and seed give the same run."""
        async with aclosing(self._stream(given, request)) as stream:
            (end,) = [news async for news in stream if news["kind"] == "end"]
        return {name: end[name] for name in Written.__annotations__}  # type: ignore[return-value]

    async def _stream(self, given: dict[str, Any], request: gr.Request | None) -> AsyncGenerator[dict[str, Any], None]:
        """Runs a prompt and yields what happens, each with its `kind` and the name of the `run`: taken, waiting (with a
        sentence), frame (one for each step: block, step, temperature, mean_entropy, text, tokens, kept, entropy) and
        end (with the result of `write`)."""
        tape = await run_sync(begin, self._service, self._recorded, given, visitor(request))
        (run,), address = tape.runs, page(request)
        yield {"kind": "taken", "run": run.name}
        started: Started
        async with aclosing(tape.happens()) as events:
            async for event in events:
                match event:
                    case Waiting():
                        yield {"kind": "waiting", "run": run.name, "sentence": event.sentence}
                    case Started():
                        started = event
                    case Frame():
                        yield dict(step(event.frame, started.header, started.token_texts, run.name))
                    case Ended(trace):
                        yield {"kind": "end", **written(trace, run.name, link(address, trace.header))}
                    case Refused():
                        raise failed(event)

    def stop(self, run: str, request: gr.Request | None = None) -> bool:
        """Ends a run of yours after its present step; what it wrote is kept. Returns false if there is none to stop.

        Args:
            run: its name, as `stream` tells it.
        """
        known = self._service.tapes.of_run(run)
        if known is None or known[1].ended or known[0].owner != visitor(request):
            return False
        known[1].stop.set()
        return True

    def explain_step(self, run: str, step: int) -> Explained:
        """Says what one step of a run did: what it kept, what it reopened, how its bound was used, and the positions
        that were hardest."""
        return explained(kept.trace(self._service, self._recorded, run), step, run)

    def compare(self, runs: list[str]) -> list[dict]:
        """Compares runs with the first one: passes, tokens, seconds and other figures, and where they part."""
        if not isinstance(runs, list) or not 1 <= len(runs) <= MOST_COMPARED:
            raise TraceError(f"runs must be a list of 1 to {MOST_COMPARED} names of runs.")
        from playground.evaluation.comparing import compare

        table = compare([kept.trace(self._service, self._recorded, name) for name in runs])
        rows = table.to_dict(orient="records")
        return [
            {"run": name} | {str(figure): plain(value) for figure, value in row.items()}
            for name, row in zip(runs, rows, strict=True)
        ]

    def check(self, prompt: str, text: str) -> Verdict:
        """Decides by a rule, not by the model, whether a text does what its prompt asks: a story, a Sudoku, a
        function, a sum, a list in order or JSON, as the small world of `train` has them."""
        self._service.limits.check_prompt(str(prompt), str(text), 0)
        return verdict(str(prompt), str(text))

    def examples(self) -> list[Example]:
        """Lists the recorded runs of this server. Their names work wherever a run is asked for."""
        return kept.examples(self._recorded)

    def trace(self, run: str) -> gr.FileData:
        """Returns the `.trace` file of a run that has ended: every figure of every step. The page opens it, and so does
        `playground.Trace.load`."""
        packed = kept.packed(self._service, self._recorded, run)
        try:
            file = save_bytes_to_cache(packed, f"{run}.trace", get_upload_folder())
        except OSError as error:
            raise ExportError(f"The server cannot write the file of this run: {error.strerror}.") from error
        return gr.FileData(path=file, orig_name=f"{run}.trace")


def plain_type(argument: Argument) -> Any:
    """The type of a value without its bounds: Gradio would refuse with words of its own what is out of them."""
    return get_args(argument.kind)[0] if get_origin(argument.kind) is Annotated else argument.kind


def _told(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function for Gradio: errors become its own, and a bound method becomes a function with the same help."""

    async def stream(*values: Any) -> Any:
        try:
            async with aclosing(function(*values)) as news:  # whoever leaves reads no more
                async for one in news:
                    yield one
        except PlaygroundError as error:
            raise failed(refused(error)) from error

    async def answer(*values: Any) -> Any:
        try:
            result = function(*values) if inspect.iscoroutinefunction(function) else run_sync(function, *values)
            return await result
        except PlaygroundError as error:
            raise failed(refused(error)) from error

    told: Any = stream if inspect.isasyncgenfunction(function) else answer
    told.__name__, told.__doc__ = function.__name__, function.__doc__
    told.__signature__ = signature(function, eval_str=True)
    told.__annotations__ = {
        name: given.annotation for name, given in signature(function, eval_str=True).parameters.items()
    }
    return told


def _bounded(argument: Argument) -> dict[str, Any]:
    """The JSON schema of a value with its help and its bounds."""
    return {**schema(argument), "additional_description": argument.help}
