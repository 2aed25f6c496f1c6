"""The model on several GPUs or computers, as replicas on Ray Serve; the page's process holds none.

    ReplicaSlot ── Link ──pipe──► bridge, a process of its own ── Ray ──► Replica, with an `EngineSlot`
    playground/replicas/slot.py, link.py    bridge.py                     replica.py

Only the bridge imports ray, because a process that has joined Ray ends when Ray's head does. What travels between the
page and the replicas is pickled, and the bridge passes it on as it is.
"""

from playground.replicas.fleet import Fleet
from playground.replicas.slot import ReplicaSlot

__all__ = ["Fleet", "ReplicaSlot"]
