"""lead.py: keep a position if its first choice is well ahead of the second."""

import playground as pg


class Lead(pg.Sampler):
    label = "Lead"
    rule = "Keeps every position whose first choice is ahead of the second by more than a bound."
    explanation = pg.Explanation(order="margin", falling=True, cut="value", bound="min_lead", unit="probability")
    knobs = {
        "min_lead": pg.number(0.5, "Lead", "probability", 0, 1, (0, 1, 0.05), "Higher is surer and slower."),
    }

    def accept(self, before, statistics):  # bool (rows, positions)
        return (statistics.margin > before.knobs["min_lead"]) | before.settled
