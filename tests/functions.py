"""The page's functions by themselves, without a server around them."""

from playground.server.functions import Functions


def functions(service):
    return Functions(service)
