"""Watching together, with a presenter's page and that of somebody who watches."""

from page_helpers import LONG, READY, SUDOKU, choose_run, drawn, finish, rest, set_mode, start, text, wait_until
from page_places import boxes, size
from plugins.hall.hall_helpers import HALL, PHONE, WATCHED, open_hall, present, wait_for_hall, watched_moment
from plugins.learn.lesson_helpers import learn

REFUSE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
IDS = """() => playground.player.recording.frames.map(({ input_ids, sampled_ids, argmax_ids, accepted }) =>
  [input_ids, sampled_ids, argmax_ids, accepted].map((row) => [...row]))"""
RACE = """() => playground.player.lanes.map(({ header }) => header.spec.settings.way).join() ===
  'uniform,masked,autoregressive'"""


def test_those_who_watch_see_each_run_and_race_of_the_presenter_and_their_step_until_the_hall_ends(page, visit):
    link = present(page)
    assert "#watch=" in link and "?" not in link
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 2")
    phone = visit(link, has_touch=True, viewport=PHONE)
    wait_for_hall(phone, f"{WATCHED}?.frames.length > 2")
    assert text(phone, ".tdp-hall-strip").startswith("Watching")
    assert not phone.is_visible("#prompt") and phone.evaluate("location.href") == link
    page.evaluate("playground.live.stop()")
    finish(page)
    phone.wait_for_function("() => !playground.player.recording.live")
    assert phone.evaluate(IDS) == page.evaluate(IDS), "late-comers see it from the first step"
    page.wait_for_selector(".tdp-hall-count:text-is('1 watching')")
    page.evaluate("playground.player.seek(3)")  # the presenter leads, unless they say so
    watched_moment(phone, 3)
    page.uncheck(".tdp-hall-strip input")
    wait_for_hall(phone, "hall.place.lead === null")
    page.evaluate("playground.player.seek(5)")
    page.check(".tdp-hall-strip input")
    watched_moment(phone, 5)
    start(page, seed=8)
    finish(page)
    wait_for_hall(phone, f"{WATCHED}?.header.spec.seed === 8 && !{WATCHED}.live")
    taken = phone.evaluate(f"async () => {HALL}.lanes[0].taken")
    set_mode(page, "compare")
    page.click(".tdp-lane-offers >> text=another seed")
    finish(page)
    phone.wait_for_function("() => playground.player.lanes.length === 2 && !playground.player.lanes[1].live")
    same = "playground.player.lanes.map(({ header, frames }) => [header.spec.seed, ...frames.at(-1).sampled_ids])"
    assert phone.evaluate(same) == page.evaluate(same)
    assert phone.evaluate(f"async () => {HALL}.lanes[0].taken") == taken, "the first lane is not told again"
    # A race comes with all its lanes, and plays there as the presenter plays it.
    page.click("[data-race=recorded]")
    page.wait_for_function("() => playground.player.playing")  # which a pause before would not end
    page.evaluate("playground.player.pause()")
    phone.wait_for_function(RACE)
    page.evaluate("playground.player.seek(31)")
    phone.wait_for_function("() => playground.player.clock.moment === 31")
    assert phone.locator(".tdp-lane").count() == 3
    for making in (".tdp-lane-offers", "[data-race]", ".tdp-lane-head >> text=×"):
        assert not phone.is_visible(making), making
    page.select_option(".tdp-by", "work")
    phone.wait_for_function("() => playground.player.axis.by === 'work'")
    visit(link, has_touch=True, viewport=PHONE).wait_for_function(RACE)
    set_mode(page, "watch")
    phone.wait_for_function("() => playground.player.lanes.length === 1 && playground.player.views.mode === 'watch'")
    page.click(".tdp-hall-strip >> text=End")
    phone.wait_for_selector("text=The presenter has ended this hall")
    assert phone.is_visible(".tdp-open-prompt")
    phone.wait_for_function("() => !location.hash.includes('watch')")


def test_who_comes_types_the_code_of_the_presenter_s_screen_and_keeps_the_seat_after_a_reload(page, visit, windows):
    open_hall(page)
    page.wait_for_selector(".tdp-hall-reach")
    said = text(page, ".tdp-hall-reach")
    assert said.startswith("Nobody else can open this link.") and "127.0.0.1" in said and "--host 0.0.0.0" in said
    assert f":{page.evaluate('location.port')}" in said
    assert page.query_selector(".tdp-hall-code") is None, "no phone could read it"
    link = page.input_value(".tdp-hall-link")
    page.check(".tdp-hall >> text=Ask for a code")
    page.wait_for_selector(".tdp-hall-digits")
    code = text(page, ".tdp-hall-digits")
    assert len(code) == 7 and page.locator(".tdp-hall-digits").bounding_box()["height"] > 48
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_selector(".tdp-hall-entry input:focus")
    assert "shows a code of 6 digits" in text(phone, ".tdp-hall-strip")
    phone.fill(".tdp-hall-entry input", f"{(int(code.replace(' ', '')) + 1) % 10**6:06}")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".tdp-hall-strip >> text=This is not the code")
    phone.wait_for_selector(".tdp-hall-entry input:focus")
    phone.fill(".tdp-hall-entry input", code)
    phone.click(".tdp-hall-entry button")
    wait_for_hall(phone, "hall.seat !== ''")
    seat = phone.evaluate(f"async () => {HALL}.seat")
    refusals = windows[True].troubles[phone]
    assert len(refusals) == 2 and all("403" in refusal for refusal in refusals), "what the browser says of them"
    refusals.clear()
    page.wait_for_selector(".tdp-hall-count:text-is('1 watching')")
    phone.reload()
    wait_for_hall(phone, "hall?.lanes.length > 0")
    assert phone.evaluate(f"async () => {HALL}.seat") == seat and not phone.is_visible(".tdp-hall-entry")
    page.reload()
    page.wait_for_function("code => document.querySelector('.tdp-hall-digits')?.textContent === code", arg=code)
    page.click(".tdp-hall-strip >> text=Link and code")
    page.uncheck(".tdp-hall >> text=Ask for a code")
    page.wait_for_selector(".tdp-hall-digits", state="hidden")
    wait_for_hall(visit(link), "hall?.lanes.length > 0")
    page.click(".tdp-hall >> text=Close")
    page.click(".tdp-hall-strip >> text=End")


def test_a_hall_is_opened_and_ended_where_the_browser_keeps_nothing(stranger, address):
    page = stranger(address, REFUSE)
    page.wait_for_selector(READY)
    open_hall(page)
    page.click(".tdp-hall >> text=Close")
    page.click(".tdp-hall-strip >> text=End")
    page.wait_for_function("() => document.querySelector('.tdp-hall-strip, .tdp-hall') === null")


TELLING = (".tdp-timeline", ".tdp-play", ".tdp-drawer", ".tdp-tabs", ".tdp-legend")
EVER_SEEN = """places => {
  const told = window.told = new Set();
  const look = () => {
    const { views, moment } = playground.player;
    if (playground.runList.shown?.run?.name === 'lily') {
      for (const name of places)
        if (document.querySelector(name)?.checkVisibility({ visibilityProperty: true })) told.add(name);
      if (!views.withheld.length) told.add('length');
      if (moment > 0) told.add('step ' + moment);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes at each picture what a phone shows of the lesson's run."""
HIDDEN = "() => document.querySelector('#playground').classList.contains('tdp-questioned')"


def test_what_a_lesson_does_not_tell_yet_is_on_no_screen_of_those_who_watch(page, visit):
    """Whether they come before the lesson is opened, or after."""
    choose_run(page, SUDOKU)
    link = present(page)
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_function("() => playground.runList.shown?.run?.name === 'sudoku'")
    phone.wait_for_selector(".tdp-timeline")
    phone.evaluate(EVER_SEEN, TELLING)
    learn(page, 1, 1)
    late = visit(link, viewport={"width": 1280, "height": 720})
    for watching in (phone, late):
        watching.wait_for_function(f"() => playground.runList.shown?.run?.name === 'lily' && ({HIDDEN})()")
    assert phone.evaluate("[...told]") == []
    for watching in (phone, late):
        for hidden in (*TELLING, ".tdp-hall-strip >> text=Look around"):
            assert not watching.is_visible(hidden), hidden
        watched_moment(watching, 0)
        watching.evaluate("playground.player.seek(20)")
        watched_moment(watching, 0), "nobody runs ahead"
        watching.keyboard.press(" ")
        watching.wait_for_function("() => !playground.player.playing && playground.player.moment === 0")
    page.evaluate("playground.player.play()")
    for watching in (phone, late):
        watching.wait_for_selector(".tdp-timeline")
    page.evaluate("playground.player.pause()")
    # What a step keeps: by a question, whose answer would stand in the drawer, and by a part that shows it bit by bit.
    hides = """() => Object.entries(playground.player.views.withheld).flatMap(([name, is]) => is ? [name] : []).sort()
        .join()"""
    same = f"hidden => ({hides})() === hidden"
    for lesson in (4, 11):
        learn(page, lesson, 1)
        assert page.evaluate("playground.player.views.withheld.decision")
        assert page.evaluate("playground.parts.modes.learn.lesson.asks") == (lesson == 4)
        late.wait_for_function(same, arg=page.evaluate(hides))
        assert not late.is_visible(".tdp-drawer") and not late.is_visible(".tdp-tabs")
        page.uncheck(".tdp-hall-strip input")
        late.wait_for_function(HIDDEN)
        page.evaluate("playground.parts.modes.learn.lesson.prose.reveal(1)")
        late.wait_for_function(same, arg="")
        late.wait_for_selector(".tdp-drawer")
        page.check(".tdp-hall-strip input")
    page.click(".tdp-hall-strip >> text=End")


def test_on_a_phone_the_hall_takes_one_line_and_the_canvas_of_the_presenter_is_seen_from_its_first_row(page, visit):
    phone = visit(present(page), has_touch=True, viewport=PHONE)
    wait_for_hall(phone, WATCHED)
    phone.wait_for_selector(".tdp-hall-strip >> text=Look around")
    places = (".tdp-runs", "[popovertarget=tdp-share]", ".tdp-hall-strip", ".tdp-stage", ".tdp-caption", ".tdp-play")
    for width, height in ((360, 640), (640, 360)):
        phone.set_viewport_size(size(width, height))
        rest(phone)
        runs, share, strip, stage, caption, play = boxes(phone, *places)
        assert runs["right"] <= share["x"] and runs["y"] < share["bottom"], "one line, which begins with the run"
        leave = phone.locator(".tdp-hall-strip >> text=Leave").bounding_box()
        assert strip["height"] <= 50 and leave["x"] > width / 3
        assert all(place["whole"] for place in (strip, caption, play))
        assert strip["bottom"] <= stage["y"], (width, height)
    phone.set_viewport_size(PHONE)
    learn(page, 11, 1)
    phone.wait_for_function(f"chosen => ({HIDDEN})() && playground.player.views.chosen === chosen",
                            arg=page.evaluate("playground.player.views.chosen"))  # fmt: skip
    drawn(phone)
    assert phone.evaluate("scrollY") == 0, "no sheet that is not there lies over the chosen cell"
    assert "you have answered" not in text(phone, ".tdp-sentence"), "nothing is asked"
    assert phone.evaluate("playground.player.views.look.layer") == "input"
    learn(page, 11, 3)
    layer = page.evaluate("playground.player.views.look.layer")
    phone.wait_for_function("layer => playground.player.views.look.layer === layer", arg=layer)
    # A run that arrives after the end of the hall changes nothing.
    held, over = [], []
    phone.route("**/*.trace", lambda route: route.continue_() if over else held.append(route))
    learn(page, 10, 2)
    wait_until(lambda: held, page=phone)
    page.click(".tdp-hall-strip >> text=End")
    phone.wait_for_selector(".tdp-hall-strip >> text=The presenter has ended this hall")
    over.append(True)
    for route in held:
        route.continue_()
    wait_for_hall(phone, "hall.lanes.every(({ recording }) => recording)")
    assert "The presenter has ended this hall" in text(phone, ".tdp-hall-strip")
    assert phone.evaluate("playground.player.lanes.length") == 1
