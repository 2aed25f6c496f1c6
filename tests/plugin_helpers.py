"""Plugins for tests; the fixture `loaded` loads them as if they were installed."""

from types import ModuleType


def module(docs="A try. It is for tests.", **attributes):
    made = ModuleType("a_try", docs)
    vars(made).update(attributes)
    return made
