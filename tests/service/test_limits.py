"""The one table of limits, and all that reads it."""

import base64
import json
import re
from pathlib import Path

import click
import pytest
from plugin_helpers import module

from playground.cli import commands, main
from playground.commands.serve import serve
from playground.engine.statistics import CANDIDATES
from playground.errors import LimitError
from playground.hooks import hook
from playground.plugin_loading import plugins
from playground.service.limits import TABLE, Limit, Limits, on_space
from playground.trace.columns import COLUMNS, MAX_MIB, MAX_STEPS
from playground.trace.store import MAX_HEADER

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", TABLE)
def test_a_limit_is_that_of_its_preset_or_from_its_least_to_its_most(name):
    limit = TABLE[name]
    assert getattr(Limits(), name) == limit.private and getattr(Limits.public(), name) == limit.public
    assert limit.public <= limit.private, "strangers get no more than the owner"
    for value in (limit.minimum, limit.maximum):
        assert getattr(Limits(**{name: value}), name) == value
    for wrong in (limit.minimum - 1, limit.maximum + 1, 1.5, "7", True, None):
        with pytest.raises(LimitError, match=f"The limit {name} is .*; allowed is a whole number of"):
            Limits(**{name: wrong})
    case = dict(passes=9, most=8, tokens=9, characters=9, megabytes="9", bytes=9, runs=9)
    sentence = str(Limits().refuse(name, **case))
    assert sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence, sentence


def test_some_values_of_a_preset_can_be_changed():
    changed = Limits.of(True, ("waiting=3", "runs=1"))
    assert (changed.waiting, changed.runs, changed.visitor_runs) == (3, 1, Limits.public().visitor_runs)
    assert Limits.of(False) == Limits()
    for change, sentence in [
        ("runs=1000000001", "The limit runs is 1000000001; allowed is a whole number of runs from 1 to 1,000,000,000."),
        ("runs=" + 20 * "9", "The limit runs is '9+'; allowed"),
        ("runs=" + 5_000 * "9", "The limit runs is '9{39}; allowed"),
        ("nonsense=3", "There is no limit called 'nonsense'; the limits are run_positions"),
        ("waiting", "The limit waiting is ''"),
        ("waiting=-1", "The limit waiting is '-1'"),
    ]:
        with pytest.raises(LimitError, match=sentence):
            Limits.of(False, (change,))


def test_work_is_passes_times_positions_and_tokens_count_too():
    limits = Limits(run_positions=144 * 128, run_tokens=400)
    limits.check_run(tokens=400, passes=144, canvas=128)
    with pytest.raises(LimitError, match="may take 145 passes; a run may take at most 144 here"):
        limits.check_run(tokens=400, passes=145, canvas=128)
    with pytest.raises(LimitError, match="may write 401 tokens"):
        limits.check_run(tokens=401, passes=1, canvas=128)


def test_prompt_and_system_prompt_count_together_and_a_picture_apart():
    limits = Limits(prompt_characters=10, image_bytes=5)
    limits.check_prompt("12345", "67890", 5)
    with pytest.raises(LimitError, match="The prompt has 11 characters"):
        limits.check_prompt("123456", "67890", 0)
    with pytest.raises(LimitError, match="The picture is too large"):
        limits.check_prompt("", "", 6)


@pytest.mark.parametrize("limits", [Limits(), Limits.public()], ids=["private", "public"])
def test_every_run_that_is_allowed_gives_a_trace_that_opens_and_every_prompt_fits_into_a_body(limits):
    size = {"bool": 1, "int32": 4, "float32": 4}
    shapes = {"S": 0, "SL": 1, "SLk": CANDIDATES}
    position = sum(size[column.dtype] * shapes[column.shape] for column in COLUMNS.values())
    step = sum(size[column.dtype] for column in COLUMNS.values() if column.shape == "S")
    for canvas in (16, 128, 256):
        passes = limits.run_positions // canvas
        assert limits.run_positions * position + passes * step + MAX_HEADER < MAX_MIB << 20
        assert passes <= MAX_STEPS
    worst = json.dumps("\U0001f30a" * limits.prompt_characters)
    assert len(worst) + 10_000 < limits.body(sees=False)
    picture = base64.b64encode(bytes(limits.image_bytes))
    assert len(worst) + len(picture) + 10_000 < limits.body(sees=True)


def test_a_lecture_hall_fits_into_the_public_queue():
    public = Limits.public()
    assert public.address_runs >= 30 and (public.runs + public.waiting) * public.address_share // 100 >= 30


def test_a_space_is_known_by_its_variable(monkeypatch):
    monkeypatch.delenv("SPACE_ID", raising=False)
    assert not on_space()
    monkeypatch.setenv("SPACE_ID", "someone/demo")
    assert on_space()


def listed_in(text):
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \| ([^|]+) \| ([^|]+) \|$", text, re.M)
    return {name: (private.replace(",", ""), public.replace(",", ""), *rest) for name, private, public, *rest in rows}


def rows_of(limits):
    return {name: (str(limit.private), str(limit.public), limit.unit, limit.help) for name, limit in limits.items()}


def test_each_plugin_lists_its_limits():
    for plugin, limits in plugins().by_plugin("limits").items():
        assert listed_in((ROOT / f"docs/plugins/{plugin}.md").read_text()) == rows_of(limits), plugin


def test_a_limit_of_a_plugin_is_one_as_any_other(loaded):
    seats = Limit(unit="people", private=9, public=4, help="Seats.", sentence="All {limit} seats are taken.")
    mine = Limit(unit="runs", private=1, public=1, help="Runs.", sentence="{limit}.")
    loaded(mine=module(limits=hook(lambda: {"seats": seats, "runs": mine})))
    assert Limits()["seats"] == 9 and Limits.public()["seats"] == 4 and Limits()["runs"] == Limits().runs == 4
    changed = Limits.of(True, ("seats=2", "runs=3"))
    assert changed["seats"] == 2 and changed.runs == 3
    assert str(changed.refuse("seats")) == "All 2 seats are taken." and changed.refuse("seats").limit == "seats"
    with pytest.raises(LimitError, match=r"The limit seats is 0; allowed is a whole number of people from 1 to"):
        Limits.of(True, ("seats=0",))
    with pytest.raises(LimitError, match=r"There is no limit called 'chairs'; the limits are .*seats"):
        Limits.of(True, ("chairs=1",))


def test_the_page_about_operating_lists_the_table_and_the_options():
    text = (ROOT / "docs" / "operating.md").read_text()
    assert listed_in(text) == rows_of(TABLE)
    options = {option for parameter in serve.params for option in (*parameter.opts, *parameter.secondary_opts)}
    variables = {parameter.envvar for parameter in serve.params if parameter.envvar}
    text += "".join(page.read_text() for page in (ROOT / "docs/plugins").glob("*.md"))
    for name in commands():
        command = main.get_command(click.Context(main), name)
        options |= {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"`(--[a-z][a-z-]*)", text)) <= options
    named = set(re.findall(r"`(PLAYGROUND_\w+)", text))
    assert named >= {name for name in variables if name.startswith("PLAYGROUND_")}
    code = "".join(path.read_text() for path in (ROOT / "playground").rglob("*.py"))
    keys = {name for name in named if f'"{name}"' in code}  # all users of a machine can read options
    assert named <= {*variables, *keys}
