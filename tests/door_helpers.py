"""What every door is asked to hold: a request ends with its client, and no key opens what a login has."""

import json
import socket
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import httpx
from asking import LONG, read, spec, taken
from service_helpers import PacedSlot, wait_until
from serving import loaded, served

from playground.service import Service

GAPS = "Once ____(1-16) the end. ____"
STEERED = {"template": GAPS, **LONG}
"""A run that goes on for long, with lengths to be tried before it."""
FEW = {"max_denoising_steps": 2, "max_new_tokens": 16}
UNKNOWN = "There is no run called"


@contextmanager
def begun(address, path, body):
    """A connection on which a request was sent whole; nothing of the answer is read."""
    place = urlsplit(address)
    sent = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Length: {len(sent)}\r\n\r\n"
    )
    with closing(socket.create_connection((place.hostname, place.port), timeout=60)) as raw:
        raw.sendall(head.encode() + sent)
        yield


def ends_with_its_client(door, folder, path, body, steps):
    """Begins a run at a door, goes when it computes, and waits until it has ended.

    Args:
        door: opens the door around a service.
        body: with `STEERED` in it.
    """
    service = Service(loaded(PacedSlot(str(folder))))
    with served(service, doors=[door(service)]) as (_, address):
        for sent in (body, json.loads(json.dumps(body).replace("(1-16)", "(8)"))):
            steps.clear()
            with begun(address, path, sent):
                wait_until(lambda: steps)
            wait_until(lambda: not service.tapes.live() and len(service.turns) == 0)
            assert len(steps) < 2 * LONG["max_denoising_steps"], "not the run, nor more than the first of the lengths"


def refuses_a_run_of_a_login(door, folder, answer_to):
    """A run that somebody asked for who had logged in is unknown to those who have only the key `k`.

    Args:
        door: opens the door around a service, with that key.
        answer_to: asks the door about a run: (client, name) -> the texts of its answers.
    """
    service = Service(loaded(PacedSlot(str(folder))))
    with served(service, doors=[door(service)], auth=[("anna", "one")]) as (_, address):
        with httpx.Client(base_url=address, timeout=60) as anna:
            assert anna.post("login", data={"username": "anna", "password": "one"}).status_code == 200
            keys = taken(anna, spec(settings=FEW))
            read(anna, keys["tape"])
        headers = {"Authorization": "Bearer k", "Accept": "application/json, text/event-stream"}
        with httpx.Client(base_url=address, timeout=60, headers=headers) as program:
            for text in answer_to(program, keys["runs"][0]):
                assert UNKNOWN in text
