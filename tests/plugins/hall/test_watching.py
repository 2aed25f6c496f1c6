"""Watching together, with a presenter's page and that of somebody who watches."""

import numpy as np
import page_holds as holds
import page_reader as reader
from page_places import boxes, size
from playwright.sync_api import expect
from plugins.hall.hall_helpers import DIALOG, DIGITS, HALL, PHONE, STRIP, WATCHED, open_hall, present, wait_for_hall
from plugins.learn.lesson_helpers import learn
from service_helpers import wait_until

ENTRY = "[aria-label='Code on the presenter’s screen']"
TOLD = ("input_ids", "sampled_ids", "argmax_ids", "accepted")
WAYS = ["uniform", "masked", "autoregressive"]


def sees_race(page):
    """Waits until all of its lanes are there."""
    reader.side_by_side(page, 3)
    assert [holds.run_spec(page, lane)["settings"]["way"] for lane in range(3)] == WAYS


def test_those_who_watch_see_each_run_and_race_of_the_presenter_and_their_step_until_the_hall_ends(page, visit):
    link = present(page)
    assert "#watch=" in link and "?" not in link
    reader.start(page, **reader.LONG)
    reader.goes_on(page, 2)
    phone = visit(link, has_touch=True, viewport=PHONE)
    wait_for_hall(phone, f"{WATCHED}?.frames.length > 2")
    assert phone.inner_text(STRIP).startswith("Watching")
    assert not phone.is_visible("#prompt") and phone.evaluate("location.href") == link
    reader.stop(page)
    wait_until(lambda: holds.label(phone) == "RECORDED", page=phone)
    for here, there in zip(*(holds.columns(each, *TOLD) for each in (page, phone)), strict=True):
        assert np.array_equal(here, there), "late-comers see it from the first step"
    page.get_by_text("1 watching", exact=True).wait_for()
    reader.go_to_moment(page, 3)  # the presenter leads, unless they say so
    reader.at(phone, 3)
    page.uncheck(f"{STRIP} input")
    wait_for_hall(phone, "hall.place.lead === null")
    reader.go_to_moment(page, 5)
    page.check(f"{STRIP} input")
    reader.at(phone, 5)
    reader.make(page, seed=8)
    wait_for_hall(phone, f"{WATCHED}?.header.spec.seed === 8 && !{WATCHED}.live")
    taken = phone.evaluate(f"async () => {HALL}.lanes[0].taken")
    reader.set_mode(page, "compare")
    page.click("[data-kind=seed]")
    reader.finish(page)
    reader.side_by_side(phone, 2)
    for lane in (0, 1):
        wait_until(lambda n=lane: holds.steps_of(phone, n) == holds.steps_of(page, n), page=phone)
        here, there = (holds.columns(each, "sampled_ids", lane=lane)[0] for each in (page, phone))
        assert np.array_equal(here, there) and holds.run_spec(page, lane) == holds.run_spec(phone, lane)
    assert phone.evaluate(f"async () => {HALL}.lanes[0].taken") == taken, "the first lane is not told again"
    # A race comes with all its lanes, and plays there as the presenter plays it.
    page.click("[data-race=recorded]")
    reader.plays(page)  # which a pause before would not end
    page.click(holds.PLAY)
    sees_race(phone)
    reader.go_to_moment(page, 31)
    reader.at(phone, 31)
    for making in ("[data-kind=seed]", "[data-race]", "[title^='Take away']"):
        assert not phone.is_visible(making), making
    page.get_by_label("What the timeline counts").select_option("work")
    expect(phone.get_by_label("What the timeline counts")).to_have_value("work")
    sees_race(visit(link, has_touch=True, viewport=PHONE))
    reader.set_mode(page, "watch")
    reader.side_by_side(phone, 1)
    page.click(f"{STRIP} >> text=End")
    phone.wait_for_selector("text=The presenter has ended this hall")
    assert phone.is_visible(holds.WAY)
    wait_until(lambda: "watch" not in phone.url, page=phone)


def test_who_comes_types_the_code_of_the_presenter_s_screen_and_keeps_the_seat_after_a_reload(page, visit, windows):
    open_hall(page)
    said = page.inner_text(".tdp-hall-reach")
    assert said.startswith("Nobody else can open this link.") and "127.0.0.1" in said and "--host 0.0.0.0" in said
    assert f":{page.evaluate('location.port')}" in said
    assert page.locator(f"{DIALOG} canvas").count() == 0, "no phone could read it"
    link = page.get_by_label("Link to the hall").input_value()
    page.check(f"{DIALOG} >> text=Ask for a code")
    page.wait_for_selector(DIGITS)
    code = page.inner_text(DIGITS)
    assert len(code) == 7 and page.locator(DIGITS).bounding_box()["height"] > 48
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_selector(f"{ENTRY}:focus")
    assert "shows a code of 6 digits" in phone.inner_text(STRIP)
    phone.fill(ENTRY, f"{(int(code.replace(' ', '')) + 1) % 10**6:06}")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(f"{STRIP} >> text=This is not the code")
    phone.wait_for_selector(f"{ENTRY}:focus")
    phone.fill(ENTRY, code)
    phone.keyboard.press("Enter")
    wait_for_hall(phone, "hall.seat !== ''")
    seat = phone.evaluate(f"async () => {HALL}.seat")
    refusals = windows[True].troubles[phone]
    assert len(refusals) == 2 and all("403" in refusal for refusal in refusals), "what the browser says of them"
    refusals.clear()
    page.get_by_text("1 watching", exact=True).wait_for()
    phone.reload()
    wait_for_hall(phone, "hall?.lanes.length > 0")
    assert phone.evaluate(f"async () => {HALL}.seat") == seat and not phone.is_visible(ENTRY)
    page.reload()
    expect(page.locator(DIGITS)).to_have_text(code)
    page.click(f"{STRIP} >> text=Link and code")
    page.uncheck(f"{DIALOG} >> text=Ask for a code")
    page.wait_for_selector(DIGITS, state="hidden")
    wait_for_hall(visit(link), "hall?.lanes.length > 0")
    page.click(f"{DIALOG} >> text=Close")
    page.click(f"{STRIP} >> text=End")


TELLING = (holds.SLIDER, holds.PLAY, holds.DRAWER, holds.TABS, holds.LEGEND)
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
    reader.choose_run(page, holds.SUDOKU)
    link = present(page)
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_function("() => playground.runList.shown?.run?.name === 'sudoku'")
    phone.wait_for_selector(holds.SLIDER)
    phone.evaluate(EVER_SEEN, TELLING)
    learn(page, 1, 1)
    late = visit(link, viewport={"width": 1280, "height": 720})
    for watching in (phone, late):
        watching.wait_for_function(f"() => playground.runList.shown?.run?.name === 'lily' && ({HIDDEN})()")
    assert phone.evaluate("[...told]") == []
    for watching in (phone, late):
        for hidden in (*TELLING, f"{STRIP} >> text=Look around"):
            assert not watching.is_visible(hidden), hidden
        reader.at(watching, 0)
        reader.go_to_moment(watching, 20)
        reader.at(watching, 0), "nobody runs ahead"
        watching.keyboard.press(" ")
        reader.drawn(watching)
        reader.plays(watching, False)
        reader.at(watching, 0)
    page.evaluate("playground.player.play()")
    for watching in (phone, late):
        watching.wait_for_selector(holds.SLIDER)
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
        assert not late.is_visible(holds.DRAWER) and not late.is_visible(holds.TABS)
        page.uncheck(f"{STRIP} input")
        late.wait_for_function(HIDDEN)
        page.evaluate("playground.parts.modes.learn.lesson.prose.reveal(1)")
        late.wait_for_function(same, arg="")
        late.wait_for_selector(holds.DRAWER)
        page.check(f"{STRIP} input")
    page.click(f"{STRIP} >> text=End")


def test_on_a_phone_the_hall_takes_one_line_and_the_canvas_of_the_presenter_is_seen_from_its_first_row(page, visit):
    phone = visit(present(page), has_touch=True, viewport=PHONE)
    wait_for_hall(phone, WATCHED)
    phone.wait_for_selector(f"{STRIP} >> text=Look around")
    places = (".tdp-runs", "[popovertarget=tdp-share]", STRIP, holds.STAGE, holds.CAPTION, holds.PLAY)
    for width, height in ((360, 640), (640, 360)):
        phone.set_viewport_size(size(width, height))
        reader.rest(phone)
        runs, share, strip, stage, caption, play = boxes(phone, *places)
        assert runs["right"] <= share["x"] and runs["y"] < share["bottom"], "one line, which begins with the run"
        leave = phone.locator(f"{STRIP} >> text=Leave").bounding_box()
        assert strip["height"] <= 50 and leave["x"] > width / 3
        assert all(place["whole"] for place in (strip, caption, play))
        assert strip["bottom"] <= stage["y"], (width, height)
    phone.set_viewport_size(PHONE)
    learn(page, 11, 1)
    phone.wait_for_function(HIDDEN)
    wait_until(lambda: holds.chosen_cell(phone) == holds.chosen_cell(page), page=phone)
    reader.drawn(phone)
    assert phone.evaluate("scrollY") == 0, "no sheet that is not there lies over the chosen cell"
    assert "you have answered" not in phone.inner_text(holds.SENTENCE), "nothing is asked"
    layer = "[aria-label='Canvas that is shown'] [aria-checked=true]"
    expect(phone.locator(layer)).to_have_attribute("data-value", "input")
    learn(page, 11, 3)
    expect(phone.locator(layer)).to_have_attribute("data-value", page.get_attribute(layer, "data-value"))
    # A run that arrives after the end of the hall changes nothing.
    held, over = [], []
    phone.route("**/*.trace", lambda route: route.continue_() if over else held.append(route))
    learn(page, 10, 2)
    wait_until(lambda: held, page=phone)
    page.click(f"{STRIP} >> text=End")
    phone.wait_for_selector(f"{STRIP} >> text=The presenter has ended this hall")
    over.append(True)
    for route in held:
        route.continue_()
    wait_for_hall(phone, "hall.lanes.every(({ recording }) => recording)")
    assert "The presenter has ended this hall" in phone.inner_text(STRIP)
    assert holds.lanes_of(phone) == 1
