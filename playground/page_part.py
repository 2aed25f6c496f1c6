"""A part of the page that a plugin adds: its script, the places that it fills, and the files that it fetches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class PagePart:
    """A part of the page, with a script of its own that is imported when the part is first wanted.

    The script exports a function for each place that it fills, as `assets/page/page/places.ts` says.
    """

    script: Path
    """A module; a file of `assets/dist`, or one without imports. Under the page's policy it reaches only the page's own
    origin."""
    tray: str = ""
    """The title of its tab among the details below the timeline; "" for none."""
    processor: str = ""
    """The processor of logits that it is about: runs without it do not have its tab; "" for a tab of all runs."""
    tune: str = ""
    """The title of what stands below the settings in Tune, and of its processor; "" for nothing."""
    invite: str = ""
    """What a button above the settings in Tune says, which opens its tab; "" for none."""
    ask: tuple[str, str] | None = None
    """The face of a button beside the prompt and what it is for; it calls the script's `ask`."""
    takes: str = ""
    """A regular expression: a prompt in which it is found goes to the script's `ask`, in place of a run."""
    share: bool = False
    """Does it stand in the Share menu?"""
    models: bool = False
    """Does it let the reader choose, where the server holds several models?"""
    engine: bool = False
    """Has it an engine, which makes runs in the page? One part has."""
    forms: bool = False
    """Has it forms in which the Share menu saves what is shown?"""
    cost: bool = False
    """Does it stand in the Cost panel, below the passes?"""
    position: bool = False
    """Does it stand below the steps of the chosen position?"""
    requests: bool = False
    """Does it send headers along with each request for runs?"""
    prompt: bool = False
    """Does it stand below the prompt's field? Its script is imported once the first picture is there."""
    race: bool = False
    """Has it a race, above the figures of Compare? One part has."""
    compare: bool = False
    """Does it stand among the offers of the race?"""
    lanes: bool = False
    """Does it stand below the figures of Compare?"""
    beside: str = ""
    """The word under which an address holds something for it: with `guest`, `&guest=TEXT`; for a tab while that is
    open, which such an address opens, else while runs are compared. Its script finds the text in `lanes.beside` of the
    page, and changes it there."""
    held: bool = False
    """Does it stand in a page of one file too, which holds the embedded model? There its script, `held.ts` in its
    folder of the page's sources, is part of the page's own."""
    kinds: Sequence[str] = ()
    """Addresses that it opens: `watch` is `#watch=NAME`."""
    opening: bool = False
    """Does it play something to a reader whom this browser does not know? One part does."""
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
    samplers: Mapping[str, str] = field(default_factory=dict)
    """Samplers that the reader writes in the page, and what each means. Its script's `sampler` shows the text, asks
    before one from elsewhere runs, and makes the runs; a server refuses them. One plugin has one: only the page has a
    place for code that nobody trusts."""
    inline: Sequence[Path] = ()
    """Scripts that run in a frame of no origin, which can load nothing: the policy allows them by hash."""
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
        mappings = {name: dict(getattr(self, name)) for name in ("samplers", "config")}
        plain = asdict(replace(self, files={}, edition="", inline=(), samplers={}, config={}))
        values = plain | lists | mappings | {"script": script}
        return {"plugin": plugin} | {name: value for name, value in values.items() if value}
