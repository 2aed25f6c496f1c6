"""What the runs of a study show at one setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from playground.evaluation.intervals import Interval, mean_interval, paired, wilson


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The runs at one change of the settings. Both map the number of a run; a run that has not been made is missing.

    right: was it right? Empty where no quality is measured.
    """

    passes: Mapping[int, int]
    right: Mapping[int, bool]

    @property
    def share(self) -> float | None:
        return fmean(self.right.values()) if self.right else None

    @property
    def interval(self) -> Interval | None:
        """Of the share, 95%."""
        return wilson(sum(self.right.values()), len(self.right)) if self.right else None

    @property
    def mean_passes(self) -> float | None:
        return fmean(self.passes.values()) if self.passes else None

    def share_against(self, first: Finding) -> Interval | None:
        """The interval of this share minus that of `first`, over the runs that both have judged; None without any."""
        pairs = [(right, self.right[number]) for number, right in first.right.items() if number in self.right]
        counts = [pairs.count(kind) for kind in ((True, True), (True, False), (False, True), (False, False))]
        return paired(*counts) if pairs else None

    def passes_against(self, first: Finding) -> Interval | None:
        """The interval of the mean difference in passes, over the runs that both have; None for too few."""
        return mean_interval([self.passes[n] - passes for n, passes in first.passes.items() if n in self.passes])
