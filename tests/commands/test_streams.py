"""Commands whose input or output the shell has closed, or cannot be written to."""

import subprocess
import sys

import pytest
from command_line import ROOT

pytestmark = pytest.mark.slow

TRACE = "assets/recorded/lily.trace"


def run(arguments, redirection):
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "playground", *arguments]
    return subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("arguments", [["generate", "--spec", "-"], ["generate", "x", "--start", "-"]])
def test_input_that_is_closed_is_refused(arguments):
    done = run(arguments, "<&-")
    assert done.returncode == 1 and done.stderr == "Error: Standard input cannot be used: it is closed.\n"


@pytest.mark.parametrize("redirection", ["<&- >&-", "<&- >&- 2>&-"])
def test_output_that_is_closed_goes_nowhere(redirection):
    done = run(["settings", TRACE], redirection)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_file_takes_the_number_of_output_that_is_closed(tmp_path):
    code = "import sys; from playground.cli import main; main(['settings', sys.argv[1]], standalone_mode=False)\n"
    code += "sys.exit(open(sys.argv[1]).fileno())"
    done = subprocess.run(["sh", "-c", '"$@" <&- >&-', "sh", sys.executable, "-c", code, TRACE], cwd=ROOT, timeout=120)
    assert done.returncode > 2


@pytest.mark.parametrize("arguments", [["--help"], ["settings", TRACE]])
def test_output_without_room_is_one_sentence(arguments):
    done = run(arguments, ">/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Error: A file or a stream cannot be used: No space left on device.\n"
