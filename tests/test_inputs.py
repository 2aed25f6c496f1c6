"""What a caller of the Python API gives that could be anything: an error of ours, in one sentence."""

import re
from pathlib import Path

import pytest

import playground as pg
from playground.address import checked_address

HALF, LARGE = "\ud800", 10**30
STORY = pg.Trace.load(Path(__file__).parent / "golden" / "story.trace")
SHORT = {"max_new_tokens": 16, "max_denoising_steps": 1}


@pytest.mark.parametrize("path", [f"/tmp/{HALF}", "/tmp/\0x", 5, None, b"x", ["x"]])
def test_what_no_file_can_be_called_is_refused_wherever_a_path_is_taken(path):
    sentence = rf"^{re.escape(f'{path!r:.60}')} is not the path of a file; give one as text, or as a Path\.$"
    takes = [pg.Trace.load, STORY.save, STORY.export, lambda path: pg.export_runs([STORY], path)]
    takes += [lambda path: pg.compare([path]), lambda path: pg.to_pandas([path])]
    takes += [pg.load_model] if path is not None else []
    for take in takes:
        with pytest.raises(pg.PlaygroundError, match=sentence):
            take(path)


def test_a_name_that_is_too_long_is_no_model():
    with pytest.raises(pg.ModelError, match="There is no model 'aaa"):
        pg.load_model("a" * 5000)


@pytest.mark.parametrize("text", [f"a {HALF}____(3)", LARGE, None, b"x", ["x"]])
def test_what_is_no_text_is_refused_wherever_a_text_is_taken(random_model, text):
    spec = random_model.spec("hi", **SHORT)
    takes = [lambda text: pg.fill(random_model, spec, text), lambda text: pg.pins_of(random_model, text)]
    takes += [lambda text: pg.start_of(random_model, text), lambda text: pg.Prompt(text=text)]
    for take in takes:
        with pytest.raises(pg.PlaygroundError, match=r"(is .*; it must be text|half of a character; only whole .*)\.$"):
            take(text)


@pytest.mark.parametrize("place", [-1, "0", None, 1.5])
def test_a_text_has_a_place(random_model, place):
    with pytest.raises(pg.SpecError, match="it must be a whole number from 0"):
        pg.pins_of(random_model, "a", place)


@pytest.mark.parametrize(
    "part", ["", "a:8000", "ftp://a", "http://", "http://me@a", "http://a?k=1", "http://a#x", "http://a:0"]
)
def test_the_address_of_a_server_has_no_name_and_nothing_after_its_path(part):
    assert checked_address("https://a:8000/v1") and not checked_address(part)
