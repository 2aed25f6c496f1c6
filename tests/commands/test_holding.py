"""What plugins bring to `serve`: who holds the model, where that one is, and what serves in place of the page."""

from types import SimpleNamespace

import click
import pytest

from playground.commands import holding
from playground.commands import serve as commands
from playground.commands.holding import home_of, slot_of
from playground.errors import ModelError, PolicyError
from playground.hooks import Front
from playground.service import EngineSlot
from playground.service.home import Home
from playground.service.limits import Limits
from playground.service.passes import Plain
from playground.service.slot import Wanted


class Far(Home):
    nature, beside = "--far computes elsewhere", "with --far"

    def check(self, name):
        """It knows other names."""


class Lent(Home):
    nature, beside, alone = "A lent device goes", "on a lent device", True


@pytest.fixture
def homes(monkeypatch):
    """Plugins with these homes are there, and none that holds the model itself."""
    homes = []

    class Plugins:
        def each(self, name, **_):
            return homes if name == "home" else []

        def by_plugin(self, name, **_):
            return {}

    monkeypatch.setattr(holding, "plugins", Plugins)
    return homes


def wanted(home, passes=None):
    return Wanted(model=None, limits=Limits(), samplers=(), options={}, home=home, passes=passes or Plain())


def test_this_process_is_the_home_unless_a_plugin_has_another_one(homes):
    assert type(home_of({}, None)) is Home
    with pytest.raises(ModelError, match="There is no model 'no model of ours'"):
        home_of({}, "no model of ours")
    homes.append(Far())
    assert home_of({}, "no model of ours") is homes[0], "which looks for the name where the model is"
    homes.append(Lent())
    with pytest.raises(PolicyError, match=r"^--far computes elsewhere, so it does not go on a lent device\.$"):
        home_of({}, None)


def test_the_slot_has_the_home_and_runs_passes_as_a_plugin_says_if_that_can_be_had(homes):
    slot = slot_of(wanted(far := Far()), {})
    assert isinstance(slot, EngineSlot) and slot.home is far

    class Refusing(Plain):
        def check(self, wanted):
            raise PolicyError(f"not {wanted.home.beside}")

    with pytest.raises(PolicyError, match="not with --far"):
        slot_of(wanted(Far(), passes=Refusing()), {})


def test_one_plugin_holds_the_model(monkeypatch):
    slots = {"first": object()}
    monkeypatch.setattr(holding, "plugins", lambda: SimpleNamespace(by_plugin=lambda name, **_: slots))
    assert slot_of(wanted(Home()), {}) is slots["first"]
    slots["second"] = object()
    with pytest.raises(PolicyError, match=r"^The plugins first and second would each hold the model; ask only one of"):
        slot_of(wanted(Home()), {})


def test_what_serves_in_place_of_the_page_refuses_what_belongs_to_the_page(monkeypatch):
    """Options of a plugin that adds to the page, but not their defaults, nor one that says how passes are run."""
    monkeypatch.setattr(commands, "ADDED_TO_PAGE", {"paged"})
    serve = click.Command("serve", params=[click.Option([f"--{name}"], default="yes") for name in ("paged", "fast")])
    front = Front(option="--alone", launch=lambda *_: None)
    commands._check_front(front, serve.make_context("serve", ["--fast", "no"]))
    sentence = r"^--alone has neither the page nor its guard, so it does not go with --paged\.$"
    with pytest.raises(PolicyError, match=sentence):
        commands._check_front(front, serve.make_context("serve", ["--fast", "no", "--paged", "no"]))
