"""Shows the progress of a long command on stderr, and lets Ctrl-C end it cleanly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from importlib.util import find_spec
from types import TracebackType
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

T = TypeVar("T")


class Bars:
    """Progress bars if stderr is a terminal or a notebook, otherwise nothing. They disappear when the work is done.

    Ctrl-C ends only the `with` block: the code after it keeps what is finished, then calls `exit_if_stopped`.
    """

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not (console.is_terminal or (console.is_jupyter and find_spec("ipywidgets"))),
            transient=True,
            redirect_stdout=sys.stdout.isatty(),  # above the bars, unless stdout is a file or a pipe
        )
        self.stopped = False
        """Did Ctrl-C end it?"""

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self._progress.stop()
        self.stopped = isinstance(error, KeyboardInterrupt)
        if self.stopped:
            print("Stopped. Finished results are kept.", file=sys.stderr)
        return self.stopped

    def track(self, things: Iterable[T], name: Callable[[T], str], total: int | None = None) -> Iterator[T]:
        """Yields the things, under a bar that counts them and names the current one.

        Args:
            total: how many there are; by default their length.
        """
        task = self._progress.add_task("", total=len(things) if isinstance(things, Sized) else total)
        try:
            for thing in things:
                self._progress.update(task, description=name(thing), refresh=True)
                yield thing
                self._progress.advance(task)
        finally:
            self._progress.remove_task(task)

    def exit_if_stopped(self) -> None:
        """Exits with 128 + SIGINT, which tells the shell that the command was interrupted."""
        if self.stopped:
            sys.exit(130)
