"""The page's functions by themselves, without a server around them."""

from playground.server.functions import Functions
from playground.service.rival import Rivals


def functions(service):
    return Functions(service, Rivals(None, service.limits, service.tapes))
