"""Commands in processes of their own: where the locale is not UTF-8, and where the shell has closed their input or
output, or nothing can be written to it."""

import os
import subprocess
import sys

import pytest
from command_line import ROOT

import playground as pg
from playground.cli import added_commands

pytestmark = pytest.mark.slow

LILY = "assets/recorded/lily.trace"


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
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16)
    pg.record(random_model, "café \N{ROBOT FACE}", settings).save(path)
    return path


with_terminal = pytest.mark.skipif("show" not in added_commands(), reason="the plugin with the commands is not there")


@with_terminal
@pytest.mark.parametrize(
    ("encoding", "prompt", "title"),
    [
        ("ascii", "caf? ?", "block 1/1 - step 1/1"),
        ("cp1252", "café ?", "block 1/1 · step 1/1"),
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
    table = run("compare", LILY, "assets/recorded/sudoku.trace", encoding="ascii")
    assert "+--" in table and "?" not in table


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


def redirected(arguments, redirection):
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "playground", *arguments]
    return subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_input_that_is_closed_is_refused():
    done = redirected(["generate", "--spec", "-"], "<&-")
    assert done.returncode == 1 and done.stderr == "Error: Standard input cannot be used: it is closed.\n"


@pytest.mark.parametrize("redirection", ["<&- >&-", "<&- >&- 2>&-"])
def test_output_that_is_closed_goes_nowhere(redirection):
    done = redirected(["settings", LILY], redirection)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_file_takes_the_number_of_output_that_is_closed(tmp_path):
    code = "import sys; from playground.cli import main; main(['settings', sys.argv[1]], standalone_mode=False)\n"
    code += "sys.exit(open(sys.argv[1]).fileno())"
    done = subprocess.run(["sh", "-c", '"$@" <&- >&-', "sh", sys.executable, "-c", code, LILY], cwd=ROOT, timeout=120)
    assert done.returncode > 2


@pytest.mark.parametrize("arguments", [["--help"], ["settings", LILY]])
def test_output_without_room_is_one_sentence(arguments):
    done = redirected(arguments, ">/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Error: A file or a stream cannot be used: No space left on device.\n"
