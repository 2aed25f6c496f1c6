"""surest.py: keep the surest positions, so many more at each step."""

import playground as pg


class Surest(pg.Sampler):
    label = "The surest"
    rule = "Keeps the surest positions, so many more at each step."
    explanation = pg.Explanation(order="entropy", cut="rank", unit="nats")
    knobs = {
        "more": pg.number(8, "More at each step", "positions", 1, 1e6, (1, 32, 1), "More are faster and less sure."),
    }

    def accept(self, before, statistics):  # bool (rows, positions)
        rank = statistics.entropy.argsort(dim=-1, stable=True).argsort(dim=-1)
        return (rank < before.knobs["more"] * before.step) | before.settled
