"""`app.py` on a ZeroGPU Space, in the emulation of `spaces`: loaded, packed, and forked for each call, as there.

On a build of torch without CUDA, the CPU computes in the GPU's place. So this does not show that a GPU computes the
same, nor how long the weights take to it.
"""

import json
import os
import signal
import subprocess
import sys

import httpx
import pytest
from asking import read, spec, taken
from page_helpers import wait_until
from stand_in import Handler, StandIn

import playground as pg
from playground.assets import ASSETS
from playground.trace.wire import recorded_messages
from workshop.bench.page import free_port

pytestmark = pytest.mark.thorough  # half a minute until it stands; `test_zero.py` and `test_page_zero.py` are quick

FAULTY = """
import playground as pg

class Faulty(pg.Sampler):
    label, rule = "Faulty", "Fails at its second step."
    explanation = pg.Explanation(order="none", cut="draw")

    def accept(self, before, statistics):
        if before.step.max() > 1:
            raise pg.SamplerError("It has had enough.")
        return statistics.entropy < 0
"""


class Scheduler(StandIn):
    """What lends the GPU to a Space's calls. Attributes: `calls`, what it was asked, in order."""

    def __init__(self):
        self.calls = []
        super().__init__(_Handler)


class _Handler(Handler):
    server: Scheduler

    def do_POST(self):
        self.body()
        path = self.path.partition("?")[0]
        self.server.calls.append(path)
        lent = {"idle": False, "nvidiaIndex": 0, "nvidiaUUID": "GPU-0", "allowToken": "token"}
        self.answer(200, lent if path == "/schedule" else {})


@pytest.fixture(scope="module")
def scheduler():
    scheduler = Scheduler()
    yield scheduler
    scheduler.close()


@pytest.fixture(scope="module")
def space(scheduler, tmp_path_factory):
    """A client of the Space."""
    folder, port = tmp_path_factory.mktemp("space"), free_port()
    (folder / "cgroup").write_text("0::/space\n")
    (folder / "faulty.py").write_text(FAULTY)
    variables = {
        "SPACES_ZERO_GPU": "true",
        "SPACES_ZERO_DEVICE_API_URL": scheduler.address,
        "ZEROGPU_OFFLOAD_DIR": str(folder / "tensors"),
        "ZEROGPU_PROC_SELF_CGROUP_PATH": str(folder / "cgroup"),
        "PYTHONPATH": str(ASSETS.parent),
    }
    command = [
        sys.executable,
        "tests/plugins/zero/zero_space.py",
        "--port",
        str(port),
        "--sampler",
        str(folder / "faulty.py"),
    ]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command, cwd=ASSETS.parent, env=os.environ | variables, stdout=log, stderr=log, start_new_session=True
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}/", timeout=60) as client:
            wait_until(lambda: server.poll() is not None or _up(client), 300)
            assert server.poll() is None, (folder / "log").read_text()
            yield client
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # with the processes that it has forked for calls
        server.wait()


def _up(client):
    try:
        return client.get("").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture(scope="module")
def outside():
    """The model as the Space has it: CUDA's default is the checkpoint's own precision."""
    return pg.load_model(dtype="auto")


def computed(space, *specs):
    """The messages of a request."""
    return [message for _, message in read(space, taken(space, *specs)["tape"])]


def frames(messages):
    """Each step, but for its time."""
    return [{**message, "seconds": None} for message in messages if message["kind"] == "frame"]


def expected(model, header):
    """The same of a run that is made from a header outside."""
    trace = pg.record(model, pg.RunSpec.from_dict(header["spec"]))
    return frames([json.loads(message) for message in recorded_messages(trace)])


def test_it_loads_on_the_gpu_that_it_will_be_lent(space, scheduler):
    with space.stream("GET", "model") as stream:
        state = next(json.loads(line.removeprefix("data: ")) for line in stream.iter_lines() if line)
    assert state["state"] == "ready" and "on cuda:0, bfloat16" in state["sentence"], state
    assert scheduler.calls[0] == "/startup-report", "the weights were packed as the page was launched"


def test_a_run_is_that_of_a_run_outside_and_its_header_names_the_device(space, scheduler, outside):
    begun = len(scheduler.calls)
    start, *messages = computed(
        space, spec("Write a story about a cat.", settings={"max_new_tokens": 64, "max_denoising_steps": 12})
    )
    wait_until(lambda: len(scheduler.calls) > begun + 2)
    assert scheduler.calls[begun:] == ["/schedule", "/allow", "/release"], "one call of one forked process"
    header = start["header"]
    assert (header["device"], header["dtype"]) == ("cuda:0", "bfloat16")
    assert len(frames(messages)) > 2 and frames(messages) == expected(outside, header)


def test_a_branch_is_computed_in_a_call_too(space, outside):
    settings = {"max_new_tokens": 32, "max_denoising_steps": 8, "confidence_threshold": 0}
    start, *_ = computed(space, spec(settings=settings))
    branch = {"parent": start["header"]["spec"], "block": 1, "step": 2}
    again, *messages = computed(space, spec(seed=8, settings=settings | {"t_max": 1.5}, branch=branch))
    assert again["header"]["device"] == "cuda:0"
    assert frames(messages) and frames(messages) == expected(outside, again["header"])


def test_a_study_is_one_call(space, scheduler, outside):
    begun = len(scheduler.calls)
    settings = {"max_new_tokens": 32, "max_denoising_steps": 4}
    study = {"spec": spec(seed=0, settings=settings), "seeds": 2, "changes": [{"entropy_bound": 0.5}]}
    tape = taken(space, study=study)["tape"]
    results = [message for _, message in read(space, tape) if message["kind"] == "result"]
    assert scheduler.calls[begun:].count("/schedule") == 1
    runs = [
        pg.record(outside, "hello", pg.SamplerSettings(entropy_bound=0.5, **settings), seed=seed) for seed in range(2)
    ]
    assert sorted(result["text"] for result in results) == sorted(run.text for run in runs)


def test_what_goes_wrong_in_a_call_keeps_its_sentence_and_the_next_run_is_made(space):
    bad, good = spec(settings={"sampler": "faulty"}), spec()
    messages = computed(space, bad, good)
    (refused,) = [message for message in messages if message["kind"] == "refused"]
    assert "It has had enough" in refused["sentence"] and refused["run"] == 0
    assert [message["run"] for message in messages if message["kind"] == "end"] == [1]
