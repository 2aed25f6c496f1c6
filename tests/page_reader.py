"""What a reader of the page does, and waits for."""

import json

from page_holds import DRAWER_FULL, FILE, PLAY, SLIDER, run_spec, said, steps_of
from playwright.sync_api import expect
from service_helpers import wait_until

LONG = {"length": 192, "max_denoising_steps": 96}  # twelve blocks


def drawn(page):
    """Returns when what was to be drawn is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def set_mode(page, mode):
    page.click(f"nav [data-mode={mode}]")
    page.wait_for_function(f"() => {DRAWER_FULL}")


def in_mode(page, mode):
    """Waits until it is chosen."""
    page.wait_for_selector(f"nav [data-mode={mode}][aria-pressed=true]", state="attached")


def set_knob(page, name, value):
    """As a reader types it; in either mode, although the knobs are in sight in one of them only."""
    page.locator(f"#knob-{name} :is(input[type=number], select)").evaluate(
        """(field, value) => {
             field.value = value;
             field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true })); }""",
        str(value),
    )


def set_seed(page, seed):
    page.locator("#seed input").evaluate(
        "(field, seed) => { field.value = seed; field.dispatchEvent(new Event('input', { bubbles: true })); }",
        str(seed),
    )


def start(page, prompt="hello", length=32, seed=7, **knobs):
    """Makes a run with the model's own settings but for those that are named."""
    page.fill("#prompt textarea", prompt)
    page.evaluate("playground.knobs.reset()")
    set_seed(page, seed)
    for name, value in {"max_new_tokens": length, **knobs}.items():
        set_knob(page, name, value)
    page.click("#generate")


def finish(page):
    page.wait_for_function("() => document.querySelector('#stop').hidden")


def make(page, *asked, **knobs):
    """Starts a run, and returns when it is done."""
    start(page, *asked, **knobs)
    finish(page)


def stop(page):
    """Returns when it has stopped. A pointer would wait for a picture that stands still."""
    page.dispatch_event("#stop", "click")
    finish(page)


def goes_on(page, steps=0):
    """Waits until a run is live, and more steps of it than so many have come."""
    expect(page.get_by_text("LIVE", exact=True)).to_be_visible()
    wait_until(lambda: steps_of(page) > steps, page=page)


def stand_still(page):
    """What plays stays at the moment where it is."""
    page.evaluate("playground.player.clock.speed = 0")


def at(page, moment):
    """Waits until the timeline stands there."""
    expect(page.locator(SLIDER)).to_have_value(str(moment))


def plays(page, yes=True):
    """Waits until it plays, or does not."""
    expect(page.locator(PLAY)).to_have_attribute("aria-label", "Pause (space)" if yes else "Play (space)")


def look(page, value):
    """Chooses what the cells show, how they stand, or the unit."""
    page.click(f"[role=radio][data-value={value}]")


def flows(page):
    """Waits until the cells stand as a text."""
    page.wait_for_function("() => playground.player.painter.grid.flows && playground.player.painter.ids.length")


def choose(page, position):
    page.evaluate("position => playground.player.views.choose(position)", position)


def is_made(page, **wanted):
    """Waits until the run that is shown was asked by this; of the prompt, its text."""

    def fits():
        spec = run_spec(page)
        return wanted == {name: spec[name]["text"] if name == "prompt" else spec.get(name) for name in wanted}

    wait_until(fits, page=page)


def side_by_side(page, lanes):
    """Waits until so many runs are."""
    page.wait_for_function("lanes => playground.player.lanes.length === lanes", arg=lanes)


def alone(page):
    """Takes the runs beside the first one away."""
    page.evaluate("playground.player.sideBySide.compare([])")
    set_mode(page, "watch")


def choose_run(page, title):
    """Chooses a run in the menu of runs, and returns when it is shown."""
    page.click("[popovertarget][aria-label^=Runs]")
    page.click(f"[aria-label=Runs] button[title={json.dumps(title, ensure_ascii=False)}]")
    is_shown(page, title)


def kept(page, count):
    """Waits until the browser keeps so many runs of the reader."""
    page.wait_for_function("count => playground.runList.yours.filter(({ kept }) => kept).length === count", arg=count)


def open_trace(page, file, name=None):
    """Opens a file in the page, and returns when it is shown as a fresh page would.

    `file` is a path, or the content of a file that is called `name`.
    """
    if isinstance(file, bytes):
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": file}
    else:
        name = file.name
    page.evaluate("() => { window.shownBefore = playground.player.recording; }")
    page.set_input_files(FILE, file)
    page.wait_for_function(
        "name => playground.player.recording !== shownBefore && playground.player.recording.run === name", arg=name
    )


def card(page, position):
    """Waits for the card of this position."""
    page.wait_for_selector(f".tdp-card[data-position='{position}']:not([hidden])")


def go(page, row, chosen=None):
    """Shows a step, and returns when it is painted."""
    painted(
        page,
        "([step, chosen]) => { playground.player.views.choose(chosen); playground.player.move(step); }",
        [row, chosen],
    )


def go_to_moment(page, moment):
    """Shows a moment, which may be the noise that a block begins with, and returns when it is painted."""
    painted(page, "moment => playground.player.seek(moment)", moment)


def painted(page, script, argument=None):
    """Runs a script that changes the picture, and returns when the picture is there."""
    page.evaluate(
        f"""argument => new Promise(done => {{
              playground.player.addEventListener('paint', () => done(), {{ once: true }});
              ({script})(argument); playground.player.refresh(); }})""",
        argument,
    )


def rest(page):
    """Shows the step once more, and returns when it has stood still: the address is written by then, if it is to be.

    Meanwhile a step settles in 0.2 s, and not in the 0.7 s after which a screen reader hears of it.
    """
    page.evaluate(
        """() => new Promise(done => {
             const { player } = playground, { captions } = player, later = setTimeout;
             window.setTimeout = (act, wait, ...rest) => later(act, wait === 700 ? 200 : wait, ...rest);
             captions.speak = (...told) => {
               delete captions.speak;
               window.setTimeout = later;
               captions.speak(...told);
               done(); };
             player.refresh(); })"""
    )


def are_chosen(page, chosen, compared=None):
    page.wait_for_function(
        "wanted => `${[playground.player.views.chosen, playground.player.state.compared.value]}` === `${wanted}`",
        arg=[chosen, compared],
    )


def says(page, **wanted):
    """Waits until the address says so; None: nothing of it."""
    wanted = {name: None if value is None else str(value) for name, value in wanted.items()}
    wait_until(lambda: wanted.items() <= {**dict.fromkeys(wanted), **said(page)}.items(), page=page)


def is_shown(page, title):
    """Waits until the button of the runs names it."""
    expect(page.get_by_label(f"Runs; shown is {title}", exact=True)).to_be_attached()


def open_detail(page, name):
    """Opens one of the details in the tray in place of another, and returns when it shows this step."""
    page.evaluate("name => playground.player.views.deck.open(name)", name)
    page.wait_for_selector(f".tdp-{name}-panel > *", state="attached")
    painted(page, "() => {}")


def draw_curve(page):
    """Opens the curve and looks at it, for which the page then loads what draws it, and goes back to the top."""
    open_detail(page, "curve")
    page.locator(".tdp-curve").scroll_into_view_if_needed()
    page.wait_for_selector(".js-plotly-plot .scatterlayer .point")
    page.evaluate("scrollTo(0, 0)")


def saved(page, form):
    """The file that the Share menu saves."""
    with page.expect_download() as download:
        page.click(f"[data-form={form}]")
    page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Saved')")
    return download.value


def branch(page, seed=None, **changes):
    """Branches from the step that is shown, with other luck, other values of what the sampler goes by, or a word."""
    page.get_by_role("button", name="Branch from here").click()
    if seed is not None:
        page.get_by_label("Luck: the seed").fill(str(seed))
    for name, value in changes.items():
        if name == "word":
            page.get_by_label("Another word at position").fill(value)
        elif name == "sampler":
            page.select_option("#branch-knob-sampler select", value)
        else:
            page.fill(f"#branch-knob-{name} input[type=number]", str(value))
    page.get_by_role("button", name="Branch", exact=True).click()


def race(page):
    """Begins the race that comes with the page, which stands at its start."""
    set_mode(page, "compare")
    page.wait_for_selector("[data-race=recorded]")
    stand_still(page)
    page.click("[data-race=recorded]")
    side_by_side(page, 3)
    plays(page)


def whole(page, lanes):
    """Waits until so many runs stand side by side, each with all that its file has."""
    page.wait_for_function(
        """lanes => playground.player.lanes.length === lanes && playground.player.lanes.every(({ frames, live }) =>
             !live && frames.length > 0 && frames.every((one) => one.top_ids))""",
        arg=lanes,
    )
