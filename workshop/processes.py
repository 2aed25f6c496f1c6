"""What processes that help another one have in common."""

import signal


def leave_signals(_worker: int = 0) -> None:
    """Leaves it to the process that asked what Ctrl-C and kill do; its end is that of its helpers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
