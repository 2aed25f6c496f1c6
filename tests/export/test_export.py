"""What cannot be exported is refused in one sentence, and no half file is left; the commands of the documents run."""

import dataclasses
import re
import shlex
import shutil

import click
import pytest
from click.testing import CliRunner
from page_holds import GOLDEN, RECORDED, ROOT
from plugin_helpers import module

from playground.cli import main
from playground.errors import ExportError
from playground.export import export
from playground.export.run import read_runs
from playground.hooks import ExportForm, hook
from playground.trace import MAX_MIB, Trace

STORY = GOLDEN / "story.trace"
SHARING = (ROOT / "docs/sharing.md").read_text()
COMMANDS = re.findall(r"python -m playground (export [^#\n`]*)", SHARING + (ROOT / "docs/commands.md").read_text())


def refusal(*arguments):
    done = CliRunner().invoke(main, ["export", *map(str, arguments)])
    assert done.exit_code != 0 and "Traceback" not in done.output
    return done.output


def test_bad_input_is_one_sentence_and_leaves_nothing(tmp_path):
    assert "must end in .html, " in refusal(STORY, tmp_path / "run.docx")
    assert "cannot be written" in refusal(STORY, tmp_path / "none" / "run.html")
    (tmp_path / "run.html").mkdir()
    assert "it is a folder" in refusal(STORY, tmp_path / "run.html")
    (tmp_path / "run.html").rmdir()
    assert "cannot be read" in refusal(tmp_path / "gone.trace", tmp_path / "run.html")
    assert "Give at least one trace" in refusal(STORY)
    trace = Trace.load(STORY)
    empty = {name: column[:0] for name, column in trace.columns.items()}
    with pytest.raises(ExportError, match="empty has no steps"):
        export([dataclasses.replace(trace, columns=empty, stop_reasons=[], name="empty")], tmp_path / "run.html")
    assert not [*tmp_path.iterdir()]


def test_what_was_there_is_unchanged_if_it_fails(loaded, tmp_path):
    out = tmp_path / "run.svg"
    out.write_text("earlier")

    def fail(runs, path):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    form = ExportForm(endings=(".svg",), kind="drawings", help="", write=fail)
    loaded(mine=module(exports=hook(lambda: [form])))
    with pytest.raises(ExportError, match="No space left on device"):
        export([dataclasses.replace(Trace.load(STORY), name="run")], out)
    assert [path.name for path in tmp_path.iterdir()] == [out.name] and out.read_text() == "earlier"


def test_several_files_of_one_name_are_told_apart():
    assert [run.name for run in read_runs([STORY, STORY], MAX_MIB)] == ["story", "story (2)"]


def test_a_plugin_adds_a_form_with_options_of_its_own(loaded, tmp_path):
    def write(runs, path, *, progress=None, ink="black"):
        path.write_text(f"{len(runs)} in {ink}")
        return [path]

    option = click.Option(["--ink"])
    form = ExportForm(endings=(".svg", ".html"), kind="drawings", help="", write=write, options=[option])
    loaded(mine=module(exports=hook(lambda: [form])))
    story = dataclasses.replace(Trace.load(STORY), name="story")
    (path,) = export([story], tmp_path / "run.SVG", ink="blue")
    assert path.read_text() == "1 in blue"
    with pytest.raises(ExportError, match=r"^run\.html cannot have colour; \.html has no such option\.$"):
        export([story], tmp_path / "run.html", colour="blue")
    with pytest.raises(ExportError, match=r"\.svg\.$"):
        export([story], tmp_path / "run.docx")
    (page,) = export([story], tmp_path / "run.html")
    assert "tdp-runs" in page.read_text(), "of two forms the first, where no option chooses"


def size_of(line):
    done = CliRunner().invoke(main, [word for word in shlex.split(line) if word != "..."])
    assert done.exit_code == 0, done.output
    return int(re.search(r"([\d,]+) bytes\s*$", done.output)[1].replace(",", ""))


def test_the_commands_run(tmp_path, monkeypatch):
    shutil.copy(GOLDEN / "story.trace", tmp_path / "run.trace")
    shutil.copy(GOLDEN / "stopped.trace", tmp_path / "other.trace")
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 2
    for line in COMMANDS:
        assert size_of(line) > 1000


def test_the_guide_says_what_size_the_command_reports(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    size = size_of(f"export {RECORDED / 'lily.trace'} run.html")
    assert size == (tmp_path / "run.html").stat().st_size < 1_000_000
    assert float(re.search(r"A story\s+takes about ([\d.]+) MB", SHARING)[1]) == pytest.approx(size / 1e6, rel=0.02)
