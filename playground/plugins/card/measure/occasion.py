"""What `bench` measured on one occasion: its figures, with the day, the machine and the software."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import psutil
import torch
from pydantic import BaseModel, ConfigDict

from playground.engine.speed import processor

PACKAGES = ("torch", "transformers", "gradio")


class Figure(BaseModel):
    """A figure of `bench`. `meaning` names its unit where its name does not."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    value: float
    meaning: str


class Occasion(BaseModel):
    """As `bench --out` saves it: JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    date: str
    """Year-month-day, UTC."""
    commit: str
    """Of the source; empty where there is no repository."""
    machine: str
    software: str
    figures: dict[str, Figure]


def occasion(figures: Mapping[str, float | str], meanings: Mapping[str, str]) -> Occasion:
    """What was measured here today; a figure that failed, which is a sentence, is left out."""
    return Occasion(
        date=datetime.now(UTC).date().isoformat(),
        commit=_commit(),
        machine=_machine(),
        software=", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in PACKAGES)]),
        figures={
            name: Figure(value=value, meaning=meanings[name])
            for name, value in figures.items()
            if not isinstance(value, str)
        },
    )


def _machine() -> str:
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    memory = psutil.virtual_memory().total / 1e9
    return f"{os.cpu_count()} processors ({processor()}), {memory:.0f} GB, {gpu}"


def _commit() -> str:
    here = Path(__file__).parent
    try:
        done = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=here, capture_output=True, text=True)
    except OSError:  # there is no git
        return ""
    return done.stdout.strip()
