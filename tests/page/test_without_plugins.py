"""Plugins can be deleted: their folders go from a copy of the playground, and nothing else."""

import os
import shutil
import subprocess
import sys

import pytest
from command_line import ROOT, completed, serving
from page_fixtures import PAINTED, watch
from page_helpers import READY, finish, set_mode, start

from playground.plugin_loading import plugins

pytestmark = pytest.mark.slow

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
        start(page, "Write a story about a cat.", length=32, max_denoising_steps=4)
        finish(page)
        assert page.evaluate("playground.player.recording.frames.length") > 0
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
