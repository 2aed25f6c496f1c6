"""What CONTRIBUTING says one adds: a knob, a column with its colouring, a family, a panel, each added in a copy.

The copy's command line, page, address and traces then have it, and nothing else was touched.
"""

import json
import os
import shutil
import sys

import pytest
from command_line import completed, serving
from page_holds import COLOURS, ROOT, run_spec
from page_reader import go, make, says

import playground as pg
from workshop.page.sources import node

pytestmark = pytest.mark.slow

KNOB = """    "lift": number(
        0.0, "Lift", "temperature", 0.0, 10.0, (0.0, 1.0, 0.05), "How much warmer every step is.",
    ),
    "t_max": number("""
COLUMN = """_TABLE = (
    Column(
        name="surprise", dtype="float32", shape="SL", wire="half", optional=True,
        help="Minus the logarithm of the drawn token's probability, in nats.",
    ),
"""
FAMILY = '''"""Twin: checkpoints of DiffusionGemma under another name."""

from playground.hooks import hook


@hook
def families():
    from transformers import AutoConfig, DiffusionGemmaConfig

    from playground.engine.families.diffusion_gemma import DiffusionGemma

    class TwinConfig(DiffusionGemmaConfig):
        model_type = "twin"

    AutoConfig.register("twin", TwinConfig)

    class Twin(DiffusionGemma):
        kind = "twin"
        source = "paper about twins"

    return [Twin]
'''
COLOURING = """  surprise: {
    name: () => "surprise",
    codes: ({ frames }, step) => Uint8Array.from((frames[step] as any).surprise ?? [], shadeOf),
    ends: ["likely", "unlikely"],
    ticks: () => [],
  },
  status: {"""
PANEL = """import { Frame } from "../ui/frame.tsx";
import { panelOf } from "./component.tsx";

export const Weather = panelOf(({ recording, step }) => (
  <Frame name="Weather">
    <p>{`lift ${recording.header.spec.settings.lift ?? "none"} at ${step}`}</p>
  </Frame>
));
"""
EDITS = {
    "playground/spec/settings.py": {'    "t_max": number(': KNOB},
    "playground/trace/columns.py": {"_TABLE = (\n": COLUMN},
    "playground/engine/step.py": {
        "column([s.t_min for s in settings])": "column([s.t_min + s.lift for s in settings])",
        '        "stop": outcome.stop,\n': '        "stop": outcome.stop,\n'
        '        "surprise": -known.plain.chance(known.plain.sampled).log(),\n',
    },
    "assets/page/cells/shading.ts": {
        '"revisions" | "status"': '"revisions" | "surprise" | "status"',
        "  status: {": COLOURING,
    },
    "assets/page/panels/list.ts": {
        "  favoured: {\n": '  weather: { place: "watch", '
        'fetch: async () => (await import("./weather.tsx")).Weather },\n  favoured: {\n',
    },
}
NEW = {"playground/plugins/twin.py": FAMILY, "assets/page/panels/weather.tsx": PANEL}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The playground with all four, as it is written."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("playground", "workshop", "assets"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("model", "runtime", "__pycache__"))
    for name in ("app.py", "package.json", "tsconfig.json"):
        shutil.copy(ROOT / name, folder)
    for name, edits in EDITS.items():
        text = (folder / name).read_text("utf-8")
        for old, new in edits.items():
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")
    for name, text in NEW.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def run(folder, *command):
    completed(*command, cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)})


def test_each_stands_where_contributing_says_and_the_page_builds_with_them(sources):
    """In every run; what a command line and a page then do with them takes two processes more."""
    for name, edits in EDITS.items():
        text = (ROOT / name).read_text("utf-8")
        assert [old for old in edits if text.count(old) != 1] == [], name
    run(sources, *node(), "workshop/page/build.ts")
    assert "Weather" in (sources / "assets/dist/panels-weather.js").read_text("utf-8")


@pytest.fixture
def copy(sources, random_folder):
    """The same with its generated scripts and a model of the added family, and the address of its page."""
    model = shutil.copytree(random_folder, sources / "twins")
    config = json.loads((model / "config.json").read_text("utf-8"))
    (model / "config.json").write_text(json.dumps(config | {"model_type": "twin"}), "utf-8")
    run(sources, sys.executable, "-m", "workshop.makers.trace_scripts")
    run(sources, *node(), "workshop/page/build.ts")
    there = {"cwd": sources, "env": os.environ | {"PYTHONPATH": str(sources)}}
    with serving(sys.executable, "app.py", "--model", "twins", **there) as address:
        yield sources, address


@pytest.mark.thorough
def test_the_command_line_traces_the_page_and_its_address_have_them(copy, visit):
    folder, address = copy
    options = ["--model", "twins", "--seed", "1", "--max-new-tokens", "16", "--lift", "0.5", "--trace", "run.trace"]
    run(folder, sys.executable, "-m", "playground", "generate", "hello", *options)
    trace = pg.Trace.load(folder / "run.trace")
    assert trace.header.spec["settings"]["lift"] == 0.5
    assert trace.columns["surprise"].shape == trace.columns["entropy"].shape

    page = visit(address, model=True)
    make(page, "hello", length=16, lift="0.5", t_min="0.8")
    says(page, lift=0.5)
    assert run_spec(page)["settings"]["lift"] == 0.5
    assert page.evaluate("playground.player.recording.frames[1].surprise.length") == 16
    go(page, 1)
    assert page.inner_text(".tdp-weather-panel p") == "lift 0.5 at 1"
    page.select_option(COLOURS, "surprise")
    says(page, colour="surprise")
