"""Hooks: what a plugin can add to the playground. Pluggy calls them, as it does for pytest, datasette and llm.

A plugin is a module with functions of the names below, each marked with `@hook`; each takes as many of the arguments as
it needs. The first sentence of the module's docstring says what it is. `playground.plugin_loading` finds it.

A plugin can specify hooks of its own: its `hooks` is a module with such functions as below, marked with `@specified`.
Whoever has one marks it with `@hook(optionalhook=True)`, because it may be there without that plugin.
"""

# Specifications have no bodies.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from playground.page_part import PagePart as PagePart  # plugins take all that they name from here

if TYPE_CHECKING:
    import click
    from starlette.routing import BaseRoute

    from playground.engine.families import Denoiser
    from playground.engine.loading.packing import Packing
    from playground.engine.processors import Maker
    from playground.rules.samplers import Sampler
    from playground.server.door import Door
    from playground.server.interface import Logins
    from playground.service import Service
    from playground.service.home import Home
    from playground.service.limits import Limit
    from playground.service.passes import Plain
    from playground.service.slot import Slot, Wanted
    from playground.spec.run import RunSpec
    from playground.trace import Trace
    from playground.trace.judging import Judge

GROUP = "playground"
hook = pluggy.HookimplMarker(GROUP)
specified = pluggy.HookspecMarker(GROUP)
"""Marks the specifications: those below, and those of a plugin."""


def strict(specification: Any) -> Any:
    """Marks one that may not fail: what a plugin was to check or to count is refused if it does."""
    specification.strict = True
    return specified(specification)


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of `python -m playground`, imported only when it is called."""

    help: str
    """What it does, in a sentence."""
    at: str
    """Where its click command is: `package.module:name`."""


@specified
def commands() -> Mapping[str, Command]:
    """Commands by name."""


@specified
def serve_options() -> Sequence[click.Option]:
    """Options of `serve`. Their values come back by name, as the `options` of other hooks."""


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
    """Of `export`, for this form alone. None stands for what is not chosen. Of several forms of one ending, the one is
    written of whose options one is chosen, else the first."""


@specified
def exports() -> Sequence[ExportForm]:
    """Forms in which `export` and `pg.export_runs` save runs, beside the core's. For the page's Share menu there is
    `forms`, a place of a page part."""


@specified
def export_sources() -> Mapping[str, str]:
    """Files beside traces that `export` takes, by their ending, and where what writes them is: `package.module:name`,
    called with the files and the path to write, returns what it wrote. One plugin has some: to write down what is no
    run is no reason for a command of its own."""


@specified
def tools(service: Service) -> Sequence[Callable[..., Awaitable[str]]]:
    """Tools for language models. Their names, docstrings and annotations say what they do and take. Each also gets the
    `request` with which it is called, returns sentences, and raises a PlaygroundError for what is not allowed. Only one
    plugin brings some so far; it need not know the door that offers them."""


@specified
def doors(options: Mapping[str, Any], logins: bool) -> Callable[[Service], Door] | None:
    """A way in for other programs, such as clients of another protocol: what opens it around a service.

    It is asked before the model begins to load, so it checks its options now.

    Args:
        options: of `serve`, by name.
        logins: does the page ask who uses it? A door must then ask for a key of its own.

    Raises:
        PolicyError: the options cannot be had together.
    """


@specified
def blocks(service: Service, recorded: Path) -> None:
    """Adds to the `gr.Blocks` that is being built what can be asked for through Gradio's queue; nothing of the page is.
    One plugin does: the guard watches over the queue, whatever is asked there.

    Args:
        recorded: the folder of the recorded runs.
    """


@specified
def home(options: Mapping[str, Any], model: str | None) -> Home | None:
    """Where the model of `serve` is loaded and its runs are computed, if not as usual in this process.

    Args:
        options: of `serve`, by name.
        model: its name; None for the embedded checkpoint.

    Raises:
        PlaygroundError: the options do not go together.
    """


@specified
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


@specified
def front(options: Mapping[str, Any]) -> Front | None:
    """Serves people in place of the page. The first one that is asked for does; a hook of its own because who serves
    must be exchangeable, as who computes is.

    Args:
        options: of `serve`, by name.

    Raises:
        PlaygroundError: the options do not go together.
    """


@specified
def passes(options: Mapping[str, Any]) -> Plain | None:
    """How the passes of `serve` are run, if not plainly: other forms of what the engine computes, each compared with
    the plain one before anybody's run depends on it. The first one that is there does. Only one plugin has it so far,
    because the engine must be readable without what is fast.

    Args:
        options: of `serve`, by name.
    """


@strict
def check_options(options: Mapping[str, Any], public: bool) -> None:
    """Checks the plugin's options of `serve` before the model begins to load.

    Args:
        public: do strangers use the server?

    Raises:
        PlaygroundError: they cannot be had together, or not here.
    """


@specified
def routes(service: Service, options: Mapping[str, Any], public: bool) -> Sequence[BaseRoute]:
    """Routes beside the page's own, behind the guard; `playground.server.routes.routes` makes them, and takes what they
    declare. Each request counts as a visit. A route has the body's usual limit and needs the login where there is one,
    unless it declares otherwise.

    Args:
        options: of `serve`, by name; empty for a page that is built in Python.
    """


@specified
def page_part(service: Service | None, options: Mapping[str, Any], public: bool) -> PagePart | None:
    """A part of the page.

    Args:
        service: None for a page without a server, which has only what needs none.
        options: of `serve`, by name; empty for a page that is built in Python.
    """


@specified
def families() -> Sequence[type[Denoiser]]:
    """Kinds of models that this playground can load, in the order in which they are asked whether they know a
    checkpoint; `playground.engine.families.base` says what one is."""


@specified
def processors() -> Mapping[str, Maker]:
    """What changes a run's logits between the denoiser's pass and the sampler's decision, by the name in its spec;
    `playground.engine.processors` says what one is."""


@strict
def added_passes(spec: RunSpec, steps: int) -> int | None:
    """How many passes processors add to the first `steps` steps of a block of a run. It may raise a SpecError. Only
    guidance adds some so far: the core counts a pass a step."""


@specified
def limits() -> Mapping[str, Limit]:
    """Limits of the server by name, read as `service.limits["name"]` and changed with `--limit`. The plugin's page in
    `docs/plugins` lists them as docs/operating.md does."""


@specified
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
    knows: str = ""
    """What the model knows, in a sentence for whoever finds it ready."""


@specified
def prompt_advice(model: str) -> PromptAdvice | None:
    """What is known of a model, by its name. The first plugin that knows something tells it; one does so far, and it
    need not be there, because most models come without such knowledge."""


@specified
def packings() -> Sequence[Packing]:
    """Ways to hold weights in fewer bits than their type has; `playground.engine.loading.packing` says what one is.
    Options that ask for them go to all commands that load a model. Only one plugin has some so far, because its
    packages and formats come and go."""


@specified
def names() -> Mapping[str, str]:
    """Public names of the package, such as `show`, and where each is: `package.module:name`, or `package.module` for
    the module itself. None takes the place of one that is there."""


Reader = Callable[[bytes, str], "Sequence[Trace]"]
"""Reads the runs in a file's bytes, of which it gets the name too. It raises a TraceError for a file that is damaged or
none of those that it reads."""


@specified
def readers() -> Sequence[Reader]:
    """Read files that are no traces, such as another program's log, for the command line and in Python. The page's
    `read` is a place of a page part."""


@specified
def samplers() -> Sequence[type[Sampler]]:
    """Acceptance rules, for every menu and every run. Only plugins from elsewhere have some: those that are built in
    are the core's, in `playground.rules.samplers`."""
