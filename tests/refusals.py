"""Models that cannot be had, whoever asks for them."""

import pytest

import playground as pg


def refuse(message, name="someone/model", by=(pg.load_model,), **options):
    """The model is refused in one sentence, each of the ways `by` which it is asked for."""
    for ask in by:
        with pytest.raises(pg.ModelError, match=message) as refusal:
            ask(name and str(name), **options)
        assert "\n" not in str(refusal.value)
