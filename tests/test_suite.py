"""What becomes of a run of the suite in which tests fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path(__file__).parent / "suite.py"
TESTS = """
from pathlib import Path

import pytest

@pytest.mark.parametrize("name, passes_at", {cases})
def test_it(name, passes_at):
    with Path(name).open("a") as runs:
        runs.write(".")
    assert len(Path(name).read_text()) >= passes_at
"""


@pytest.fixture
def outcome(tmp_path):
    """Runs tests, each of which passes at its first time, a later one, or never."""

    def outcome(**cases):
        (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q -p xdist -p no:cacheprovider\n")
        (tmp_path / "test_them.py").write_text(TESTS.format(cases=list(cases.items())))
        command, bare = [sys.executable, SUITE, "-n", "1"], os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, text=True)
        return done.returncode, done.stdout, [len((tmp_path / name).read_text()) for name in cases]

    return outcome


NEVER = 9


@pytest.mark.parametrize(
    ("cases", "code", "runs"),
    [
        ({"fine": 1, "shaky": 2, "shy": 2}, 0, [1, 2, 2]),
        ({"shaky": 2, "wrong": NEVER}, 1, [2, 2]),
        ({"shaky": 2, "shy": 2, "nervous": 2}, 1, [1, 1, 1]),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_what_failed_has_one_more_chance_alone_unless_three_failed(outcome, tmp_path, cases, code, runs):
    done, printed, counted = outcome(**cases)
    assert (done, counted) == (code, runs)
    restless = [f"test_them.py::test_it[{name}-2]" for name in cases if name.startswith("sh") and code == 0]
    lines = [f"Restless: {name} failed beside the others, and passed alone." for name in restless]
    last = [*lines, "Mend it, or remove it, if it was named before."] if lines else []
    assert printed.splitlines()[len(printed.splitlines()) - len(last) :] == last
    named = tmp_path / ".restless"
    assert (named.read_text().splitlines() if named.exists() else []) == lines


def test_a_file_that_cannot_be_read_has_none(outcome, tmp_path):
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name")
    code, printed, counted = outcome(fine=1, shaky=2)
    assert code and counted[1] < 2 and "nothing_of_this_name" in printed and "Once more" not in printed
