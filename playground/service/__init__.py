"""One model for several people: specs go in, events come out. It knows turns, batches and ZeroGPU, but not Gradio."""

from playground.service.engine_slot import EngineSlot
from playground.service.events import Ended, Event, Frame, Refused, Started, Waiting
from playground.service.service import Service
from playground.service.turns import Visitor

__all__ = ["Ended", "EngineSlot", "Event", "Frame", "Refused", "Service", "Started", "Visitor", "Waiting"]
