"""The functions that the server offers to programs, through Gradio's API and its clients."""

from __future__ import annotations

import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import gradio as gr
from anyio.to_thread import run_sync
from gradio.block_function import BlockFunction
from gradio.processing_utils import save_bytes_to_cache
from gradio.utils import get_upload_folder

from playground.errors import ExportError, PlaygroundError, TraceError
from playground.evaluation.comparing import records
from playground.plugins.api.arguments import MOST_COMPARED, OTHER_ARGUMENTS, Argument, all_arguments, schema
from playground.plugins.api.asking import begin
from playground.plugins.api.explanation import Explanation
from playground.plugins.api.link import link
from playground.plugins.api.runs import Example, Result, Runs, Verdict, result_of, step_values
from playground.server.guard.listeners import CALL, Call
from playground.server.routes import page_of
from playground.service import Ended, Frame, Refused, Service, Started, Waiting
from playground.service.faults import refused
from playground.service.requests import begin_all
from playground.service.turns import NOBODY
from playground.spec.settings import all_knobs

_END = object()


class Api:
    """The functions. Their errors are one sentence each.

    Args:
        recorded: the folder of the example runs.
    """

    def __init__(self, service: Service, recorded: Path) -> None:
        self._service, self._runs = service, Runs(service, recorded)

    def offer(self) -> None:
        """Adds the functions to the `gr.Blocks` that is being built."""
        self._add(self.run, limit=None)
        write, stream = (  # without a limit: the service decides whose turn it is
            self._add(self._of_values(name, answer, result), limit=None)
            for name, answer, result in (("write", self._write, Result), ("stream", self._stream, dict))
        )
        for component in stream.inputs:
            component.unrender()
        stream.inputs = write.inputs  # the same for both: `/config`, which clients read, stays small
        self._add(self.stop, limit=None)  # whoever stops a run must not wait behind others
        for function in (self.explain_step, self.compare, self.check, self.examples, self.trace):
            self._add(function, limit=1)

    def _add(self, function: Callable[..., Any], limit: int | None) -> BlockFunction:
        """Adds one function, with the help, the bounds and an example of each of its values."""
        gr.api(_for_gradio(function), api_name=function.__name__, concurrency_limit=limit)
        blocks = gr.context.Context.root_block
        assert blocks is not None, "there is one, because gr.api needs it"
        event = blocks.fns[max(blocks.fns)]
        table = all_arguments() | OTHER_ARGUMENTS
        for name, component in zip(signature(function).parameters, event.inputs, strict=False):
            assert isinstance(component, gr.components.Component)
            knob, argument = all_knobs().get(name), table[name]
            component.label = knob.label if knob else name.capitalize().replace("_", " ")
            component._api_info = {**schema(argument), "additional_description": argument.help}  # type: ignore[attr-defined]
            component.example_payload = lambda argument=argument: argument.example  # type: ignore[method-assign,misc]
        return event

    def _of_values(self, name: str, answer: Callable[..., Any], result: type) -> Callable[..., Any]:
        """A function that takes what a run takes, each value with its type. All but the prompt may be left out."""
        takes: dict[str, tuple[Any, Any]] = {
            name: (plain_type(argument) | None, None) for name, argument in all_arguments().items()
        }
        takes |= {"prompt": (str, Parameter.empty), "request": (gr.Request, None)}

        async def whole(*values: Any) -> Any:
            named = dict(zip(takes, values, strict=False))
            return await answer(named, named.pop("request", None))

        async def streamed(*values: Any) -> Any:
            named = dict(zip(takes, values, strict=False))
            async with aclosing(answer(named, named.pop("request", None))) as stream:
                async for news in stream:
                    yield news

        function: Any = streamed if inspect.isasyncgenfunction(answer) else whole
        function.__name__ = name
        function.__doc__ = answer.__doc__
        parameters = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)
            for name, (kind, default) in takes.items()
        ]
        function.__signature__ = Signature(parameters, return_annotation=result)
        function.__annotations__ = {name: kind for name, (kind, _) in takes.items()}
        return function

    async def run(self, asked: str, request: gr.Request) -> AsyncIterator[dict]:
        """Runs specs, as `RunSpec.to_dict` writes them, and yields the messages of `playground.trace.wire`.

        The first message, `taken`, has the keys of their tape, to read it (`tape`) and to stop it (`control`), and the
        names of the runs. The others have their `number` on the tape.

        Args:
            asked: JSON with `specs`, a list of 1 to 4 of them, of which any field but the prompt may be left out; or
                `study`: a `spec`, how many `seeds` it is run with, the name of a setting to `vary`, and its `values`.
                Beside them `branches`, for each spec the server's name of the run that it branches from; `picture`,
                that of the prompts, as a data URL; `alone`: one after the other? `freely`: whenever there is room? Then
                there may be as many specs as a study has runs, and only their results come. A reader that is too far
                behind gets `dropped` as the last one.
        """
        try:
            values = json.loads(asked)
        except (ValueError, TypeError, RecursionError):
            values = None  # which is refused as anything else that is no object
        tape = await run_sync(begin_all, self._service, values, visitor_of(request))
        yield tape.keys
        async with aclosing(tape.follow()) as news:
            async for messages in news:
                if messages is None:
                    yield {"kind": "dropped"}
                for message in messages or ():
                    yield message.content | {"number": message.number}

    async def _write(self, values: dict[str, Any], request: gr.Request | None) -> Result:
        """Runs a prompt to its end and returns the text. The same prompt, settings and seed give the same run
        on one computer; on a GPU it may also depend on who shares its passes."""
        async with aclosing(self._stream(values, request)) as stream:
            (end,) = [news async for news in stream if news["kind"] == "end"]
        return {name: end[name] for name in Result.__annotations__}  # type: ignore[return-value]

    async def _stream(self, values: dict[str, Any], request: gr.Request | None) -> AsyncGenerator[dict[str, Any], None]:
        """Runs a prompt and yields what happens, each with its `kind` and the name of the `run`: taken, waiting (with a
        sentence), frame (one for each step: block, step, temperature, mean_entropy, text, tokens, kept, entropy) and
        end (with the result of `write`)."""
        tape = await begin(self._runs, values, visitor_of(request))
        (run,), page = tape.runs, page_of(request.request) if request and request.request else ""
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
                        yield dict(step_values(event.frame, started.header, started.token_texts, run.name))
                    case Ended(trace):
                        yield {"kind": "end", **result_of(trace, run.name, link(page, trace.header))}
                    case Refused():
                        raise error_of(event)

    def stop(self, run: str, request: gr.Request | None = None) -> bool:
        """Ends a run of yours after its present step; what it wrote is kept. Returns false if there is none to stop.

        Args:
            run: its name, as `stream` tells it.
        """
        visitor = visitor_of(request)
        known = self._service.tapes.of_run(run, visitor)
        if known is None or known[1].ended or known[0].owner != visitor:
            return False
        known[1].stop.set()
        return True

    def explain_step(self, run: str, step: int, request: gr.Request | None = None) -> Explanation:
        """Says what one step of a run did: what it kept, what it reopened, how its bound was used, and the positions
        that were hardest."""
        return self._runs.explanation(run, step, visitor_of(request))

    def compare(self, runs: list[str], request: gr.Request | None = None) -> list[dict]:
        """Compares runs with the first one: passes, tokens, seconds and other figures, and where they part."""
        if not isinstance(runs, list) or not 1 <= len(runs) <= MOST_COMPARED:
            raise TraceError(f"runs must be a list of 1 to {MOST_COMPARED} names of runs.")
        rows = records(self._runs.comparison(runs, visitor_of(request)))
        return [{"run": name, **row} for name, row in zip(runs, rows, strict=True)]

    def check(self, prompt: str, text: str) -> Verdict:
        """Decides by a rule, not by the model, whether a text does what its prompt asks, if a rule knows the prompt:
        see `python -m playground check`."""
        return self._runs.verdict(str(prompt), str(text))

    def examples(self) -> list[Example]:
        """Lists the recorded runs of this server. Their names work wherever a run is asked for."""
        return self._runs.examples()

    def trace(self, run: str, request: gr.Request | None = None) -> gr.FileData:
        """Returns the `.trace` file of a run that has ended: every figure of every step. The page opens it, and so does
        `playground.Trace.load`."""
        packed = self._runs.packed(run, visitor_of(request))
        try:
            file = save_bytes_to_cache(packed, f"{run}.trace", get_upload_folder())
        except OSError as error:
            raise ExportError(f"The server cannot write the file of this run: {error.strerror}.") from error
        return gr.FileData(path=file, orig_name=f"{run}.trace")


def plain_type(argument: Argument) -> Any:
    """The type of a value without its bounds: Gradio would refuse with words of its own what is out of them."""
    return get_args(argument.kind)[0] if get_origin(argument.kind) is Annotated else argument.kind


def _for_gradio(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function for Gradio: it goes on while somebody listens, errors become Gradio's own, and a bound method
    becomes a function with the same help."""
    takes = dict(signature(function, eval_str=True).parameters)
    asks = takes.pop("request", None) is not None
    takes["request"] = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=gr.Request)

    async def stream(*values: Any) -> Any:
        arguments = values if asks else values[:-1]
        try:
            # whoever leaves reads no more
            async with _heard(values[-1]) as goes_on, aclosing(function(*arguments)) as results:
                while (result := await goes_on(anext(results, _END))) is not _END:
                    yield result
        except PlaygroundError as error:
            raise error_of(refused(error)) from error

    async def answer(*values: Any) -> Any:
        arguments = values if asks else values[:-1]
        try:
            async with _heard(values[-1]) as goes_on:
                result = (
                    function(*arguments) if inspect.iscoroutinefunction(function) else run_sync(function, *arguments)
                )
                return await goes_on(result)
        except PlaygroundError as error:
            raise error_of(refused(error)) from error

    wrapped: Any = stream if inspect.isasyncgenfunction(function) else answer
    wrapped.__name__, wrapped.__doc__ = function.__name__, function.__doc__
    wrapped.__signature__ = signature(function, eval_str=True).replace(parameters=list(takes.values()))
    wrapped.__annotations__ = {name: value.annotation for name, value in takes.items()}
    return wrapped


@asynccontextmanager
async def _heard(request: gr.Request | None) -> AsyncIterator[Callable[[Awaitable[Any]], Awaitable[Any]]]:
    """Begins when somebody listens, with what carries out work for as long as they do.

    Raises:
        LimitError: nobody listens in time.
    """
    call: Call | None = request.request.scope.get(CALL) if request and request.request else None
    if call is None:  # outside of a guarded server, whoever calls waits for the answer
        yield _await
    else:
        async with call.going():
            yield call.goes_on


async def _await(work: Awaitable[Any]) -> Any:
    return await work


def visitor_of(request: gr.Request | None) -> Any:
    """Who asks, as the guard found out."""
    return request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY


def error_of(event: Refused) -> Exception:
    """The error that Gradio's clients get: the sentence."""
    if isinstance(event.cause, gr.Error):  # a lender's, which Gradio shows as it came
        return event.cause
    return gr.Error(event.sentence, visible=False, print_exception=False)
