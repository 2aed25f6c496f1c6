"""What the tests of lessons on the page share."""

BUDGET = 4
"""The lesson that the tests of Learn follow from part to part."""


def place(page):
    """The moment of a lesson, the chosen cell, and whether the decision is withheld."""
    return page.evaluate(
        """() => { const { moment, views } = playground.player;
                   return [moment, views.chosen, views.withheld.decision]; }"""
    )
