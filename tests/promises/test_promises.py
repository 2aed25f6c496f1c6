"""What a version has promised holds in all later ones: docs/promises.md says it in words, and the folders beside this
file hold it as files, one folder for each version."""

import json
import re
from pathlib import Path

import pytest
from promises.breaks import breaks, broken_hook, broken_lists, broken_signature
from promises.inventory import PARTS, signature_text
from promises.write import lines

import playground as pg
from playground.plugin_loading import plugins

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VERSIONS = sorted(path.name for path in HERE.iterdir() if path.name[0].isdigit())
NOW, RELEASED = re.search(r"^## \[(.+?)\] - (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M).groups()
SAME_MAJOR = [version for version in VERSIONS if version.split(".")[0] == NOW.split(".")[0]]


def read(version, name):
    return json.loads((HERE / version / name).read_text("utf-8"))


def having(name):
    """The versions with such a file: it is written by hand, where a version brings something new."""
    return [version for version in VERSIONS if (HERE / version / name).exists()]


def held(value, promised):
    """Are all promised fields there? Others may have come since."""
    if isinstance(promised, dict):
        return isinstance(value, dict) and all(name in value and held(value[name], promised[name]) for name in promised)
    return value == promised


@pytest.fixture(scope="module")
def today():
    return {part: there() for part, there in PARTS.items()}


@pytest.mark.slow
def test_a_version_that_is_released_promises_all_that_it_has(today):
    assert SAME_MAJOR and all(json.loads(lines(part)) == part for part in today.values())
    if RELEASED != "unreleased":
        assert pg.__version__ == NOW, "the release sets it"
        lacking = [part for part, there in today.items() if {*there[""]} - {*read(NOW, f"{part}.json")[""]}]
        assert not lacking, "`python tests/promises/write.py` comes before the date"


@pytest.mark.slow
@pytest.mark.parametrize("version", SAME_MAJOR)
@pytest.mark.parametrize("part", PARTS)
def test_no_name_is_gone_and_no_signature_asks_for_more(version, part, today):
    promised = read(version, f"{part}.json")
    here = promised if {*promised} - {""} <= {*plugins().known} else {"": promised[""]}
    wrong = [fault for plugin, names in here.items() for fault in breaks(part, names, today[part].get(plugin, {}))]
    assert promised[""] and not wrong, "\n".join(wrong)


@pytest.mark.parametrize("version", having("specs.json"))
def test_specs_mean_what_they_meant(version):
    for case in read(version, "specs.json"):
        spec = pg.RunSpec.from_dict(case["spec"])
        assert held(spec.to_dict(), case["means"]), case["name"]
        assert pg.RunSpec.from_dict(case["means"]) == spec, case["name"]


@pytest.mark.parametrize("version", having("run.trace"))
def test_a_trace_opens_whole(version):
    trace, expected = pg.Trace.load(HERE / version / "run.trace"), read(version, "run.json")
    table = trace.to_pandas()
    assert [trace.text, trace.token_ids] == [expected["text"], expected["token_ids"]]
    assert [trace.stop_reasons, trace.finish_reason] == [expected["stop_reasons"], expected["finish_reason"]]
    assert trace.header.seed == expected["seed"]
    assert trace.columns["accepted"].sum(axis=1).tolist() == expected["accepted"]
    assert table["entropy"].sum() == pytest.approx(expected["entropy"], rel=1e-6)
    assert {*expected["columns"]} <= {*table.columns}
    assert held(trace.header.spec, expected["spec"])


@pytest.mark.parametrize(
    ("before", "after", "faults"),
    [
        ("(a, b=1)", "(a, b=1, c=None, *, d=2, **rest)", []),
        ("(a, *, b=1)", "(a, b=1)", []),
        ("(a, b=1)", "(a)", ["no longer takes b"]),
        ("(a, b)", "(b, a)", ["takes a at another place", "takes b at another place"]),
        ("(a, b=1)", "(a, *, b=1)", ["takes b at another place"]),
        ("(a, b=1)", "(a, b=2)", ["has another default of b"]),
        ("(a, b=1)", "(a, b)", ["has another default of b"]),
        ("(a)", "(a, b)", ["asks for b"]),
        ("(a)", "(a, *, b)", ["asks for b"]),
        ("(**rest)", "()", ["no longer takes rest"]),
        ("(a)", "", ["is no function any more"]),
        ("", "(a)", ["is a function now"]),
        ("", "", []),
    ],
)
def test_a_signature_may_take_more_and_must_not_ask_for_more(before, after, faults):
    assert broken_signature(before, after) == faults


def test_what_is_broken_is_named():
    assert broken_hook("(options)", "(service, options)") == []
    assert broken_hook("(options, public)", "(options)") == ["no longer has public"]
    before = {"requires": ["a"], "takes": ["a text"], "gives": ["b number"]}
    assert broken_lists(before, {"takes": ["a text", "c text"], "gives": ["b number", "d text"]}) == []
    after = {"requires": ["a", "c"], "takes": ["a number", "c text"], "gives": []}
    assert broken_lists(before, after) == ["no longer takes a text", "no longer gives b number", "asks for c"]
    assert breaks("python", {"f": "()", "g": "(a)"}, {"g": "()"}) == ["f is gone", "g no longer takes a"]


def test_a_signature_is_written_without_types():
    def function(a, b: int = 1, *, c=(), d={}, **rest): ...  # noqa: B006

    assert signature_text(function) == "(a, b=1, *, c=(), d={}, **rest)"
    assert signature_text(lambda a=pytest: a) == "(a=...)"
