"""The tools for language models: the official client, over the real transport."""

import threading
from typing import Annotated

import anyio
import httpx
import pytest
from command_line import serves_not
from door_helpers import STEERED, ends_with_its_client, refuses_a_run_of_a_login
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from plugin_helpers import module
from pydantic import Field
from service_helpers import run
from serving import served

from playground.engine.recording import record
from playground.errors import SpecError
from playground.hooks import hook
from playground.plugins.api.arguments import all_arguments
from playground.plugins.api.link import link
from playground.plugins.mcp.tools import NO_MESSAGE, Tools
from playground.service import Service
from playground.spec.settings import all_knobs
from playground.trace import Verdict

pytestmark = pytest.mark.thorough

SHORT = {"max_denoising_steps": 4, "max_new_tokens": 16}


@pytest.fixture(scope="module")
def address(random_slot):
    service = Service(random_slot)
    with served(service, doors=[Tools(service)]) as (_, address):
        yield address


def talk(address, conversation, key=""):
    """Runs a conversation with the server and returns what it returns."""

    async def main():
        async with (
            create_mcp_http_client(headers={"Authorization": f"Bearer {key}"} if key else None) as http,
            streamable_http_client(f"{address}mcp", http_client=http) as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            return await conversation(session)

    return run(main)


def call(address, name, key="", **values):
    result = talk(address, lambda session: session.call_tool(name, values), key)
    (content,) = result.content
    return result.isError, content.text


def test_the_tools_and_what_they_take_come_from_the_table(address):
    tools = {tool.name: tool for tool in talk(address, lambda session: session.list_tools()).tools}
    assert [*tools][:5] == ["write", "explain_step", "compare", "check", "examples"]
    assert all(tool.inputSchema["additionalProperties"] is False for tool in tools.values())
    takes = tools["write"].inputSchema
    assert set(takes["properties"]) == set(all_arguments()) - {"image"} and takes["required"] == ["prompt"]
    for name, value in takes["properties"].items():
        assert value["description"] == all_arguments()[name].help
    assert takes["properties"]["t_max"]["anyOf"][0]["maximum"] == all_knobs()["t_max"].maximum


def test_a_plugin_offers_a_tool_as_its_function_is(random_slot, loaded):
    async def greet(request, *, whom: Annotated[str, Field(description="Whom.", max_length=5)], often: int = 1) -> str:
        """Greets."""
        if not often:
            raise SpecError("Nobody is greeted.")
        return f"{request.method} {whom}" * often

    loaded(mine=module(tools=hook(lambda service: [greet])))
    service = Service(random_slot)
    with served(service, doors=[Tools(service)]) as (_, address):
        tool = next(tool for tool in talk(address, lambda session: session.list_tools()).tools if tool.name == "greet")
        assert tool.description == "Greets." and tool.inputSchema["required"] == ["whom"]
        assert set(tool.inputSchema["properties"]) == {"whom", "often"}
        assert tool.inputSchema["properties"]["whom"]["description"] == "Whom."
        assert call(address, "greet", whom="Lily", often=2) == (False, "POST LilyPOST Lily")
        failed, sentence = call(address, "greet", whom="Lily", often=0)
        assert failed and sentence.endswith("Nobody is greeted.")
        failed, sentence = call(address, "greet", whom="Lily and Tom")
        assert failed and "whom: string should have at most 5 characters" in sentence


def test_a_run_is_told_with_a_link_and_its_steps_are_explained(address, random_model):
    failed, answer = call(address, "write", prompt="hello", seed=3, **SHORT)
    trace = record(random_model, "hello", random_model.settings.replace(**SHORT), seed=3)
    assert not failed and answer.startswith(trace.text) and f"{len(trace)} passes in" in answer
    assert f"See it, step by step: {link(address, trace.header)}" in answer
    run = answer.partition("Run: ")[2].split()[0]
    failed, pinned = call(address, "write", prompt="", branch=f"{run}@1", pins=["0=e f"], **SHORT)
    assert not failed and pinned.lstrip().startswith("e f")
    failed, answer = call(address, "explain_step", run=run, step=2)
    assert not failed and answer.startswith(f"Step 2 of block 1 kept {trace.columns['accepted'][1].sum()} of")
    assert answer.count("- position") == 10 and len(answer) < 1500
    failed, answer = call(address, "compare", runs=[run, "lily"])
    assert not failed and answer.count("\n") == 1 and "- lily (" in answer


@pytest.mark.parametrize(
    ("tool", "values", "sentence"),
    [
        ("write", {"prompt": "x", "entropy_bound": -1, "t_max": "hot"}, "entropy_bound: input should be greater"),
        ("write", {}, "prompt: field required."),
        ("write", {"prompt": "x", "image": "data:,"}, "There is no value called 'image'; the values are prompt, "),
        ("write", {"prompt": "x", "y" * 90: 1, "t_max": "hot"}, f"There is no value called '{'y' * 40}'"),
        ("explain_step", {"run": "lily", "step": 1, "context": {}}, "'context'; the values are run, step."),
        ("examples", {"most": 3}, "There is no value called 'most'; examples takes none."),
        ("exmples", {"most": 3}, "Unknown tool: exmples"),
        ("write", {"prompt": "x", "t_max": 0.1, "t_min": 0.2}, "t_min is 0.2, above t_max"),
        ("explain_step", {"run": "nobody", "step": 1}, "There is no run called 'nobody'"),
    ],
)
def test_what_is_wrong_is_said_in_the_tools_own_error(address, tool, values, sentence):
    failed, answer = call(address, tool, **values)
    assert failed and sentence in answer and "\n" not in answer and "pydantic" not in answer


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"jsonrpc": "1.0", "method": "ping", "id": 1}',
        b"[" * 100_000,
        b"\xff",
        b'{"jsonrpc": "2.0", "method": "ping", "id": %s}' % (b"9" * 5_000),
        b'{"jsonrpc": "2.0", "method": "ping", "id": 1, "params": {"deep": %s%s}}' % (b"[" * 960, b"]" * 960),
        b'{"jsonrpc": "2.0", "method": "tools/call", "id": "\\ud800", "params": {"name": "examples"}}',
    ],
)
def test_what_is_no_message_gets_an_error_of_the_protocol(address, body):
    accepts = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    refused = httpx.post(f"{address}mcp", content=body, headers=accepts, timeout=60)
    assert refused.status_code == 400
    assert refused.json() == {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": NO_MESSAGE}}
    whole = {"jsonrpc": "2.0", "method": "ping", "id": "\N{ROBOT FACE}", "params": {}}
    answer = httpx.post(f"{address}mcp/", json=whole, headers=accepts, timeout=60).json()
    assert answer == {"jsonrpc": "2.0", "id": whole["id"], "result": {}}


def test_examples_are_listed_and_texts_are_judged(address, monkeypatch):
    verdict = Verdict(task="Sudoku", right=True, sentence="solved", rule=1)
    monkeypatch.setattr("playground.plugins.api.runs.verdict_of", lambda *_: verdict)
    assert "- lily: Lily, a cat and a red ball" in call(address, "examples")[1]
    judged = call(address, "check", prompt="Solve 123. 341. 21.. ....", text="1234\n3412\n2143\n4321")
    assert judged == (False, "Sudoku: solved.")


def test_texts_are_judged_beside_the_event_loop_and_one_at_a_time(random_slot, monkeypatch):
    loop, threads, inside = [], set(), [0, 0]

    def watched(prompt, text):
        threads.add(threading.current_thread())
        inside[0] += 1
        inside[1] = max(inside)
        inside[0] -= 1

    async def ask(tools):
        loop.append(threading.current_thread())
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(tools.check, "Write a function that returns x plus 4.", "def f(x):\n    return x + 4")

    monkeypatch.setattr("playground.plugins.api.runs.verdict_of", watched)
    run(lambda: ask(Tools(Service(random_slot))))
    assert threads and loop[0] not in threads and inside == [0, 1]


SECRET = "what somebody wrote"


@pytest.mark.parametrize(
    "message",
    [
        {"method": "tools/call", "params": {"name": SECRET, "arguments": {}}},
        {"method": "tools/call", "params": {"name": "check", "arguments": {"prompt": "x", "text": [SECRET]}}},
        {"method": SECRET, "params": {}},
        {"result": {SECRET: 1}},
        {"method": "notifications/cancelled", "params": {"requestId": [SECRET]}},
    ],
    ids=str,
)
def test_no_line_of_the_log_holds_what_a_client_sent(address, message, caplog, capfd):
    caplog.set_level("INFO")
    headers = {"Accept": "application/json, text/event-stream"}
    httpx.post(f"{address}mcp", json={"jsonrpc": "2.0", "id": 1} | message, headers=headers, timeout=60)
    httpx.post(f"{address}mcp", json={"jsonrpc": "2.0"} | message, headers=headers, timeout=60)
    written = caplog.text + "".join(capfd.readouterr())
    assert SECRET not in written and "Traceback" not in written


def test_with_a_login_it_asks_for_a_key(random_slot, tmp_path):
    (tmp_path / "logins").write_text("anna:secret\n")
    assert "With --auth, --mcp needs a key" in serves_not("--mcp", "--auth", str(tmp_path / "logins"))
    service = Service(random_slot)
    tools = Tools(service, "k")
    with served(service, doors=[tools], auth=[("anna", "secret")]) as (_, address):
        assert httpx.get(f"{address}config", timeout=60).status_code == 401, "the page asks for the login"
        for headers in ({}, {"Authorization": "Bearer no"}):
            refused = httpx.post(f"{address}mcp", json={}, headers=headers, timeout=60)
            assert (refused.status_code, refused.json()) == (401, {"error": "The API key is missing or wrong."})
        assert "- lily:" in call(address, "examples", key="k")[1]


def test_a_request_ends_with_its_client_also_while_lengths_are_tried(endless_folder, steps):
    tool = {"name": "write", "arguments": {"prompt": "hello", **STEERED}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool}
    ends_with_its_client(Tools, endless_folder, "/mcp", body, steps)


def test_a_run_of_a_login_is_unknown_to_those_with_a_key(endless_folder):
    def answers(program, run):
        calls = {"explain_step": {"run": run, "step": 1}, "compare": {"runs": ["lily", run]}}
        for name, values in {**calls, "write": {"prompt": "", "branch": f"{run}@2"}}.items():
            call = {"name": name, "arguments": values}
            yield program.post("mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}).text

    refuses_a_run_of_a_login(lambda service: Tools(service, "k"), endless_folder, answers)
