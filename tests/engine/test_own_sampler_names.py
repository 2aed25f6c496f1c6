"""The settings of a sampler from a person's own file: which names they may have, and where they then arrive."""

import inspect
from pathlib import Path

import pytest
from own_sampler import EXPLANATION, HEAD
from pydantic import BaseModel

import playground as pg
from playground.export.run import named
from playground.plugins.api.arguments import ARGUMENTS
from playground.plugins.tables.tables import marks, positions, steps
from playground.rules.samplers.from_file import load
from playground.rules.samplers.reserved import RESERVED
from playground.server.interface import build
from playground.service import EngineSlot, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, all_knobs
from playground.trace.columns import COLUMNS

pytestmark = pytest.mark.usefixtures("registered")


def test_the_names_that_are_reserved_are_those_that_something_has():
    fields = {*Prompt.model_fields, *RunSpec.model_fields}
    methods = {name for name in dir(pg.SamplerSettings) if not name.startswith("_")} - {*dir(BaseModel)}
    calls = (pg.record, pg.denoise, pg.branch, pg.Recorder.__init__, pg.Model.spec)
    taken = {name for call in calls for name in inspect.signature(call).parameters} - {"self", "changes"}
    story = pg.Trace.load(Path(__file__).parents[1] / "golden" / "story.trace")
    (run,), (mark,) = named([story]), marks(named([story]))
    tables = [*positions(run, mark), *steps(run, mark), *pg.compare([story]), *COLUMNS, "top", "case", "setting"]
    libraries = {"context", "model_config", "path", "request"}
    somewhere = fields | methods | taken | {*KNOBS, *ARGUMENTS, *tables} | libraries
    assert somewhere - ({*all_knobs()} - {*KNOBS}) <= RESERVED, "protocols of plugins have some more"


@pytest.mark.parametrize("name", ["branch", "lambda"])
def test_a_name_that_something_else_has_is_refused_with_all_that_are_taken(name, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(f"{HEAD}{EXPLANATION}    knobs = {{{name!r}: pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}}\n")
    with pytest.raises(pg.SamplerError, match=rf"^mine.py: the setting {name} needs another name; taken are .*verdict"):
        load(path)


def test_any_other_name_reaches_every_door(tmp_path):
    path, names = tmp_path / "mine.py", ("json", "n", "scale", "self", "unit", "values")
    knobs = ", ".join(f"{name!r}: pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')" for name in names)
    path.write_text(f"{HEAD}{EXPLANATION}    knobs = {{{knobs}}}\n")
    assert load(path) == "mine"
    service = Service(EngineSlot())
    page = build(service)
    (api,) = [value for name, value in page.blocks.get_api_info()["named_endpoints"].items() if name == "/write"]
    assert {*names} <= {parameter["parameter_name"] for parameter in api["parameters"]}
    page.blocks.close()
