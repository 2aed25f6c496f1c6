"""A run that another program recorded, dropped on the page: what it holds is shown, and nothing else."""

import json
from pathlib import Path

from page_fixtures import DETAILS
from page_holds import FILE, label, moments_of, shown, steps_of
from page_reader import go_to_moment, open_detail, open_trace, set_mode

from playground.trace.files import read_run

FOREIGN = Path(__file__).with_name("foreign")


def test_a_stream_of_another_program_opens_says_what_it_does_not_hold_and_is_saved_but_not_branched_from(page):
    packed = read_run(FOREIGN / "unsloth.txt").to_bytes()
    for file, name in (((FOREIGN / "unsloth.txt").read_bytes(), "unsloth.txt"), (packed, "unsloth.trace")):
        open_trace(page, file, name)
        go_to_moment(page, moments_of(page) - 1)
        page.wait_for_selector(
            "main >> text=Recorded by a stream of diffusion frames, as Unsloth sends them. Not recorded: what was kept"
        )
        said = page.inner_text("main")
        assert page.get_by_role("button", name="Watch it from the noise").count() == 0
        assert "NaN" not in said and "undefined" not in said
        assert steps_of(page) == 5 and label(page) == "RECORDED"
        for mode in ("tune", "compare", "watch"):
            set_mode(page, mode)
        for detail in DETAILS:  # most of which are not offered
            page.evaluate("detail => playground.player.views.deck.open(detail)", detail)
        open_detail(page, "text")
        page.get_by_role("tabpanel").get_by_text("One sunny day, Lily").wait_for()
        assert "NaN" not in page.inner_text("main")
        assert page.get_by_role("tab").all_inner_texts() == ["Running text"]
        page.keyboard.press("ArrowLeft")
        page.mouse.move(300, 300)
        page.evaluate("playground.player.views.deck.open(null)")
        if name == "unsloth.txt":
            page.get_by_role("button", name="Branch from here").click()
            page.wait_for_selector("main >> text=which says neither prompt nor settings nor seed; only runs of this")
        page.click("text=Share")
        if name == "unsloth.txt":
            page.click("[data-form=html]")
            page.get_by_text("is no trace, which").wait_for()
            page.keyboard.press("Escape")
        else:
            with page.expect_download() as download:
                page.click("[data-form=html]")
            assert "<title>" in download.value.path().read_text()


def test_a_log_of_two_turns_opens_as_two_runs_and_a_sentence_says_that_a_line_was_cut_off_or_that_there_is_none(page):
    cases = json.loads((FOREIGN / "cases.json").read_text())
    open_trace(page, cases["two turns"]["file"].encode(), "turns.txt")
    page.wait_for_selector("text=turns.txt holds 2 runs. The first one is shown; all are in the list of runs.")
    assert steps_of(page) == 2 and shown(page)["text"] == "Red is warm."
    assert page.evaluate("playground.runList.yours.map(({ title }) => title)") == ["turns.txt", "turns.txt (2)"]
    read = "playground.runList.yours[1].file().then((file) => new TextDecoder().decode(file))"
    assert "Red" not in page.evaluate(read) and "Blue is cool." in page.evaluate(read)
    open_trace(page, cases["cut off"]["file"].encode("latin-1"), "cut.txt")
    page.wait_for_selector("main >> text=visual server (the last line was cut off and is left out). Not recorded: what")
    page.set_input_files(FILE, {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"hello"})
    page.wait_for_function("() => document.body.innerText.includes('notes.txt is not a trace, and holds no step')")
