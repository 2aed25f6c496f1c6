"""Hooks: what a plugin can add to the playground. Pluggy calls them, as it does for pytest, datasette and llm.

A plugin is a module with functions of the names below, each marked with `@hook`; each takes as many of the arguments as
it needs. The first sentence of the module's docstring says what it is. Folders of `playground/plugins` are found
without a list; others are installed with pip, and name their module as an entry point of the group `playground`. A
plugin that cannot be loaded, or that fails when it is asked what it adds, costs one sentence; the others are there.

A module that imports what is heavy inside its functions delays nobody's start.
"""

# Specifications have no bodies.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

import functools
import logging
import pkgutil
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pluggy

from playground.errors import PlaygroundError

if TYPE_CHECKING:
    import click
    from starlette.routing import BaseRoute

    from playground.doors.door import Door
    from playground.engine.families import Denoiser
    from playground.engine.loading.packing import Packing
    from playground.rules.samplers import Sampler
    from playground.server.interface import Logins
    from playground.service import Service
    from playground.service.home import Home
    from playground.service.limits import Limit
    from playground.service.passes import Plain
    from playground.service.slot import Slot, Wanted
    from playground.trace import Trace
    from playground.trace.judging import Judge

log = logging.getLogger(__name__)

GROUP = "playground"
FOLDER = Path(__file__).with_name("plugins")
hook = pluggy.HookimplMarker(GROUP)
_specified = pluggy.HookspecMarker(GROUP)


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of `python -m playground`, imported only when it is called."""

    help: str
    """What it does, in a sentence."""
    at: str
    """Where its click command is: `package.module:name`."""


@_specified
def commands() -> Mapping[str, Command]:
    """Commands by name."""


@_specified
def serve_options() -> Sequence[click.Option]:
    """Options of `serve`. Their values come back by name, as the `options` of other hooks."""


@_specified
def site_options() -> Sequence[click.Option]:
    """The same, of `site`, which writes the page as files. They are apart because most options of a server mean nothing
    there."""


@dataclass(frozen=True, kw_only=True)
class ExportForm:
    """A form in which runs are saved."""

    endings: Sequence[str]
    """Of its files, such as `.svg`."""
    kind: str
    """What they are, in words, such as "drawings"."""
    help: str
    """What `export --help` says of them."""
    write: Callable[..., list[Path]]
    """Writes runs to a path, and perhaps to others beside it; returns all of them. What the caller chose of the options
    comes by name, and a function `progress`, which it may call with how much is done, and of how much."""
    options: Sequence[click.Option] = ()
    """Of `export`, for this form alone. None stands for what is not chosen."""


@_specified
def exports() -> Sequence[ExportForm]:
    """Forms in which `export` and `pg.export_runs` save runs, beside the core's. For the page's Share menu there is
    `forms`, a place of a page part."""


@_specified
def export_sources() -> Mapping[str, str]:
    """Files beside traces that `export` takes, by their ending, and where what writes them is: `package.module:name`,
    called with the files and the path to write, returns what it wrote. One plugin has some: to write down what is no
    run is no reason for a command of its own."""


@_specified
def doors(options: Mapping[str, Any], logins: bool) -> Callable[[Service], Door] | None:
    """A way in for other programs, such as clients of another protocol: what opens it around a service.

    It is asked before the model begins to load, so it checks its options now.

    Args:
        options: of `serve`, by name.
        logins: does the page ask who uses it? A door must then ask for a key of its own.

    Raises:
        PolicyError: the options cannot be had together.
    """


@_specified
def home(options: Mapping[str, Any], model: str | None) -> Home | None:
    """Where the model of `serve` is loaded and its runs are computed, if not as usual in this process.

    Args:
        options: of `serve`, by name.
        model: its name; None for the embedded checkpoint.

    Raises:
        PlaygroundError: the options do not go together.
    """


@_specified
def slot(options: Mapping[str, Any], wanted: Wanted) -> Slot | None:
    """Holds the model of `serve` otherwise than alone in its process. One plugin does.

    Args:
        options: of `serve`, by name.

    Raises:
        PlaygroundError: the options do not go together.
    """


@dataclass(frozen=True, kw_only=True)
class Front:
    """Serves people in place of the page, without its guard."""

    option: str
    """The option of `serve` that asked for it; those of the page and its guard do not go with it."""
    launch: Callable[[Service, str, int, Logins | None], None]
    """Serves at a host and a port until it ends. Who has names and passwords lets in only those who log in."""


@_specified
def front(options: Mapping[str, Any]) -> Front | None:
    """Serves people in place of the page. The first one that is asked for does; a hook of its own because who serves
    must be exchangeable, as who computes is.

    Args:
        options: of `serve`, by name.

    Raises:
        PlaygroundError: the options do not go together.
    """


@_specified
def passes(options: Mapping[str, Any]) -> Plain | None:
    """How the passes of `serve` are run, if not plainly: other forms of what the engine computes, each compared with
    the plain one before anybody's run depends on it. The first one that is there does. Only one plugin has it so far,
    because the engine must be readable without what is fast.

    Args:
        options: of `serve`, by name.
    """


@_specified
def check_options(options: Mapping[str, Any], public: bool) -> None:
    """Checks the plugin's options of `serve` before the model begins to load.

    Args:
        public: do strangers use the server?

    Raises:
        PlaygroundError: they cannot be had together, or not here.
    """


@_specified
def routes(service: Service, options: Mapping[str, Any], public: bool) -> Sequence[BaseRoute]:
    """Routes beside the page's own, behind the guard; `playground.server.routes.routes` makes them, and takes what they
    declare. Each request counts as a visit. A route has the body's usual limit and needs the login where there is one,
    unless it declares otherwise.

    Args:
        options: of `serve`, by name; empty for a page that is built in Python.
    """


@dataclass(frozen=True, kw_only=True)
class PagePart:
    """A part of the page, with a script of its own that is imported when the part is first wanted.

    For each place that it fills, the script exports a function. `tray(place, context)`, `share(place, context)`,
    `forms(place, context)`, `prompt(place, context)`, `compare(place, context)`, `models(place, context)` and
    `cost(place, context)` fill an element, and return what takes all of it away. `mode(context)` makes a mode of its
    own; `read(file, name)` finds runs in a file; `requests(context)` returns what gives headers for each request for
    runs; `open(kind, name, context)` shows what an address names; `begin(context)` goes on with what the tab had open.
    `assets/page/page/places.ts` says what a context holds.
    """

    script: Path
    """A module; a file of `assets/dist`, or one without imports. Under the page's policy it reaches only the page's own
    origin."""
    tray: str = ""
    """The title of its tab among the details below the timeline; "" for none."""
    share: bool = False
    """Does it stand in the Share menu?"""
    models: bool = False
    """Does it let the reader choose, where the server holds several models?"""
    forms: bool = False
    """Has it forms in which the Share menu saves what is shown?"""
    cost: bool = False
    """Does it stand in the Cost panel, below the passes?"""
    requests: bool = False
    """Does it send headers along with each request for runs?"""
    prompt: bool = False
    """Does it stand below the prompt's field? Its script is imported once the first picture is there."""
    compare: bool = False
    """Does it stand among the offers of Compare?"""
    beside: str = ""
    """The word under which an address of compared runs holds something for it: with `guest`, `&guest=TEXT`. Its script
    finds the text in `lanes.beside` of the page, and changes it there."""
    held: bool = False
    """Does it stand in a page of one file too, which holds the embedded model? There its script, `held.ts` in its
    folder of the page's sources, is part of the page's own."""
    kinds: Sequence[str] = ()
    """Addresses that it opens: `watch` is `#watch=NAME`."""
    reads: Sequence[str] = ()
    """Endings of files, such as `.log`: its `read(file, name)` finds runs in files that are no traces."""
    mode: str = ""
    """The face of its button, if it is a mode of its own beside Watch, Tune and Compare."""
    words: Sequence[str] = ()
    """Words of addresses that its mode takes: with `tour`, `#tour=4&stop=2` leads there."""
    files: Mapping[str, Path | Callable[[], bytes]] = field(default_factory=dict)
    """What its script fetches, by address among the page's own files: a file, or what makes one when it is wanted."""
    edition: str = ""
    """Differs where anything differs that is made, as browsers keep it."""
    remembers: str = ""
    """It begins with the page if the tab's session storage holds an object, as JSON, under `playground: REMEMBERS`."""
    config: Mapping[str, Any] = field(default_factory=dict)
    """What its script is told: plain JSON."""

    def described(self, plugin: str, script: str = "") -> dict[str, Any]:
        """As `assets/page/page/places.ts` reads it.

        Args:
            plugin: its name.
            script: the address of the script; "" where it is part of the page's own.
        """
        lists = {name: [*getattr(self, name)] for name in ("kinds", "reads", "words")}
        values = asdict(replace(self, files={}, edition="")) | lists | {"config": dict(self.config), "script": script}
        return {"plugin": plugin} | {name: value for name, value in values.items() if value}


@_specified
def page_part(service: Service | None, options: Mapping[str, Any], public: bool) -> PagePart | None:
    """A part of the page.

    Args:
        service: None for a page without a server, which has only what needs none.
        options: of `serve`, by name; empty for a page that is built in Python.
    """


@dataclass(frozen=True, kw_only=True)
class SitePart:
    """Pages of their own in the folder that `site` writes."""

    title: str
    """Stands above the links."""
    links: Callable[[], Mapping[str, str]]
    """Addresses on these pages, and the words that lead there from the page of all runs."""
    pages: Mapping[str, Callable[[], str]]
    """What makes them, by the names of their files."""
    count: str
    """What there is, such as `3 tours`."""


@_specified
def site_part(options: Mapping[str, Any]) -> SitePart | None:
    """Pages beside those of the runs, which open from the disk; one plugin has some, and the core has those of runs.

    Args:
        options: of `site`, by name; empty for a site that is written in Python.
    """


@_specified
def families() -> Sequence[type[Denoiser]]:
    """Kinds of models that this playground can load, in the order in which they are asked whether they know a
    checkpoint; `playground.engine.families.base` says what one is."""


@_specified
def limits() -> Mapping[str, Limit]:
    """Limits of the server by name, read as `service.limits["name"]` and changed with `--limit`. The plugin's page in
    `docs/plugins` lists them as docs/operating.md does."""


@_specified
def judges() -> Sequence[Judge]:
    """Rules, none of them a model, that tell whether a text is what its prompt asked for. A trace bears the verdict of
    the first one that knows the prompt."""


@dataclass(frozen=True, kw_only=True)
class PromptAdvice:
    """What is known of what a model makes of prompts, beside its weights."""

    about: Callable[[str], Mapping[str, Any]]
    """What to expect of a prompt, ready for JSON, as `About` in `assets/page/run/prompt-words.ts`."""
    figures: Callable[[str], Mapping[str, Any]] = lambda _: {}
    """How each way of writing did over many cases like a prompt, ready for JSON, as `Card` in `assets/page/run/race.ts`
    has it; empty where nothing was measured."""
    new_words: Callable[[str], Sequence[str]] = lambda _: ()
    """The words of a text that are new to the model, as far as that is known."""


@_specified
def prompt_advice(model: str) -> PromptAdvice | None:
    """What is known of a model, by its name. The first plugin that knows something tells it; one does so far, and it
    need not be there, because most models come without such knowledge."""


@_specified
def packings() -> Sequence[Packing]:
    """Ways to hold weights in fewer bits than their type has; `playground.engine.loading.packing` says what one is.
    Options that ask for them go to all commands that load a model. Only one plugin has some so far, because its
    packages and formats come and go."""


@_specified
def names() -> Mapping[str, str]:
    """Public names of the package, such as `show`, and where each is: `package.module:name`. None takes the place of
    one that is there."""


Reader = Callable[[bytes, str], "Sequence[Trace]"]
"""Reads the runs in a file's bytes, of which it gets the name too. It raises a TraceError for a file that is damaged or
none of those that it reads."""


@_specified
def readers() -> Sequence[Reader]:
    """Read files that are no traces, such as another program's log, for the command line and in Python. The page's
    `read` is a place of a page part."""


@_specified
def samplers() -> Sequence[type[Sampler]]:
    """Acceptance rules, for every menu and every run. Only plugins from elsewhere have some: those that are built in
    are the core's, in `playground.rules.samplers`."""


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
        self._manager = pluggy.PluginManager(GROUP)
        self._manager.add_hookspecs(sys.modules[__name__])
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
            self._manager.register(module, name)
            self._manager.check_pending()
        except Exception as error:  # whatever it is, it is theirs
            if self._manager.has_plugin(name) and name not in self.known:
                self._manager.unregister(name=name)
            return self.blame(name, "loaded", error)
        self.known[name] = Plugin(name=name, origin=origin, module=module)
        return None

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
        callers = self._manager.get_hookcallers(plugin.module) or []
        return sorted(caller.name for caller in callers)

    def each(self, name: str, **arguments: Any) -> list[Any]:
        """What the plugins add by a hook, in the order of their names; those that add nothing are left out.

        Raises:
            PlaygroundError: one of them refuses the arguments.
        """
        return [*self.by_plugin(name, **arguments).values()]

    def by_plugin(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The same, by the names of the plugins."""
        added = {}
        for plugin in self.known.values():
            others = [other.module for other in self.known.values() if other is not plugin]
            try:
                results = self._manager.subset_hook_caller(name, others)(**arguments)
            except PlaygroundError:
                raise
            except Exception as error:
                self.blame(plugin.name, f"asked for its {name}", error)
                continue
            if results:
                (added[plugin.name],) = results
        return added


def installed() -> Iterable[metadata.EntryPoint]:
    """The plugins of other packages, not loaded yet."""
    return metadata.entry_points(group=GROUP)


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
