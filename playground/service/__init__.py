"""One model, several people: a spec goes in, events come out. Knows turns, rows in a batch and ZeroGPU; no Gradio."""

from playground.service.engine_slot import EngineSlot
from playground.service.events import Ended, Event, Frame, Refused, Started, Waiting
from playground.service.service import Service
from playground.service.turns import Visitor

__all__ = ["Ended", "EngineSlot", "Event", "Frame", "Refused", "Service", "Started", "Visitor", "Waiting"]
