"""How a long measurement tells how far it is. Knows nothing of who watches."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Track(Protocol):
    """Gives the things one after the other, so that whoever made it knows how many are done and what comes next."""

    def __call__(self, things: Sequence[T], name: Callable[[T], str]) -> Iterable[T]: ...


def untracked(things: Sequence[T], name: Callable[[T], str]) -> Iterable[T]:
    """Ignores progress."""
    return things
