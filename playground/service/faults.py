"""What to tell a reader about an error that ended a run, or kept it from beginning."""

from __future__ import annotations

import errno
import logging
import sys

from playground.errors import EngineError, PlaygroundError
from playground.service.events import Refused

log = logging.getLogger(__name__)


def failure(error: Exception) -> EngineError:
    """The error for a run that another error ended midway; one that says so already stays as it is."""
    if isinstance(error, EngineError):
        return error
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":  # torch's is no MemoryError
        fault = "there was not enough memory; a shorter text or fewer runs at a time take less"
    elif isinstance(error, OSError) and error.errno == errno.ENOSPC:
        fault = "the server's disk is full"
    else:
        fault = str(error).rstrip(".") if isinstance(error, PlaygroundError) else type(error).__name__
    failed = EngineError(f"The run failed ({fault}); its steps so far are kept.")
    failed.__cause__ = error
    return failed


def refused(error: Exception) -> Refused:
    """Makes the event for a run that an error ended, expected or not. What nobody expected is logged."""
    if isinstance(error, PlaygroundError):
        return Refused(str(error), error)
    if sentence := lenders_refusal(error):
        return Refused(sentence, error)
    log.error("a run failed", exc_info=error)
    return Refused(str(failure(error)), error)


def lenders_refusal(error: Exception) -> str:
    """What a lender of devices says to the visitor, such as that no share is left; "" for any other error.

    It raises an error of Gradio, which is imported by then; nothing here imports it.
    """
    gradio = sys.modules.get("gradio")
    return str(error.message) if gradio and isinstance(error, gradio.Error) else ""
