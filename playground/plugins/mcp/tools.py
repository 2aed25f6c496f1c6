"""Tools for language models, over the Model Context Protocol: runs and their steps, told in a few sentences.

It needs the package `mcp`. What a tool takes comes from the table of knobs.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import anyio
import mcp
from anyio.to_thread import run_sync
from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import INVALID_REQUEST, JSONRPCMessage, Tool
from pydantic import Field, ValidationError
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from playground.inputs import fault
from playground.plugin_loading import plugins
from playground.plugins.api.arguments import ARGUMENTS, MOST_COMPARED, OTHER_ARGUMENTS, all_arguments
from playground.plugins.api.asking import begin
from playground.plugins.api.key import Keyed
from playground.plugins.api.link import link
from playground.plugins.api.runs import Runs, result_of
from playground.server.door import Door
from playground.server.routes import page_of
from playground.service import Ended, Refused, Service
from playground.service.turns import NOBODY, Visitor
from playground.trace import Trace

PATH = "/mcp"
NOT_HERE = {"image"}
"""What no tool takes: a language model cannot write out a picture."""

NO_MESSAGE = (
    "The request is not a message of JSON-RPC 2.0; it must be JSON without half a character (a lone surrogate), and "
    "have jsonrpc, a method and, for an answer, an id."
)

_BY_NAME = Parameter.KEYWORD_ONLY
Name = Annotated[str, Field(description=OTHER_ARGUMENTS["run"].help)]
Names = Annotated[list[str], Field(description=OTHER_ARGUMENTS["runs"].help, min_length=1, max_length=MOST_COMPARED)]
Step = Annotated[int, Field(description=OTHER_ARGUMENTS["step"].help)]
Text = Annotated[str, Field(description=OTHER_ARGUMENTS["text"].help)]
Prompt = Annotated[str, Field(description=ARGUMENTS["prompt"].help)]


class _Server(FastMCP):
    """Says in one sentence which value of a call is wrong, and takes no other values than a tool has."""

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        for tool in tools:
            tool.inputSchema |= {"additionalProperties": False}
        return tools

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        known = {tool.name: tool.inputSchema["properties"] for tool in await self.list_tools()}
        if unknown := sorted(set(arguments) - set(known.get(name, arguments))):
            values = f"the values are {', '.join(known[name])}" if known[name] else f"{name} takes none"
            raise ToolError(f"There is no value called {unknown[0][:40]!r}; {values}.")
        try:
            return await super().call_tool(name, arguments)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(fault(error.__cause__, "The call", arguments)[1]) from error
            raise


class _Messages:
    """Lets only messages through to `app`, and answers others with one sentence of ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            return await self._app(scope, receive, send)
        body = await Request(scope, receive).body()
        try:
            JSONRPCMessage.model_validate(from_json(body))  # the library reads more, and cannot write it
        except ValueError:  # pydantic's errors are some
            error = {"code": INVALID_REQUEST, "message": NO_MESSAGE}
            return await JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, 400)(scope, receive, send)
        ahead: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return ahead.pop() if ahead else await receive()

        return await self._app(scope, again, send)


class Tools(Door):
    """The tools of one server.

    Args:
        key: what clients must send as `Authorization: Bearer KEY`; "" for none.
        recorded: the folder of the recorded runs, which the tools can name.
    """

    prefix = PATH

    def __init__(self, service: Service, key: str = "", recorded: Path = ASSETS / "recorded") -> None:
        self._runs = Runs(service, recorded)
        _write_nothing_of_clients()
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
        tools: list[Callable[..., Any]] = [self._write(), self.explain_step, self.compare, self.check, self.examples]
        for added in plugins().each("tools", service=service):
            tools += map(_offered, added)
        for tool in tools:
            self._server.add_tool(tool, structured_output=False)
        (route,) = self._server.streamable_http_app().routes
        assert isinstance(route, Route)
        endpoint = Keyed(_Messages(route.endpoint), key)
        self.routes = [Route(path, endpoint=endpoint) for path in (PATH, f"{PATH}/")]

    def running(self) -> AbstractAsyncContextManager[None]:
        """Serves the tools from here to the end of the block."""
        return self._server.session_manager.run()

    def _write(self) -> Callable[..., Any]:
        takes = [
            Parameter(
                name,
                _BY_NAME,
                annotation=Annotated[argument.kind | None, Field(description=argument.help)],
                default=None,
            )
            for name, argument in all_arguments().items()
            if name not in NOT_HERE | {"prompt"}
        ]

        async def write(**values: Any) -> str:
            """Writes a text by diffusion. Says the text, what it took, the name of the run and a link to it."""
            context = values.pop("context")
            request = context.request_context.request
            try:
                tape = await begin(self._runs, values, _sender(context))
            except PlaygroundError as error:
                raise ToolError(str(error)) from error
            try:
                async with aclosing(tape.happens()) as events:
                    async for event in events:
                        if isinstance(event, Refused):
                            raise ToolError(event.sentence)
                        if isinstance(event, Ended):
                            return _in_words(event.trace, tape.runs[0].name, page_of(request))
            finally:
                tape.stop()  # a client that has gone waits for nothing
            raise AssertionError("a run ends or is refused")

        return _taking(write, [Parameter("prompt", _BY_NAME, annotation=Prompt), *takes])

    async def explain_step(self, run: Name, step: Step, context: Context) -> str:
        """Says what one step of a run kept, what it reopened, and which positions were hardest."""
        explanation = await _in_thread(self._computing, self._runs.explanation, run, step, _sender(context))
        hardest = "\n".join(
            f"- position {cell['position']}: {cell['token']!r}, {cell['entropy']} nats, "
            f"{'kept' if cell['kept'] else 'not kept'}"
            for cell in explanation["hardest"]
        )
        reopened = ", ".join(f"{cell['token']!r} at {cell['position']}" for cell in explanation["relapsed"])
        reopened = f"\nReopened: {reopened}." if reopened else ""
        figures = f"Temperature {explanation['temperature']:g}, mean entropy {explanation['mean_entropy']:.3g} nats."
        sentences = f"{explanation['sentence']}\n{explanation['rule']}\n{figures}{reopened}"
        return f"{sentences}\nHardest, by entropy:\n{hardest}"

    async def compare(self, runs: Names, context: Context) -> str:
        """Compares runs: what differs in what was asked, passes, tokens, and where they part."""
        table = await _in_thread(self._computing, self._runs.comparison, runs, _sender(context))
        return "\n".join(
            f"- {name} ({row['title'] or 'the same settings'}): {row['passes']} passes, {row['tokens']} tokens, ended "
            f"by {row['finish_reason']}; parts from the first run: {row['divergence']}."
            for name, row in zip(runs, table.to_dict(orient="records"), strict=True)
        )

    async def check(self, prompt: Prompt, text: Text) -> str:
        """Decides by a rule whether a text does what its prompt asks: a story, a Sudoku, a function and more."""
        verdict = await _in_thread(self._computing, self._runs.verdict, prompt, text)
        return f"{verdict['task']}: {verdict['sentence']}." if verdict["task"] else verdict["sentence"]

    async def examples(self) -> str:
        """Lists the recorded runs of this server, whose names `explain_step` and `compare` take."""
        return "\n".join(f"- {example['run']}: {example['title']}" for example in self._runs.examples())


def _offered(tool: Callable[..., Awaitable[str]]) -> Callable[..., Any]:
    """A tool of a plugin."""

    @wraps(tool)
    async def call(**values: Any) -> str:
        request = values.pop("context").request_context.request
        try:
            return await tool(request=request, **values)
        except PlaygroundError as error:
            raise ToolError(str(error)) from error

    takes = signature(tool, eval_str=True).parameters.values()
    return _taking(call, [each for each in takes if each.name != "request"])


def _taking(function: Callable[..., Any], takes: Sequence[Parameter]) -> Callable[..., Any]:
    """A function of values by name, as one that takes these and the context of its call."""
    takes = [*takes, Parameter("context", _BY_NAME, annotation=Context)]
    function.__signature__ = Signature(takes, return_annotation=str)  # type: ignore[attr-defined]
    function.__annotations__ = {each.name: each.annotation for each in takes} | {"return": str}
    return function


def _sender(context: Context) -> Visitor:
    """Who calls a tool, as the guard found out."""
    request = context.request_context.request
    return request.scope.get("visitor", NOBODY) if request else NOBODY


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
    result, verdict = result_of(trace, run, link(page, trace.header)), trace.header.verdict
    judgement = f" A rule found about it: {verdict.sentence}." if verdict else ""
    address = f"\nSee it, step by step: {result['link']}" if result["link"] else ""
    return (
        f"{result['text']}\n\n{result['passes']} passes in {result['seconds']} s; ended by "
        f"{result['finish_reason']}.{judgement}\nRun: {result['run']}{address}"
    )
