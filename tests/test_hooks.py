"""Plugins: found as folders and as entry points, each alone; one that is broken costs a sentence and nothing else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import serves_not
from plugin_helpers import module

import playground as pg
from playground.cli import main
from playground.errors import SpecError
from playground.hooks import GROUP, Command, Front, hook, specified
from playground.plugin_loading import Plugins
from playground.rules.samplers import SAMPLERS
from playground.service import Service
from workshop.bench.page import free_port

ROOT = Path(__file__).parent.parent
BUILT_IN = sorted(path.parent.name for path in (ROOT / "playground/plugins").glob("*/__init__.py"))


def test_the_built_in_ones_are_the_folders_and_each_says_what_it_is(loaded):
    plugins = loaded()
    assert [*plugins.known] == BUILT_IN and not plugins.faults
    for name, plugin in plugins.known.items():
        assert plugin.origin == "built in" and plugin.about and plugins.hooks_of(plugin), name
        assert (ROOT / f"docs/plugins/{name}.md").is_file() and any((ROOT / f"tests/plugins/{name}").glob("test_*.py"))


def test_what_one_adds_is_there_and_the_command_lists_it(loaded):
    @hook
    def commands():
        return {"greet": Command(help="Greet.", at="playground.commands.plugins:plugins")}

    plugins = loaded(mine=module(commands=commands))
    assert plugins.known["mine"].about == "A try" and plugins.hooks_of(plugins.known["mine"]) == ["commands"]
    result = CliRunner().invoke(main, ["plugins"])
    assert "mine (an installed package): A try. Adds commands." in result.output
    assert "greet" in CliRunner().invoke(main, ["--help"]).output
    assert CliRunner().invoke(main, ["greet"]).output == result.output


def fail():
    raise RuntimeError("no\nmore")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (ImportError("No module named 'nothing'"), "loaded: No module named 'nothing'."),
        (SyntaxError("it is not Python"), "loaded: it is not Python."),
        (module(needs=("nothing",)), "loaded: it needs the plugin 'nothing'."),
        (module(commands=hook(lambda model: {})), "loaded: Plugin 'broken' for hook 'commands'"),
        (module(command=hook(lambda: {})), "loaded: unknown hook 'command'"),
    ],
)
def test_one_that_cannot_be_loaded_costs_a_sentence_and_leaves_the_others(broken, reason, loaded):
    plugins = loaded(broken=broken, mine=module())
    assert [*plugins.known] == [*BUILT_IN, "mine"] and [*plugins.faults] == ["broken"]
    assert plugins.faults["broken"].startswith(f"The plugin 'broken' cannot be {reason}")
    result = CliRunner().invoke(main, ["plugins"])
    assert result.exit_code == 0 and plugins.faults["broken"] in result.output


def test_one_that_fails_when_it_is_asked_leaves_the_others(loaded):
    there = {"greet": Command(help="Greet.", at="x:y")}
    plugins = loaded(broken=module(commands=hook(fail)), mine=module(commands=hook(lambda: there)))
    assert plugins.each("commands")[-1] == there
    assert plugins.faults == {"broken": "The plugin 'broken' cannot be asked for its commands: no."}


def test_one_may_specify_a_hook_of_its_own_for_others_that_do_without_it_too(loaded):
    def greeting():
        return module(greetings=hook(lambda whom: f"Hello, {whom}", optionalhook=True))

    assert not loaded(early=greeting()).faults
    greeter = module(hooks=module(greetings=specified(lambda whom: None)))
    plugins = loaded(early=greeting(), greeter=greeter, late=greeting())
    greetings = plugins.by_plugin("greetings", whom="you")
    assert not plugins.faults and greetings == {"early": "Hello, you", "late": "Hello, you"}


def test_the_server_does_not_start_if_a_plugin_fails_to_check_its_options(loaded):
    loaded(broken=module(check_options=hook(fail)))
    assert "This is refused, because the plugin 'broken' fails." in serves_not()


def test_a_plugin_refuses_in_its_own_words_or_lets_a_run_pass_with_the_passes_that_it_counts(loaded, random_slot):
    """Where it fails to count them, in ours."""

    def refuse():
        raise SpecError("It has no scale.")

    spec = random_slot.model.spec("hi", {"max_new_tokens": 16})
    plugins = loaded(broken=module(added_passes=hook(fail)))
    with pytest.raises(pg.PlaygroundError, match=r"^This is refused, because the plugin 'broken' fails\.$"):
        Service(random_slot).check_size(spec)
    assert plugins.faults == {"broken": "The plugin 'broken' cannot be asked for its added_passes: no."}
    plugins = loaded(strict=module(added_passes=hook(refuse)))
    with pytest.raises(SpecError, match=r"^It has no scale\.$"):
        Service(random_slot).check_size(spec)
    assert not plugins.faults
    loaded(mine=module(added_passes=hook(lambda: None)))
    plain = Service(random_slot).check_size(spec)
    loaded(mine=module(added_passes=hook(lambda steps: steps)))
    assert Service(random_slot).check_size(spec) == 2 * plain


def test_two_of_one_name_are_the_first_one(loaded):
    plugins = loaded(**{BUILT_IN[0]: module()})
    assert plugins.known[BUILT_IN[0]].origin == "built in"
    assert "there is one of this name" in plugins.faults[BUILT_IN[0]]


def test_those_that_lean_on_one_that_is_not_there_go_with_it(loaded):
    needs = {"first": ("second",), "second": ("third",), "fourth": ("fifth",), "fifth": ()}
    plugins = loaded(**{name: module(needs=needs) for name, needs in needs.items()})
    assert [*plugins.known] == [*BUILT_IN, "fourth", "fifth"] and {*plugins.faults} == {"first", "second"}


def test_what_waits_for_all_of_them_runs_when_all_are_there_once(loaded, monkeypatch):
    calls = []
    load = Plugins._load

    def observed(self, name, *arguments):
        if name == BUILT_IN[0]:
            self.when_loaded(lambda: calls.append([*self.known]))
            assert not calls
        load(self, name, *arguments)

    monkeypatch.setattr(Plugins, "_load", observed)
    plugins = loaded(mine=module())
    assert calls == [[*BUILT_IN, "mine"]]
    plugins.when_loaded(lambda: calls.append("at once"))
    assert calls[1:] == ["at once"]


def test_a_sampler_of_a_plugin_is_one_as_any_other(loaded, registered):
    class Mine(pg.Sampler):
        label, rule = "Mine", "Keeps all."
        explanation = pg.Explanation(order="none", cut="draw")

        def decide(self, before):
            return None

    class Broken(Mine):
        label = 3

    from playground.rules.samplers.registration import register_added

    plugins = loaded(broken=module(samplers=hook(lambda: [Broken])), mine=module(samplers=hook(lambda: [Mine])))
    register_added()
    assert "mine" in SAMPLERS and pg.SamplerSettings(sampler="mine").sampler == "mine"
    assert "broken" not in SAMPLERS and "cannot be asked for its samplers" in plugins.faults["broken"]


def test_a_name_of_a_plugin_is_one_of_the_package(loaded):
    def names():
        known = dict.fromkeys(("greeting", "denoise", "hooks", "_private"), "playground.hooks:GROUP")
        return known | {"gone": "nowhere.at_all:gone"}

    later = module(names=hook(lambda: {"greeting": "playground.hooks:hook"}))
    plugins = loaded(broken=module(names=hook(fail)), first=module(names=hook(names)), later=later)
    assert pg.greeting == GROUP and "greeting" in dir(pg)
    assert callable(pg.denoise) and pg._where("hooks") is None and dir(pg).count("denoise") == 1
    assert not hasattr(pg, "_private") and "_private" not in dir(pg)
    assert plugins.faults == {"broken": "The plugin 'broken' cannot be asked for its names: no."}
    with pytest.raises(AttributeError, match="module 'playground' has no attribute 'nothing'"):
        _ = pg.nothing
    with pytest.raises(ImportError, match="No module named 'nowhere'"):
        _ = pg.gone


def test_one_may_serve_in_place_of_the_page_without_what_only_the_page_has(loaded):
    served = []

    def front(options):
        return Front(option="--mine", launch=lambda service, *place: served.append(place))

    loaded(mine=module(front=hook(front)), none=module(front=hook(lambda options: None)))
    port = free_port()
    assert CliRunner().invoke(main, ["serve", "--host", "127.0.0.1", "--port", str(port)]).exit_code == 0
    assert served == [("127.0.0.1", port, None)]
    sentence = "--mine has neither the page nor its guard, so it does not go with --public."
    assert sentence in serves_not("--public") and len(served) == 1


def printed(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    return done.stdout or done.stderr


def test_no_plugin_is_loaded_for_a_name_of_ours():
    code = "import sys, playground; playground.PromptError; from playground import inputs, hooks, Edit\n"
    assert printed(f"{code}print([name for name in sys.modules if name.startswith('playground.pl')])") == "[]\n"


def test_they_import_without_what_is_heavy():
    heavy = {"torch", "gradio", "transformers", "click", "starlette"}
    code = "\n".join(["import sys", *(f"import playground.plugins.{name}" for name in BUILT_IN)])
    assert printed(f"{code}\nprint({heavy} & sys.modules.keys())") == "set()\n"


def test_no_module_of_one_is_named_as_a_hook_that_it_has():
    """Whoever imports the module would put it in the hook's place."""
    for name in BUILT_IN:
        folder = ROOT / "playground/plugins" / name
        modules = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/*.py")}
        assert not modules & {*re.findall(r"^def (\w+)\(", (folder / "__init__.py").read_text(), re.M)}, name
