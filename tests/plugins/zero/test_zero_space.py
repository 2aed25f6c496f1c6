"""`app.py` on a ZeroGPU Space, in the emulation of `spaces`: loaded, packed, and forked for each call, as there.

On a build of torch without CUDA, the CPU computes in the GPU's place. So this does not show that a GPU computes the
same, nor how long the weights take to it.
"""

import json
import os
import sys

import httpx
import pytest
from asking import read, spec, taken
from command_line import ROOT, serving
from own_sampler import EXPLANATION, HEAD
from service_helpers import wait_until
from stand_in import Handler, StandIn

import playground as pg
from playground.trace.wire import recorded_messages

pytestmark = pytest.mark.thorough  # half a minute until it stands; `test_zero.py` and `test_page_zero.py` are quick

FAULTY = f"""{HEAD}{EXPLANATION}
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
    folder = tmp_path_factory.mktemp("space")
    (folder / "cgroup").write_text("0::/space\n")
    (folder / "faulty.py").write_text(FAULTY)
    variables = {
        "SPACES_ZERO_GPU": "true",
        "SPACES_ZERO_DEVICE_API_URL": scheduler.address,
        "ZEROGPU_OFFLOAD_DIR": str(folder / "tensors"),
        "ZEROGPU_PROC_SELF_CGROUP_PATH": str(folder / "cgroup"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "tests/plugins/zero/zero_space.py", "--sampler", str(folder / "faulty.py")]
    with (
        serving(*command, env=os.environ | variables) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        yield client


def computed(space, *specs):
    """The messages of a request."""
    return [message for _, message in read(space, taken(space, *specs)["tape"])]


def frames(messages):
    """Each step, but for its time."""
    return [{**message, "seconds": None} for message in messages if message["kind"] == "frame"]


def test_it_loads_on_the_gpu_that_it_will_be_lent_and_a_run_is_that_of_a_run_outside(space, scheduler):
    with space.stream("GET", "model") as stream:
        state = next(json.loads(line.removeprefix("data: ")) for line in stream.iter_lines() if line)
    assert state["state"] == "ready" and "on cuda:0, bfloat16" in state["sentence"], state
    assert scheduler.calls[0] == "/startup-report", "the weights were packed as the page was launched"
    begun = len(scheduler.calls)
    start, *messages = computed(
        space, spec("Write a story about a cat.", settings={"max_new_tokens": 64, "max_denoising_steps": 12})
    )
    wait_until(lambda: len(scheduler.calls) > begun + 2)
    assert scheduler.calls[begun:] == ["/schedule", "/allow", "/release"], "one call of one forked process"
    header = start["header"]
    assert (header["device"], header["dtype"]) == ("cuda:0", "bfloat16")
    model = pg.load_model(dtype="auto")  # as the Space has it: CUDA's default is the checkpoint's own precision
    trace = pg.record(model, pg.RunSpec.from_dict(header["spec"]))
    assert len(frames(messages)) > 2
    assert frames(messages) == frames([json.loads(message) for message in recorded_messages(trace)])


def test_what_goes_wrong_in_a_call_keeps_its_sentence_and_the_next_run_is_made(space):
    bad, good = spec(settings={"sampler": "faulty"}), spec()
    messages = computed(space, bad, good)
    (refused,) = [message for message in messages if message["kind"] == "refused"]
    assert "It has had enough" in refused["sentence"] and refused["run"] == 0
    assert [message["run"] for message in messages if message["kind"] == "end"] == [1]
