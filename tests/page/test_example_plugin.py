"""`examples/plugin` is a whole plugin: built and installed in a fresh environment, all that it adds is there."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx
import pytest
from command_line import ROOT, completed, serving
from page_helpers import READY, finish, start

from workshop.bench.page import KNOWN

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Runs a command of the playground in an environment that has the plugin, and sees what this one has."""
    folder = tmp_path_factory.mktemp("example")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run([*build, "--wheel-dir", folder, ROOT / "examples/plugin"], check=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv")
    paths = sysconfig.get_paths(vars=dict.fromkeys(("base", "platbase"), str(folder / "venv")), scheme="venv")
    (Path(paths["purelib"]) / "these.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n")
    install = [sys.executable, "-m", "pip", "--python", folder / "venv", "install", "--no-deps", "--no-index"]
    subprocess.run([*install, "--quiet", wheel], check=True)
    return [str(Path(paths["scripts"]) / "python"), "-m", "playground"]


def test_it_is_listed_with_all_that_it_adds_and_its_command_is_used(python):
    (line,) = [line for line in completed(*python, "plugins").stdout.splitlines() if line.startswith("example ")]
    assert line.startswith("example (playground-example 0.1): An example of what a plugin can add: a sampler")
    assert line.endswith("Adds commands, page part, routes, samplers.")
    assert int(completed(*python, "words", ROOT / "assets/recorded/lily.trace").stdout) > 3


def test_its_route_its_sampler_and_its_part_of_the_page_are_there(python, browser):
    with serving(*python, "serve") as address:
        assert httpx.get(f"{address}example/runs", timeout=60).json() == {"runs": 0}
        page = browser.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.add_init_script(KNOWN)  # no opening is waited for
        page.goto(address)
        page.get_by_role("tab", name="Words").click()
        panel = page.get_by_role("tabpanel", name="Words")
        panel.get_by_text("0 runs go on").wait_for()
        before = panel.get_by_text("words").inner_text()
        page.keyboard.press("Home")
        page.wait_for_function("(before) => !document.body.innerText.includes(before)", arg=before)
        page.wait_for_selector(READY)
        start(page, "Write a story.", sampler="lead", max_denoising_steps=2)
        finish(page)
        assert page.evaluate("playground.player.recording.header.spec.settings.sampler") == "lead"
        assert not faults
        page.keyboard.press("?")
        page.get_by_text("Plugins: ").wait_for()
        assert "example" in page.get_by_text("Plugins: ").inner_text()
        page.close()
