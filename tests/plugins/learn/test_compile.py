"""Compiling a lesson: what it finds in a trace, and what is wrong with it, by line."""

import json
import re
from functools import partial

import pytest
from trace_helpers import trace_of

from playground.assets import ASSETS
from playground.evaluation.intervals import paired
from playground.plugins.learn import blocks
from playground.plugins.learn.blocks import COLOURS, LAYERS, PANELS
from playground.plugins.learn.expression import FUNCTIONS, evaluate
from playground.plugins.learn.inline import NAMED, pieces
from playground.plugins.learn.lesson import MOST_CHARACTERS, compile_lesson
from playground.plugins.learn.library import LESSONS, Library, Runs
from playground.plugins.learn.looks import Look, Swapped
from playground.plugins.learn.measured import Difference, Machine, Pass, Row, Study
from playground.plugins.learn.problems import LessonError, Problems, Wrong
from playground.plugins.learn.readings import Reading
from playground.plugins.learn.things import RUN_FIELDS, Cell, Correction, Reopening, Step

ROOT = ASSETS.parent
GOLDEN = ROOT / "tests" / "golden"
HEAD = "# A title\n\n```name\nrun_one = run lily\n```\n\n```show\nat: run_one\n```\n\n"
RUNS = Runs([GOLDEN], ASSETS / "recorded")
compiled = partial(blocks.compiled, look=RUNS.looks.of)


def test_html_is_text_and_only_web_addresses_are_links():
    read = pieces("<img src=x onerror=alert(1)> **a *b*** `c` [d](https://example.org)", {})
    text = "".join(piece for piece in read if isinstance(piece, str))
    assert text.strip().startswith("<img src=x onerror=alert(1)>")
    assert {"strong": ["a ", {"em": ["b"]}]} in read and {"code": "c"} in read
    assert {"href": "https://example.org", "text": ["d"]} in read
    for address in ("ftp://example.org", "//example.org"):
        with pytest.raises(Wrong, match="leads nowhere"):
            pieces(f"[x]({address})", {})
    assert pieces("[x](javascript:alert(1))", {}) == ["[x](javascript:alert(1))"]  # none for Markdown's reader either
    with pytest.raises(Wrong, match="no image"):
        pieces("![x](https://example.org/x.png)", {})


DRAW = HEAD + "```predict\ndraw: x\nof: step of run_one\nfigure: mean\nunit: nats\nto: 9\nnear: 1\nbecause: y\n```"
KEEP = HEAD + "```predict\nkeep: x\nat: run_one.start\ncosts: hidden\nbecause: y\n```"
WRONG = [
    ("Text.\n" + HEAD.split("\n", 1)[1], 1, "begins with its title"),
    ("# A\n\nText.", 1, "shows at least one run"),
    ("# A\n\n```show\nat: nobody\n```", 4, "“nobody” has not been named"),
    (HEAD + "```name\nx = run nowhere\n```", 12, "there is no run “nowhere”; there are .*lily"),
    (HEAD + "```name\nx run\n```", 12, "names nothing"),
    (HEAD + "```name\nrun_one = 3\n```", 12, "named twice"),
    (HEAD + "```name\nx = first token of run_one\n```", 12, "is no query"),
    (HEAD + "```name\nx = step of run_one\n```", 12, "must say which one"),
    (HEAD + "```name\nx = first step of run_one where kept > 9999\n```", 12, "No step of run_one fits “kept > 9999”"),
    (HEAD + "```name\nx = first step of run_one where size > 1\n```", 12, "“size” has not been named"),
    (HEAD + "```name\nx = step with most run of run_one\n```", 12, "“run” of a step is no number"),
    (HEAD + "```name\nx = first step of run_one\ny = first step of x\n```", 13, "looked for in a run"),
    (HEAD + "```name\nx = study moon\n```", 12, "no study “moon”; there are .*sweep-story"),
    (HEAD + "```name\nx = first row of run_one\n```", 12, "a row is looked for in a study"),
    (HEAD + "One.\nTwo {run_one.bound}.\nThree {nobody}.", 13, "“nobody” has not been named"),
    (HEAD + "A {run_one}.", 11, "this is a run"),
    (HEAD + "A {run_one.size}.", 11, "a run has no “size”; it has .*bound"),
    (HEAD + "A {run_one.steps.size}.", 11, "“run_one.steps” is no run, step or cell, so it has no “size”"),
    (HEAD + "```name\nx = study sweep-story\ny = first row of x\n```\n\n{y.loss}", 16, "row has no “loss”; it has"),
    (DRAW.replace("near: 1", "near: run_one"), 17, "“run_one” is no number"),
    (HEAD + "x" * MOST_CHARACTERS, 1, "at most 100000 characters"),
    (HEAD + "[a](at:run_one.bound)", 11, "no run, step or cell"),
    (HEAD + "[a](page:moon)", 11, "no “moon” to light up"),
    (HEAD + "A claim.\n\n```check\nrun_one.steps > 0\nrun_one.steps < 0\n```", 15,
     r"not hold: .*steps is \d+.*line 11: “A claim"),
    (HEAD + "```check\nrun_one.steps\n```", 12, "does not hold"),
    (HEAD + "## Other\n", 11, "one title"),
    (HEAD + "> quoted", 11, "no blockquote"),
    (HEAD + "- one\n\n  1. two", 13, "An item of a list is one line"),
    (HEAD + "    code", 11, "no code block"),
    (HEAD + "<b>\nhi\n</b>\n\n```moon\n```", 15, "no block “moon”"),
    (HEAD + "```show\nat: run_one\n```", 11, "a part has one “show”"),
    (HEAD + "---\n```show\nat: 3\n```", 13, "no run, step or cell"),
    (HEAD + "---\n```show\nlayer: deep\n```", 13, "layer cannot be “deep”; allowed are drawn"),
    (HEAD + "---\n```show\nmoon: full\n```", 13, "“moon” means nothing here"),
    (HEAD + "---\n```show\nwhat\n```", 13, "has no key"),
    (HEAD + "---\n```show\nat: run_one\nbeside: run_one moon\n```", 14, "“moon” has not been named"),
    (HEAD + "---\n```show\nat: run_one\nbeside: 3\n```", 14, "names of runs, 3 at most"),
    (HEAD + "```name\nx = look at run_one\n```", 12, "is no cell, so it looks at nothing"),
    (HEAD + "```name\nx = first cell of run_one\ny = look at x\n```", 13, "is not recorded; python -m"),
    (HEAD + "```attention\nof: run_one\n```", 12, "is no look"),
    (HEAD + "```name\nx = first cell of run_one\n```\n\n```memory\nof: x\n```", 16, "at the first step of its part"),
    (HEAD + "```name\nx = entropy_at(run_one, 1)\n```", 12, "entropy_at takes a look and a temperature above 0"),
    (HEAD + "```name\nx = machine moon\n```", 12, "no machine “moon”; there are here, H100"),
    (HEAD + "```name\nm = machine here\nx = first row of m\n```", 13, "a machine holds a pass, and no row"),
    (HEAD + "```name\nx = first pass of run_one\n```", 12, "looked for in a machine"),
    (HEAD + "```bars\nlabel: x\n- a: 1\n```", 11, "at least two lines"),
    (HEAD + "```bars\nlabel: x\n- a: 1\n- b: 1 from 0\n```", 14, "is no figure, with or without"),
    (HEAD + "```name\ns = study sweep-story\nx = against(s, s)\n```", 13, "against takes two rows of a study"),
    (HEAD + "```try\nknob: entropy_bound\nvalue: -1\nsay: x\n```", 13, "cannot be -1"),
    (HEAD + "```try\nknob: entropy_bound\n```", 11, "“value” is missing"),
    (HEAD + "```predict\nbecause: x\n```", 11, "one of choose, press, cut, guess, keep, draw and mark"),
    (HEAD + "```predict\nchoose: x\nbecause: y\n- a: true\n```", 12, "at least two choices"),
    (KEEP[:-4] + "\n- a: true\n```", 16, "only “choose” has choices"),
    (KEEP + "\n\n" + KEEP.removeprefix(HEAD), 18, "a part has one prediction"),
    (HEAD + "```show\n- a: true\n```", 12, "only a prediction has choices"),
    (HEAD + "```predict\nchoose: x\nbecause: y\n- a: true\n- b: true\n```", 12, "exactly one .* right, and 2 are"),
    (HEAD + "```predict\nchoose: x\nbecause: y\n- a: true\n- b: 3\n```", 15, "is no condition"),
    (HEAD + "```predict\npress: x\nat: run_one.start\nrule: best\nbecause: y\n```", 14, "rule cannot be “best”"),
    (HEAD + "```predict\npress: x\nat: run_one.noise\nrule: surest\nbecause: y\n```", 13, "no step and no cell"),
    (HEAD + "```predict\ncut: x\nat: run_one\nbecause: y\n```", 13, "no step and no cell"),
    (HEAD + "```predict\npress: x\nat: run_one.start\nrule: surest\namong: run_one\nbecause: y\n```", 15, "of cells"),
    (KEEP.replace("run_one.start", "run_one.end"), 13, "is the last of its part"),
    (KEEP.replace("run_one.start", "m.start").replace("\n```\n", "\nm = run race-masked\n```\n", 1), 14,
     "fills no budget"),
    (KEEP.replace("costs: hidden", "costs: low"), 14, "costs cannot be “low”; allowed are shown, hidden"),
    (HEAD + "```predict\nguess: x\nanswer: 9\nunit: steps\nfrom: 1\nto: 2\nbecause: y\n```", 13,
     "answer is 9, which is not between"),
    (HEAD + "```predict\nmark: x\nof: run_one\nbecause: y\n```", 13, "this is no reading; name one with"),
    (HEAD + "```name\nx = reading of run_one.start\n```", 12, "is no run, so it has no reading"),
    (HEAD + "```name\nx = reading of run_one\n```", 12, "does not start from a text that is partly noise"),
    (HEAD.replace("at: run_one", "at: run_one\ncells: differing"), 9, "“cells” says which are coloured"),
    (DRAW.replace("step of run_one", "first step of run_one"), 13, "does not say what is drawn"),
    (DRAW.replace("step of run_one", "cell of run_one"), 13, "a point for each step of a run, row of a study"),
    (DRAW.replace("step of run_one", "step of run_one where number < 3"), 13, "3 points at least, and this one has 2"),
    (DRAW.replace("figure: mean", "figure: moon"), 14, "a step has no “moon”"),
    (DRAW.replace("figure: mean", "figure: mean\nalong: moon"), 15, "a step has no “moon”"),
    (DRAW.replace("to: 9", "to: 0.01"), 16, "is not within 0 and 0.01"),
    (DRAW.replace("near: 1\n", ""), 11, "“near” is missing"),
    (DRAW.replace("\n```\n", "\ns = study sweep-story\n```\n", 1).replace("step of run_one", "row of s"),
     12, "“along” is missing"),
    (HEAD + "```predict\ncut: x\nat: run_one.start\nbecause: {moon}\n```", 14, "“moon” has not been named"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG, ids=range(len(WRONG)))
def test_each_error_is_named_by_its_line(text, line, sentence):
    with pytest.raises(Problems) as caught:
        compile_lesson(text, "01-a.md", RUNS)
    (problem,) = caught.value.problems
    assert problem.line == line, problem
    assert re.search(sentence, problem.sentence, re.I), problem


def test_what_follows_from_an_error_is_not_said_again():
    text = HEAD + "```name\nx = run nowhere\n```\n\n{x.bound} [a](at:x)\n\n```check\nx.bound > 0\n```\n\nBut {moon}."
    with pytest.raises(Problems) as caught:
        compile_lesson(text, "01-a.md", RUNS)
    assert [problem.line for problem in caught.value.problems] == [12, 21]
    assert str(caught.value).startswith("01-a.md, line 12: ")


def test_an_empty_place_for_the_large_model_is_not_shown():
    block = "```large\nrun: {}\nsay: The same.\n```"
    kinds = [
        [block["kind"] for part in compile_lesson(HEAD + block_text, "a", RUNS).parts for block in part["blocks"]]
        for block_text in (block.replace("{}", "large-model"), block.replace("{}", "wrong"))
    ]
    assert kinds == [[], ["large"]]


def test_bars_write_figures_as_the_text_does():
    read = compiled("bars", "label: MEASURED\nunit: %\n- *a*: 0.5 from 0.25 to 1\n- b: 1 / 8 from 0 to 1", {})
    assert [(row["value"], row["figure"], row["interval"]) for row in read["rows"]] == [
        (0.5, "50% (25% to 100%)", [0.25, 1]),
        (0.125, "12% (0% to 100%)", [0, 1]),
    ]
    assert compiled("bars", "label: x\nunit: ms\n- a: 1\n- b: 2 / 3", {})["rows"][1]["figure"] == "0.667 ms"
    read = compiled("bars", "label: x\nunit: points\n- a: 0.271 from 0.1 to 0.42\n- b: -0.02 from -0.11 to 0.06", {})
    assert [row["figure"] for row in read["rows"]] == ["27 points (10 to 42)", "−2 points (−11 to 6)"]


def row(passes, right):
    share = sum(filter(None, right)) / len(right)
    return Row({"share": share, "passes": sum(passes) / len(passes), "each": {"passes": passes, "right": right}})


def test_a_difference_is_taken_over_the_same_cases():
    """Two settings that are right on 12 and 15 of 20 cases, of which 11 are the same; intervals alone would overlap."""
    first = row([9] * 20, [True] * 12 + [False] * 8)
    second = row([4, 6] * 10, [True] * 11 + [False] + [True] * 4 + [False] * 4)
    names = {"a": first, "b": second}
    figures = [evaluate(f"against(b, a).{field}", names) for field in ("share", "low", "high", "passes")]
    assert figures == pytest.approx([0.15, *paired(11, 1, 4, 4), -4])
    low, high = evaluate("against(b, a).passes_low", names), evaluate("against(b, a).passes_high", names)
    assert low == pytest.approx(-4 - (high + 4)) and -4.6 < low < -4.4
    unjudged = Row({"share": None, "each": {"passes": [3] * 5, "right": [None] * 5}})
    with pytest.raises(Wrong, match="too few cases in common"):
        evaluate("against(a, b).low", {"a": unjudged, "b": second})
    with pytest.raises(Wrong, match="measure it again"):
        evaluate("against(a, b).low", {"a": Row({"share": 0.5}), "b": second})


def test_a_cell_remembers_where_its_run_does(lily):
    where = {"run": "lily", "row": 1, "noise": False, "position": 7}
    assert compiled("memory", "of: cell", {"cell": Cell(lily, 1, 7)}) == {"kind": "memory", **where}
    for run in ("forgets", "after"):
        cell = Cell(Runs([LESSONS], ASSETS / "recorded").find(run), 1, 7)
        with pytest.raises(Wrong, match="has no memory"):
            compiled("memory", "of: cell", {"cell": cell})


def test_a_curve_to_draw_has_a_point_for_each_step_or_row(lily):
    lines = "figure: kept\nunit: tokens\nto: 128\nnear: 2 + 3\nbecause: So."
    steps = compiled("predict", f"draw: Draw.\nof: step of lily where number > 3\n{lines}", {"lily": lily})
    assert steps["length"] and (steps["top"], steps["near"], steps["axis"]) == (128, 5, {"name": "step", "unit": ""})
    where = {"run": "lily", "row": 3, "noise": False}
    assert steps["points"][0] == {"label": "4", "value": Step(lily, 3).get("kept"), **where}
    assert len(steps["points"]) == len(lily) - 3
    rows = [Row({"entropy_bound": bound, "passes": 9 - bound}) for bound in (0.02, 1, 2)]
    passes = [Pass({"seconds": seconds, "rows": rows}) for rows, seconds in ((1, 0.5), (2, 0.5), (4, 0.8))]
    machine = Machine(passes, "one", "today")
    lines = "figure: per_second\nalong: rows\naxis: readers\nunit: tokens\nto: 5\nnear: 1\nbecause: So."
    shared = compiled("predict", f"draw: Draw.\nof: pass of machine where rows > 0\n{lines}", {"machine": machine})
    assert [(point["label"], point["value"]) for point in shared["points"]] == [("1", 2), ("2", 4), ("4", 5)]
    lines = "figure: passes\nalong: bound\naxis: budget, nats\nunit: steps\nto: 9\nnear: 1\nbecause: So."
    study = compiled("predict", f"draw: Draw.\nof: row of study\n{lines}", {"study": Study(rows)})
    assert not study["length"] and study["axis"] == {"name": "budget", "unit": "nats"}
    assert study["points"] == [{"label": "0.02", "value": 8.98}, {"label": "1", "value": 8}, {"label": "2", "value": 7}]


def test_cells_that_differ_are_counted_place_by_place():
    first = trace_of([(1, [5, 6, 7, 2], [1, 1, 1, 0], [5, 6, 7, 2])])
    second = trace_of([(1, [5, 6, 7, 3], [1, 1, 1, 0], [5, 7, 6, 2])])
    names = {"run": first}
    for noise, count in ((False, 2), (True, 1)):
        names |= {"a": Step(first, 0, noise), "b": Step(second, 0, noise)}
        assert evaluate("differing(a, b)", names) == count
    for wrong in ("differing(a, run)", "differing(1, 2)"):
        with pytest.raises(Wrong, match="differing takes two steps"):
            evaluate(wrong, names)


def test_a_value_goes_on_in_indented_lines():
    block = compiled("predict", "choose: One\n  two.\n- a: true\n- b:\n    false\nbecause: It\n\tis.", {})
    assert (block["ask"], block["because"]) == (["One two."], ["It is."])
    assert [option["right"] for option in block["options"]] == [True, False]


@pytest.mark.parametrize(("answer", "length"), [("lily.steps", True), ("2 * lily.parts", True), ("lily.canvas", False)])
def test_a_prediction_that_asks_how_long_a_run_is(lily, answer, length):
    said = f"guess: How many?\nanswer: {answer}\nunit: x\nfrom: 0\nto: 999\nbecause: So."
    assert compiled("predict", said, {"lily": lily})["length"] is length
    said = f"choose: Many?\n- yes: {answer} > 0\n- no: {answer} <= 0\nbecause: So."
    assert compiled("predict", said, {"lily": lily})["length"] is length


def test_a_folder_of_lessons(tmp_path):
    (tmp_path / "02-b.md").write_text(HEAD.replace("lily", "own"))
    (tmp_path / "01-a.md").write_text("# One\n")
    golden = next(GOLDEN.glob("*.trace"))
    (tmp_path / "own.trace").write_bytes(golden.read_bytes())
    library = Library([tmp_path], ASSETS / "recorded")
    listed = [(entry["name"], entry["title"]) for entry in json.loads(library.index())]
    assert listed == [("01-a", "One"), ("02-b", "A title")]
    assert json.loads(library.file("02-b"))["runs"] == {"own": {"title": "own", "file": "lessons/own.trace"}}
    assert "shows at least one run" in json.loads(library.file("01-a"))["problem"]
    with pytest.raises(LessonError, match=r"01-a\.md, line 1"):
        library.check()
    (tmp_path / "own.trace").write_text("no trace")
    (tmp_path / "bad name.md").write_text("# Two")
    with pytest.raises(LessonError, match="no name of a lesson"):
        Library([tmp_path], ASSETS / "recorded")
    with pytest.raises(Wrong, match="trace"):
        Runs([tmp_path], ASSETS / "recorded").find("own")


def test_the_page_of_the_docs_names_everything():
    docs = (ROOT / "docs/plugins/learn.md").read_text()
    things = (Step, Cell, Reopening, Correction, Row, Study, Difference, Machine, Pass, Look, Reading, Swapped)
    for name in (*RUN_FIELDS, *(field for thing in things for field in thing.fields), *FUNCTIONS, *NAMED):
        assert re.search(rf"`{name}[`(]", docs), name
    example = re.search(r"````md\n(.*?)````", docs, re.S)[1]
    assert len(compile_lesson(example, "example.md", RUNS).parts) == 2


def test_a_lesson_can_show_what_the_page_has():
    def script(name):
        return (ROOT / "assets/page" / name).read_text()

    figures = re.search(r"type Figure = (.*);", script("cells/shading.ts"))[1]
    assert tuple(re.findall(r"\w+", figures)) == COLOURS
    assert set(PANELS) <= set(
        re.findall(r"^  (\w+): ", script("panels/list.ts").partition("PANELS: Panels = {")[2], re.M)
    )
    layers = re.search(r"type Layer = (.*);", script("run/recording.ts"))[1]
    assert set(LAYERS.values()) == set(re.findall(r"\w+", layers))
