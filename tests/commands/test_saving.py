"""What becomes of a run of `generate` that fails, or whose trace cannot be saved where it was to go."""

import tempfile

import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.commands.saving import save
from playground.engine.batch import Batch
from playground.engine.recording import Recorder

pytestmark = pytest.mark.slow


@pytest.fixture
def vanishing(random_folder, tmp_path, monkeypatch):
    """Arguments of a run whose folder is gone when it ends; afterwards, what was said and what else was written."""
    folder, instead = tmp_path / "gone", tmp_path / "instead"
    folder.mkdir(), instead.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(instead))
    real = Recorder.__iter__

    def leave(recorder):
        for frame in real(recorder):
            if folder.is_dir():
                folder.rmdir()
            yield frame

    monkeypatch.setattr(Recorder, "__iter__", leave)
    arguments = ["generate", "x", "--model", str(random_folder), "--max-denoising-steps", "2", "--max-new-tokens", "16"]
    return [*arguments, "--trace", str(folder / "a.trace")], instead


def test_a_run_that_cannot_be_saved_is_saved_elsewhere(vanishing):
    arguments, instead = vanishing
    done = CliRunner().invoke(main, arguments)
    (saved,) = [path for path in instead.rglob("*") if path.is_file()]
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    said = " ".join(done.stderr.split())
    assert f"cannot be written (No such file or directory); the run is saved as {saved} instead." in said
    assert pg.Trace.load(saved).nfe == 2
    assert done.stdout.strip(), "the text is printed all the same"


def test_a_run_that_can_be_saved_nowhere_is_printed_and_says_so(vanishing, monkeypatch):
    arguments, instead = vanishing
    instead.rmdir()
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1 and done.stdout.strip()
    assert "nor can" in done.stderr and "the run is not saved." in " ".join(done.stderr.split())


@pytest.mark.parametrize(("most", "said"), [(0, True), (64, False)])
def test_a_trace_larger_than_what_opens_unasked_says_how_to_open_it(
    most, said, random_model, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("playground.commands.saving.MAX_MIB", most)
    trace = pg.record(random_model, "hi", pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16))
    save(trace, tmp_path / "a.trace")
    assert ("a.trace unpacks to 1 MiB; `show` and `serve` open it with --max-mib 1." in capsys.readouterr().err) == said


def test_a_run_that_fails_on_its_way_keeps_its_steps(random_folder, tmp_path, monkeypatch):
    real = Batch.step

    def fail(batch):
        if batch_steps.append(1) or len(batch_steps) > 2:
            raise MemoryError
        return real(batch)

    batch_steps = []
    monkeypatch.setattr(Batch, "step", fail)
    arguments = ["generate", "x", "--model", str(random_folder), "--trace", str(tmp_path / "a.trace")]
    done = CliRunner().invoke(main, [*arguments, "--max-new-tokens", "16"])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert "The run failed (there was not enough memory; " in done.stderr
    assert "; its steps so far are kept." in done.stderr
    trace = pg.Trace.load(tmp_path / "a.trace")
    assert (trace.nfe, trace.finish_reason) == (2, "stopped")
