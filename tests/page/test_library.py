"""The library of runs, what the browser keeps and what may go wrong with it; and a run saved as a page."""

import json

import page_reader as reader
import pytest
from page_holds import EDITED, FILE, GOLDEN, LILY, LILY_RUN, NOTE, READY, SUDOKU, moment_of, said, steps_of
from playwright.sync_api import expect
from service_helpers import wait_until

from workshop.bench.page import KNOWN

STORE = """async ([key, value, isFile]) => {
  const { createStore, set } = await import(new URL('playground/vendor/idb-keyval.js', document.baseURI));
  return set(key, isFile ? Uint8Array.from(value) : value, createStore('text-diffusion-playground', 'runs'));
}"""
DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const kind of ['dragover', 'drop']) {
    const options = { bubbles: true, cancelable: true, dataTransfer };
    document.querySelector('.tdp-stage').dispatchEvent(new DragEvent(kind, options));
  }
}"""
REFUSE = "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } })"


def open_menu(page):
    page.get_by_role("button", name="Runs; shown is").click()
    page.wait_for_selector("[aria-label^=Show]:focus")


def act(page, title, action):
    """Does something with the run of this title in the open menu."""
    page.get_by_role("button", name=f"More about {title}", exact=True).click()
    page.get_by_role("button", name=f"{action}: {title}", exact=True).click()


def faces(page):
    return page.locator("[aria-label=Runs] ul:last-of-type .tdp-run-face").all_inner_texts()


def titles(page):
    """Of the reader's runs."""
    return page.evaluate("playground.runList.yours.map(({ title }) => title)")


def alert(page, sentence):
    expect(page.locator("[aria-label=Runs] [role=alert]")).to_have_text(sentence)


def reload(page, count):
    page.reload()
    page.wait_for_function("() => window.playground?.runList?.items.length > 0")
    reader.kept(page, count)


def test_runs_outlive_a_reload_and_are_renamed_starred_and_deleted_and_deleting_can_be_undone(page):
    for count, steps in enumerate((5, 6, 7), start=1):
        reader.make(page, "hello", max_denoising_steps=steps, confidence_threshold=0)
        reader.kept(page, count)
    first, second, third = titles(page)
    assert [one.split(", ")[0] for one in (first, second, third)] == [f"hello · at most {n} steps" for n in (5, 6, 7)]
    requests, before = [], said(page)
    page.on("request", lambda request: requests.append(request.url))
    reload(page, 3)
    reader.is_shown(page, third)  # that of the address is among the kept ones
    page.wait_for_selector(READY)  # when it would begin
    reader.rest(page)
    assert not any(url.endswith("/tape") for url in requests) and said(page) == before, "and is not made again"
    assert page.evaluate("playground.runList.items.filter(({ recording }) => recording).length") <= 2

    open_menu(page)
    page.get_by_text("3 runs, ").wait_for()
    act(page, first, "Rename")
    page.keyboard.type("<b>mine</b>")
    page.keyboard.press("Enter")
    assert faces(page)[-1] == "<b>mine</b>"
    page.get_by_role("button", name=f"Star: {second}", exact=True).click()
    assert faces(page)[0].startswith("at most 6 steps"), "those with a star come first"
    act(page, third, "Delete")
    page.get_by_text("is deleted").wait_for()
    reader.is_shown(page, "<b>mine</b>")
    assert "max_denoising_steps=7" not in page.url, "the address does not ask for it either"
    page.click("text=Undo")
    reader.kept(page, 3)
    act(page, third, "Delete")
    reader.kept(page, 2)
    reload(page, 2)
    open_menu(page)
    assert faces(page)[1] == "<b>mine</b>"
    assert page.get_by_role("button", name="Star: ", pressed=True).count() == 1
    page.click("text=Forget everything")
    reader.kept(page, 0)
    reload(page, 0)


def test_the_menu_is_used_with_the_keyboard_alone_and_gives_settings_without_prompt_and_seed(page):
    there = moment_of(page)
    menu = page.get_by_role("button", name="Runs; shown is")
    menu.press("Enter")
    page.wait_for_selector("[aria-label^=Show]:focus")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight", "n", "f", " "):
        page.keyboard.press(key)
    reader.at(page, there)
    reader.plays(page, False)
    assert page.get_attribute(":focus", "aria-label") == f"More about {LILY}"
    page.keyboard.press("Escape")
    assert not page.is_visible("[aria-label=Runs]")
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-label^=Show]:focus")
    for key in (*["ArrowDown"] * 4, "Enter"):
        page.keyboard.press(key)
    reader.is_shown(page, SUDOKU)

    reader.make(page, "hello", max_denoising_steps=5, seed=3)
    reader.kept(page, 1)
    [title] = titles(page)
    reader.choose_run(page, LILY)
    prompt = page.input_value("#prompt textarea")
    open_menu(page)
    act(page, title, "Use these settings")
    expect(page.locator("#knob-max_denoising_steps input[type=number]")).to_have_value("5")
    assert page.input_value("#prompt textarea") == prompt
    assert page.input_value("#seed input") == str(LILY_RUN.header.seed)
    assert page.is_visible(EDITED), "the form is no longer that of the run that is shown"


def test_what_cannot_be_read_is_one_sentence_and_an_old_file_can_be_saved(page):
    page.evaluate(DROP, ["bad.trace", "nonsense"])
    alert(page, "bad.trace is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells.")
    assert page.is_visible("text=Open trace")
    page.set_input_files(FILE, GOLDEN / "story.trace")
    reader.is_shown(page, "story.trace")
    page.wait_for_selector("[aria-label=Runs]", state="hidden")
    alert(page, "")
    reader.open_trace(page, GOLDEN / "hostile.trace")
    reader.open_trace(page, GOLDEN / "sudoku.trace")
    reader.kept(page, 3)
    known, gone, aged = page.evaluate("playground.runList.yours.map(({ about }) => about.id)")
    old = (GOLDEN.parent / "damaged" / "version 2.trace").read_bytes()
    page.evaluate(STORE, [f"about {known}", {"id": known, "header": {"prompt": 7}}])
    page.evaluate(STORE, [f"trace {gone}", "not bytes"])
    page.evaluate(STORE, [f"trace {aged}", [*old], True])
    reader.choose_run(page, LILY)
    reader.says(page, prompt=None)
    reload(page, 2)
    open_menu(page)
    page.get_by_text("A run that was kept here cannot be read any more and is left out.", exact=True).wait_for()
    page.get_by_label("Show hostile.trace").click()
    alert(page, "The trace of this run is no longer in this browser.")
    reader.is_shown(page, LILY)  # what was shown stays
    page.get_by_label("Show sudoku.trace").click()
    alert(page, "sudoku.trace is a trace of version 2; this page reads version 3.")
    with page.expect_download() as download:
        act(page, "sudoku.trace", "Save")
    assert download.value.path().read_bytes() == old, "byte for byte"


def test_a_browser_that_refuses_storage_says_so_and_the_page_works_as_before(stranger, address):
    page = stranger(address, REFUSE, KNOWN)
    page.wait_for_selector(READY)
    reader.make(page, "hello", max_denoising_steps=5)
    open_menu(page)
    page.get_by_text("This browser keeps nothing for this page: your runs last as long as the page.").wait_for()
    assert faces(page) == ["hello"]


@pytest.mark.thorough
def test_a_link_to_a_stopped_run_says_where_it_was_stopped(page, visit, service, monkeypatch):
    monkeypatch.setattr(service.slot, "quick_steps", 20)
    reader.start(page, length=32, max_denoising_steps=100, confidence_threshold=0)
    reader.goes_on(page, 4)
    reader.stop(page)
    monkeypatch.undo()
    reader.kept(page, 1)
    wait_until(lambda: "stopped" in said(page), page=page)
    steps, link = int(said(page)["stopped"]), page.url
    assert steps == steps_of(page) < 200, "two blocks of 100"
    open_menu(page)
    page.click("text=Forget everything")
    reader.kept(page, 0)
    elsewhere = visit(link)
    reader.kept(elsewhere, 1)
    reader.at(elsewhere, steps)
    note = f"The original was stopped after step {steps}; this run went on to its end."
    assert elsewhere.inner_text(NOTE) == note


def test_what_another_tab_makes_and_deletes_is_in_the_menu_without_a_reload(visit, address):
    here, there = visit(address, model=True), visit(address, model=True)
    for page in (here, there):
        page.evaluate("playground.library()")
    reader.make(there, "from another tab", 16, max_denoising_steps=2)
    wait_until(lambda: len(titles(here)) == 1, page=here)
    reader.choose_run(here, titles(here)[0])
    reader.is_made(here, prompt="from another tab")
    reader.choose_run(here, LILY)
    open_menu(there)
    there.click("text=Forget everything")
    wait_until(lambda: not titles(here), page=here)


def test_the_menu_saves_a_page_with_the_model_for_runs_of_that_model(used_page, open_run):
    used_page.click("text=Share")
    used_page.wait_for_selector("[data-form=model]")
    used_page.keyboard.press("Escape")
    open_run("hostile")  # of another one
    used_page.click("text=Share")
    used_page.wait_for_selector("[data-form=html]")
    assert used_page.is_hidden("[data-form=model]")
    page = reader.saved(used_page, "html").path().read_text()
    held = json.loads(page.split('id="tdp-runs">')[1].split("</script>")[0])
    assert held["moment"] == moment_of(used_page)
    assert "<title>&lt;script></title>" in page
    used_page.keyboard.press("Escape")
