"""Progress bars, in a real terminal and outside of one."""

import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from playground.plugins.sweep.bars import Bars

WORK = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
from playground.plugins.sweep.bars import Bars
with Bars() as bars:
    for thing in bars.track(["[red]", "[bold]", "three"], lambda thing: f"at {thing}"):
        print(f"did {thing}", flush=True)
        time.sleep(float(sys.argv[1]))
print("after", flush=True)
bars.exit_if_stopped()
"""
PRINTED = "did [red]\ndid [bold]\ndid three\nafter\n"


def run(*ends, seconds="0"):
    """A process whose stdout and stderr are a terminal, where `ends` names them, and what reads the terminal."""
    reader, end = pty.openpty()
    streams = {name: end if name in ends else subprocess.PIPE for name in ("stdout", "stderr")}
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "NO_COLOR": "1"}
    process = subprocess.Popen([sys.executable, "-c", WORK, seconds], text=True, env=environment, **streams)
    os.close(end)
    return process, reader


def read(reader):
    text = b""
    with suppress(OSError):  # the other end is closed
        while part := os.read(reader, 65536):
            text += part
    os.close(reader)
    return text.decode()


def test_a_terminal_sees_what_is_done_and_the_pipe_beside_it_nothing_of_that():
    process, reader = run("stderr")
    seen = read(reader)
    printed, _ = process.communicate(timeout=30)
    assert process.returncode == 0 and printed == PRINTED
    assert all(words in seen for words in ("at [red]", "at [bold]", "at three", "0/3", "1/3", "2/3"))
    assert "did" not in seen
    assert re.search(r"\x1b\[2K(\x1b\[\?25h)?\s*$", seen), "the bar is erased in the end"


def test_where_both_go_to_the_terminal_what_is_printed_stands_above_the_bars():
    process, reader = run("stdout", "stderr")
    seen = read(reader)
    assert process.wait(timeout=30) == 0
    lines = [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line).strip() for line in re.split(r"[\r\n]+", seen)]
    assert [line for line in lines if line.startswith(("did", "after"))] == PRINTED.splitlines()


def test_without_a_terminal_there_is_no_bar():
    process, reader = run()
    os.close(reader)
    assert process.communicate(timeout=30) == (PRINTED, "")


def test_ctrl_c_ends_the_work_and_what_follows_is_still_done():
    process, reader = run(seconds="30")
    os.close(reader)
    assert process.stdout.readline() == "did [red]\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("after\n", "Stopped. Finished results are kept.\n")
    assert process.returncode == 130


def test_any_other_error_goes_its_way():
    with pytest.raises(ZeroDivisionError), Bars() as bars:
        for _ in bars.track([1], str):
            raise ZeroDivisionError
    bars.exit_if_stopped()
