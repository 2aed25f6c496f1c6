"""The library of runs: what it holds, what the browser keeps through a reload, and what may go wrong with it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
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
    knob,
    open_trace,
    rest,
    said,
    says,
    start,
    wait_until,
)

from workshop.bench.page import KNOWN

KEPT = "count => playground.runList.yours.filter(({ kept }) => kept).length === count"
TITLES = "playground.runList.yours.map(({ title }) => title)"
STORE = """async ([method, ...given]) => {
  const { createStore, ...all } = await import(new URL('playground/vendor/idb-keyval.js', document.baseURI));
  return all[method](...given, createStore('text-diffusion-playground', 'runs'));
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
    page.wait_for_function(KEPT, arg=count)


def make(page, count, **knobs):
    """Makes a run, and waits until the browser keeps `count`."""
    start(page, "hello", **knobs)
    finish(page)
    kept(page, count)


def three_runs(page):
    for count, steps in enumerate((5, 6, 7), start=1):
        make(page, count, max_denoising_steps=steps, confidence_threshold=0)


def open_menu(page):
    page.click(".tdp-runs-button")
    page.wait_for_selector(".tdp-run-main:focus")


def act(page, title, action):
    """Does something with the run of this title in the open menu."""
    page.get_by_role("button", name=f"More about {title}", exact=True).click()
    page.get_by_role("button", name=f"{action}: {title}", exact=True).click()


def faces(page):
    return page.eval_on_selector_all(
        ".tdp-library ul:last-child .tdp-run-face", "all => all.map(one => one.textContent)"
    )


def reload(page, count):
    page.reload()
    page.wait_for_function("() => window.playground?.runList?.items.length > 0")
    kept(page, count)


@pytest.mark.thorough
def test_three_runs_that_differ_in_one_knob_differ_in_title_and_outlive_a_reload(page):
    three_runs(page)
    titles = page.evaluate(TITLES)
    assert [title.split(", ")[0] for title in titles] == [f"hello · at most {steps} steps" for steps in (5, 6, 7)]
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    before = said(page)
    reload(page, 3)
    assert page.evaluate(TITLES) == titles
    page.wait_for_function("() => playground.runList.shown?.about !== null")
    is_shown(page, titles[2])
    assert said(page) == before, "the run of the address is found among the kept ones"
    page.wait_for_selector(READY)  # when it would begin
    rest(page)
    assert not any("queue/join" in url for url in requests), "and not made again"
    assert page.evaluate("playground.runList.items.filter(({ recording }) => recording).length") <= 2, (
        "the others are not even read"
    )
    open_menu(page)
    assert page.inner_text(".tdp-library-size").startswith("3 runs, ")
    page.keyboard.press("Escape")
    choose_run(page, titles[0])
    is_shown(page, titles[0])
    assert knob(page, "max_denoising_steps") == "5", "choosing a run fills the form"


def test_a_run_is_renamed_starred_and_deleted_and_deleting_can_be_undone(page):
    three_runs(page)
    first, second, third = page.evaluate(TITLES)
    open_menu(page)
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
    assert sorted(page.evaluate("playground.runList.yours.map(({ about }) => [about.given, about.star].join())")) == [
        ",true",
        "<b>mine</b>,false",
    ]
    open_menu(page)
    page.click("text=Forget everything")
    kept(page, 0)
    reload(page, 0)


def test_the_menu_is_used_with_the_keyboard_alone(page):
    step = page.evaluate("playground.player.step")
    page.focus(".tdp-runs-button")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-run-main:focus")
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight", "n", "f", " "):
        page.keyboard.press(key)
    assert page.evaluate("playground.player.step") == step and not page.evaluate("playground.player.playing")
    assert page.get_attribute(":focus", "aria-label") == f"More about {LILY}"
    page.keyboard.press("Escape")
    assert (
        not page.is_visible(".tdp-library") and page.evaluate("document.activeElement.className") == "tdp-runs-button"
    )
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-run-main:focus")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    is_shown(page, SUDOKU)


def test_use_these_settings_leaves_prompt_and_seed(page):
    make(page, 1, max_denoising_steps=5, seed=3)
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


@pytest.mark.thorough
def test_axe_finds_no_fault_in_the_menu_and_each_button_names_its_run(page):
    open_trace(page, GOLDEN / "story.trace")
    open_trace(page, GOLDEN / "hostile.trace")
    for width in (375, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        open_menu(page)
        page.click("[aria-label='More about story.trace']")
        names = page.eval_on_selector_all(".tdp-library button", "all => all.map(one => one.ariaLabel ?? one.title)")
        assert len(names) == len(set(names)) > 20
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator(".tdp-library").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        faults = Axe().run(page, ".tdp-library").response["violations"]
        assert faults == [], [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in faults]
        page.keyboard.press("Escape")


def test_what_cannot_be_read_any_more_is_left_out_in_one_sentence(page):
    open_trace(page, GOLDEN / "story.trace")
    open_trace(page, GOLDEN / "hostile.trace")
    kept(page, 2)
    ids = page.evaluate("playground.runList.yours.map(({ about }) => about.id)")
    page.evaluate(STORE, ["set", f"about {ids[0]}", {"id": ids[0], "header": {"prompt": 7}}])
    page.evaluate(STORE, ["set", f"trace {ids[1]}", "not bytes"])
    choose_run(page, LILY)
    page.wait_for_function("title => playground.runList.shown.title === title", arg=LILY)
    says(page, prompt=None)
    reload(page, 1)
    open_menu(page)
    assert page.inner_text(".tdp-library-note") == "A run that was kept here cannot be read any more and is left out."
    page.click(".tdp-run-main[title='hostile.trace']")
    page.wait_for_function("() => document.querySelector('.tdp-library-alert').textContent")
    assert page.inner_text(".tdp-library-alert") == "The trace of this run is no longer in this browser."
    assert page.evaluate("playground.player.recording.run") == LILY, "what was shown stays"


def test_a_kept_run_of_an_old_version_says_so_and_its_file_can_be_saved(page):
    open_trace(page, GOLDEN / "story.trace")
    kept(page, 1)
    old = (GOLDEN.parent / "damaged" / "version 2.trace").read_bytes()
    about = page.evaluate("playground.runList.yours[0].about")
    store = STORE.replace("...given]", "key, bytes]").replace("...given", "key, Uint8Array.from(bytes)")
    page.evaluate(store, ["set", f"trace {about['id']}", [*old]])
    choose_run(page, LILY)
    says(page, prompt=None)
    reload(page, 1)
    open_menu(page)
    page.click(".tdp-run-main[title='story.trace']")
    page.wait_for_function("() => document.querySelector('.tdp-library-alert').textContent")
    sentence = "story.trace is a trace of version 2; this page reads version 3."
    assert page.inner_text(".tdp-library-alert") == sentence
    with page.expect_download() as download:
        act(page, "story.trace", "Save")
    assert download.value.path().read_bytes() == old, "byte for byte"


def test_a_browser_that_refuses_storage_says_so_and_the_page_works_as_before(stranger, address):
    page = stranger(address, REFUSE, KNOWN)
    page.wait_for_selector(READY)
    start(page, "hello", max_denoising_steps=5)
    finish(page)
    page.wait_for_function("() => playground.runList.yours[0]?.whole")
    open_menu(page)
    assert (
        page.inner_text(".tdp-library-note")
        == "This browser keeps nothing for this page: your runs last as long as the page."
    )
    assert faces(page) == ["hello"]


@pytest.mark.thorough
def test_a_link_to_a_stopped_run_says_where_it_was_stopped(page, visit, address, service, monkeypatch):
    monkeypatch.setattr(service.slot, "quick_steps", 20)
    start(page, length=32, max_denoising_steps=100, confidence_threshold=0)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 4")
    page.evaluate("playground.live.stop()")
    finish(page)
    monkeypatch.undo()
    kept(page, 1)
    wait_until(lambda: "stopped" in said(page), page=page)
    steps = int(said(page)["stopped"])
    assert steps == page.evaluate("playground.player.recording.frames.length") < 200, "two blocks of 100"
    link = page.url
    reload(page, 1)
    page.wait_for_function("() => playground.runList.shown.about !== null")
    assert page.evaluate("playground.player.recording.frames.length") == steps, "here it is kept as it was stopped"
    open_menu(page)
    page.click("text=Forget everything")
    kept(page, 0)
    elsewhere = visit(link)
    kept(elsewhere, 1)
    assert elsewhere.evaluate("playground.player.recording.frames.length") > steps
    elsewhere.wait_for_function("step => playground.player.step === step", arg=steps - 1)
    assert (
        elsewhere.inner_text(".tdp-note")
        == f"The original was stopped after step {steps}; this run went on to its end."
    )


def test_a_file_that_is_dropped_is_opened_and_a_bad_one_is_refused_beside_the_button(page):
    page.evaluate(DROP, ["bad.trace", "nonsense"])
    page.wait_for_selector(".tdp-library-alert:not(:empty)")
    assert (
        page.inner_text(".tdp-library-alert")
        == "bad.trace is not a trace, and holds no step that Unsloth's stream or llama.cpp's visual server tells."
    )
    assert page.get_attribute(".tdp-library-alert", "role") == "alert" and page.is_visible("text=Open trace")
    page.set_input_files(FILE, GOLDEN / "story.trace")
    is_shown(page, "story.trace")
    page.wait_for_selector(".tdp-library", state="hidden")
    kept(page, 1)


def test_what_another_tab_makes_and_deletes_is_in_the_menu_without_a_reload(visit, address):
    here, there = visit(address), visit(address)
    for page in (here, there):
        page.wait_for_selector(READY)
        page.evaluate("playground.welcome.library()")
    start(there, "from another tab", 16, max_denoising_steps=2)
    finish(there)
    yours = "() => playground.runList.yours.map(({ about }) => about.header.spec.prompt.text).join()"
    here.wait_for_function(f"() => ({yours})() === 'from another tab'")
    here.evaluate("playground.runList.choose(playground.runList.yours[0])")
    here.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'from another tab'")
    here.evaluate("playground.runList.choose(playground.runList.items[0])")
    there.evaluate("playground.welcome.library().then((library) => library.removeAll())")
    here.wait_for_function(f"() => ({yours})() === ''")
