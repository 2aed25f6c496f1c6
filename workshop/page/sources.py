"""The page's sources for tests and benchmarks: in node, and in a page that a browser shows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.errors import PlaygroundError

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
LOADER = ROOT / "node_modules" / "tsx" / "dist" / "loader.mjs"
CORE, ENGINE = "testing/in-page.ts", "plugins/live/testing/in-page.ts"  # of the page, and of the engine in it


def node() -> tuple[str, ...]:
    """A command that runs TypeScript: node with a loader.

    Raises:
        PlaygroundError: there is no node, or what `make check` installs for it is not there.
    """
    path = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    program = shutil.which("node", path=path)
    if program is None:
        raise PlaygroundError("Reading the page's sources needs node; get it with `apt-get install nodejs`.")
    if not LOADER.is_file():
        raise PlaygroundError("Reading the page's sources needs the packages that `make check` installs.")
    return program, "--import", LOADER.as_uri()


def evaluate(page: Page, script: str, argument: Any = None, source: str = CORE) -> Any:
    """What a function in JavaScript answers in a page.

    Args:
        source: a script of `assets/page`; the function finds what it exports in `sources`.
    """
    script_of = f"{_built(source)}; Object.assign(window, {{ sources, source: '{source}' }})"
    page.evaluate(f"() => {{ if (window.source !== '{source}') {{ {script_of}; }} }}")
    return page.evaluate(script, argument)


@cache
def _built(source: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*node(), Path(__file__).with_name("in-page.ts"), folder, source], cwd=ROOT, check=True)
        return (Path(folder) / "script.js").read_text(encoding="utf-8")
