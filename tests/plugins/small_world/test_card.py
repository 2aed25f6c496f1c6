"""What the page says about many cases, from the shipped model card."""

import pytest

from playground.assets import ASSETS
from playground.plugins.small_world.card import CARD, EXAMPLE, read_card

FOLDER = ASSETS / "model"


@pytest.fixture(scope="module")
def card():
    return read_card(FOLDER)


def test_every_figure_at_the_shipped_settings_is_read(card):
    lines = [line for line in (FOLDER / CARD).read_text().splitlines() if "| shipped |" in line]
    assert len(card.figures) == len(lines) > 30
    for line, figure in zip(lines, card.figures, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[0] == figure.task and cells[3] == f"{figure.right} of {figure.cases}"
        assert cells[1] == figure.way
        assert cells[5] == f"{figure.least:.0%} to {figure.most:.0%}" and float(cells[6]) == figure.passes
        assert figure.least <= figure.right / figure.cases <= figure.most


def test_the_mix_of_the_training_adds_up(card):
    assert set(card.shares) == {"uniform", "masked", "autoregressive"}
    assert sum(card.shares.values()) == pytest.approx(1)
    assert f"{card.shares['masked']:.0%}" in (FOLDER / CARD).read_text()
    assert card.settings.startswith("at most 48 denoising steps")


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("Continue this story: Lily had a cat.", "story, own opening"),
        ("Continue this story: One sunny day, Lily and her cat went to the park.", "story, opening given"),
        ("Begin with: Lily had a cat.", "story, own opening"),
        ("Write a story that ends: They went home.", "story, own ending"),
        ("Write a story that ends: No longer sad, Lily carried the red ball home.", "story, ending given"),
    ],
)
def test_a_prompt_is_compared_with_the_cases_that_are_like_it(card, prompt, task):
    """More prompts are in `tests/golden/judging`; the page cannot tell these apart."""
    first, example = card.answer(prompt)["tasks"]
    assert (first["task"], first["like"], example["task"]) == (task, "", EXAMPLE)
    assert [row["way"] for row in first["rows"]] == ["uniform", "masked", "autoregressive"]


def test_without_a_card_or_its_figures_nothing_is_said(tmp_path):
    assert read_card(tmp_path) is None
    (tmp_path / CARD).write_text("# A model\n\nIt is good.\n")
    assert read_card(tmp_path) is None
