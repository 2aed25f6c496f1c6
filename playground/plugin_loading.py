"""Finds the plugins, loads them, and calls their hooks, which `playground.hooks` specifies.

Folders of `playground/plugins` are found without a list; others are installed with pip, and name their module as an
entry point of the group `playground`. A plugin that cannot be loaded, or that fails when it is asked what it adds,
costs one sentence; the others are there. What it fails to check or to count is refused.
"""

from __future__ import annotations

import functools
import logging
import pkgutil
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from playground import hooks
from playground.errors import PlaygroundError

log = logging.getLogger(__name__)

FOLDER = Path(__file__).with_name("plugins")


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """One that is there."""

    name: str
    origin: str
    """`built in`, or the package that brought it, with its version."""
    module: ModuleType

    @property
    def about(self) -> str:
        """What it is, in its own words: the first sentence of its docstring."""
        first, _, _ = " ".join((self.module.__doc__ or "").split()).partition(". ")
        return first.removesuffix(".")


class Plugins:
    """The plugins that are there, and why others could not be loaded."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(hooks.GROUP)
        self._manager.add_hookspecs(hooks)
        self._later: list[Callable[[], None]] | None = []
        """What waits until all are loaded; None when they are."""
        self.known: dict[str, Plugin] = {}
        self.faults: dict[str, str] = {}
        """Name -> one sentence."""

    def load(self) -> None:
        """Finds and imports them."""
        for module in pkgutil.iter_modules([str(FOLDER)]):
            name = f"playground.plugins.{module.name}"
            self._load(module.name, "built in", functools.partial(import_module, name))
        for entry in installed():
            origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an installed package"
            self._load(entry.name, origin, entry.load)
        self._leave_out_the_needy()
        later, self._later = self._later or [], None
        for call in later:
            call()

    def when_loaded(self, call: Callable[[], None]) -> None:
        """Calls it when all are loaded: now, or soon if it is one of them whose import led here."""
        if self._later is None:
            call()
        else:
            self._later.append(call)

    def _load(self, name: str, origin: str, load: Callable[[], ModuleType]) -> None:
        try:
            if name in self.known:
                raise ValueError("there is one of this name already")
            module = load()
            if specifications := getattr(module, "hooks", None):
                self._manager.add_hookspecs(specifications)
            self._manager.register(module, name)
            self._manager.check_pending()
        except Exception as error:  # whatever it is, it is theirs
            if self._manager.has_plugin(name) and name not in self.known:
                self._manager.unregister(name=name)
            self.blame(name, "loaded", error)
        else:
            self.known[name] = Plugin(name=name, origin=origin, module=module)

    def _leave_out_the_needy(self) -> None:
        """Leaves out those whose `needs`, names of other plugins, are not there."""
        while lacking := {
            name: missing
            for name, plugin in self.known.items()
            if (missing := [need for need in getattr(plugin.module, "needs", ()) if need not in self.known])
        }:
            for name, missing in lacking.items():
                self._manager.unregister(name=name)
                del self.known[name]
                self.blame(name, "loaded", LookupError(f"it needs the plugin {missing[0]!r}"))

    def blame(self, name: str, verb: str, error: Exception) -> None:
        """Says in one sentence what a plugin could not be, such as "loaded", and why."""
        reason = str(error).partition("\n")[0] or type(error).__name__
        self.faults[name] = f"The plugin {name!r} cannot be {verb}: {reason.removesuffix('.')}."
        log.warning("%s", self.faults[name])

    def hooks_of(self, plugin: Plugin) -> list[str]:
        """The names of the hooks that it has."""
        return sorted(caller.name for caller in self._manager.get_hookcallers(plugin.module) or ())

    def each(self, name: str, **arguments: Any) -> list[Any]:
        """What the plugins add by a hook, in the order of their names; those that add nothing are left out.

        Raises:
            PlaygroundError: one of them refuses the arguments, or fails at a hook that is `strict`.
        """
        return [*self.by_plugin(name, **arguments).values()]

    def by_plugin(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The same, by the names of the plugins."""
        added = {}
        for plugin in self.known.values():
            others = [other.module for other in self.known.values() if other is not plugin]
            try:
                for result in self._manager.subset_hook_caller(name, others)(**arguments):
                    added[plugin.name] = result
            except PlaygroundError:
                raise
            except Exception as error:
                self.blame(plugin.name, f"asked for its {name}", error)
                if hasattr(getattr(self._manager.hook, name).spec.function, "strict"):
                    raise PlaygroundError(f"This is refused, because the plugin {plugin.name!r} fails.") from error
        return added


def installed() -> Iterable[metadata.EntryPoint]:
    """The plugins of other packages, not loaded yet."""
    return metadata.entry_points(group=hooks.GROUP)


_plugins: Plugins | None = None
_loading = threading.RLock()


def plugins() -> Plugins:
    """Those of this process. They are loaded when somebody asks first."""
    global _plugins
    with _loading:
        if _plugins is None:
            _plugins = Plugins()
            _plugins.load()
        return _plugins
