"""The command line as a person uses it; in a process of its own where that may matter."""

import dataclasses
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import chat_checkpoint
import click
import numpy as np
import pytest
import random_checkpoint
from chat_checkpoint import picture
from click.testing import CliRunner

import playground as pg
from playground.cli import commands, main
from playground.commands.terminal import printable, thought_and_answer
from playground.spec.settings import all_knobs
from workshop.bench.page import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "playground", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done


def run_here(*arguments):
    """In this process, where torch is there already."""
    done = CliRunner().invoke(main, [*map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done


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


def test_show_replays_and_shows_single_steps(random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32)
    trace = pg.record(random_model, "hello <b>", settings, seed=1)
    trace.save(tmp_path / "a.trace")
    last = run("show", tmp_path / "a.trace").stdout
    blocks = len(trace.stop_reasons)
    assert "prompt: hello <b>" in last and f"block {blocks}/{blocks} · step 3/3" in last
    assert f"{trace.nfe} denoiser passes" in last and trace.finish_reason in last
    assert "\u202e" not in last and "\u200b" not in last
    first = run_here("show", tmp_path / "a.trace", "--step", 1).stdout
    assert f"block 1/{blocks} · step 1/3" in first
    assert f"{16 - trace.frame(0).accepted.sum()} re-noised" in first
    assert "this run has" in CliRunner().invoke(main, ["show", str(tmp_path / "a.trace"), "--step", "99"]).stderr


def test_generate_and_show_tell_the_verdict_of_the_rule(random_folder, tmp_path):
    path = tmp_path / "a.trace"
    short = ("--model", random_folder, "--max-new-tokens", 16, "--max-denoising-steps", 2)
    done = run_here("generate", "Solve this Sudoku:\n1...\n..2.\n.3..\n...4", *short, "--trace", path)
    line = "Wrong: not a grid of 4 rows of 4 digits. So says a rule, not the model."
    assert line in done.stderr and line not in done.stdout
    assert run_here("show", path).stdout.rstrip().endswith(line)
    assert line not in run_here("show", path, "--step", 1).stdout
    assert "So says a rule" not in run_here("generate", "hello", *short).output


def test_show_prints_what_a_trace_says_and_obeys_none_of_it():
    path = ROOT / "tests" / "damaged" / "escapes and markup.trace"
    for arguments in (["show", str(path)], ["show", str(path), "--step", "1"]):
        done = run_here(*arguments)
        assert "[link=x]\ufffd" in done.stdout and "\ufffd[2J[red]" in done.stdout and "\ufffd]8;;x" in done.stdout
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.stdout)


def test_an_error_prints_no_escape_sequence_of_a_file_s_name(tmp_path):
    (tmp_path / "\x1b[2J.trace").write_bytes(b"no trace")
    for name in ("\x1b[2J.trace", "\x1b]8;;none.trace"):
        done = CliRunner().invoke(main, ["show", str(tmp_path / name)])
        assert done.exit_code == 1 and "\ufffd" in done.stderr and "\x1b" not in done.stderr


def test_show_names_the_positions_as_the_way_of_writing_does(random_model, tmp_path):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16).replace(way="autoregressive")
    pg.record(random_model, "hi", settings).save(tmp_path / "a.trace")
    assert re.search(r"\d+ just written, \d+ blank", " ".join(run_here("show", tmp_path / "a.trace").stdout.split()))


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["generate", " "], "The prompt is empty"),
        (["generate", "x", "--entropy-bound", "-1"], "entropy_bound is -1; allowed is a number from 0 to 1,000,000."),
        (["generate", "x", "--max-denoising-steps", "two"], "'two' is not a valid integer"),
        (["generate", "x", "--t-min", "0.9", "--t-max", "0.5"], "t_min is 0.9, above t_max (0.5)"),
        (["generate", "x", "--seed", "-3", "--max-new-tokens", "16"], "seed is -3"),
        (["generate", "x", "--max-new-tokens", "999"], "max_new_tokens is 999; this checkpoint takes at most 240"),
        (["generate", "x" * 400, "--max-new-tokens", "16"], "The prompt is 401 tokens long"),
        (["generate", "x", "--trace", "/no/such/folder/a.trace"], "the folder /no/such/folder does not exist"),
        (["generate", "x", "--trace", "/dev/null"], "/dev/null is not an ordinary file"),
        (["generate", "x", "--trace", "/"], "File '/' is a directory"),
        (["generate", "x", "--trace", "/proc/a.trace"], "the folder /proc cannot be written to"),
        (["generate", "a\udcffb"], r"'a\udcffb' is not valid UTF-8"),
        (["generate", "x", "--system", "\udcff"], r"'\udcff' is not valid UTF-8"),
        (["generate", "x", "--revision", "main"], "revision is 'main', but a local folder has only one"),
        (["generate", "x", "--t-max", "nan"], "t_max is nan; allowed is a number from 0.001 to 100"),
        (["generate", "x", "--pin", "cat"], "'cat' does not have the form PLACE=TEXT, such as 12=cat."),
        (["generate", "x", "--pin", "99=c", "--max-new-tokens", "16"], "A pin is at place 99, outside the text"),
        (["generate", "x", "--pin", "1=ab", "--pin", "2=c", "--max-new-tokens", "16"], "Place 2 is pinned twice"),
        (["generate", "x", "--noise", "0.4", "--max-new-tokens", "16"], "there is no start to put it into"),
        (["generate", "x", "--noise", "2"], "2.0 is not in the range 0<=x<=1"),
        (["generate", "x", "--set", "t_max=inf"], "t_max is inf; allowed is a number from 0.001 to 100"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, sentence, random_folder):
    done = CliRunner().invoke(main, [*arguments, "--model", str(random_folder)])
    assert done.exit_code != 0 and sentence in done.stderr and done.stdout == ""
    assert isinstance(done.exception, SystemExit), "no traceback"


def test_a_prompt_of_bytes_that_are_no_utf8_gets_one_sentence():
    done = subprocess.run([sys.executable, "-m", "playground", "check", b"caf\xe9"], cwd=ROOT, capture_output=True)
    assert done.returncode == 2 and b"is not valid UTF-8" in done.stderr and b"Traceback" not in done.stderr
    done = CliRunner().invoke(main, ["check", "Write a story about a fox."], input=b"\xff")
    assert done.exit_code == 2 and "The text on standard input is not valid UTF-8" in done.stderr


def test_no_option_takes_a_number_that_is_none():
    options = [(name, option) for name in commands() for option in main.get_command(None, name).params]
    fractions = {
        (name, option.opts[0])
        for name, option in options
        for kind in getattr(option.type, "types", [option.type])
        if isinstance(kind, click.types.FloatParamType) and option.name not in all_knobs()
    }
    assert ("sweep", "--temperature") in fractions and len(fractions) > 8
    for name, flag in fractions:
        for number in ("nan", "inf", "-inf"):
            given = ["x"] if name in ("show", "export") else []
            done = CliRunner().invoke(main, [name, *given, flag, number, *(["1"] if flag == "--temperature" else [])])
            assert done.exit_code == 2 and re.search("is not a finite number|is not in the range", done.stderr), flag


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "-1"], "-1 is not in the range 1<=x<=65535"),
        (["--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["--port", "65536"], "65536 is not in the range 1<=x<=65535"),
        (["--host", "192.0.2.1"], "'192.0.2.1' is not an address of this computer; choose another with --host."),
        (["--host", "a" * 300], "is not an address of this computer; choose another with --host."),
        (["--host", "\udcff"], "is not an address of this computer; choose another with --host."),
        (["--metrics-host", "192.0.2.1", "--metrics-port", "PORT"], "choose another with --metrics-host."),
        (["--limit", f"runs={5_000 * '9'}"], "allowed is a whole number of runs from 1 to 1,000,000,000."),
        (["--proxies", "not an address"], "The proxy 'not an address' is not an address or a network"),
        (["--openai-key", "\udcff"], "is not valid UTF-8"),
        (["--rival", "http://x/v1", "\udcff"], "is not valid UTF-8"),
        (["--also", "no model"], "There is no model 'no model'"),
        (["--also", "embedded"], "Two of the models are called embedded"),
        (["--also", "a/b", "--blocks"], "does not go with --also"),
        (["--remote", "http://x/v1"], "--remote needs --model"),
        (["--remote", "x:8000", "--model", "a/b"], "--remote must be like http://127.0.0.1:8000/v1"),
        (["--remote", "http://me:pw@x/v1", "--model", "a/b"], "without a name or a password"),
        (["--remote", "http://x/v1", "--model", "m", "--public"], "say --remote-for-all too"),
        (
            ["--cuda-graphs", "--device", "cpu"],
            "--cuda-graphs needs a GPU that torch can use; without it, the model runs",
        ),
        (["--cuda-graphs", "--eager"], "with --eager, and on ZeroGPU, nothing is compiled."),
        (["--experts", "batched_mm", "--device", "cpu"], "--experts needs a GPU that torch can use"),
        (["--experts", "fastest"], "'fastest' is not one of 'grouped_mm', 'batched_mm', 'deepgemm', 'sonicmoe'."),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_model_loads(arguments, sentence):
    arguments = [str(free_port()) if value == "PORT" else value for value in arguments]
    done = CliRunner().invoke(main, ["serve", *arguments])
    assert done.exit_code == 2 and sentence in " ".join(done.stderr.split())


@pytest.mark.parametrize("option", ["--port", "--metrics-port"])
def test_a_port_that_is_taken_is_refused_before_the_model_loads(option):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--port", str(free_port()), option, str(port)])
    assert done.exit_code == 2 and f"Port {port} on 127.0.0.1 is taken; choose another with {option}." in done.stderr


@pytest.mark.parametrize(
    ("index", "sentence"),
    [
        ("[", "cannot be read"),
        ('{"a": 1}', "must be a list of objects"),
        ('[{"file": "a"}]', "must be a list of objects"),
        ('[{"file": 3, "prompt": "x", "seed": 1}]', "must be a list of objects"),
        ('[{"file": "a", "prompt": "x", "seed": 1, "settings": 3}]', "settings are an object"),
        ('[{"file": "a", "prompt": "x", "seed": 1, "text": 3}]', "a text is a text"),
    ],
)
def test_record_says_what_its_list_must_be(index, sentence, tmp_path):
    (tmp_path / "index.json").write_text(index)
    done = CliRunner().invoke(main, ["record", "--out", str(tmp_path)])
    assert done.exit_code == 2 and sentence in " ".join(done.stderr.split())


def test_what_the_system_refuses_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    done = CliRunner().invoke(main, ["train", "--work-dir", str(tmp_path / "file" / "x"), "--steps", "1"])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert "Not a directory" in done.stderr and done.stderr.count("Error") == 1


def test_unknown_names_get_one_sentence():
    for arguments, sentence in [
        (["generate", "x", "--model", "nonsense"], "There is no model 'nonsense'"),
        (["show", "/no.trace"], "/no.trace cannot be read"),
        (["bench", "--only", "speed"], "there is no figure 'speed'; the figures are"),
        (["dance"], "No such command 'dance'"),
        (["record", "--out", "/no/folder"], "/no/folder/index.json cannot be read"),
    ]:
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code != 0 and sentence in done.stderr and isinstance(done.exception, SystemExit)


def test_help_is_quick_and_names_every_command_and_setting():
    code = (
        "import sys; from playground.cli import main; main(['--help'], standalone_mode=False)\n"
        "assert 'torch' not in sys.modules"
    )
    command = [sys.executable, "-c", code]
    overview = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for command in ("generate", "show", "train", "record", "bench"):
        assert command in overview
        assert "Usage" in CliRunner().invoke(main, [command, "--help"]).stdout
    options = CliRunner().invoke(main, ["generate", "--help"]).stdout
    assert all("--" + name.replace("_", "-") in options for name in all_knobs())


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """As an installed package: no workshop stands beside it."""
    monkeypatch.setattr("playground.workshop._FOLDER", tmp_path / "workshop")


@pytest.mark.parametrize(
    ("arguments", "subject"),
    [(["train"], "`train`"), (["record", "--out", "x"], "`record`"), (["sweep"], "`sweep` without --prompt")],
)
def test_what_needs_the_workshop_says_so_where_there_is_none(arguments, subject, installed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, arguments)
    sentence = f"{subject} needs the folder `workshop`, which only the source has, beside `playground`."
    assert done.exit_code == 1 and done.stderr == f"Error: {sentence}\n"


def test_commands_of_the_workshop_are_listed_where_it_stands_beside(installed, monkeypatch):
    listed = {"train", "evaluate", "curve", "record", "bench"}
    assert commands().keys() & listed == {"bench"} == set(main.list_commands(None)) & listed
    text = CliRunner().invoke(main, ["--help"]).stdout
    assert "bench" in text and "evaluate" not in text
    assert "--load" not in CliRunner().invoke(main, ["bench", "--help"]).stdout
    monkeypatch.undo()
    assert listed <= commands().keys() == set(main.list_commands(None))
    text = CliRunner().invoke(main, ["bench", "--help"]).stdout
    assert "--load" in text and "--roofline" in text and "Measure and print all figures" in text


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


def test_a_trace_may_unpack_to_as_much_as_is_allowed(tmp_path):
    path, story = tmp_path / "big.trace", pg.Trace.load(ROOT / "tests" / "golden" / "story.trace")
    story.columns["zeros"] = np.zeros((len(story), (1 << 20) // len(story) + 1), "uint8")
    story.save(path)
    refused = CliRunner().invoke(main, ["show", str(path), "--max-mib", "1"])
    assert refused.exit_code != 0 and "unpacks to more than 1 MiB" in refused.stderr
    assert CliRunner().invoke(main, ["show", str(path), "--max-mib", "4"]).exit_code == 0
