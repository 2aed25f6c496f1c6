"""Starts a headless Chromium, which draws as the page does."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playground.errors import ExportError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM_FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str | None:
    """The path of Chromium or Chrome, or None. The shell has no windows, which nothing here needs, and takes less."""
    return next(filter(None, map(shutil.which, NAMES)), None)


HOW = "`apt-get install chromium-headless-shell` and `pip install playwright`"
"""How it is installed."""


@contextmanager
def browser(lacking: str = f"Chromium draws this: {HOW}.") -> Iterator[Browser]:
    """Starts a headless Chromium.

    Args:
        lacking: the sentence for where it is missing.

    Raises:
        ExportError: Chromium or playwright is not installed.
    """
    path = chromium_path()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        raise ExportError(lacking)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        try:
            yield chromium
        finally:
            chromium.close()
