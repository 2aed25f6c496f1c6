"""The library of runs, what the browser keeps and what may go wrong with it; and a run saved as a page."""

import json

import pytest
from page_helpers import (
    FILE,
    GOLDEN,
    LILY,
    LILY_RUN,
    READY,
    SUDOKU,
    choose_run,
    finish,
    is_shown,
    open_trace,
    rest,
    said,
    saved,
    says,
    start,
    text,
    wait_until,
)

from workshop.bench.page import KNOWN

TITLES = "playground.runList.yours.map(({ title }) => title)"
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


def kept(page, count):
    """Waits until the browser keeps so many."""
    page.wait_for_function("count => playground.runList.yours.filter(({ kept }) => kept).length === count", arg=count)


def open_menu(page):
    page.click(".tdp-runs-button")
    page.wait_for_selector(".tdp-run-main:focus")


def act(page, title, action):
    """Does something with the run of this title in the open menu."""
    page.get_by_role("button", name=f"More about {title}", exact=True).click()
    page.get_by_role("button", name=f"{action}: {title}", exact=True).click()


def faces(page):
    return page.locator(".tdp-library ul:last-child .tdp-run-face").all_inner_texts()


def alert(page, sentence):
    page.wait_for_selector(".tdp-library-alert", state="attached")
    page.wait_for_function("text => document.querySelector('.tdp-library-alert').textContent === text", arg=sentence)


def reload(page, count):
    page.reload()
    page.wait_for_function("() => window.playground?.runList?.items.length > 0")
    kept(page, count)


def test_runs_outlive_a_reload_and_are_renamed_starred_and_deleted_and_deleting_can_be_undone(page):
    for count, steps in enumerate((5, 6, 7), start=1):
        start(page, "hello", max_denoising_steps=steps, confidence_threshold=0)
        finish(page)
        kept(page, count)
    first, second, third = page.evaluate(TITLES)
    assert [one.split(", ")[0] for one in (first, second, third)] == [f"hello · at most {n} steps" for n in (5, 6, 7)]
    requests, before = [], said(page)
    page.on("request", lambda request: requests.append(request.url))
    reload(page, 3)
    page.wait_for_function("() => playground.runList.shown?.about")
    assert page.evaluate("playground.runList.shown.title") == third, "that of the address is among the kept ones"
    page.wait_for_selector(READY)  # when it would begin
    rest(page)
    assert not any(url.endswith("/tape") for url in requests) and said(page) == before, "and is not made again"
    assert page.evaluate("playground.runList.items.filter(({ recording }) => recording).length") <= 2

    open_menu(page)
    assert text(page, ".tdp-library-size").startswith("3 runs, ")
    act(page, first, "Rename")
    page.keyboard.type("<b>mine</b>")
    page.keyboard.press("Enter")
    assert faces(page)[-1] == "<b>mine</b>"
    page.get_by_role("button", name=f"Star: {second}", exact=True).click()
    assert faces(page)[0].startswith("at most 6 steps"), "those with a star come first"
    act(page, third, "Delete")
    page.wait_for_selector(".tdp-library-undo:has-text('is deleted')")
    page.wait_for_function("() => playground.runList.shown.about.given === '<b>mine</b>'")
    assert "max_denoising_steps=7" not in page.url, "the address does not ask for it either"
    page.click("text=Undo")
    kept(page, 3)
    act(page, third, "Delete")
    kept(page, 2)
    reload(page, 2)
    told = page.evaluate("playground.runList.yours.map(({ about }) => [about.given, about.star].join())")
    assert sorted(told) == [",true", "<b>mine</b>,false"]
    open_menu(page)
    page.click("text=Forget everything")
    kept(page, 0)
    reload(page, 0)


def test_the_menu_is_used_with_the_keyboard_alone_and_gives_settings_without_prompt_and_seed(page):
    step = page.evaluate("playground.player.step")
    page.focus(".tdp-runs-button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-run-main:focus")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight", "n", "f", " "):
        page.keyboard.press(key)
    assert page.evaluate("playground.player.step") == step and not page.evaluate("playground.player.playing")
    assert page.get_attribute(":focus", "aria-label") == f"More about {LILY}"
    page.keyboard.press("Escape")
    assert not page.is_visible(".tdp-library")
    assert page.evaluate("document.activeElement.className") == "tdp-runs-button"
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-run-main:focus")
    for key in (*["ArrowDown"] * 4, "Enter"):
        page.keyboard.press(key)
    is_shown(page, SUDOKU)

    start(page, "hello", max_denoising_steps=5, seed=3)
    finish(page)
    kept(page, 1)
    [title] = page.evaluate(TITLES)
    choose_run(page, LILY)
    is_shown(page, LILY)
    prompt = page.input_value("#prompt textarea")
    open_menu(page)
    act(page, title, "Use these settings")
    page.wait_for_function("() => document.querySelector('#knob-max_denoising_steps input[type=number]').value === '5'")
    assert page.input_value("#prompt textarea") == prompt
    assert page.input_value("#seed input") == str(LILY_RUN.header.seed)
    assert page.is_visible(".tdp-edited"), "the form is no longer that of the run that is shown"


def test_what_cannot_be_read_is_one_sentence_and_an_old_file_can_be_saved(page):
    page.evaluate(DROP, ["bad.trace", "nonsense"])
    alert(page, "bad.trace is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells.")
    assert page.get_attribute(".tdp-library-alert", "role") == "alert" and page.is_visible("text=Open trace")
    page.set_input_files(FILE, GOLDEN / "story.trace")
    is_shown(page, "story.trace")
    page.wait_for_selector(".tdp-library", state="hidden")
    alert(page, "")
    open_trace(page, GOLDEN / "hostile.trace")
    open_trace(page, GOLDEN / "sudoku.trace")
    kept(page, 3)
    known, gone, aged = page.evaluate("playground.runList.yours.map(({ about }) => about.id)")
    old = (GOLDEN.parent / "damaged" / "version 2.trace").read_bytes()
    page.evaluate(STORE, [f"about {known}", {"id": known, "header": {"prompt": 7}}])
    page.evaluate(STORE, [f"trace {gone}", "not bytes"])
    page.evaluate(STORE, [f"trace {aged}", [*old], True])
    choose_run(page, LILY)
    is_shown(page, LILY)
    says(page, prompt=None)
    reload(page, 2)
    open_menu(page)
    assert text(page, ".tdp-library-note") == "A run that was kept here cannot be read any more and is left out."
    page.click(".tdp-run-main[title='hostile.trace']")
    alert(page, "The trace of this run is no longer in this browser.")
    assert page.evaluate("playground.player.recording.run") == LILY, "what was shown stays"
    page.click(".tdp-run-main[title='sudoku.trace']")
    alert(page, "sudoku.trace is a trace of version 2; this page reads version 3.")
    with page.expect_download() as download:
        act(page, "sudoku.trace", "Save")
    assert download.value.path().read_bytes() == old, "byte for byte"


def test_a_browser_that_refuses_storage_says_so_and_the_page_works_as_before(stranger, address):
    page = stranger(address, REFUSE, KNOWN)
    page.wait_for_selector(READY)
    start(page, "hello", max_denoising_steps=5)
    finish(page)
    page.wait_for_function("() => playground.runList.yours[0]?.whole")
    open_menu(page)
    note = "This browser keeps nothing for this page: your runs last as long as the page."
    assert text(page, ".tdp-library-note") == note and faces(page) == ["hello"]


@pytest.mark.thorough
def test_a_link_to_a_stopped_run_says_where_it_was_stopped(page, visit, service, monkeypatch):
    monkeypatch.setattr(service.slot, "quick_steps", 20)
    start(page, length=32, max_denoising_steps=100, confidence_threshold=0)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    page.evaluate("playground.live.stop()")
    finish(page)
    monkeypatch.undo()
    kept(page, 1)
    wait_until(lambda: "stopped" in said(page), page=page)
    steps, link = int(said(page)["stopped"]), page.url
    assert steps == page.evaluate("playground.player.recording.frames.length") < 200, "two blocks of 100"
    open_menu(page)
    page.click("text=Forget everything")
    kept(page, 0)
    elsewhere = visit(link)
    kept(elsewhere, 1)
    elsewhere.wait_for_function("step => playground.player.step === step", arg=steps - 1)
    note = f"The original was stopped after step {steps}; this run went on to its end."
    assert text(elsewhere, ".tdp-note") == note


def test_what_another_tab_makes_and_deletes_is_in_the_menu_without_a_reload(visit, address):
    here, there = visit(address), visit(address)
    for page in (here, there):
        page.wait_for_selector(READY)
        page.evaluate("playground.welcome.library()")
    start(there, "from another tab", 16, max_denoising_steps=2)
    finish(there)
    yours = "playground.runList.yours.map(({ about }) => about.header.spec.prompt.text).join()"
    here.wait_for_function(f"() => {yours} === 'from another tab'")
    here.evaluate("playground.runList.choose(playground.runList.yours[0])")
    here.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'from another tab'")
    here.evaluate("playground.runList.choose(playground.runList.items[0])")
    there.evaluate("playground.welcome.library().then((library) => library.removeAll())")
    here.wait_for_function(f"() => {yours} === ''")


def test_the_menu_saves_a_page_with_the_model_for_runs_of_that_model(used_page, open_run):
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=model]")
    used_page.keyboard.press("Escape")
    open_run("hostile")  # of another one
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=html]")
    assert used_page.is_hidden("#tdp-share [data-form=model]")
    page = saved(used_page, "html").path().read_text()
    held = json.loads(page.split('id="tdp-runs">')[1].split("</script>")[0])
    assert held["moment"] == used_page.evaluate("playground.player.moment")
    assert "<title>&lt;script></title>" in page
    used_page.keyboard.press("Escape")
