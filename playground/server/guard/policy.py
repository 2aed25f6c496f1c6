"""Policy: the names under which the page is served, and the other sites that may use it."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass

from playground.errors import PolicyError
from playground.service.limits import on_space

HUB = "https://huggingface.co"
"""The site that shows a Space's page in a frame."""
SPACE_PROXIES = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16"
"""The networks of the router in front of a Space's container: private ones, which nobody else can use to reach it."""
_NAME = re.compile(r"[a-z0-9.-]+", re.I)
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:\d+)?", re.I)


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Who may reach the page.

    Raises:
        PolicyError: a host is not a name, an origin does not begin with http or https, or a proxy is not an address.
    """

    hosts: tuple[str, ...] = ()
    """Names of the page, besides `localhost` and bare addresses."""
    embed_hosts: tuple[str, ...] = ()
    """Origins, such as https://example.org, whose pages may show this one in a frame."""
    origins: tuple[str, ...] = ()
    """Origins whose scripts may call this server."""
    proxies: str = ""
    """Addresses and networks, separated by commas, whose `X-Forwarded-For`, `-Host` and `-Proto` are trusted."""

    def __post_init__(self) -> None:
        for host in self.hosts:
            if not _NAME.fullmatch(host):
                raise PolicyError(f"The host {host!r} is not a name; give one such as example.org, without a port.")
        for origin in (*self.embed_hosts, *self.origins):
            if not _ORIGIN.fullmatch(origin):
                raise PolicyError(f"{origin!r} is not an origin; give one such as https://example.org.")
        for proxy in filter(None, self.proxies.split(",")):
            if proxy.strip() == "*":
                continue  # every proxy, as the middleware reads it
            try:
                ipaddress.ip_network(proxy.strip())
            except ValueError as error:
                raise PolicyError(
                    f"The proxy {proxy.strip()!r} is not an address or a network; give one such as 10.0.0.7 or "
                    "10.0.0.0/8."
                ) from error

    @classmethod
    def here(
        cls, hosts: tuple[str, ...] = (), embed_hosts: tuple[str, ...] = (), origins: tuple[str, ...] = (),
        proxies: str = "",
    ) -> Policy:  # fmt: skip
        """Makes the policy that was asked for; on a Space, adds what every Space needs.

        Raises:
            PolicyError: as the constructor.
        """
        if not on_space():
            return cls(hosts=hosts, embed_hosts=embed_hosts, origins=origins, proxies=proxies)
        name = os.environ.get("SPACE_HOST", "")
        return cls(
            hosts=(*hosts, *([name] if name else ())),
            embed_hosts=embed_hosts or (HUB,),
            origins=origins,
            proxies=proxies or SPACE_PROXIES,
        )
