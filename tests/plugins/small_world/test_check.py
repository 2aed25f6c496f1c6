"""`check` and what stands behind it: a request for a story is read, and a wrong text is told why."""

import random

import pytest
from click.testing import CliRunner
from training_helpers import STORY

from playground.cli import main
from playground.plugins.small_world.check import read_story_request, wrong_in_story
from workshop.world.requests import write_request
from workshop.world.stories import sample_facts

PUZZLE = "Solve this Sudoku:\n123.\n341.\n21..\n...."
SOLVED = "1234\n3412\n2143\n4321"
LILY = "Write a story about Lily, a cat and a red ball."


@pytest.mark.parametrize(
    ("prompt", "text", "reason"),
    [
        (LILY, STORY.replace("every bush", "every every"), "1 of the 8 sentences of its plot is missing."),
        (LILY, STORY.replace("The cat", "The dog"), "The story has more than one word for its animal: cat, dog."),
        (LILY, STORY.replace("her cat", "his cat"), "A pronoun does not fit the hero."),
        (LILY.replace("red", "blue"), STORY, "The colour should be blue."),
        (LILY, "", "The story never mentions its hero."),
        (LILY, STORY + " The end.", "Its sentences are out of order, or there is something between them."),
        ("Continue this story: One morning, Lily", STORY, "The story does not begin as the prompt asks."),
        ("Write a story that ends: Everyone cheered.", STORY, "The story does not end as the prompt asks."),
        ("Write a long story about Lily.", STORY, "The number of chapters is 1; the prompt asks for 2."),
        ("Write a story. The ball gets stuck.", STORY, "The plot should be stuck."),
    ],
)
def test_a_wrong_story_is_told_why(prompt, text, reason):
    assert reason in wrong_in_story(read_story_request(prompt), text)


def test_requests_of_the_world_are_read_as_they_were_meant():
    rng = random.Random(4)
    for _ in range(300):
        request = write_request(sample_facts(rng, held_out=False), rng)
        read = read_story_request(request.text)
        if read is None:  # made-up words that ask for nothing
            assert not request.named
        else:
            assert read.named == request.named, request


def test_the_command_says_right_or_wrong_and_why():
    right = CliRunner().invoke(main, ["check", PUZZLE, SOLVED])
    assert (right.exit_code, right.output) == (0, "Sudoku: right (solved)\n")
    wrong = CliRunner().invoke(main, ["check", PUZZLE], input="1234")
    assert (wrong.exit_code, wrong.output) == (1, "Sudoku: wrong (not a grid of 4 rows of 4 digits)\n")
    for head in ("# Sudoku 4x4", "0 marks an empty cell. Reply with the 4x4 grid only, no words.", "解いて 🐉"):
        beside = CliRunner().invoke(main, ["check", PUZZLE.replace("Solve this Sudoku:", head), SOLVED])
        assert (beside.exit_code, beside.output) == (0, "Sudoku: right (solved)\n"), "only the grid is judged"
    for prompt, text, refusal in (
        ("Blue", "you", "There is no rule for this prompt; it must ask for a story,"),
        ("Write a function that sings.", "la", "There is no rule for this prompt"),
        (f"{LILY} In French.", STORY, "No rule reads all of this prompt: French."),
        (LILY, "a" * 20_001, "A prompt and a text have at most 20,000 characters"),
    ):
        refused = CliRunner().invoke(main, ["check", prompt, text])
        assert refused.exit_code == 1 and refused.output.startswith(f"Error: {refusal}")
    done = CliRunner().invoke(main, ["check", "Write a story about a fox."], input=b"\xff")
    assert done.exit_code == 2 and "The text on standard input is not valid UTF-8" in done.stderr
