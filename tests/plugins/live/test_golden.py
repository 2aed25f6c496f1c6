"""What the scripts in `assets/page/plugins/live` are checked against is what Python makes now."""

import importlib
import json

import pytest
from plugins.live.portable_golden import FOLDER, NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_cases_are_current(name, embedded_model):
    made = importlib.import_module(f"plugins.live.portable_golden.{name}").cases(embedded_model)
    # JSON makes lists of tuples, and texts of the names of fields
    assert json.loads((FOLDER / f"{name}.json").read_text("utf-8")) == json.loads(json.dumps(made))


def test_every_file_has_its_maker():
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(NAMES)
