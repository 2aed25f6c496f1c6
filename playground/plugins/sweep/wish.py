"""Which setting grants a wish, such as right in 95% of runs, and how many runs must show it.

`assets/page/plugins/often/findings.ts` has the same rules, for the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.evaluation.finding import Finding
from playground.evaluation.intervals import wilson


def candidate(findings: Sequence[Finding], wish: float, fresh: Mapping[int, Finding]) -> int | None:
    """The number of the finding with the fewest passes among those whose share is at least `wish`; None if none is.

    The runs that choose a setting cannot also prove it: among many, the luckiest one is chosen. So it must be shown on
    others.

    Args:
        fresh: what runs with other seeds have found, by number of the finding. One that they refute is out.
    """
    hopeful = [
        (finding.mean_passes, number)
        for number, finding in enumerate(findings)
        if finding.share is not None and finding.mean_passes is not None and finding.share >= wish
        if number not in fresh or not refuted(sum(fresh[number].right.values()), len(fresh[number].right), wish)
    ]
    return min(hopeful)[1] if hopeful else None


def more_needed(right: int, cases: int, wish: float) -> int:
    """How many more cases would show a share of at least `wish` if all of them were right; 0 if it is shown.

    Shown means that the lower end of Wilson's interval reaches the wish.

    Args:
        wish: at least 0 and below 1.
    """
    more = 0
    while cases + more == 0 or wilson(right + more, cases + more)[0] < wish:
        more += 1
    return more


def refuted(right: int, cases: int, wish: float) -> bool:
    """Do the cases show that the share is below `wish`?"""
    return cases > 0 and wilson(right, cases)[1] < wish
