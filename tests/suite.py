"""Runs pytest. What failed is run once more at the end, alone and in series: a test that passes then is restless.

    python tests/suite.py -n 3 -m "not slow"

A run with a restless test is green, and its last lines name the test. One that fails twice makes it red, and so do
three that fail: what disturbs three tests is no accident of one of them.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHANCES = 2
NAMED = Path(".restless")
"""Where the names of restless tests stand, for whoever runs more than one suite."""


class Failed:
    """The tests that failed, in their order; and whether a file with tests could not be read."""

    def __init__(self):
        self.names, self.unread = [], False

    def pytest_runtest_logreport(self, report):
        if report.failed and report.nodeid not in self.names:
            self.names.append(report.nodeid)

    def pytest_collectreport(self, report):
        self.unread |= report.failed


def main(arguments):
    # The processes that tests start, by the hundred, and the workers that all read all tests, compile each file once.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    failed = Failed()
    code = pytest.main(arguments, plugins=[failed])
    if code != pytest.ExitCode.TESTS_FAILED or failed.unread or len(failed.names) > CHANCES:
        return code
    print(f"\nOnce more, alone: {', '.join(failed.names)}", flush=True)
    again = {name: subprocess.call([sys.executable, "-m", "pytest", "-m", "", name]) for name in failed.names}
    if any(again.values()):
        return code
    lines = [f"Restless: {name} failed beside the others, and passed alone.\n" for name in sorted(again)]
    print(f"\n{''.join(lines)}Mend it, or remove it, if it was named before.", flush=True)
    with NAMED.open("a", encoding="utf-8") as file:
        file.writelines(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
