"""The page's functions by themselves, without a server around them."""

from playground.service.rivals import Rivals
from playground.ui.beside import BesideHandlers
from playground.ui.functions import Functions


def functions(service):
    return Functions(service, BesideHandlers(service), Rivals(None, service.limits, service.tapes))
