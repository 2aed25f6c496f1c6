"""`generate`: its text, its JSON, its trace, what it takes besides a prompt, and what becomes of a run that fails or
cannot be saved where it was to go."""

import dataclasses
import json
import re
import shutil
import tempfile

import chat_checkpoint
import pytest
import random_checkpoint
from chat_checkpoint import picture
from click.testing import CliRunner
from command_line import run_here

import playground as pg
from playground.cli import main
from playground.commands.saving import save
from playground.commands.terminal import printable, thought_and_answer
from playground.engine.batch import Batch

pytestmark = pytest.mark.slow


def test_generate_prints_one_json_object_that_equals_the_api(random_folder, random_model, tmp_path):
    trace_path = tmp_path / "run.trace"
    done = run_here(
        "generate", "hello", "--model", random_folder, "--seed", 7, "--max-new-tokens", 40, "--max-denoising-steps", 4,
        "--entropy-bound", 12, "--trace", trace_path, "--json",
    )  # fmt: skip
    printed = json.loads(done.stdout)
    settings = pg.SamplerSettings(max_denoising_steps=4, entropy_bound=12.0, max_new_tokens=40)
    expected = pg.record(random_model, "hello", settings, seed=7)
    assert printed["model"] == random_folder.name and printed["seed"] == 7
    assert printed["settings"] == settings.to_dict()
    assert (printed["text"], printed["token_ids"], printed["nfe"]) == (expected.text, expected.token_ids, expected.nfe)
    assert printed["tokens_per_forward"] == expected.tokens_per_forward
    assert [(b["steps"], b["stop_reason"], b["mean_entropy"]) for b in printed["blocks"]] == [
        (b.steps, b.stop_reason, b.mean_entropy) for b in expected.blocks
    ]
    assert pg.Trace.load(trace_path).token_ids == expected.token_ids

    for described in (printed, printed["spec"]):
        (tmp_path / "run.json").write_text(json.dumps(described))
        again = run_here("generate", "--spec", tmp_path / "run.json", "--model", random_folder, "--json")
        assert json.loads(again.stdout) == printed


def test_generate_holds_a_template_and_starts_from_a_noised_text(random_folder, random_model, tmp_path):
    (tmp_path / "gaps.txt").write_text("ab____(3)c\n")
    (tmp_path / "start.txt").write_text("abcdef\n")
    done = run_here(
        "generate", "hello", "--model", random_folder, "--max-new-tokens", 32, "--max-denoising-steps", 2, "--json",
        "--template", tmp_path / "gaps.txt", "--pin", "3=d",
        "--start", tmp_path / "start.txt", "--noise", 0.25, "--noise-seed", 5,
    )  # fmt: skip
    printed = json.loads(done.stdout)
    held = pg.pins_of(random_model, "ab____(3)c", whole=True) | pg.pins_of(random_model, "d", 3)
    assert [printed["token_ids"][place] for place in held] == [*held.values()]
    assert printed["finish_reason"] == "end-of-text"
    assert tuple(printed["spec"]["start"]) == pg.start_of(random_model, "abcdef")
    assert (printed["spec"]["noise"], printed["spec"]["noise_seed"]) == (0.25, 5)


@pytest.mark.parametrize(
    ("held", "options", "sentence"),
    [
        ("{}", ["--spec"], "This does not describe a run: it has no prompt."),
        ("[" * 100_000, ["--spec"], "run.json is not JSON."),
        (b"\xff", ["--spec"], "run.json is not JSON."),
        (b"\xff", ["hello", "--start"], "run.json is not UTF-8 text."),
        ("{}", ["hello", "--spec"], "--spec describes the whole run; leave out PROMPT."),
        ("{}", ["--seed", "0", "--spec"], "--spec describes the whole run; leave out --seed."),
    ],
)
def test_a_file_that_describes_no_run_or_holds_no_text_is_refused(held, options, sentence, random_folder, tmp_path):
    path = tmp_path / "run.json"
    path.write_bytes(held if isinstance(held, bytes) else held.encode())
    done = CliRunner().invoke(main, ["generate", *options, str(path), "--model", str(random_folder)])
    assert done.exit_code != 0 and sentence in done.output and "Traceback" not in done.output


def test_generate_prints_the_text_with_control_characters_made_visible(random_folder, random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=48)
    seed = next(s for s in range(50) if "\u202e" in pg.record(random_model, "x", settings, seed=s).text)
    done = run_here(
        "generate", "x", "--model", random_folder, "--seed", seed, "--max-denoising-steps", 1, "--max-new-tokens", 48
    )
    expected = pg.record(random_model, "x", settings, seed=seed).text
    assert "\u202e" not in done.stdout and "\u200b" not in done.stdout
    assert re.sub("[\u202e\u200b\x00-\x09\x0b-\x1f]", "\ufffd", expected).strip() == done.stdout.strip()


def test_generate_takes_system_prompt_thinking_and_picture_and_prints_the_thought_apart(tmp_path):
    folder = random_checkpoint.save(tmp_path / "checkpoint", picture_side=64)
    chat_checkpoint.furnish(folder)
    (tmp_path / "p.png").write_bytes(picture())
    done = run_here(
        "generate", "hi", "--model", folder, "--system", "be", "--thinking", "--image", tmp_path / "p.png", "--offline",
        "--max-new-tokens", 32, "--max-denoising-steps", 2, "--trace", tmp_path / "run.trace",
    )  # fmt: skip
    trace = pg.Trace.load(tmp_path / "run.trace")
    assert trace.thought and (trace.header.system, trace.header.thinking) == ("be", True)
    assert done.stdout == printable(thought_and_answer(trace)) + "\n" and done.stdout.startswith("Thought:\n")
    assert thought_and_answer(dataclasses.replace(trace, text="six", thought="hm")) == "Thought:\nhm\n\nAnswer:\nsix"
    assert thought_and_answer(dataclasses.replace(trace, text="", thought="hm")).endswith("ended inside the thought)")
    assert thought_and_answer(dataclasses.replace(trace, text="six", thought="")) == "six"


@pytest.mark.parametrize("nowhere", [False, True])
def test_a_run_that_cannot_be_saved_is_saved_elsewhere_if_it_can_and_printed(
    nowhere, random_folder, tmp_path, monkeypatch
):
    folder, instead = tmp_path / "gone", tmp_path / "instead"
    folder.mkdir(), instead.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(instead))
    real = Batch.step

    def leave(batch):
        for path in (folder, instead)[: 1 + nowhere]:
            shutil.rmtree(path, ignore_errors=True)
        return real(batch)

    monkeypatch.setattr(Batch, "step", leave)
    arguments = ["generate", "x", "--model", str(random_folder), "--max-denoising-steps", "2", "--max-new-tokens", "16"]
    done = CliRunner().invoke(main, [*arguments, "--trace", str(folder / "a.trace")])
    said = " ".join(done.stderr.split())
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit) and done.stdout.strip()
    if nowhere:
        assert f"nor can {instead} (" in said and said.endswith("the run is not saved.")
    else:
        (saved,) = instead.rglob("*.trace")
        assert f"cannot be written (No such file or directory); the run is saved as {saved} instead." in said
        assert pg.Trace.load(saved).nfe == 2


@pytest.mark.parametrize(("most", "said"), [(0, True), (64, False)])
def test_a_trace_larger_than_what_opens_unasked_says_how_to_open_it(
    most, said, random_model, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr("playground.commands.saving.MAX_MIB", most)
    trace = pg.record(random_model, "hi", pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=16))
    save(trace, tmp_path / "a.trace")
    assert ("a.trace unpacks to 1 MiB; `show` and `serve` open it with --max-mib 1." in capsys.readouterr().err) == said


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError, 1, r"The run failed \(there was not enough memory; .*; its steps so far are kept\."),
        (KeyboardInterrupt, 0, r"^Stopped; the steps so far are kept\.$"),
    ],
)
def test_a_run_that_fails_or_is_stopped_on_its_way_keeps_its_steps(
    error, code, said, random_folder, tmp_path, monkeypatch
):
    real, steps = Batch.step, []

    def fail(batch):
        if len(steps) == 2:
            raise error
        return steps.append(batch) or real(batch)

    monkeypatch.setattr(Batch, "step", fail)
    arguments = ["generate", "x", "--model", str(random_folder), "--trace", str(tmp_path / "a.trace")]
    done = CliRunner().invoke(main, [*arguments, "--max-new-tokens", "16"])
    assert done.exit_code == code and (code == 0 or isinstance(done.exception, SystemExit))
    assert re.search(said, " ".join(done.stderr.split()))
    trace = pg.Trace.load(tmp_path / "a.trace")
    assert (trace.nfe, trace.finish_reason) == (2, "stopped")
