"""Damaged logs of other programs: each opens whole or is refused in one sentence, in Python and in the page."""

import pytest
from damage_checks import FEW, MANY, check_kinds, look_at
from hypothesis import find, settings
from plugins.importing import damage_streams
from plugins.importing.damage_streams import damaged_streams

from playground.assets import ASSETS
from workshop.bench.reading import PageReader

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page():
    with PageReader(script=ASSETS / "page/plugins/importing/index.ts") as reader:
        yield reader


def test_damaged_files_open_or_are_refused_in_a_sentence_and_in_the_page_too(page, tmp_path):
    assert 0.2 < look_at(damaged_streams(), FEW, page, tmp_path) < 0.8, "both kinds are many"


@pytest.mark.thorough
def test_fifty_thousand_of_them(page, tmp_path):
    """Others at every run; hypothesis prints how to make one again."""
    look_at(damaged_streams(), MANY, page, tmp_path)


def test_every_kind_of_damage_is_done(monkeypatch):
    check_kinds(damage_streams, damaged_streams(), monkeypatch)


def test_a_defect_is_shrunk_to_one_change():
    stream = find(damaged_streams(), lambda raw: b"[DONE]" in raw, settings=settings(FEW, max_examples=1000))
    assert stream == b'data: [DONE]\nF 0 1 3 "One day"\n'
