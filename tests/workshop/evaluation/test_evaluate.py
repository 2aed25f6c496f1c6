"""Held-out cases, gaps, own texts and noisy ones: how answers are judged, and what is counted."""

import json
import math
import random
from types import SimpleNamespace

import pytest
import torch
from click.testing import CliRunner
from training_helpers import STORY

from playground.assets import ASSETS
from playground.cli import main
from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.engine.steering import start_of, tokens_of
from playground.evaluation.intervals import wilson
from playground.plugins.small_world import sudoku
from playground.plugins.small_world.advice import embedded_words
from playground.plugins.small_world.function_check import read_function_request
from playground.plugins.small_world.kinds import KINDS
from playground.plugins.small_world.new_words import new_words
from playground.plugins.small_world.stories import PLOTS
from playground.plugins.small_world.story_check import check_story
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.commands import loss as command
from workshop.evaluation import loss
from workshop.evaluation.evaluate import answer_prompts, repair, score
from workshop.evaluation.figures import curve_figure
from workshop.evaluation.infill import _open_cells, infill, stretches
from workshop.evaluation.own_text import own_text
from workshop.world import cases
from workshop.world.cases import Case, case_banks, suites
from workshop.world.functions import is_held_out
from workshop.world.own_texts import FOREIGN, foreign, told_anew
from workshop.world.puzzles import PuzzleBanks
from workshop.world.stories import Facts
from workshop.world.words import is_held_out as is_held_out_word

_SPLIT_ELSEWHERE = {"function that people ask for", *(kind.suite for kind in KINDS)}


def test_every_case_is_held_out_and_its_own_answer_is_right(few_puzzles, world_tokenizer):
    for suite in suites(few_puzzles, world_tokenizer, {4: (5,), 6: (16,), 9: (40,)}):
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
            elif suite.name in _SPLIT_ELSEWHERE:
                pass  # tests/workshop/world and tests/plugins/small_world/test_functions.py see to it
            elif "function" in suite.name:
                assert is_held_out(read_function_request(case.prompt).spec)
            elif "repair" in suite.name:
                assert case.answer not in case.prompt
            elif "own" in suite.name.split():
                excerpt = case.prompt.partition(": ")[2] or case.prompt.partition(" ends with ")[2]
                assert excerpt in case.answer
                assert not case.judge(case.answer.replace(excerpt, excerpt[:-2] + "."))
            else:
                report = check_story(case.answer)
                words = {fact: words[0] for fact, words in report.mentions.items()}
                facts = Facts(**words, plot=report.plot, ending=report.ending)
                assert facts.is_held_out
                spelled = {"one strange word": 1, "two strange words": 2, "a name of any language": 1}
                assert len(facts.open_words) == spelled.get(suite.name[7:], 0)
                assert all(map(is_held_out_word, facts.open_words.values()))
                assert case.blocks == report.chapters


def test_a_score_counts_what_is_right():
    case = Case(prompt="", judge=lambda text: text == "yes", answer="yes")
    answers = [SimpleNamespace(text=text, nfe=steps) for text, steps in (("yes", 2), ("no", 4), ("yes", 9))]
    result = score("some", [case] * 3, answers)
    assert (result.right, result.cases, result.steps, result.share) == (2, 3, 5.0, 2 / 3)
    assert result.interval == wilson(2, 3)
    assert result.grammatical is None
    counted = Case(prompt="", judge=bool, answer="yes", sentences=lambda text: (len(text), 4))
    assert score("some", [counted] * 3, answers).grammatical == (3 + 2 + 3) / 12
    kept = [
        Case(prompt="", judge=bool, answer="", repeated=lambda text, n=n: {"words": (len(text), n)}) for n in (3, 4)
    ]
    assert score("some", [*kept, case], answers).repeated == {"words": (3 + 2, 3 + 4)} and result.repeated == {}


def test_a_case_counts_sentences_whatever_their_facts_and_what_its_request_gives_and_an_answer_keeps():
    rng = random.Random(5)
    plain = cases.story_case(rng)
    found, total = plain.sentences(plain.answer)
    assert found == total and plain.sentences(plain.answer.replace(".", "", 1)) == (total - 1, total)
    strange = cases.any_words_case(rng, spelled=1)
    (known, spelled) = strange.repeated(strange.answer).values()
    assert known[0] == known[1] > 0 and spelled == (1, 1)
    assert strange.repeated("") == {"known words": (0, known[1]), "spelled words": (0, 1)}
    for ending, kind in ((False, "openings"), (True, "endings")):
        case = cases.own_words_case(rng, ending=ending)
        assert case.repeated(case.answer)[kind] == (1, 1)
        assert case.repeated(f"So {case.answer} So.")[kind] == (0, 1), "nothing may stand before or after it"


def test_answers_keep_the_order_of_prompts_of_different_lengths(tiny_model, world_tokenizer):
    model = Model.of(tiny_model, world_tokenizer)
    prompts = ["Write a story.", "Write a story about Lily.", "Tell a story."]
    sampling = SamplerSettings(max_denoising_steps=3, confidence_threshold=1e-9)
    state = torch.random.get_rng_state()
    traces = answer_prompts(model, prompts, sampling)
    assert torch.equal(torch.random.get_rng_state(), state)
    assert [trace.header.prompt for trace in traces] == prompts and [trace.nfe for trace in traces] == [3, 3, 3]
    again = record_all(model, [RunSpec.from_dict(trace.header.spec) for trace in traces], rows=2)
    assert [trace.text for trace in traces] == [trace.text for trace in again], "whoever shares the passes"


def test_repair_counts_what_came_back_and_what_was_lost(tiny_model, world_tokenizer):
    case = Case(prompt="Write a story.", judge=lambda text: False, answer=STORY)
    model = Model.of(tiny_model, world_tokenizer)
    result = repair(model, [case] * 2, 0.2, SamplerSettings(max_denoising_steps=1))
    assert (result.texts, result.right, result.steps) == (2, 0, 1.0)
    assert result.restored < 0.2 and 0 < result.broken <= 1  # random weights restore next to nothing
    nothing = repair(model, [case], 0.0, SamplerSettings(max_denoising_steps=1))
    assert nothing.restored == 0 and nothing.share == 0


def test_the_figure_of_a_curve_holds_its_rows():
    rows = [
        {"kind": kind, "minutes": minutes, "share": share, "low": share - 0.1, "high": share + 0.05, "passes": 4.0}
        for minutes, kind, share in ((10, "a", 0.5), (10, "b", 0.2), (20, "a", 0.8), (20, "b", 0.9))
    ]
    first, second = curve_figure(rows).data
    assert (first.name, list(first.x), list(first.y)) == ("a", [10, 20], [0.5, 0.8])
    assert (second.name, list(second.y)) == ("b", [0.2, 0.9])
    assert list(second.error_y.array) == [pytest.approx(0.05)] * 2


def test_no_training_has_the_puzzles_of_the_cases(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "CASE_PUZZLES", 4)
    asked = case_banks(0, tmp_path)[9]
    for seed in range(3):
        trained = PuzzleBanks(4, seed, tmp_path)[9]
        assert not {puzzle.tobytes() for puzzle in trained} & {puzzle.tobytes() for puzzle in asked}


def test_about_half_of_a_text_is_hidden_in_stretches():
    away = stretches(100, (4, 12), random.Random(3))
    assert len(away) == 50 and away <= {*range(100)}
    runs = sum(place - 1 not in away for place in away)
    assert 2 <= runs <= 13
    hole = stretches(23, (11, 11), random.Random(1))
    assert len(hole) == 11 and max(hole) - min(hole) == 10, "one hole"


def test_a_sudoku_loses_its_open_cells_and_its_prompt_the_clues():
    prompt, away = _open_cells(
        "Solve this Sudoku:\n1..4\n..3.\n.2..\n4..1", [*"1234", "\n", *"4132", "\n", *"3214", "\n", *"4321"]
    )
    assert prompt == "Solve this Sudoku:\n....\n....\n....\n...."
    assert away == {1, 2, 5, 6, 8, 10, 12, 13, 16, 17}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_what_is_not_hidden_is_in_the_text(embedded_model, way):
    answer = "def double(x):\n    return x * 2"
    case = Case(
        prompt="Write a function that doubles a number.", judge=lambda text: text.startswith("d"), answer=answer
    )
    settings = embedded_model.settings.replace(way=way, max_denoising_steps=4)
    found = infill(embedded_model, "function", [case, case], settings)
    assert (found.way, found.cases) == (way, 2) and 0.4 < found.hidden <= 0.5 and 0 <= found.same <= 1
    assert 0 < found.steps <= 13


@pytest.mark.parametrize("write", [told_anew, foreign])
def test_texts_fit_a_canvas_and_have_known_words_but_no_sentence_that_a_generator_writes(embedded_model, write):
    rng = random.Random(1)
    for _ in range(20):
        text = write(rng)
        assert len(tokens_of(embedded_model, text)) < embedded_model.canvas_length
        assert text != write(rng)
    told = " ".join(sentence for plot in PLOTS.values() for sentence in plot)
    for sentence in FOREIGN:
        text = sentence.format(hero="Lily")
        assert not new_words(text, embedded_words()).named, text
        assert text not in told


def test_what_is_held_stays_and_what_is_free_is_counted_as_it_is(embedded_model):
    texts = [foreign(random.Random(seed)) for seed in range(3)]
    held, free = (own_text(embedded_model, "x", texts, embedded_model.settings, keep) for keep in ("held", "free"))
    assert held.stayed == 1 and held.texts == 3 and held.mended <= 1
    assert free.stayed < 0.5, "or nobody would have to hold or favour a text"
    assert held.all == pytest.approx(held.stayed, abs=0.3) and held.all < 1


def test_the_pass_is_the_one_of_a_runs_first_step(embedded_model):
    trace = Trace.load(ASSETS.parent / "tests" / "runs" / "noisy.trace")
    columns = trace.columns
    logs = loss.log_probabilities(embedded_model, trace.header.prompt_ids, columns["input_ids"][0].tolist())
    cooled = (logs / columns["temperature"][0].item()).softmax(-1)
    top = cooled.gather(1, torch.from_numpy(columns["top_ids"][0]).long())
    assert torch.allclose(top, torch.from_numpy(columns["top_probs"][0]), atol=1e-4)


def test_the_rows_are_means_over_texts(embedded_model, monkeypatch):
    """Every other token is noise: it gets 0.4, its own token 1/4, under a mask 1/8. A token that stays gets 0.9."""
    cases = [
        Case(prompt=f"Write {text}", judge=bool, answer=text) for text in ("A cat.", "A red ball.", "The dog was.")
    ]
    starts = {tuple(embedded_model.encode(case.prompt)): start_of(embedded_model, case.answer) for case in cases}
    noise, mask, vocabulary = 900, embedded_model.tokens.mask, embedded_model.vocab_size

    def logs(model, prompt, canvas):
        shares = torch.full((len(canvas), vocabulary), 1e-6)
        for place, clean in enumerate(starts[tuple(prompt)]):
            shares[place, noise] = 0.4
            shares[place, clean] = {noise: 1 / 4, mask: 1 / 8, clean: 0.9}[canvas[place]]
        return shares.log()

    monkeypatch.setattr(loss, "log_probabilities", logs)
    monkeypatch.setattr(loss, "noised", lambda ids, *_: [noise if place % 2 else None for place in range(len(ids))])
    (row,) = loss.loss_rows(embedded_model, cases * 2, [0.5])
    assert row["at_noise"] == pytest.approx(math.log(4)) and row["at_masks"] == pytest.approx(math.log(8))
    assert row["detecting"] == pytest.approx(-math.log(2)) == pytest.approx(row["detecting_low"])
    assert (row["cases"], row["found"], row["trusted"]) == (6, 1, 1)
    lengths = [start.index(embedded_model.eos_ids[0]) for start in starts.values()]  # the end does not count
    shares = [length // 2 / length for length in lengths]
    means = [share * math.log(4) - (1 - share) * math.log(0.9) for share in shares]
    assert len({*lengths}) > 1 and row["loss"] == pytest.approx(sum(means) / len(means))


@pytest.mark.slow
def test_the_command_measures_and_writes_what_lessons_read(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "SHARES", (0.2, 0.9))
    out, work = tmp_path / "loss.json", ["--work-dir", str(tmp_path)]
    done = CliRunner().invoke(main, ["loss", "--cases", "4", "--out", str(out), *work])
    assert done.exit_code == 0, done.output
    few, much = json.loads(out.read_text())["rows"]
    assert 0 < few["loss"] < much["loss"] < math.log(2001) and f"{much['loss']:.4f}" in done.output
    shipped = json.loads((ASSETS / "figures" / "loss.json").read_text())["rows"]
    assert few.keys() == shipped[0].keys() and [row["noise"] for row in shipped] == [
        tenth / 10 for tenth in range(1, 10)
    ]
    refused = CliRunner().invoke(main, ["loss", "--kind", "moon", *work])
    assert refused.exit_code == 2 and "there is no kind 'moon'" in refused.output
