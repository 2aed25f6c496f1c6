"""A run whose logits are not finite numbers ends at that step, in one sentence; the steps before it are kept."""

import re

import pytest
import random_checkpoint
import torch
from click.testing import CliRunner
from gradio_client import Client
from gradio_client.exceptions import AppError
from serving import loaded, served

import playground as pg
from playground.cli import main
from playground.engine.batch import Batch
from playground.engine.families.diffusion_gemma import DiffusionGemma
from playground.engine.recording import Recorder, record_all
from playground.engine.row import Row
from playground.errors import EngineError
from playground.plugins.inside.look import look
from playground.service import EngineSlot, Frame, Refused, Service
from playground.service.faults import failure
from playground.trace.wire import message, recorded_messages

SENTENCE = (
    r"^The run ended at step 2 of block 1, because the model's logits are not finite numbers in float16: load it with "
    r"--dtype bfloat16 or float32, which holds larger numbers; the steps before it are kept\.$"
)
LIMITS = {"max_new_tokens": 32, "max_denoising_steps": 6}
SHORT = pg.SamplerSettings(**LIMITS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return random_checkpoint.overflow(random_checkpoint.save(tmp_path_factory.mktemp("overflowing")))


@pytest.fixture(scope="module")
def narrow(folder):
    return pg.load_model(str(folder), dtype="float16")


@pytest.mark.parametrize("way", ["uniform", "autoregressive"])
def test_a_run_ends_where_its_numbers_end_and_what_is_kept_can_be_opened(narrow, way, tmp_path):
    recorder = Recorder(narrow, "hello", SHORT.replace(way=way), seed=1)
    with pytest.raises(EngineError, match=SENTENCE) as fault:
        list(recorder)
    assert failure(fault.value) is fault.value, "a door says it as it is"
    trace = recorder.trace()
    assert (len(trace), trace.finish_reason) == (1, "stopped")
    trace.save(tmp_path / "a.trace")
    assert len(pg.Trace.load(tmp_path / "a.trace")) == 1
    assert "NaN" not in "".join(recorded_messages(trace))


def test_all_that_computes_runs_says_so(narrow, tmp_path):
    recorder = Recorder(narrow, "Z", SHORT)
    with pytest.raises(EngineError, match="ended at step 1 of block 1"):
        list(recorder)
    recorder.trace().save(tmp_path / "a.trace")
    assert len(pg.Trace.load(tmp_path / "a.trace")) == 0
    spec = narrow.spec("hello", SHORT)
    for compute in (lambda: record_all(narrow, [spec]), lambda: look(narrow, spec, 0, block=1, step=3)):
        with pytest.raises(EngineError, match="ended at step 2 of block 1"):
            compute()


@pytest.mark.parametrize("kind", [torch.nan, torch.inf])
def test_the_others_in_the_pass_go_on_as_if_alone(random_model, monkeypatch, kind):
    rows = [Row.of(random_model, text, SHORT, seed=len(text)) for text in ("hello", "you")]
    alone = [frame.sampled_ids.tolist() for frame in pg.denoise(random_model, rows[1].spec)]
    denoise, passes = DiffusionGemma.denoise, []

    def spoiled(*args, **options):
        logits = denoise(*args, **options)
        passes.append(len(logits))
        if len(passes) == 3:
            logits[0, 4, 7] = kind
        return logits

    monkeypatch.setattr(DiffusionGemma, "denoise", spoiled)
    batch, failed = Batch(random_model, keeps=True), {}
    frames = {batch.join(Row.of(random_model, row.spec)): [] for row in rows}
    while len(batch):
        for number, frame in batch.step().items():
            frames[number].append(frame.sampled_ids.tolist())
        failed |= batch.failed
        assert not {*batch.moments} & {*failed}
    assert [*failed] == [0] and "in float32: its weights may be damaged; " in str(failed[0])
    assert len(frames[0]) == 2 and frames[1] == alone


def test_the_command_says_it_and_saves_the_steps_before(folder, tmp_path):
    arguments = ["generate", "hello", "--model", str(folder), "--dtype", "float16", "--max-new-tokens", "32", "--json"]
    done = CliRunner().invoke(main, [*arguments, "--trace", str(tmp_path / "a.trace")])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert "Error: The run ended at step 2 of block 1, because the model's logits" in done.stderr
    assert "NaN" not in done.stdout and len(pg.Trace.load(tmp_path / "a.trace")) == 1


def test_a_server_says_it_and_so_does_its_api(folder):
    service = Service(loaded(EngineSlot(str(folder), dtype="float16")))
    tape = service.start([service.slot.model.spec("hello", SHORT)])
    events = [event for _, event in tape.events()]
    refusals = [event for event in events if isinstance(event, Refused)]
    assert [re.match(SENTENCE, event.sentence) is not None for event in refusals] == [True]
    assert sum(isinstance(event, Frame) for event in events) == 1 and len(tape.runs[0].trace()) == 1
    said = "The run ended at step 2 of block 1, because the model's logits are not finite"
    with served(service) as (_, address), pytest.raises(AppError, match=said):
        Client(address, verbose=False).predict(prompt="hello", **LIMITS, api_name="/write")


def test_no_message_holds_what_is_no_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        message("frame", mean_entropy=float("nan"))
