"""What is installed is what requirements.txt says, and the lock holds all of that and of the image, with hashes."""

import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from workshop.requirements import ranges

ROOT = Path(__file__).parents[1]
GUARD = {"fastapi", "h11", "orjson", "python-multipart", "starlette", "uvicorn"}
"""What reads a request before or behind the guard."""
IMAGE = ("mcp", "serve", "s3", "tables")
"""The extras that the image has."""


@pytest.fixture(scope="module")
def pinned():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return [Requirement(line) for line in lines if line and line[0] != "#"]


@pytest.fixture(scope="module")
def lock():
    """Of each package its version and its hashes."""
    entries = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text().strip())
    matches = [re.match(r"([\w.-]+)==(\S+)", entry) for entry in entries if entry[0] != "#"]
    return {match[1]: (match[2], re.findall(r"--hash=sha256:[0-9a-f]{64}\b", match.string)) for match in matches}


def test_what_the_guard_leans_on_is_exact_and_everything_is_what_is_installed(pinned):
    assert {canonicalize_name(each.name) for each in pinned} > GUARD
    for each in pinned:
        assert re.fullmatch(r"==[0-9.]+", str(each.specifier)), each
        assert version(each.name) in each.specifier, each


def test_the_lock_holds_what_is_required_with_hashes(pinned, lock):
    _, extras = ranges(ROOT)
    for each in [*pinned, *(Requirement(text) for extra in IMAGE for text in extras[extra])]:
        assert lock[canonicalize_name(each.name)][0] in each.specifier, (
            f"{each}: make the lock again, see CONTRIBUTING.md"
        )
    assert all(hashes for _, hashes in lock.values())


def test_the_lock_holds_what_these_need_in_turn(lock):
    for name in lock:
        try:
            needed = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:  # of another platform, or of Ray
            continue
        for each in needed:
            if each.marker is None or each.marker.evaluate({"extra": ""}):
                assert lock[canonicalize_name(each.name)][0] in each.specifier, f"{name} needs {each}"
