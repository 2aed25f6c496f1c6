"""The workshop: a folder beside the package, with what makes and measures the playground. Only the source has it.

Its modules are imported by name, when somebody asks for what they do: the package imports none of them.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

from playground.errors import WorkshopError

COMMANDS = ("curve", "evaluate", "loss", "record", "train")
"""Its commands."""

_FOLDER = Path(__file__).parents[1] / "workshop"


def stands_beside() -> bool:
    return (_FOLDER / "commands" / "__init__.py").is_file()


def part(module: str, purpose: str) -> ModuleType:
    """Imports a module of the workshop.

    Args:
        purpose: what is asked for, as the beginning of a sentence.

    Raises:
        WorkshopError: this is an installed package.
    """
    if not stands_beside():
        raise WorkshopError(f"{purpose} needs the folder `workshop`, which only the source has, beside `playground`.")
    return import_module(f"workshop.{module}")


def address_of(command: str) -> str:
    """Where the workshop's command of this name is, as `playground.hooks.Command` says it."""
    return f"workshop.commands.{command}:{command}"
