"""What settings cost and buy, as a figure and its file."""

import pytest

from playground.export.chromium import chromium_path
from playground.plugins.sweep.figure_file import write_figure
from playground.plugins.sweep.figures import sweep_figure


def test_the_figure_of_a_sweep_holds_its_rows():
    rows = [
        {
            "t_max": 0.8,
            "t_min": t_min,
            "entropy_bound": bound,
            "share": share,
            "low": share - 0.1,
            "high": 0.9,
            "passes": n,
        }
        for t_min, bound, share, n in ((0.4, 1.0, 0.5, 4), (0.4, 0.1, 0.8, 9), (0.2, 0.1, 0.7, 8))
    ]
    first, second = sweep_figure("Sudoku", ["entropy_bound", "t_max", "t_min"], rows).data
    assert (first.name, list(first.x), list(first.y), list(first.text)) == (
        "t_max 0.8, t_min 0.4",
        [9, 4],
        [0.8, 0.5],
        ["0.1", "1"],
    )
    assert list(first.error_y.arrayminus) == [pytest.approx(0.1)] * 2
    assert list(second.x) == [8]


@pytest.fixture
def figure():
    return sweep_figure("a title", ["sampler"], [{"sampler": "margin", "share": None, "passes": 4.0}])


def test_a_figure_is_written_as_a_page(figure, tmp_path):
    write_figure(figure, tmp_path / "figure.html")
    assert "<script src=" not in (tmp_path / "figure.html").read_text()


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.skipif(
    chromium_path() is None, reason="no Chromium: get it with `apt-get install chromium-headless-shell`"
)
def test_a_figure_is_written_as_a_picture_by_the_browser_that_draws_all_else(figure, tmp_path, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "missing"))  # where kaleido looks first
    write_figure(figure, tmp_path / "figure.svg")
    assert "no quality measured" in (tmp_path / "figure.svg").read_text()
