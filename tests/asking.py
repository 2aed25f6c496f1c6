"""Asks a served page for runs, as the page does, and reads their tapes."""

import json

SHORT = {"max_denoising_steps": 5, "entropy_bound": 1.0, "max_new_tokens": 32}
LONG = {"max_denoising_steps": 96, "max_new_tokens": 192, "entropy_bound": 0.01, "confidence_threshold": 0.0}


def spec(prompt="hello", seed=3, settings=SHORT, **fields):
    return {"prompt": {"text": prompt}, "seed": seed, "settings": settings, **fields}


def events(lines):
    """The server-sent events of lines: (fields by name) of each."""
    event = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            event[name] = value
        elif event:
            yield event
            event = {}


def answer_to(http, **request):
    """What is answered to a request first: the sentence of a refusal, or the keys of a tape. Then it hangs up."""
    with http.stream("POST", "tape", json=request) as stream:
        if stream.status_code == 200:
            return json.loads(next(events(stream.iter_lines()))["data"])
        stream.read()
        return stream.json()["detail"]


def taken(http, *specs, **request):
    """The keys of a request's tape."""
    answer = answer_to(http, **({"specs": list(specs)} if specs else {}), **request)
    assert isinstance(answer, dict), answer
    return answer


def reading(http, key, after=None, **headers):
    """The stream of a tape."""
    last = {} if after is None else {"Last-Event-ID": str(after)}
    return http.stream("GET", "tape", headers={"Tape-Key": key, **last, **headers})


def read(http, key, after=None, most=None):
    """(number, message) of each message of a tape, or of the first ones."""
    messages = []
    with reading(http, key, after) as stream:
        assert stream.status_code == 200, stream.read()
        for event in events(stream.iter_lines()):
            if "data" in event:
                messages.append((int(event["id"]) if "id" in event else None, json.loads(event["data"])))
            if len(messages) == most:
                break
    return messages


def kinds(messages):
    return [message["kind"] for _, message in messages]
