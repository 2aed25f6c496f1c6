"""What makers write: puzzles for a page without a server, means of checkpoints, the tables of the page."""

import json
import runpy

import pytest
import torch
from safetensors.torch import load_file, save_file

from playground.errors import PlaygroundError
from playground.plugins.small_world import sudoku
from playground.plugins.small_world.puzzles import CLUES
from workshop.makers import mean
from workshop.makers.mean import write_mean
from workshop.makers.page_tables import scripts
from workshop.makers.puzzles import COUNTS, FILE, PORTABLE, puzzle

LIST = json.loads((PORTABLE / FILE).read_text("utf-8"))


@pytest.mark.parametrize("size", COUNTS)
def test_the_file_is_what_the_maker_draws(size):
    shipped = LIST["sizes"][str(size)]
    assert tuple(shipped["clues"]) == CLUES[size] and len(set(shipped["puzzles"])) == len(shipped["puzzles"]) > 300
    for number in range(0, COUNTS[size], 20):
        assert puzzle(size, number) in shipped["puzzles"], "run `python -m workshop.makers.puzzles`"


@pytest.mark.parametrize("size", COUNTS)
def test_each_has_the_fewest_clues_and_one_solution_which_training_has_not_seen(size):
    for cells in LIST["sizes"][str(size)]["puzzles"]:
        clues = tuple(int(cell) if cell.isdecimal() else 0 for cell in cells)
        solution = tuple(int(cell) if cell.isdecimal() else "_abcdefghi".index(cell) for cell in cells)
        assert len(clues) - clues.count(0) == CLUES[size][0]
        assert sudoku.solutions(clues) == [solution] and sudoku.is_held_out(solution)


def test_it_is_small():
    assert (PORTABLE / FILE).stat().st_size < 100_000


@pytest.fixture
def checkpoint(tmp_path):
    def checkpoint(name, values, dtype=torch.bfloat16):
        folder = tmp_path / name
        folder.mkdir()
        save_file({"weight": torch.tensor(values, dtype=dtype)}, folder / "model.safetensors")
        (folder / "config.json").write_text(name)
        return folder

    return checkpoint


def test_weights_count_by_their_shares_and_other_files_are_the_first_ones(tmp_path, checkpoint, monkeypatch):
    first, second = checkpoint("first", [0.0, 4.0]), checkpoint("second", [8.0, -4.0])
    given = ["mean", tmp_path / "out", first, "0.75", second, "0.25"]
    monkeypatch.setattr("sys.argv", [*map(str, given)])
    runpy.run_path(mean.__file__, run_name="__main__")
    weights = load_file(tmp_path / "out" / "model.safetensors")
    assert weights["weight"].tolist() == [2.0, 2.0] and weights["weight"].dtype == torch.bfloat16
    assert (tmp_path / "out" / "config.json").read_text() == "first"


def test_what_cannot_be_mixed_is_named_and_nothing_is_written(tmp_path, checkpoint):
    first, longer = checkpoint("first", [1.0]), checkpoint("longer", [1.0, 2.0])
    with pytest.raises(PlaygroundError, match=r"^The shares sum to 0\.9; they must sum to 1\.$"):
        write_mean(tmp_path / "out", {first: 0.5, longer: 0.4})
    with pytest.raises(
        PlaygroundError, match=r"^The weights in .*longer have other names or shapes than the first ones\.$"
    ):
        write_mean(tmp_path / "out", {first: 0.5, longer: 0.5})
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("path", "text"), scripts().items(), ids=lambda value: getattr(value, "name", ""))
def test_the_page_has_the_tables_as_they_are(path, text):
    assert path.read_text("utf-8") == text, "run `python -m workshop.makers.page_tables`"
