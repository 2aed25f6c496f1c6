"""What a deployment creates and uploads, worked out before anyone is asked for anything."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from playground.engine.loading.source import EMBEDDED_NAME
from playground.plugins.deploy.errors import DeployError
from playground.plugins.deploy.spacefile import HEADER, STATIC_HEADER, ZERO, read

ZERO_PYTHON = "3.12.12"
ZERO_TORCH = "2.11.0"
"""The newest versions that ZeroGPU has: https://huggingface.co/docs/hub/spaces-zerogpu, read in November 2026."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A Space as it shall be."""

    sdk: str
    hardware: str
    """Empty where nothing runs on the Space."""
    model: str
    secrets: list[str]
    files: dict[str, Path | bytes]
    """Path in the Space -> a file here, or content that is made for the Space."""
    variables: dict[str, str]
    changed: list[str]
    """Files that differ from the last commit."""

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes of each file."""
        return {
            n: len(content) if isinstance(content, bytes) else content.stat().st_size
            for n, content in self.files.items()
        }

    @property
    def doubt(self) -> str:
        """Why the model may not run there, in a sentence; "" for no reason."""
        if self.model == EMBEDDED_NAME or not self.hardware.startswith("cpu-"):
            return ""
        return (
            f"{self.hardware} has no GPU, so {self.model} will be slow if it fits at all; DiffusionGemma 26B needs a "
            "GPU with about 60 GB, such as a100-large."
        )


def plan(folder: Path) -> Plan:
    """Works out the Space of a checkout from its Spacefile. Only files that git tracks are uploaded.

    Raises:
        DeployError: the Spacefile is wrong, the folder is no git checkout, or a file that the Space needs is not there.
    """
    spacefile = read(folder / "Spacefile")
    tracked = _git(folder, "ls-files", "-z")
    files: dict[str, Path | bytes] = {}
    for name in tracked:
        if any(name == excluded or name.startswith(f"{excluded.rstrip('/')}/") for excluded in spacefile.exclude):
            continue
        path = folder / name
        if path.is_symlink() or not path.is_file():
            raise DeployError(f"git tracks {name}, which is no ordinary file here; restore it, or exclude it.")
        files[name] = path
    for name in ("README.md", "requirements.txt", spacefile.app_file):
        if name not in files:
            raise DeployError(f"{name} must be uploaded, but git does not track it, or the Spacefile excludes it.")
    header = {name: getattr(spacefile, name) for name in HEADER}
    if spacefile.hardware == ZERO:
        header["python_version"] = ZERO_PYTHON
    header["suggested_hardware"] = spacefile.hardware
    files["README.md"] = _readme(folder / "README.md", header)
    if spacefile.hardware == ZERO:
        files["requirements.txt"] = _requirements_of_zero(folder / "requirements.txt")
    changed = [name for name in _git(folder, "diff", "--name-only", "-z", "HEAD") if name in files]
    variables = {"PLAYGROUND_MODEL": spacefile.model, **spacefile.variables}
    return Plan(
        sdk=spacefile.sdk,
        hardware=spacefile.hardware,
        model=spacefile.model,
        secrets=spacefile.secrets,
        files=files,
        variables=variables,
        changed=changed,
    )


def static_plan(folder: Path, site: Path, headers: Mapping[str, str]) -> Plan:
    """Works out a static Space: the files of a site under the title, the licence and so on of a checkout's Spacefile.

    Args:
        site: the folder that the command `site` wrote.
        headers: of all answers of the Space.

    Raises:
        DeployError: the Spacefile is wrong, or its folder is no git checkout.
    """
    spacefile = read(folder / "Spacefile")
    files: dict[str, Path | bytes] = {p.relative_to(site).as_posix(): p for p in sorted(site.rglob("*")) if p.is_file()}
    header = {name: getattr(spacefile, name) for name in STATIC_HEADER}
    header |= {"sdk": "static", "app_file": "index.html", "custom_headers": {k.lower(): v for k, v in headers.items()}}
    files["README.md"] = _readme(folder / "README.md", header)
    changed = _git(folder, "diff", "--name-only", "-z", "HEAD", "--", "assets", "playground")
    return Plan(sdk="static", hardware="", model=EMBEDDED_NAME, secrets=[], files=files, variables={}, changed=changed)


def _git(folder: Path, *arguments: str) -> list[str]:
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise DeployError(
            f"{folder} is no git checkout with a commit; only files that git tracks are uploaded."
        ) from error
    return [name for name in done.stdout.decode().split("\0") if name]


def _readme(path: Path, header: Mapping[str, Any]) -> bytes:
    """README with the header that the Space needs."""
    body = re.sub(r"\A---\n.*?\n---\n", "", path.read_text(encoding="utf-8"), count=1, flags=re.S)
    return f"---\n{yaml.safe_dump(dict(header), allow_unicode=True, sort_keys=False)}---\n{body}".encode()


def _requirements_of_zero(path: Path) -> bytes:
    """The requirements with a torch that ZeroGPU has."""
    text, count = re.subn(r"(?m)^torch==.*$", f"torch=={ZERO_TORCH}", path.read_text(encoding="utf-8"))
    if not count:
        raise DeployError("requirements.txt must name torch with its version, so that ZeroGPU's can take its place.")
    return text.encode()
