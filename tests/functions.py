"""The page's functions by themselves, without a server around them."""

from playground.server.functions import Functions
from playground.service.machine import MachineSpeed
from playground.service.rival import Rivals


def functions(service):
    return Functions(service, MachineSpeed(service), Rivals(None, service.limits, service.tapes))
