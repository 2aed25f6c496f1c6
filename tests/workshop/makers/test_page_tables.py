"""What the page knows of Python's tables is what stands in them."""

import pytest

from workshop.makers.page_tables import scripts


@pytest.mark.parametrize(("path", "text"), scripts().items(), ids=lambda value: getattr(value, "name", ""))
def test_the_page_has_the_tables_as_they_are(path, text):
    assert path.read_text("utf-8") == text, "run `python -m workshop.makers.page_tables`"
