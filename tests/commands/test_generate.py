"""`generate`: its text, its JSON, its trace, and what it takes besides a prompt."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys

import chat_checkpoint
import pytest
import random_checkpoint
from chat_checkpoint import picture
from click.testing import CliRunner
from command_line import ROOT, run_here

import playground as pg
from playground.cli import main
from playground.commands.terminal import printable, thought_and_answer

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
        ("{}", [], "This does not describe a run: it has no prompt."),
        ("[" * 100_000, [], "run.json is not JSON."),
        (b"\xff", [], "run.json is not JSON."),
        ('{"version": 99}', [], "This description of a run has version 99; this playground reads up to version 1."),
        ("{}", ["hello"], "--spec describes the whole run; leave out PROMPT."),
        ("{}", ["--seed", "0"], "--spec describes the whole run; leave out --seed."),
        ("{}", ["--t-max", "1"], "--spec describes the whole run; leave out --t-max."),
    ],
)
def test_a_file_that_describes_no_run_is_refused(held, options, sentence, random_folder, tmp_path):
    path = tmp_path / "run.json"
    path.write_bytes(held if isinstance(held, bytes) else held.encode())
    done = CliRunner().invoke(main, ["generate", *options, "--spec", str(path), "--model", str(random_folder)])
    assert done.exit_code != 0 and sentence in done.output and "Traceback" not in done.output


def test_generate_without_a_prompt_says_what_is_missing(random_folder):
    done = CliRunner().invoke(main, ["generate", "--model", str(random_folder)])
    assert done.exit_code == 2 and "Give a PROMPT, --spec with the description of a run, or --branch" in done.output


def test_generate_prints_the_text_with_control_characters_made_visible(random_folder, random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=1, max_new_tokens=48)
    seed = next(s for s in range(50) if "\u202e" in pg.record(random_model, "x", settings, seed=s).text)
    done = run_here(
        "generate", "x", "--model", random_folder, "--seed", seed, "--max-denoising-steps", 1, "--max-new-tokens", 48
    )
    expected = pg.record(random_model, "x", settings, seed=seed).text
    assert "\u202e" not in done.stdout and "\u200b" not in done.stdout
    assert re.sub("[\u202e\u200b\x00-\x09\x0b-\x1f]", "\ufffd", expected).strip() == done.stdout.strip()


@pytest.mark.thorough
def test_ctrl_c_keeps_what_was_recorded(random_folder, tmp_path):
    path = tmp_path / "stopped.trace"
    arguments = [
        "generate",
        "x",
        "--model",
        str(random_folder),
        "--max-denoising-steps",
        "1000",
        "--max-new-tokens",
        "240",
    ]
    code = (
        "import signal, sys\n"
        "from playground.engine.recording import Recorder\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where the tests run in the background
        "real = Recorder.__iter__\n"
        "def counted(recorder):\n"
        "    for frame in real(recorder):\n"
        "        print('step', file=sys.stderr, flush=True); yield frame\n"
        "Recorder.__iter__ = counted\n"
        "from playground.cli import main; main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--trace", str(path)],
        cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    steps = (line for line in process.stderr if "step" in line)
    for _ in range(5):
        next(steps)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 0 and "Stopped" in errors
    trace = pg.Trace.load(path)
    assert 5 <= trace.nfe < 1000 and trace.finish_reason == "stopped"


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
