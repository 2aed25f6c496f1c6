"""One model for several people: specs go in, and what comes of them is written to a tape. It knows turns and
batches, but not Gradio."""

from playground.service.engine_slot import EngineSlot
from playground.service.events import Ended, Event, Frame, Over, Refused, Started, Waiting
from playground.service.order import Order
from playground.service.service import Service
from playground.service.tape import Tape
from playground.service.turns import Visitor

__all__ = [
    "Ended", "EngineSlot", "Event", "Frame", "Order", "Over", "Refused", "Service", "Started", "Tape", "Visitor",
    "Waiting",
]  # fmt: skip
