"""Headers of runs, without what each machine says of itself."""

import playground as pg

PLACES = ("device", "dtype", "software", "recorded_at")


def cases(model):
    return [{"spec": values, "header": header(values, model)} for values in specs()]


def specs():
    prompt = {"text": "Write a story about lily."}
    yield {"prompt": prompt}
    yield {"prompt": prompt, "settings": {"way": "masked", "sampler": "klass", "draw": "fast"}, "seed": 5}
    yield {"prompt": prompt, "settings": {"way": "autoregressive"}, "model": "embedded"}
    parent = {"settings": {"sampler": "gibbs"}, "pins": {"3": 20}}
    yield {"prompt": prompt, "branch": {"parent": parent, "block": 1, "step": 2}, "pins": {"3": 20, "4": 21}}


def header(values, model):
    written = pg.Recorder(model, pg.RunSpec.from_dict(values)).header.to_dict()
    return {name: value for name, value in written.items() if name not in PLACES}
