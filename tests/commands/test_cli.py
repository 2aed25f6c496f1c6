"""The command line as a whole: bad input, help, and what is installed."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from command_line import ROOT, serves_not

from playground.cli import _one_sentence, commands, main
from playground.commands.options import Finite
from playground.spec.settings import all_knobs
from workshop.bench.page import free_port

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["generate"], "Give a PROMPT, --spec with the description of a run, or --branch"),
        (["generate", " "], "The prompt is empty"),
        (["generate", "x", "--max-denoising-steps", "two"], "'two' is not a valid integer"),
        (["generate", "x", "--t-max", "nan"], "t_max is nan; allowed is a number from 0.001 to 100"),
        (["generate", "x", "--set", "t_max=inf"], "t_max is inf; allowed is a number from 0.001 to 100"),
        (["generate", "x" * 400, "--max-new-tokens", "16"], "The prompt is 401 tokens long"),
        (["generate", "x", "--trace", "/no/such/folder/a.trace"], "the folder /no/such/folder does not exist"),
        (["generate", "x", "--trace", "/dev/null"], "/dev/null is not an ordinary file"),
        (["generate", "x", "--trace", "/proc/a.trace"], "the folder /proc cannot be written to"),
        (["generate", "a\udcffb"], r"'a\udcffb' is not valid UTF-8"),
        (["generate", "x", "--revision", ""], "revision is empty"),
        (["generate", "x", "--pin", "cat"], "'cat' does not have the form PLACE=TEXT, such as 12=cat."),
        (["generate", "x", "--noise", "0.4"], "--noise is for a text to start from; give --start too."),
        (["generate", "x", "--noise-seed", "4"], "--noise-seed is for a text to start from; give --start too."),
        (["generate", "--branch", "x@1", "--keep", "held"], "--keep is for a text to start from; give --start too."),
        (["generate", "x", "--noise", "2"], "2.0 is not in the range 0<=x<=1"),
        (["generate", "x", "--model", "nonsense"], "There is no model 'nonsense'"),
        (["export", "/no.trace", "x.html"], "/no.trace cannot be read"),
        (["record", "--out", "/no/folder"], "/no/folder/index.json cannot be read"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, sentence, random_folder):
    model = ["--model", str(random_folder)] if arguments[0] == "generate" and "--model" not in arguments else []
    done = CliRunner().invoke(main, [*arguments, *model])
    assert done.exit_code != 0 and sentence in done.stderr and done.stdout == ""
    assert isinstance(done.exception, SystemExit), "no traceback"


def test_no_option_takes_a_number_that_is_none():
    options = [option for name in commands() for option in main.get_command(None, name).params]
    kinds = [(option.name, kind) for option in options for kind in getattr(option.type, "types", [option.type])]
    fractions = {(name, type(kind)) for name, kind in kinds if isinstance(kind, click.types.FloatParamType)}
    assert {name for name, kind in fractions if kind is not Finite} <= {*all_knobs()} and ("noise", Finite) in fractions
    for number in ("nan", "inf", "-inf"):
        with pytest.raises(click.BadParameter, match="is not a finite number"):
            Finite().convert(number, None, None)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "0"], "0 is not in the range 1<=x<=65535"),
        (["--metrics-port", "65536"], "65536 is not in the range 1<=x<=65535"),
        (["--device", "cpu:99"], "device is 'cpu:99'; allowed are cpu, cuda, cuda:N and auto."),
        (["--model", ""], "There is no model ''"),
        (["--host", "192.0.2.1"], "'192.0.2.1' is not an address of this computer; choose another with --host."),
        (["--host", "a" * 300], "is not an address of this computer; choose another with --host."),
        (["--metrics-host", "192.0.2.1", "--metrics-port", "PORT"], "choose another with --metrics-host."),
        (["--limit", f"runs={5_000 * '9'}"], "allowed is a whole number of runs from 1 to 1,000,000,000."),
        (["--proxies", "not an address"], "The proxy 'not an address' is not an address or a network"),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_model_loads(arguments, sentence):
    arguments = [str(free_port()) if value == "PORT" else value for value in arguments]
    assert sentence in serves_not(*arguments)


@pytest.mark.parametrize("held", [b"\xff", b"\n", b"anna:one\nben"])
def test_what_is_no_file_of_logins_is_refused(held, tmp_path):
    (tmp_path / "logins").write_bytes(held)
    said = "cannot be read: it must be a text file with" if held == b"\xff" else "must hold"
    assert f"logins {said} a NAME:PASSWORD on each line." in serves_not("--auth", str(tmp_path / "logins"))


@pytest.mark.parametrize("option", ["--port", "--metrics-port"])
def test_a_port_that_is_taken_is_refused_before_the_model_loads(option):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} on 127.0.0.1 is taken; choose another with {option}." in serves_not(option, str(port))


def test_a_file_of_the_page_that_is_not_there_is_named(monkeypatch):
    def build(*_, **__):
        Path("/no/page.css").read_bytes()

    monkeypatch.setattr("playground.commands.serve.build", build)
    done = CliRunner().invoke(main, ["serve", "--port", str(free_port())])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert "/no/page.css cannot be read: No such file or directory." in done.output


def test_output_that_nobody_reads_is_left_to_click():
    with pytest.raises(BrokenPipeError), _one_sentence():
        raise BrokenPipeError


@pytest.mark.parametrize(
    ("index", "sentence"),
    [
        ("[", "cannot be read"),
        ('{"a": 1}', "must be a list of objects"),
        ('[{"file": 3, "prompt": "x", "seed": 1}]', "must be a list of objects"),
        ('[{"file": "a", "prompt": "x", "seed": 1, "settings": 3}]', "settings are an object"),
        ('[{"file": "a", "prompt": "x", "seed": 1, "text": 3}]', "a text is a text"),
    ],
)
def test_record_says_what_its_list_must_be(index, sentence, tmp_path):
    (tmp_path / "index.json").write_text(index)
    done = CliRunner().invoke(main, ["record", "--out", str(tmp_path)])
    assert done.exit_code == 2 and sentence in " ".join(done.stderr.split())


def test_help_is_quick_and_names_every_command_and_setting():
    code = (
        "import sys; from playground.cli import main; main(['--help'], standalone_mode=False)\n"
        "assert 'torch' not in sys.modules"
    )
    command = [sys.executable, "-c", code]
    overview = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    assert len(overview.splitlines()) <= 24, "it fits on a screen"
    for command in commands():
        assert re.search(rf"\b{command}\b", overview), command
    options = CliRunner().invoke(main, ["generate", "--help"]).stdout
    assert all("--" + name.replace("_", "-") in options for name in all_knobs())


def test_commands_of_the_workshop_are_listed_where_it_stands_beside_and_others_say_that_they_need_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("playground.workshop._FOLDER", tmp_path / "workshop")  # as an installed package has none
    done = CliRunner().invoke(main, ["train"])
    sentence = "`train` needs the folder `workshop`, which only the source has, beside `playground`."
    assert done.exit_code == 1 and done.stderr == f"Error: {sentence}\n"
    listed = {"train", "evaluate", "curve", "record"}
    assert not listed & {*commands(), *main.list_commands(None)}
    text = CliRunner().invoke(main, ["--help"]).stdout
    assert "generate" in text and "evaluate" not in text
    monkeypatch.undo()
    assert listed <= {*commands()} == {*main.list_commands(None)}
