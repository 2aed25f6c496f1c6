"""Commands where the locale is not UTF-8: real ones, in processes of their own."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import added_commands, main
from workshop.bench.page import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
RECORDED = ROOT / "assets" / "recorded"


def command(*arguments, encoding, program=("-m", "playground")):
    """The process of a command whose files have the encoding of the locale C, and whose terminal has this one."""
    return subprocess.Popen(
        [sys.executable, *program, *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
    )


def run(*arguments, encoding):
    process = command(*arguments, encoding=encoding)
    printed, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors.decode(encoding)
    return printed.decode(encoding)


@pytest.fixture
def accented(random_model, tmp_path):
    """The trace of a run whose prompt has characters that an encoding may lack."""
    path = tmp_path / "accented.trace"
    pg.record(random_model, "café \N{ROBOT FACE}", pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16)).save(
        path
    )
    return path


with_terminal = pytest.mark.skipif("show" not in added_commands(), reason="the plugin with the commands is not there")


@with_terminal
@pytest.mark.parametrize(
    ("encoding", "prompt", "title"),
    [
        ("ascii", "caf? ?", "block 1/1 - step 1/1"),
        ("cp1252", "café ?", "block 1/1 · step 1/1"),
        ("utf-8", "café \N{ROBOT FACE}", "block 1/1 · step 1/1"),
    ],
)
def test_a_terminal_gets_the_characters_that_its_encoding_has(accented, encoding, prompt, title):
    shown = run("show", accented, encoding=encoding)
    assert f"prompt: {prompt}" in shown and title in shown


@pytest.mark.thorough
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_code_is_the_same_to_python_in_every_encoding(accented, encoding):
    """A command line cannot be; it is refused, and not changed."""
    code = run("settings", accented, encoding=encoding)
    assert r"'caf\xe9 \U0001f916'" in code and code.isascii()
    refused = command("settings", accented, "--as", "cli", encoding=encoding)
    printed, errors = refused.communicate(timeout=60)
    assert refused.returncode == 1 and printed == b""
    assert f"The run has characters that {encoding} lacks" in errors.decode(encoding)
    assert "café" in run("settings", accented, "--as", "cli", encoding="utf-8")


@with_terminal
def test_a_table_has_borders_of_signs_that_the_terminal_has():
    table = run("compare", RECORDED / "lily.trace", RECORDED / "sudoku.trace", encoding="ascii")
    assert "+--" in table and "?" not in table


@pytest.mark.thorough
def test_pages_are_the_same_whatever_the_locale(tmp_path):
    there, here = tmp_path / "there", tmp_path / "here"
    for folder in (there, here):
        folder.mkdir()
    runs = RECORDED / "lily.trace", RECORDED / "sudoku.trace"
    run("export", *runs, there / "runs.html", encoding="ascii")
    assert CliRunner().invoke(main, ["export", *map(str, runs), str(here / "runs.html")]).exit_code == 0
    if "site" in added_commands():
        run("site", there / "site", encoding="ascii")
        assert CliRunner().invoke(main, ["site", str(here / "site")]).exit_code == 0
    pages = sorted(page.relative_to(here) for page in here.rglob("*.html"))
    assert pages
    for page in pages:
        assert (there / page).read_bytes() == (here / page).read_bytes(), page


@pytest.mark.thorough
def test_a_prompt_from_the_shell_is_utf8_in_every_locale(random_folder):
    short = ("--model", random_folder, "--max-new-tokens", 16, "--max-denoising-steps", 1, "--json")
    assert r'"text": "caf\u00e9"' in run("generate", "café", *short, encoding="ascii")


COMPILES = """
import subprocess, sys
from playground.cli import added_commands, main
main(["--version"], standalone_mode=False)
subprocess.run([sys.executable, "-c", "import sys; print(sys.flags.utf8_mode)"], check=True)
import torch._inductor.compile_fx  # which reads templates that are not ASCII
"""


@pytest.mark.thorough
def test_torch_compiles_in_every_locale():
    process = command(encoding="ascii", program=["-c", COMPILES])
    printed, errors = process.communicate(timeout=120)
    assert process.returncode == 0 and b"1\n" in printed, errors


@pytest.mark.thorough
def test_the_page_is_served_in_every_locale(random_folder):
    port = free_port()
    options = ("--host", "127.0.0.1", "--port", port, "--model", random_folder)
    server = command(*options, encoding="ascii", program=["app.py"])  # which helps no library
    try:
        for line in server.stdout:
            if b"Running on local URL" in line:
                break
        for file in ("", "playground/dist/main.js", "playground/recorded/index.json"):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{file}", timeout=30) as response:
                assert response.read()
    finally:
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=60)
    assert b"Traceback" not in errors
