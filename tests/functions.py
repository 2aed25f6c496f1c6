"""The page's functions by themselves, without a server around them."""

from playground.server.functions import Functions
from playground.service.machine import OwnMachine
from playground.service.rivals import Rivals


def functions(service):
    return Functions(service, OwnMachine(service), Rivals(None, service.limits, service.tapes))
