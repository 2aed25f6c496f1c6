"""What users see when the server that denoises does not."""

from playground.errors import PlaygroundError


class RemoteError(PlaygroundError):
    """The server that denoises has a wrong address, or does not answer as agreed."""
