"""`serve`: serves the page. `python app.py` does the same."""

from __future__ import annotations

import logging
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from playground.commands.access import Access, access_options
from playground.commands.holding import home_of, passes_of, slot_of
from playground.commands.options import check_address, max_mib_option, model_options
from playground.engine.loading.device import check_device
from playground.errors import PlaygroundError, PolicyError
from playground.hooks import Front
from playground.plugin_loading import plugins
from playground.rules.samplers.from_file import load
from playground.server.interface import build, default_host
from playground.server.operator import operate
from playground.service import EngineSlot, Service
from playground.service.account import log as runs_log
from playground.service.draining import Terminated
from playground.service.memory import give_back_freed
from playground.service.slot import Wanted

PAGE = {
    "public", "hosts", "embed_hosts", "origins", "proxies",
}  # fmt: skip
"""Parameters that only the page and its guard have."""
PAGE_HOOKS = {"blocks", "doors", "page_part", "routes"}
"""A plugin that has one of these adds to the page."""
ADDED_TO_PAGE: set[str] = set()
"""The parameters of such plugins."""


@click.command()
@partial(model_options, environment=True)
@max_mib_option
@click.option(
    "--sampler",
    "samplers",
    metavar="FILE.py",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="File with your own sampler, for the form's menu. The file is run, so use only one that you trust.",
)
@access_options
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    envvar="PLAYGROUND_METRICS_PORT",
    help="Answer /healthz, /readyz and, for Prometheus, /metrics on this port; docs/operating.md says more.",
)
@click.option(
    "--metrics-host",
    default="127.0.0.1",
    show_default=True,
    envvar="PLAYGROUND_METRICS_HOST",
    help="Address of that port. It has no login, so keep it inside.",
)
@click.option("--host", default=default_host, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=7860,
    show_default=True,
    envvar="GRADIO_SERVER_PORT",
    help="Port to listen on.",
)
def serve(
    loading: dict[str, Any],
    max_mib: int,
    samplers: tuple[Path, ...],
    access: Access,
    metrics_port: int | None,
    metrics_host: str,
    host: str,
    port: int,
    **added: Any,
) -> None:
    """Serve the page. The model loads in the background."""
    model = loading.pop("name")
    try:
        home = home_of(added, model)
        check_device(loading["device"])
        for path in samplers:
            load(path)
        plugins().each("check_options", options=added, public=access.public)
        check_address(host, port, "--")
        if metrics_port is not None:
            check_address(metrics_host, metrics_port, "--metrics-")
        fronts = plugins().each("front", options=added)
        if fronts:
            _check_front(fronts[0], click.get_current_context())
        openers = plugins().each("doors", options=added, logins=access.logins is not None)
        wanted = Wanted(
            model=model, limits=access.limits, samplers=samplers, options=loading, home=home, passes=passes_of(added),
        )  # fmt: skip
        slot = slot_of(wanted, added)
    except PlaygroundError as error:
        raise click.UsageError(str(error)) from error
    give_back_freed()
    if isinstance(slot, EngineSlot) and home.early:
        slot.load()
    service = Service(slot, access.limits)
    _log_runs()
    try:
        if metrics_port is not None:
            operate(service, metrics_host, metrics_port, access.policy)
        if fronts:
            fronts[0].launch(service, host, port, access.logins)
            return
        page = build(
            service,
            max_mib=max_mib,
            policy=access.policy,
            doors=[opened(service) for opened in openers],
            public=access.public,
            options=added,
        )
        page.launch(host, port, auth=access.logins)
    except OSError as error:
        if error.filename is not None:
            sys.exit(f"{error.filename} cannot be read: {error.strerror}.")
        sys.exit("Another program took a port while the server started; choose others with --port and --metrics-port.")
    except Terminated:
        slot.close()
        logging.shutdown()
        os._exit(0)  # threads of libraries that still wait for something would hold the process
    finally:
        slot.close()


for _name, _options in plugins().by_plugin("serve_options").items():
    serve.params.extend(_options)
    if PAGE_HOOKS & {*plugins().hooks_of(plugins().known[_name])}:
        ADDED_TO_PAGE.update(str(option.name) for option in _options)


def _log_runs() -> None:
    """Writes one line for each run that is over to the standard error output."""
    if not runs_log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        runs_log.addHandler(handler)
        runs_log.setLevel(logging.INFO)
        runs_log.propagate = False


def _check_front(front: Front, context: click.Context) -> None:
    """Refuses what serves in place of the page together with what belongs to the page or its guard.

    Raises:
        PolicyError: some of it was asked for.
    """

    def is_for_page(name: str) -> bool:
        by_default = context.get_parameter_source(name) is ParameterSource.DEFAULT
        return (name in PAGE or (name in ADDED_TO_PAGE and not by_default)) and bool(context.params.get(name))

    refused = [option.opts[0] for option in context.command.params if is_for_page(str(option.name))]
    if refused:
        raise PolicyError(
            f"{front.option} has neither the page nor its guard, so it does not go with {', '.join(refused)}."
        )
