"""The Spacefile, README's Space header and the pinned requirements say the same."""

import dataclasses
import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from click.testing import CliRunner

import app
from playground.engine.loading import source
from playground.server.guard import Policy
from playground.server.guard.visitors import HUB
from playground.service.limits import Limits, on_space
from workshop.bench.page import free_port

ROOT = Path(__file__).parents[1]
HEADER_KEYS = {
    "title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "python_version", "app_file", "short_description",
    "license", "models",
}  # fmt: skip
OWN_KEYS = {"hardware", "model", "variables", "secrets", "exclude"}


@pytest.fixture(scope="module")
def spacefile():
    return yaml.safe_load((ROOT / "Spacefile").read_text())


def test_it_says_all_that_a_deployment_needs_and_nothing_else_as_readme_and_the_requirements_do(spacefile):
    assert set(spacefile) == HEADER_KEYS | OWN_KEYS
    assert all(isinstance(value, str) for value in spacefile["variables"].values())
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]*", name) for name in spacefile["secrets"]), "names only, never a value"
    header = yaml.safe_load((ROOT / "README.md").read_text().split("---\n")[1])
    assert header.pop("suggested_hardware") == spacefile["hardware"]
    assert header == {key: spacefile[key] for key in HEADER_KEYS}
    assert len(header["short_description"]) <= 60, "the hub refuses longer ones"
    pins = dict(re.findall(r"^(\w+)==(.+)", (ROOT / "requirements.txt").read_text(), re.M))
    assert spacefile["sdk"] == "gradio" and pins["gradio"] == spacefile["sdk_version"]
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert needed == f">={spacefile['python_version']}"
    assert (ROOT / spacefile["app_file"]).is_file()
    assert spacefile["model"] == "embedded" or "/" in spacefile["model"]
    left_out = set(spacefile["exclude"])
    assert all((ROOT / path).exists() for path in left_out)
    assert not left_out & {"app.py", "playground", "assets", "requirements.txt", "README.md", "Spacefile"}


def test_the_variable_that_a_space_sets_reaches_the_app(spacefile, monkeypatch):
    asked, built = {}, {}
    command = "playground.commands.serve"
    slot = SimpleNamespace(rows=1, close=lambda: None)
    made = lambda model, **options: asked.update(options, model=model) or slot  # noqa: E731
    monkeypatch.setattr("playground.commands.holding.EngineSlot", made)
    page = SimpleNamespace(launch=lambda host, port, auth: None)
    monkeypatch.setattr(f"{command}.build", lambda service, **options: built.update(options, service=service) or page)
    environment = {"PLAYGROUND_MODEL": spacefile["model"], "PLAYGROUND_MAX_ROWS": "2", **spacefile["variables"]}
    done = CliRunner().invoke(app.serve, ["--port", str(free_port())], env=environment)
    assert done.exit_code == 0, done.output
    assert (asked["model"], asked["max_rows"], asked["offline"]) == (spacefile["model"], 2, False)
    assert source.resolve(asked["model"]) == source.EMBEDDED
    assert built["service"].limits == dataclasses.replace(Limits.public(), runs=1), "what the slot can do"
    assert built["policy"] == Policy(embed_hosts=(HUB,))


def test_a_space_that_sets_nothing_gets_the_same(spacefile, monkeypatch):
    monkeypatch.setenv("SPACE_ID", "someone/demo")
    assert spacefile["variables"]["PLAYGROUND_PUBLIC"] == "true" and on_space()
    assert spacefile["variables"]["PLAYGROUND_EMBED_HOSTS"].split() == list(Policy().here().embed_hosts)
