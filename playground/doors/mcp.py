"""Tools for language models, over the Model Context Protocol: runs and their steps, told in a few sentences.

It needs the package `mcp`. What a tool takes comes from the table of knobs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import anyio
import mcp
from anyio.to_thread import run_sync
from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field, ValidationError
from starlette.routing import BaseRoute, Route

from playground.doors import kept
from playground.doors.arguments import ARGUMENTS, ASKED, MOST_COMPARED, all_arguments, fault
from playground.doors.asked import begin
from playground.doors.explained import Explained, explained
from playground.doors.key import Keyed
from playground.doors.link import link
from playground.doors.told import Verdict, verdict, written
from playground.errors import PlaygroundError
from playground.service import Ended, Refused, Service
from playground.service.turns import NOBODY
from playground.trace import Trace

PATH = "/mcp"
NOT_HERE = {"image"}
"""What no tool takes: a language model cannot write out a picture."""

Name = Annotated[str, Field(description=ASKED["run"].help)]
Names = Annotated[list[str], Field(description=ASKED["runs"].help, min_length=1, max_length=MOST_COMPARED)]
Step = Annotated[int, Field(description=ASKED["step"].help)]
Text = Annotated[str, Field(description=ASKED["text"].help)]
Prompt = Annotated[str, Field(description=ARGUMENTS["prompt"].help)]


class _Server(FastMCP):
    """Says in one sentence which value of a call is wrong."""

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        try:
            return await super().call_tool(name, arguments)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(fault(error.__cause__, "The call")[1]) from error
            raise


class Tools:
    """The tools of one server.

    Args:
        key: what clients must send as `Authorization: Bearer KEY`; "" for none.
    """

    def __init__(self, service: Service, recorded: Path, key: str = "") -> None:
        self._service, self._recorded = service, recorded
        _write_nothing_of_clients()
        self._running = anyio.CapacityLimiter(service.turns.most + 1)
        self._computing = anyio.CapacityLimiter(1)  # what computes holds the interpreter, and all others up
        self._server = _Server(
            "Text Diffusion Playground",
            instructions="Runs a text diffusion model step by step, and explains what each step kept and why.",
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            log_level="WARNING",
            # The guard around the whole server checks names and origins.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        for tool in (self._write(), self.explain_step, self.compare, self.check, self.examples):
            self._server.add_tool(tool, structured_output=False)
        (route,) = self._server.streamable_http_app().routes
        assert isinstance(route, Route)
        self.routes: Sequence[BaseRoute] = [Route(PATH, endpoint=Keyed(route.endpoint, key))]

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serves the tools from here to the end of the block."""
        return self._server.session_manager.run()

    def _write(self) -> Callable[..., Any]:
        takes: dict[str, tuple[Any, Any]] = {
            name: (Annotated[argument.kind | None, Field(description=argument.help)], None)
            for name, argument in all_arguments().items()
            if name not in NOT_HERE
        }
        takes |= {"prompt": (Prompt, Parameter.empty), "context": (Context, None)}

        async def write(**given: Any) -> str:
            """Writes a text by diffusion. Says the text, what it took, the name of the run and a link to it."""
            context = given.pop("context")
            request = context.request_context.request
            visitor = request.scope.get("visitor", NOBODY)
            tape = await _in_thread(self._running, begin, self._service, self._recorded, given, visitor)
            try:
                async with aclosing(tape.happens()) as events:
                    async for event in events:
                        if isinstance(event, Refused):
                            raise ToolError(event.sentence)
                        if isinstance(event, Ended):
                            return _in_words(event.trace, tape.runs[0].name, str(request.base_url))
            finally:
                tape.stop()  # a client that has gone waits for nothing
            raise AssertionError("a run ends or is refused")

        write.__signature__ = Signature(  # type: ignore[attr-defined]
            [
                Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=kind)
                for name, (kind, usual) in takes.items()
            ],
            return_annotation=str,
        )
        write.__annotations__ = {name: kind for name, (kind, _) in takes.items()} | {"return": str}
        return write

    async def explain_step(self, run: Name, step: Step) -> str:
        """Says what one step of a run kept, what it reopened, and which positions were hardest."""
        said = await _in_thread(self._computing, self._explained, run, step)
        hardest = "\n".join(
            f"- position {one['position']}: {one['token']!r}, {one['entropy']} nats, "
            f"{'kept' if one['kept'] else 'not kept'}"
            for one in said["hardest"]
        )
        reopened = ", ".join(f"{one['token']!r} at {one['position']}" for one in said["relapsed"])
        reopened = f"\nReopened: {reopened}." if reopened else ""
        at = f"Temperature {said['temperature']:g}, mean entropy {said['mean_entropy']:.3g} nats."
        return f"{said['sentence']}\n{said['rule']}\n{at}{reopened}\nHardest, by entropy:\n{hardest}"

    async def compare(self, runs: Names) -> str:
        """Compares runs: what differs in what was asked, passes, tokens, and where they part."""
        from playground.evaluation.comparing import compare

        given = self._service, self._recorded
        traces = [await _in_thread(self._computing, kept.trace, *given, name) for name in runs]
        table = await _in_thread(self._computing, compare, traces)
        return "\n".join(
            f"- {name} ({row['title'] or 'the same settings'}): {row['passes']} passes, {row['tokens']} tokens, ended "
            f"by {row['finish_reason']}; parts from the first run: {row['divergence']}."
            for name, row in zip(runs, table.to_dict(orient="records"), strict=True)
        )

    async def check(self, prompt: Prompt, text: Text) -> str:
        """Decides by a rule whether a text does what its prompt asks: a story, a Sudoku, a function and more."""
        found = await _in_thread(self._computing, self._verdict, prompt, text)
        return f"{found['task']}: {found['sentence']}." if found["task"] else found["sentence"]

    async def examples(self) -> str:
        """Lists the recorded runs of this server, whose names `explain_step` and `compare` take."""
        return "\n".join(f"- {one['run']}: {one['title']}" for one in kept.examples(self._recorded))

    def _explained(self, run: str, step: int) -> Explained:
        return explained(kept.trace(self._service, self._recorded, run), step, run)

    def _verdict(self, prompt: str, text: str) -> Verdict:
        self._service.limits.check_prompt(prompt, text, 0)
        return verdict(prompt, text)


async def _in_thread(limiter: anyio.CapacityLimiter, call: Callable[..., Any], *values: Any) -> Any:
    """Calls a function that takes its time.

    Raises:
        ToolError: what was asked for is not allowed; the message is one sentence.
    """
    try:
        return await run_sync(call, *values, limiter=limiter, abandon_on_cancel=True)
    except PlaygroundError as error:
        raise ToolError(str(error)) from error


def _write_nothing_of_clients() -> None:
    """Keeps out of the log what the library writes of requests: names of tools and whole messages, as they were sent.

    A client gets what went wrong as its answer.
    """
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(_of_others)  # it writes some of it without a name


def _of_others(record: logging.LogRecord) -> bool:
    return not Path(record.pathname).is_relative_to(Path(mcp.__file__).parent)


def _in_words(trace: Trace, run: str, page: str) -> str:
    """What came of a run."""
    told = written(trace, run, link(page, trace.header))
    judged = trace.header.verdict
    found = f" A rule found about it: {judged.sentence}." if judged else ""
    see = f"\nSee it, step by step: {told['link']}" if told["link"] else ""
    return (
        f"{told['text']}\n\n{told['passes']} passes in {told['seconds']} s; ended by "
        f"{told['finish_reason']}.{found}\nRun: {told['run']}{see}"
    )
