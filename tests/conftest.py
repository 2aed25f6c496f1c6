import gc
import os

# Before gradio, torch or transformers is imported anywhere: tests call no one.
os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_OFFLINE"] = "1"
# Torch's threads wait by spinning: a tiny model takes many times the processor's time with them, here and in the
# processes that tests start.
os.environ["OMP_NUM_THREADS"] = "1"
# Nothing here speaks TLS: without certificates to read, a client of httpx is made in no time, instead of 20 ms.
os.environ["SSL_CERT_DIR"] = os.devnull
os.environ.pop("SSL_CERT_FILE", None)

import shutil
import socket
from itertools import chain, groupby, zip_longest

import pytest

# The fixtures import what they need: the process that only hands out the tests does without torch and gradio.


def pytest_addoption(parser):
    parser.addoption("--one-case", action="store_true", help="Of each test with many cases, run the first one.")


def pytest_configure(config):
    """Takes the default port of a server, as `make run` does beside the tests: none may lean on it."""
    taken = socket.create_server(("", 0))
    config.add_cleanup(taken.close)
    os.environ["GRADIO_SERVER_PORT"] = str(taken.getsockname()[1])


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config, items):
    if config.getoption("one_case"):
        first = {}
        for item in items:
            first.setdefault(item.nodeid.partition("[")[0], item)
        items[:] = first.values()
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")
    items[:] = chain.from_iterable(in_order(groupby(items, lambda item: item.path)))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is imported stays: looking for garbage in it again and again takes a quarter of what reading tests does."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


def in_order(files):
    """Files that wait for a browser and files that compute, in turn, to keep all processors busy; quick ones last.

    Workers take one file after the other; at the end none then has long to go on alone.
    """
    waiting, computing, quick = [], [], []
    for _, file in files:
        file = list(file)
        marks = {mark.name for item in file for mark in item.iter_markers()}
        kind = waiting if "browser" in marks else computing if "slow" in marks else quick
        kind.append(file)
    pairs = zip_longest(waiting, computing, fillvalue=[])
    return [*chain.from_iterable(pairs), *quick]


@pytest.fixture(scope="session")
def random_folder(tmp_path_factory):
    """A checkpoint folder with random weights and hostile tokens; canvas 16."""
    import random_checkpoint

    return random_checkpoint.save(tmp_path_factory.mktemp("random") / "checkpoint", eos_ids=(1, 20))


@pytest.fixture(scope="session")
def random_model(random_folder):
    import playground as pg

    return pg.load_model(str(random_folder))


@pytest.fixture(scope="session")
def random_slot(random_folder):
    from serving import loaded

    from playground.service import EngineSlot

    return loaded(EngineSlot(str(random_folder)))


@pytest.fixture(scope="session")
def endless_folder(tmp_path_factory):
    """As `random_folder`, of a text that never ends: where chance would end it depends on how the processor rounds."""
    import random_checkpoint

    return random_checkpoint.save(tmp_path_factory.mktemp("endless") / "checkpoint", eos_ids=())


@pytest.fixture(scope="session")
def endless_model(endless_folder):
    import playground as pg

    return pg.load_model(str(endless_folder))


@pytest.fixture(scope="session")
def embedded_model():
    import playground as pg

    return pg.load_model()


@pytest.fixture
def hub(random_folder, tmp_path, monkeypatch):
    """A hub on this computer, where the real client looks for models; its cache is empty."""
    import huggingface_hub
    from hub_server import Hub
    from huggingface_hub import constants

    hub = Hub(shutil.copytree(random_folder, tmp_path / "published"))
    template = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, hub.address)
    monkeypatch.setattr(constants, "ENDPOINT", hub.address)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    yield hub
    hub.close()
    huggingface_hub.close_session()


@pytest.fixture
def registered():
    """What a test registers is gone after it."""
    from playground.rules.samplers import RULES, SAMPLERS

    before = dict(SAMPLERS), dict(RULES)
    yield
    for table, old in zip((SAMPLERS, RULES), before, strict=True):
        table.clear()
        table.update(old)


@pytest.fixture
def steps(monkeypatch):
    """Counts the steps that are computed: a list that grows by one for each."""
    from playground.engine.batch import Batch

    steps, step = [], Batch.step

    def counted(batch):
        frames = step(batch)
        steps.extend(frames)
        return frames

    monkeypatch.setattr(Batch, "step", counted)
    return steps


@pytest.fixture
def loaded(monkeypatch):
    """Loads plugins as if modules, or what raises, were installed under these names; they are those of the process."""

    from types import SimpleNamespace

    from playground import plugin_loading

    def load(**installed):
        def entry(name):
            def read():
                if isinstance(installed[name], Exception):
                    raise installed[name]
                return installed[name]

            return SimpleNamespace(name=name, dist=None, load=read)

        monkeypatch.setattr(plugin_loading, "installed", lambda: [entry(name) for name in installed])
        plugins = plugin_loading.Plugins()
        monkeypatch.setattr(plugin_loading, "_plugins", plugins)
        plugins.load()
        return plugins

    return load


@pytest.fixture
def http(server):
    """Someone with a cookie of their own."""
    import httpx

    with httpx.Client(base_url=server[1], timeout=60) as http:
        http.get("/")
        yield http


@pytest.fixture
def log(capfd):
    """Nothing may go wrong on the server: no traceback in what it prints."""
    yield
    printed = "".join(capfd.readouterr())
    assert "Traceback" not in printed and "ASGI" not in printed, printed
