"""Runs tests against one mutant at a time, in the folder of this process, which is a copy of the project."""

import compileall
import os
import re
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from tests.mutants.source import Mutant

HEAVY = ("conftest", "gradio", "pandas", "plotly", "torch", "transformers")
"""Imported once; each trial is a fork of the process that has them."""
LOG = Path("../trial.log")
LEAST = 120
"""Seconds that each trial may take, and ten times those of its tests: a longer one has met an endless loop."""


def warm_up() -> None:
    sys.path.insert(0, "tests")
    for name in HEAVY:
        import_module(name)
    compileall.compile_dir("playground", quiet=1)


def trial(mutant: Mutant, tests: list[str], seconds: float) -> str:
    """The first test that fails, or "survives", "no test", "endless", or the code with which the tests break off.

    Args:
        tests: names of pytest's, or files with tests of scripts.
        seconds: that they take without a mistake.
    """
    if not tests:
        return "no test"
    path = Path(mutant.file)
    text, times = path.read_text("utf-8"), path.stat()
    path.write_text(mutant.source(text), encoding="utf-8")
    try:
        code = in_fork(tests, LEAST + int(10 * seconds))
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # so that what was compiled of it holds
    failed = re.search(r"^(?:FAILED|ERROR|not ok \d+ -) (.+?)(?: - .*)?$", LOG.read_text("utf-8", "replace"), re.M)
    known = {0: "survives", 5: "no test", -signal.SIGALRM: "endless"}
    return known.get(code) or (failed[1] if failed else f"exit {code}")


class Only:
    """A plugin of pytest that chooses tests. Asked for by name, those of a file that cannot be imported are unknown."""

    def __init__(self, tests: list[str]):
        self.tests = {*tests}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.tests]


def in_fork(tests: list[str], limit: int) -> int:
    """The code with which the tests end, below 0 for a signal; what they leave behind ends with them."""
    child = os.fork()
    if child == 0:
        os.setsid()
        log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        signal.alarm(limit)
        sys.dont_write_bytecode = True
        code = 70
        try:
            if tests[0].endswith(".ts"):
                os.execvp("node", ["node", "--import", "tsx", "--test", "--test-reporter=tap", *tests])
            files = {test.split("::")[0] for test in tests}
            present = [file for file in sorted(files) if Path(file).exists()]
            code = pytest.main(["-x", "-m", "", "-p", "no:cacheprovider", *present], plugins=[Only(tests)])
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status)
