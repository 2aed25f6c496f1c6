"""The map: which tests run which lines of the package, and how long the processor computes for each test."""

import csv
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest


class Map:
    """A plugin of pytest, which gives each test a context of coverage. It does not run again what is in its folder."""

    def __init__(self, folder: Path):
        self.path, self.data = folder / "times.jsonl", str(folder / "lines.sqlite")
        folder.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        rows = [json.loads(line) for line in self.path.read_text("utf-8").splitlines()]
        self.done = {test for test, _ in rows}
        self.seconds: dict[str, float] = {test: took for test, took in rows if took is not None}
        """Of each test that passed."""

    def run(self, arguments: list[str]) -> int:
        self.lines = coverage.Coverage(data_file=self.data, source=["playground"])
        self.lines.load()
        self.lines.start()
        try:
            return pytest.main(arguments, plugins=[self])
        finally:
            self.lines.stop()
            self.lines.save()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.done]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self.passed, begin = True, time.process_time()
        self.lines.switch_context(item.nodeid)
        result = yield
        self.lines.switch_context("")
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps([item.nodeid, time.process_time() - begin if self.passed else None]), file=file)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed &= report.passed

    def tests_by_line(self) -> dict[str, dict[int, set[str]]]:
        """File, from here -> line -> the tests that run it and passed."""
        data = coverage.CoverageData(self.data)
        data.read()
        return {
            str(Path(path).relative_to(Path.cwd())): {
                line: self.seconds.keys() & set(tests) for line, tests in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }

    def report(self, out: Path) -> None:
        """Writes `tests.csv` and `files.csv`: how many lines a test, or all of a file, runs, and how many it alone.

        A file also has its size, and the one with which it has the most lines in common.
        """
        by_test: dict[str, set[tuple[str, int]]] = {test: set() for test in self.seconds}
        for path, lines in self.tests_by_line().items():
            for line, tests in lines.items():
                for test in tests:
                    by_test[test].add((path, line))
        by_file: dict[str, set[tuple[str, int]]] = {}
        seconds: dict[str, float] = {}
        for test, ran in by_test.items():
            path = test.split("::")[0]
            by_file[path] = by_file.get(path, set()) | ran
            seconds[path] = seconds.get(path, 0) + self.seconds[test]
        out.mkdir(parents=True, exist_ok=True)
        for name, table, times in (("tests.csv", by_test, self.seconds), ("files.csv", by_file, seconds)):
            runs = Counter(line for ran in table.values() for line in ran)
            rows: list[list[Any]] = []
            for each, ran in table.items():
                rows.append([sum(runs[line] == 1 for line in ran), len(ran), round(times[each], 3), each])
                if table is by_file:
                    nearest = max(table, key=lambda test: len(ran & table[test]) if test != each else -1)
                    rows[-1] += [len(Path(each).read_text("utf-8").splitlines()), nearest, len(ran & table[nearest])]
            with (out / name).open("w", newline="", encoding="utf-8") as file:
                heads = ["alone", "lines", "seconds", "name", "size", "nearest", "shared"]
                csv.writer(file).writerows([heads[: len(rows[0])], *sorted(rows)])
