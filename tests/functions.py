"""The page's functions by themselves, without a server around them."""

from playground.server.beside import BesideHandlers
from playground.server.functions import Functions
from playground.service.rivals import Rivals


def functions(service):
    return Functions(service, BesideHandlers(service), Rivals(None, service.limits, service.tapes))
