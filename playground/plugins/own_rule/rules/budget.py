"""budget.py: keep the surest positions while those before them add up to at most a budget."""

import playground as pg


class Budget(pg.Sampler):
    label = "Own budget"
    rule = "Keeps the surest positions while the entropies of those before add up to at most a budget."
    explanation = pg.Explanation(order="entropy", cut="running sum", bound="budget", unit="nats")
    knobs = {
        "budget": pg.number(0.1, "Budget", "nats", 0, 1e6, (0, 5, 0.01), "A larger one is faster and less sure."),
    }

    def accept(self, before, statistics):  # bool (rows, positions)
        entropy, order = statistics.entropy.sort(dim=-1, stable=True)
        within = entropy.cumsum(dim=-1) - entropy <= before.knobs["budget"]
        return before.settled.scatter(-1, order, within) | before.settled
