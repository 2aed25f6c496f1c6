"""Plugins come and go: `examples/plugin` is a whole one, installed in a fresh environment; and all can be deleted."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx
import pytest
from command_line import ROOT, completed, serving
from page_fixtures import PAINTED, watch
from page_holds import READY, run_spec, steps_of
from page_reader import make, set_mode

from playground.plugin_loading import plugins
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
        make(page, "Write a story.", sampler="lead", max_denoising_steps=2)
        assert run_spec(page)["settings"]["sampler"] == "lead"
        assert not faults
        page.keyboard.press("?")
        page.get_by_text("Plugins: ").wait_for()
        assert "example" in page.get_by_text("Plugins: ").inner_text()
        page.close()


BUILT_IN = sorted(path.parent.name for path in (ROOT / "playground/plugins").glob("*/__init__.py"))
QUICK = ("rules", "spec", "trace", "evaluation")
"""Folders of the core's tests that take seconds."""


def copied(folder, without):
    """A copy of what is installed; large folders of data are linked."""
    shutil.copytree(ROOT / "playground", folder / "playground", ignore=shutil.ignore_patterns("__pycache__"))
    for name in without:
        shutil.rmtree(folder / "playground/plugins" / name)
    scripts = shutil.ignore_patterns(*(f"plugins-{name}[-.]*" for name in without))
    shutil.copytree(ROOT / "assets/dist", folder / "assets/dist", ignore=scripts)
    for path in (ROOT / "assets").iterdir():
        if path.name != "dist":
            (folder / "assets" / path.name).symlink_to(path)
    return {"cwd": folder, "env": {**os.environ, "PYTHONPATH": str(folder)}}


def check(there, without, browser):
    """The server has those that are left, and a reader makes a run in each mode that there is."""
    with serving(sys.executable, "-m", "playground", "serve", **there) as address, browser.new_context() as window:
        page = window.new_page()
        troubles = watch(page)
        page.goto(address)
        page.wait_for_function(PAINTED)
        page.keyboard.press("Escape")  # an opening, where there is one
        page.wait_for_selector(READY)
        assert {*page.evaluate("playground.plugins")} == {name for name in BUILT_IN if not leans_on(name, without)}
        make(page, "Write a story about a cat.", length=32, max_denoising_steps=4)
        assert steps_of(page) > 0
        page.get_by_role("button", name="Share").click()
        page.get_by_role("button", name="Copy link").wait_for()
        page.keyboard.press("Escape")
        for mode in page.evaluate("[...document.querySelectorAll('[data-mode]')].map(({ dataset }) => dataset.mode)"):
            set_mode(page, mode)
            page.wait_for_load_state("networkidle")
        assert not troubles


def leans_on(name, without):
    """Is it one of these, or does it need one, or one that needs one?"""
    needs = getattr(plugins().known[name].module, "needs", ())
    return name in without or any(leans_on(needed, without) for needed in needs)


def test_all_of_them(tmp_path, browser):
    check(copied(tmp_path, BUILT_IN), BUILT_IN, browser)


def test_the_rest_of_the_core_needs_none(tmp_path):
    there = copied(tmp_path, BUILT_IN)
    for path in ROOT.iterdir():
        if not path.name.startswith(".") and not (tmp_path / path.name).exists():
            (tmp_path / path.name).symlink_to(path)
    options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow and not thorough", "--one-case"]
    completed(sys.executable, "-m", "pytest", *options, *(f"tests/{folder}" for folder in QUICK), **there)


def test_one_of_them(tmp_path, browser):
    """Another one after each commit, so that each has its turn."""
    git = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=ROOT)
    name = BUILT_IN[int(git.stdout.strip() or "0", 16) % len(BUILT_IN)]
    check(copied(tmp_path, [name]), [name], browser)
