"""Runs rows to their ends, and compares their frames."""

import numpy as np


def played(batch, *rows):
    """The frames of each row, in order, of rows that join a batch together."""
    frames = {batch.join(row): [] for row in rows}
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame)
    return [*frames.values()]


def assert_same(expected, found, where=()):
    """Two runs have the same frames bit for bit, whatever company they had and whichever machine was theirs."""
    assert len(expected) == len(found), where
    for one, other in zip(expected, found, strict=True):
        for name, value in {**vars(one), **one.more}.items():
            if name not in ("rows", "seconds", "more"):
                told = other.figure(name) if name in one.more else getattr(other, name)
                assert np.array_equal(value, told), (*where, one.block, one.step, name)
