"""Runs rows to their ends."""


def played(batch, *rows):
    """The frames of each row, in order, of rows that join a batch together."""
    frames = {batch.join(row): [] for row in rows}
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame)
    return [*frames.values()]
