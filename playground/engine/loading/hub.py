"""Gets a checkpoint from the hub into the cache. If that fails, one sentence says why and what to do."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from huggingface_hub import DryRunFileInfo, constants, snapshot_download
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    IncompleteSnapshotError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from playground.engine.loading.progress import Progress, Tell, download_bar, gigabytes, untold
from playground.errors import ModelError

WEIGHTS = ["*.safetensors"]
DESCRIPTION = ["*.json", "*.jinja", "*.model", "merges.txt"]
"""Config, tokenizer, template and index: small, but enough to refuse a model before its weights are downloaded."""
TEMPLATES = "additional_chat_templates/*.jinja"
"""Where templates with names stand; wanted only where no other place has one."""


class HubModel:
    """A model on the hub, or the copy of it in the cache.

    Args:
        name: hub id.
        revision: branch, tag or commit; None for the default branch.
        offline: use only the cache.
    """

    def __init__(self, name: str, revision: str | None, offline: bool) -> None:
        self.name, self._revision = name, revision
        self._offline = offline or constants.HF_HUB_OFFLINE

    def description(self) -> Path:
        """Fetches everything but the weights and returns the folder.

        Raises:
            ModelError: no such model or revision, no access, no network and nothing in the cache.
        """
        folder = Path(self._snapshot(DESCRIPTION, tqdm_class=download_bar(0, untold)))
        if not self._offline and not _has_template(folder):
            self._snapshot([TEMPLATES], elsewhere=None, tqdm_class=download_bar(0, untold))
        return folder

    def weight_bytes(self) -> int | None:
        """The size of the weights in bytes; None if only the cache may be used.

        Raises:
            ModelError: as `description`.
        """
        if self._offline:
            return None
        return sum(file.file_size or 0 for file in self._listed())

    def names(self) -> list[str]:
        """The names of all its files; only those in the cache if only that may be used.

        Raises:
            ModelError: as `description`.
        """
        if self._offline:
            return [path.name for path in self.description().iterdir()]
        return [file.filename for file in self._listed(["*"])]

    def weights(self, tell: Tell) -> Path:
        """Fetches the weights too and returns the folder. An interrupted download continues where it stopped.

        Raises:
            ModelError: as `description`; or the disk is too small, or the connection broke.
        """
        if self._offline:
            return Path(self._snapshot(WEIGHTS))
        total = sum(file.file_size or 0 for file in self._listed() if file.will_download)
        free = shutil.disk_usage(_existing(Path(constants.HF_HUB_CACHE))).free
        if total > free:
            raise ModelError(
                f"The weights of {self.name} need {gigabytes(total)} of disk space, and {constants.HF_HUB_CACHE} has "
                f"{gigabytes(free)} left: free some space, or set HF_HOME to a folder on a larger disk."
            )
        tell(Progress("Downloading", 0, total, "bytes"))
        return Path(self._snapshot(WEIGHTS, tqdm_class=download_bar(total, tell)))

    def _listed(self, patterns: list[str] = WEIGHTS) -> list[DryRunFileInfo]:
        return self._snapshot(patterns, dry_run=True, tqdm_class=download_bar(0, untold))

    def _snapshot(self, patterns: list[str], elsewhere: str | None = "*/*", **options: Any) -> Any:
        with self._in_one_sentence():
            return snapshot_download(
                self.name,
                revision=self._revision,
                allow_patterns=patterns,
                ignore_patterns=[".*", *([elsewhere] if elsewhere else [])],
                local_files_only=self._offline,
                **options,
            )

    @contextmanager
    def _in_one_sentence(self) -> Iterator[None]:
        address = f"{constants.ENDPOINT}/{self.name}"
        try:
            yield
        except GatedRepoError as error:
            raise ModelError(
                f"{self.name} is gated, and this computer has no access to it: accept its terms on {address}, then set "
                "HF_TOKEN to a token of that account or run `hf auth login`."
            ) from error
        except RevisionNotFoundError as error:
            raise ModelError(
                f"{self.name} has no revision {self._revision!r}: {address}/commits lists those it has."
            ) from error
        except RepositoryNotFoundError as error:
            raise ModelError(
                f"The hub has no model {self.name}, or keeps it private: check the name, or set HF_TOKEN to a token "
                "that may read it."
            ) from error
        except LocalEntryNotFoundError as error:
            raise ModelError(self._not_in_the_cache(error)) from error
        except Exception as error:  # the client and Xet raise many kinds; all mean that the download was interrupted
            raise ModelError(self._broken_off(error)) from error

    def _not_in_the_cache(self, error: LocalEntryNotFoundError) -> str:
        there = "only partly" if isinstance(error, IncompleteSnapshotError) else "not"
        if self._offline:
            why, way = "the network is switched off", "load it once without --offline and HF_HUB_OFFLINE"
        elif isinstance(error.__cause__, HfHubHTTPError):
            status = error.__cause__.response.status_code
            why, way = f"the hub answers with error {status}", "try again later"
        else:
            why, way = f"the hub cannot be reached at {constants.ENDPOINT}", "check the network and try again"
        return f"{self.name} is {there} in this computer's cache, and {why}: {way}, or give a local folder."

    def _broken_off(self, error: Exception) -> str:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return (
                f"The disk filled up before {self.name} was complete: free some space in {constants.HF_HUB_CACHE}, or "
                "set HF_HOME to a folder on a larger disk."
            )
        kind = type(error).__name__
        return f"The download of {self.name} was interrupted ({kind}): try again, and it continues where it stopped."


def _has_template(folder: Path) -> bool:
    """Does a chat template stand in one of the usual files?"""
    config = folder / "tokenizer_config.json"
    stated = config.is_file() and b'"chat_template"' in config.read_bytes()
    return stated or any(folder.glob("chat_template.*"))


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())
