"""The home of a model on another server, as an `EngineSlot` takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.address import checked_address
from playground.errors import ModelError
from playground.plugins.remote.errors import RemoteError
from playground.service.home import Home

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.plugins.remote.denoiser import RemoteModel


class Elsewhere(Home):
    """Only the words of the model are loaded here.

    Args:
        url: where the protocol begins, such as http://127.0.0.1:8000/v1.
        server: perhaps `key` and `top`, as `playground.plugins.remote.denoiser.Remote` takes them.

    Raises:
        RemoteError: the address is not one of a server.
    """

    nature = "--remote computes on another server"
    beside = "with --remote"
    looks = local = False

    def __init__(self, url: str, **server: Any) -> None:
        if not checked_address(url):
            raise RemoteError(
                "--remote must be like http://127.0.0.1:8000/v1, without a name or a password; its key belongs in "
                "PLAYGROUND_REMOTE_KEY."
            )
        self._server = {"url": url, **server}

    def check(self, name: str | None) -> None:
        """That server says which models it has."""

    def load(self, name: str, tell: Tell, **options: Any) -> RemoteModel:
        """Gets the words of the model.

        Raises:
            PlaygroundError: as `load_remote`.
        """
        from playground.plugins.remote.denoiser import Remote, load_remote

        taken = {option: options[option] for option in ("revision", "offline") if option in options}
        return load_remote(Remote(model=name, **self._server), **taken)

    def check_free(self, action: str) -> None:
        raise ModelError(f"A model on another server cannot be {action} from here.")

    @property
    def instead(self) -> Home:
        return Home()
