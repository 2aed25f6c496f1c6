"""Functions for programs, through Gradio's API and its clients; and what all doors for programs share.

functions    what is offered, and in what form
asking       values by name become a run
arguments    what these values are, and may be
filling      of the lengths that a gap may have, the surest
runs         runs by name, and what became of them in plain values
explanation  what one step did
link         the address that makes a run again
key          that a door may ask for
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playground.hooks import hook

if TYPE_CHECKING:
    from playground.service import Service


@hook
def blocks(service: Service, recorded: Path) -> None:
    from playground.plugins.api.functions import Api

    Api(service, recorded).offer()
