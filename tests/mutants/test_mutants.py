"""What tests are worth, on a project of two functions and a script whose tests miss some of the mistakes."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.lines import Map
from tests.mutants.source import is_sound, mutants
from tests.mutants.trial import HEAVY

ROOT = Path(__file__).parents[2]
PROJECT = {
    "playground/__init__.py": "",
    "playground/rules/__init__.py": "",
    "playground/engine/__init__.py": "",
    "playground/rules/limit.py": "LIMIT = 3\n\n\ndef small(number):\n    return number < LIMIT\n",
    "playground/engine/count.py": "def count(number):\n    while number > 0:\n        number = number - 1\n",
    "tests/test_limit.py": "from playground.rules.limit import LIMIT, small\n\n\ndef test_small():\n"
    "    assert small(2) and not small(4)\n\n\ndef test_wrong():\n    assert small(5)\n",
    "tests/test_count.py": "from playground.engine.count import count\n\n\ndef test_count():\n    count(3)\n",
    "assets/page/run/sign.ts": "export function sign(x: number) {\n  return x > 0;\n}\n",
    "assets/page/run/sign.test.ts": 'import assert from "node:assert/strict";\nimport { sign } from "./sign.ts";\n'
    "assert.ok(sign(2) && !sign(-1));\n",
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = "-q -ra --import-mode=importlib"\n'
    'markers = ["browser", "slow", "thorough"]\n',
    "package.json": '{"type": "module"}',
    ".gitignore": ".mutants\nnode_modules\n",
    **{f"tests/{name}.py": "" for name in HEAVY},  # they are not needed here, and take seconds to import
}


@pytest.mark.parametrize(
    ("name", "line", "changed"),
    [
        ("a.py", "if a <= b and c is not None:", ["if a < b and c is not None:", "if a <= b or c is not None:",
                                                "if a <= b and c is None:"]),
        ("a.py", "x: int | None = 1 - y  # 1", ["x: int | None = 2 - y  # 1", "x: int | None = 1 + y  # 1"]),
        ("a.py", '    raise Wrong("not 1 + 1")', ["    pass"]),
        ("a.py", '    return f"{a + b}" + c', ['    return None and f"{a + b}" + c', '    return f"{a + b}" - c']),
        ("a.py", "@dataclass(frozen=True)", []),
        ("a.py", "for a in range(2):", ["for a in range(3):"]),
        ("a.ts", "  return a?.b ?? !c;", ["  return void a?.b ?? !c;", "  return a?.b && !c;",
                                        "  return a?.b ?? c;"]),
        ("a.ts", "  draw(x); // 3 < 4", []),
        ("a.ts", "  draw(`${x + 1}`);", ["  ;"]),
        ("a.ts", "const f = (x: Map<A, B>) => x === true;", ["const f = (x: Map<A, B>) => x !== true;",
                                                             "const f = (x: Map<A, B>) => x === false;"]),
    ],
)  # fmt: skip
def test_mutants_by_hand(name, line, changed, tmp_path):
    path = tmp_path / name
    path.write_text(f"\n{line}\n")
    found = [*mutants(path)]
    assert [mutant.source(path.read_text()).strip("\n") for mutant in found] == changed
    assert {mutant.line for mutant in found} <= {2}


def test_what_is_no_program_is_no_mutant(tmp_path):
    path = tmp_path / "a.py"
    path.write_text("def f():\n    g(\n        h(1)\n    )\n    g(2)\n")
    assert [(mutant.line, is_sound(mutant)) for mutant in mutants(path)] == [(3, False), (5, True)]


@pytest.fixture
def run(tmp_path):
    """Runs Python in the project; returns what it prints."""
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    for command in (["git", "init", "--quiet"], ["git", "add", "."]):
        subprocess.run(command, cwd=tmp_path, check=True)

    def run(*arguments, folder=".", code=0):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path / folder, capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.mark.slow
def test_mistakes_that_the_tests_miss_are_named_and_the_rest_counted(run, tmp_path, monkeypatch):
    command = ("-m", "tests.mutants")
    assert "1 failed, 1 passed" in run(*command, "map", "tests/test_limit.py", "--", "-k", "small or wrong", code=1)
    assert "\n1 passed in" in run(*command, "map"), "what it had is not run again"
    monkeypatch.chdir(tmp_path / ".mutants" / "copy")
    Map(Path("../map")).report(tmp_path / "out")
    with (tmp_path / "out" / "files.csv").open() as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert [rows["tests/test_limit.py"][name] for name in ("lines", "alone", "shared")] == ["1", "1", "0"]

    assert run(*command, "try", "playground/rules").splitlines() == [
        "playground/rules/limit.py:5: '<' -> '<=': survives",
        "playground/rules/limit.py:1: '3' -> '4': survives",
        "playground/rules: 1 of 3 killed",
    ]
    printed = run(*command, "try", "playground/rules", "assets/page/run", "--seed", "2").splitlines()
    assert [line for line in printed if "killed" in line] == [
        "playground/rules: 1 of 3 killed",
        "assets/page/run: 1 of 3 killed",
    ]
    assert "assets/page/run/sign.ts:2: '0' -> '1': survives" in printed
    assert len((tmp_path / ".mutants" / "trials.jsonl").read_text().splitlines()) == 6, "what it had is not tried again"
    assert (tmp_path / "playground/rules/limit.py").read_text() == PROJECT["playground/rules/limit.py"]


@pytest.mark.slow
def test_a_loop_without_end_is_ended(run):
    code = (
        "from pathlib import Path; from tests.mutants import source, trial; trial.LEAST = 2\n"
        "(mutant,) = [m for m in source.mutants(Path('playground/engine/count.py')) if m.text == '+']\n"
        "print(trial.trial(mutant, ['tests/test_count.py::test_count'], 0), trial.trial(mutant, [], 0))"
    )
    assert run("-c", code, folder="assets/..").endswith("endless no test\n")
