"""Files of runs: traces, and what plugins read."""

import pytest
from page_holds import GOLDEN
from plugin_helpers import module

from playground.errors import TraceError
from playground.hooks import hook
from playground.trace import Trace
from playground.trace.files import read_run, read_runs

STORY = Trace.load(GOLDEN / "story.trace")


def reader(kind):
    """Reads files that begin with the kind, a run for each letter that follows."""

    def read(raw, name):
        if not raw.startswith(kind):
            raise TraceError(f"{name} is not of the kind {kind.decode()}.")
        return [STORY for _ in raw[len(kind) :]]

    return module(readers=hook(lambda: [read]))


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "log.txt"
        path.write_bytes(content)
        return path

    return write


def test_the_first_plugin_that_reads_a_file_does(loaded, file):
    """But a trace is read as one whatever plugins read."""
    loaded(mine=reader(b""))
    assert read_run(GOLDEN / "story.trace").text == STORY.text
    loaded(one=reader(b"one:"), two=reader(b"two:"))
    assert read_runs(file(b"two:ab")) == [STORY, STORY] and read_run(file(b"one:a")) == STORY
    with pytest.raises(TraceError, match=r"^log\.txt holds 2 runs, and only one can be read here; make a trace"):
        read_run(file(b"one:ab"))


def test_of_a_file_that_none_reads_the_first_one_says_why(loaded, file, monkeypatch, tmp_path):
    monkeypatch.setattr("playground.plugin_loading.FOLDER", tmp_path)
    loaded(one=reader(b"one:"), two=reader(b"two:"))
    with pytest.raises(TraceError, match=r"^log\.txt is not of the kind one:\.$"):
        read_runs(file(b"hello"))
    loaded()
    with pytest.raises(TraceError, match=r"^log\.txt is not a trace"):
        read_runs(file(b"hello"))


@pytest.mark.parametrize("path", ["nowhere.trace", "a\0b", 3])
def test_a_file_that_is_not_there_is_one_sentence(path):
    with pytest.raises(TraceError, match=r"cannot be read: |is not the path of a file"):
        read_runs(path)
