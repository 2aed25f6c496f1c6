"""What the page knows of the ways of writing is what they declare."""

from workshop.makers.ways import FILE, script


def test_the_page_has_the_ways_as_they_are():
    assert FILE.read_text("utf-8") == script(), "run `python -m workshop.makers.ways`"
