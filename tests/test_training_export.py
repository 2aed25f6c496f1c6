"""The end of a training run: scores, the exported model, and the command that does it all."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from test_training import TINY, settings
from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion

from playground.cli import main
from playground.commands.train import train as train_command
from playground.training import export, sudoku
from playground.training.architecture import build_config, build_model, trained_parameters
from playground.training.cases import Case, is_solution, is_story_as_asked, suites
from playground.training.data import puzzle_banks
from playground.training.evaluate import Answer, Sampling, answer_prompts, repair, score, wilson
from playground.training.figures import sweep_figure
from playground.training.function_check import read_function_request
from playground.training.functions import is_held_out
from playground.training.joint import joint_logits, joint_mask, rotary_tables
from playground.training.loop import Run
from playground.training.measure import correction_counts
from playground.training.requests import StoryRequest
from playground.training.stories import Facts
from playground.training.story_check import check_story
from playground.training.tokenizer import build_tokenizer, encode_prompt
from playground.training.writing import write_autoregressively, write_masked


@pytest.fixture(scope="module")
def tokenizer():
    return build_tokenizer()


# --- evaluation and export


RIGHT = "123456\n456123\n231564\n564231\n312645\n645312"
STORY = (
    "One day, Lily and her cat went to the park. Lily took a red ball, and the cat was happy. "
    'At the park, the red ball was gone! "Where is my ball?" cried Lily. The cat looked behind every bush. '
    'Then a kind farmer found the ball in the grass. "Thank you, farmer!" said Lily. '
    "Lily, the cat and the farmer played at the park. Then Lily carried the red ball home."
)


@pytest.fixture(scope="module")
def banks(tmp_path_factory):
    return puzzle_banks(20, 3, tmp_path_factory.mktemp("banks"))


def test_the_wilson_interval_by_hand():
    # By the formula, to four places: 95 of 100, all of 64, none of 10.
    assert wilson(95, 100) == (pytest.approx(0.8882, abs=1e-4), pytest.approx(0.9785, abs=1e-4))
    assert wilson(64, 64) == (pytest.approx(0.9434, abs=1e-4), 1.0)
    assert wilson(0, 10) == (0.0, pytest.approx(0.2775, abs=1e-4))


def test_stories_are_judged_by_what_was_asked():
    request = StoryRequest(text="x", named={"hero": "Lily", "plot": "lost"})
    assert is_story_as_asked(STORY, request)
    assert not is_story_as_asked(STORY.replace("The cat looked", "The dog looked"), request)
    assert not is_story_as_asked(STORY, replace(request, named={"hero": "Tom"}))
    assert not is_story_as_asked(STORY, replace(request, chapters=2))
    assert is_story_as_asked(STORY, replace(request, opening="One day, Lily", ending="home."))
    assert not is_story_as_asked(STORY, replace(request, opening="One morning, Lily"))
    assert not is_story_as_asked(STORY, replace(request, ending="inside."))


def test_grids_are_judged_by_their_puzzle():
    puzzle = tuple(0 if i % 5 == 0 else int(d) for i, d in enumerate(RIGHT.replace("\n", "")))
    assert is_solution(RIGHT, puzzle)
    assert not is_solution(RIGHT.replace("123456\n456123", "123456\n456132"), puzzle)
    assert not is_solution("no grid", puzzle)
    assert not is_solution("12..\n34..\n....\n....", puzzle)


def test_every_case_is_held_out_and_its_own_answer_is_right(banks, tokenizer):
    for suite in suites(banks, tokenizer, {4: (5,), 6: (16,), 9: (40,)}):
        cases = suite.cases(6, seed=1)
        again = suite.cases(6, seed=1)
        assert [(c.prompt, c.answer) for c in cases] == [(c.prompt, c.answer) for c in again]
        assert suite.cases(6, seed=2)[0].prompt != cases[0].prompt
        for case in cases:
            assert case.judge(case.answer), suite.name
            assert not case.judge("")
            if "Sudoku" in suite.name:
                assert sudoku.is_held_out(sudoku.from_text(case.answer))
                gaps = case.prompt.count(".")
                assert f"{len(case.answer.replace(chr(10), '')) - gaps} clues" in suite.name
            elif "function" in suite.name:
                assert is_held_out(read_function_request(case.prompt).spec)
            elif "repair" in suite.name:
                assert case.answer not in case.prompt
            else:
                report = check_story(case.answer)
                facts = Facts(**{fact: words[0] for fact, words in report.mentions.items()}, plot=report.plot)
                assert facts.is_held_out
                assert case.blocks == report.chapters


def test_a_score_counts_what_is_right():
    case = Case(prompt="", judge=lambda text: text == "yes", answer="yes")
    answers = [Answer(text=text, steps=steps, tokens=1) for text, steps in (("yes", 2), ("no", 4), ("yes", 9))]
    result = score("some", [case] * 3, answers)
    assert (result.right, result.cases, result.steps, result.share) == (2, 3, 5.0, 2 / 3)
    assert result.interval == wilson(2, 3)


def test_export_loads_with_from_pretrained_and_generates(tmp_path, monkeypatch):
    monkeypatch.setattr(export, "CASE_PUZZLES", 4)
    monkeypatch.setattr(export, "CLUES", {9: (36,)})
    run = Run(settings(tmp_path / "work", steps=1))
    list(run.train())
    out = tmp_path / "model"
    out.mkdir()
    (out / "leftover.txt").write_text("of an older export")
    export.export_model(run, out, sampling=Sampling(max_denoising_steps=2), cases=1)
    assert not (out / "leftover.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model", "work"]

    tokenizer = AutoTokenizer.from_pretrained(out)
    model = DiffusionGemmaForBlockDiffusion.from_pretrained(out, dtype=torch.float32)
    for name, weight in trained_parameters(model).items():
        assert torch.equal(weight, run.average[name].to(torch.bfloat16).float()), name
    assert Sampling.of(model) == Sampling(max_denoising_steps=2)
    assert model.generation_config.eos_token_id == tokenizer.eos_token_id
    prompt = [{"role": "user", "content": "Write a story about Lily."}]
    ids = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, return_tensors="pt")["input_ids"]
    output = model.generate(ids)
    assert output.sequences.shape == (1, ids.shape[1] + 256)

    card = (out / "MODEL_CARD.md").read_text()
    assert "license: apache-2.0" in card
    assert "| diffusion | shipped | 0 of 1 | 0% | 0% to 79% |" in card
    assert "from nothing; seed 0" in card
    for words in ("story of two canvases | autoregressive | shipped", "Sudoku 9x9, 36 clues | diffusion | defaults"):
        assert words in card
    assert not re.search(r"\{\w+", card)


def test_answers_keep_the_order_of_prompts_of_different_lengths(tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0).eval()
    prompts = ["Write a story.", "Write a story about Lily.", "Tell a story."]
    sampling = Sampling(max_denoising_steps=3, confidence_threshold=1e-9)
    state = torch.random.get_rng_state()
    answers = answer_prompts(model, tokenizer, prompts, sampling, batch_size=2)
    assert torch.equal(torch.random.get_rng_state(), state)
    assert [answer.steps for answer in answers] == [3, 3, 3]
    assert answers == answer_prompts(model, tokenizer, prompts, sampling, batch_size=2)


# --- the two other ways of writing


@pytest.fixture(scope="module")
def tiny(tokenizer):
    return build_model(build_config(TINY, tokenizer), seed=0).eval()


@torch.no_grad()
def naive_next(model, ids):
    """The most probable next token of one row, by the joint pass without any cache."""
    positions = torch.arange(len(ids))[None]
    is_canvas = torch.zeros_like(positions, dtype=torch.bool)
    mask = torch.where(joint_mask(torch.zeros_like(positions), is_canvas, positions), 0.0, -1e9)
    previous = torch.zeros(1, len(ids), model.config.text_config.vocab_size)
    tables = rotary_tables(model, positions)
    return int(
        joint_logits(model, torch.tensor([ids]), is_canvas, mask, tables, previous, previous[..., :1])[0, -1].argmax()
    )


def test_writing_token_by_token_equals_a_pass_without_cache(tiny, tokenizer):
    prompts = torch.tensor([encode_prompt(tokenizer, text) for text in ("Write a story.", "Tell a story.")])
    ids, passes = write_autoregressively(tiny, prompts, 12, eos_id=-1)
    assert ids.shape == (2, 12)
    assert passes.tolist() == [12, 12]
    for row in range(2):
        text = prompts[row].tolist()
        for token in ids[row].tolist():
            assert naive_next(tiny, text) == token
            text.append(token)
    third = int(ids[0, 2])
    first = ids[0].tolist().index(third)
    _, passes = write_autoregressively(tiny, prompts[:1], 12, eos_id=third)
    assert passes.tolist() == [first + 1]


@pytest.mark.parametrize("bound", [0.0, 1e9])
def test_masked_writing_fills_each_place_once(tiny, tokenizer, bound):
    prompts = torch.tensor([encode_prompt(tokenizer, "Write a story.")] * 2)
    ids, passes = write_masked(tiny, prompts, tokenizer.mask_token_id, bound)
    assert ids.shape == (2, 128)
    assert not (ids == tokenizer.mask_token_id).any()
    # One place a pass where nothing but the first is within the bound, everything at once where all is.
    assert passes.tolist() == ([128, 128] if bound == 0 else [1, 1])
    again, _ = write_masked(tiny, prompts[:1], tokenizer.mask_token_id, bound)
    assert torch.equal(again[0], ids[0])


def test_repair_counts_what_came_back_and_what_was_lost(tiny, tokenizer):
    case = Case(prompt="Write a story.", judge=lambda text: False, answer=STORY)
    result = repair(tiny, tokenizer, [case] * 2, 0.2, Sampling(max_denoising_steps=1))
    assert (result.texts, result.right, result.steps) == (2, 0, 1.0)
    assert result.restored < 0.2 and 0 < result.broken <= 1  # random weights restore next to nothing
    nothing = repair(tiny, tokenizer, [case], 0.0, Sampling(max_denoising_steps=1))
    assert nothing.restored == 0 and nothing.share == 0


# --- traces and figures


def test_corrections_by_hand():
    # Four positions, the last behind the end of the text; accepted tokens as letters, lower case where not accepted.
    steps = ["Ab.x", "aB.X", "AB.x"]
    sampled = [[5, 6, 1, 9], [7, 6, 1, 9], [8, 6, 1, 9]]
    trace = SimpleNamespace(
        columns={
            "block": np.array([1, 1, 1]),
            "accepted": np.array([[c.isupper() for c in step] for step in steps]),
            "sampled_ids": np.array(sampled),
        },
        blocks=[SimpleNamespace(token_ids=[8, 6, 1])],
    )
    # The first was accepted, re-noised, and is another token in the end; the second stayed; the last does not count.
    assert correction_counts(trace) == (1, 1)


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
    first, second = sweep_figure("Sudoku", rows).data
    assert (first.name, list(first.x), list(first.y), list(first.text)) == (
        "T 0.8 to 0.4",
        [9, 4],
        [0.8, 0.5],
        ["0.1", "1"],
    )
    assert list(first.error_y.arrayminus) == [pytest.approx(0.1)] * 2
    assert list(second.x) == [8]


# --- the command


def test_command_says_what_is_wrong_in_one_sentence(tmp_path):
    def error(*arguments):
        result = CliRunner().invoke(train_command, [*arguments, "--work-dir", str(tmp_path)])
        assert result.exit_code == 2, result.output
        return result.output

    assert "either --minutes or --steps" in error("--minutes", "1", "--steps", "1")
    assert "--device nonsense cannot be used here" in error("--device", "nonsense", "--steps", "1")
    assert "Invalid value for '--minutes'" in error("--minutes", "0")
    (tmp_path / "checkpoint.pt").write_bytes(b"")
    assert "pass --resume to continue it or --fresh" in error("--steps", "1")


def test_importing_the_command_leaves_torch_alone():
    script = "import sys, playground.commands.train; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# --- measuring from the command line


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tokenizer):
    model = build_model(build_config(TINY, tokenizer), seed=0)
    export.configure(model, tokenizer, Sampling(max_denoising_steps=2, entropy_bound=0.5))
    folder = tmp_path_factory.mktemp("tiny") / "model"
    export.write_checkpoint(model.to(torch.bfloat16), tokenizer, "# Card", folder)
    return folder


@pytest.fixture
def run_command(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "CASE_PUZZLES", 4)

    def run(*arguments):
        return CliRunner().invoke(main, [*arguments, "--model", str(folder), "--work-dir", str(tmp_path / "work")])

    return run


def test_evaluate_prints_each_way_and_setting(run_command):
    result = run_command("evaluate", "--cases", "1", "--only", "with a gap")
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines() if "with a gap" in line]
    assert [row[:2] for row in rows] == [
        ["diffusion", "shipped"],
        ["masked", "shipped"],
        ["autoregressive", "shipped"],
        ["diffusion", "defaults"],
    ]
    assert all(row[6] == "0/1" and row[-1] != "" for row in rows)
    assert float(rows[0][-1]) == 2.0 and float(rows[3][-1]) > 2.0  # passes: never more than the settings allow


def test_evaluate_as_json(run_command):
    result = run_command(
        "evaluate", "--cases", "1", "--only", "function from", "--at", "shipped", "--way", "diffusion", "--json"
    )
    found = json.loads(result.output)
    (row,) = found["scores"]
    assert (row["name"], row["way"], row["at"], row["right"], row["cases"]) == (
        "function from a description", "diffusion", "shipped", 0, 1,
    )  # fmt: skip
    assert (row["low"], row["high"]) == wilson(0, 1)
    assert [repair["share"] for repair in found["repair"]] == [0.1, 0.2, 0.3, 0.5]
    assert [entry["runs"] for entry in found["self_correction"]] == [1]


def test_sweep_writes_a_figure_and_its_table(run_command, tmp_path):
    out = tmp_path / "figure.html"
    given = ["--kind", "function with a gap", "--cases", "1", "--bound", "5", "--bound", "0.1", "--out", str(out)]
    result = run_command("sweep", *given, "--temperature", "0.8", "0.4")
    assert result.exit_code == 0, result.output
    rows = json.loads(out.with_suffix(".json").read_text())["rows"]
    assert [(row["entropy_bound"], row["cases"]) for row in rows] == [(0.1, 1), (5.0, 1)]
    assert "plotly" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--kind", "poems"], "there is no 'poems'; there are story, facts named,"),
        (["--temperature", "0.4", "0.8"], "t_max is 0.4 and t_min 0.8"),
        (["--out", "/no/where/x.html"], "the folder /no/where does not exist"),
    ],
)
def test_sweep_says_what_is_wrong(run_command, arguments, words):
    result = run_command("sweep", *arguments)
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
