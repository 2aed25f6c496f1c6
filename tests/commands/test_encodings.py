"""Commands where the terminal or the locale is not UTF-8, and where the shell has closed their input or output, or
nothing can be written to it."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from command_line import ROOT, completed

import playground as pg
from playground.cli import added_commands, main

pytestmark = pytest.mark.slow

LILY = "assets/recorded/lily.trace"


@pytest.fixture
def accented(random_model, tmp_path):
    """The trace of a run whose prompt has characters that an encoding may lack."""
    path = tmp_path / "accented.trace"
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16)
    pg.record(random_model, "café \N{ROBOT FACE}", settings).save(path)
    return path


def printed(encoding, *arguments):
    """What comes of a command in a terminal with this encoding."""
    return CliRunner(charset=encoding).invoke(main, [*map(str, arguments)])


@pytest.mark.skipif("show" not in added_commands(), reason="the plugin with the commands is not there")
@pytest.mark.parametrize(
    ("encoding", "prompt", "title"),
    [("ascii", "caf? ?", "block 1/1 - step 1/1"), ("cp1252", "café ?", "block 1/1 · step 1/1")],
)
def test_a_terminal_gets_the_characters_that_its_encoding_has(accented, encoding, prompt, title):
    shown = printed(encoding, "show", accented).stdout
    assert f"prompt: {prompt}" in shown and title in shown
    table = printed(encoding, "compare", ROOT / LILY, ROOT / LILY).stdout
    assert "+--" in table and "?" not in table


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_code_is_the_same_to_python_in_every_encoding(accented, encoding):
    """A command line cannot be; it is refused, and not changed."""
    code = printed(encoding, "settings", accented).stdout
    assert r"'caf\xe9 \U0001f916'" in code and code.isascii()
    refused = printed(encoding, "settings", accented, "--as", "cli")
    assert refused.exit_code == 1 and refused.stdout == ""
    assert f"The run has characters that {encoding} lacks" in refused.stderr
    assert "café" in printed("utf-8", "settings", accented, "--as", "cli").stdout


def in_locale_c(*arguments):
    """What a process prints whose files have the encoding of the locale C."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    return completed(sys.executable, *map(str, arguments), env=environment).stdout


@pytest.mark.thorough
def test_a_prompt_from_the_shell_is_utf8_in_every_locale(random_folder):
    short = ("--model", random_folder, "--max-new-tokens", 16, "--max-denoising-steps", 1, "--json")
    assert r'"text": "caf\u00e9"' in in_locale_c("-m", "playground", "generate", "café", *short)


def test_what_a_command_starts_reads_utf8_in_every_locale():
    """Torch's compiler reads files that are not ASCII, here and in its processes, and does not say so."""
    code = "import os; from playground.cli import main; main(['--version'], standalone_mode=False)\n"
    code += "import locale; print(os.environ['PYTHONUTF8'], locale.getencoding())"
    assert in_locale_c("-c", code).endswith("1 UTF-8\n")


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
