"""What a lesson asks those who watch, and what comes back to the presenter."""

import pytest
from page_helpers import LAST_OF_LILY, drawn, rest, set_mode, text
from page_places import size
from plugins.hall.hall_helpers import PHONE, present, wait_for_hall, watched_moment
from plugins.learn.lesson_helpers import learn

from playground.plugins.learn.library import LESSONS
from playground.trace import Trace

AFTER_RUN = Trace.load(LESSONS / "after.trace")


def test_a_lesson_s_question_goes_to_the_phones_and_what_they_say_comes_back_when_it_is_closed(page, visit):
    learn(page, 1, 1)
    link = present(page)
    page.wait_for_selector(".tdp-class")
    phones = [visit(link, has_touch=True, viewport=PHONE) for _ in range(2)]
    page.click(".tdp-class >> text=Ask those who watch")
    for phone in phones:
        phone.wait_for_selector(".tdp-ballot")
        phone.wait_for_function("() => playground.player.moment === 0")
        assert text(phone, ".tdp-ballot .tdp-question") == text(page, ".tdp-predict .tdp-question")
        for hidden in (".tdp-timeline", ".tdp-play", ".tdp-tabs"):
            assert not phone.is_visible(hidden), hidden
    for phone, guess in zip(phones, (12, LAST_OF_LILY), strict=True):
        phone.fill(".tdp-ballot input", "900")
        phone.click(".tdp-ballot button")
        assert "A guess is a number from 1 to 200." in text(phone, ".tdp-ballot")
        phone.fill(".tdp-ballot input", str(guess))
        phone.click(".tdp-ballot button")
        phone.wait_for_selector("text=Your answer is in.")
    page.wait_for_selector(".tdp-class >> text=2 of 2 have answered.")
    assert page.query_selector(".tdp-tally") is None, "the presenter does not see them either"
    page.click(".tdp-class >> text=Close and show the answers")
    page.wait_for_selector(".tdp-tally >> text=2 answers.")
    phones[0].wait_for_selector(".tdp-ballot .tdp-tally")
    assert str(LAST_OF_LILY) not in text(phones[0], ".tdp-ballot")
    page.evaluate("playground.player.seek(12)")
    page.wait_for_selector(".tdp-tally >> text=2 can still be right.")
    page.evaluate("playground.player.seek(13)")
    page.wait_for_selector(".tdp-tally >> text=1 can still be right.")
    page.click(".tdp-class >> text=Show what is right")
    page.wait_for_selector(".tdp-tally >> text=1 of them is right.")
    phones[0].wait_for_selector("text=you said 12")
    phones[1].wait_for_selector("text=Exactly.")
    phones[1].wait_for_selector(".tdp-timeline")
    learn(page, 1, 2)
    phones[0].wait_for_function("() => document.querySelector('.tdp-ballot').hidden"), "the presenter has gone on"
    learn(page, 10, 2)
    recording = f"hall.lanes[0].recording?.frames.length === {len(AFTER_RUN)}"
    wait_for_hall(phones[0], f"hall.lanes[0].name === 'after' && {recording}")
    page.click(".tdp-hall-strip >> text=End")
    phones[0].wait_for_selector("text=The presenter has ended this hall")
    assert phones[0].query_selector(".tdp-ballot") is None


@pytest.mark.thorough
def test_who_looks_at_another_run_is_asked_about_the_presenter_s(page, visit):
    learn(page, 4, 2)
    link = present(page)
    phone = visit(link, has_touch=True, viewport=PHONE)
    page.click(".tdp-class >> text=Ask those who watch")
    phone.wait_for_selector(".tdp-ballot .tdp-cut input")
    phone.evaluate("playground.runList.choose(playground.runList.find(({ name }) => name === 'france'))")
    phone.wait_for_function("() => playground.runList.shown.run.name === 'france'")
    phone.fill(".tdp-ballot .tdp-cut input", "20")
    phone.click(".tdp-ballot >> text=Cut here")
    phone.wait_for_selector("text=Your answer is in.")
    page.wait_for_selector(".tdp-class >> text=1 of 1 have answered.")
    page.click(".tdp-class >> text=Close and show the answers")
    page.click(".tdp-class >> text=Show what is right")
    phone.wait_for_selector("text=you said 20")


IN_SIGHT = """button => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const top_most = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && button.contains(top_most);
}"""
WHOLE = """place => {
  const { top, bottom } = place.getBoundingClientRect(), bar = document.querySelector('.tdp-class');
  return top >= 0 && bottom <= bar.getBoundingClientRect().top;
}"""


def test_the_next_button_of_a_vote_is_always_in_sight_and_space_does_not_run_past_it(page, visit):
    learn(page, 1, 1)
    link = present(page)

    def next_button(face, window):
        button = page.wait_for_selector(f".tdp-class button >> text={face}")
        page.set_viewport_size(size(*window))
        for presenting in (False, True):
            page.evaluate(
                "on => document.querySelector('#playground').classList.toggle('tdp-presenting', on)", presenting
            )
            rest(page)
            for place in (0, 10_000):
                page.evaluate(
                    "place => { scrollTo(0, place); document.querySelector('.tdp-lesson').scrollTo(0, place); }", place
                )
                assert button.evaluate(IN_SIGHT), (face, window, presenting, place)

    phone = visit(link, has_touch=True, viewport=PHONE)
    page.evaluate("document.activeElement.blur()")
    next_button("Ask those who watch", (1920, 1080))
    for key in ("End", "ArrowRight", "n", " "):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
    page.wait_for_selector(".tdp-class button:focus >> text=Ask those who watch")
    assert page.evaluate("playground.player.moment") == 0 and not page.evaluate("playground.player.playing")
    page.keyboard.press(" ")
    next_button("Close and show the answers", (1280, 720))
    phone.wait_for_selector(".tdp-ballot .tdp-question")
    page.wait_for_selector(".tdp-class:focus"), "no button that another Space would press"
    for key in ("End", "ArrowRight", "n", " "):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
    page.wait_for_selector(".tdp-class button:focus >> text=Close and show the answers")
    assert page.evaluate("playground.player.moment") == 0 and not page.evaluate("playground.player.playing")
    page.keyboard.press(" ")
    page.wait_for_selector(".tdp-class-answers .tdp-tally")
    assert page.locator(".tdp-class-answers").evaluate(WHOLE), "the answers come into sight"
    next_button("Show what is right", (375, 812))
    page.evaluate("playground.player.clock.speed = 0.001")
    page.keyboard.press(" ")
    page.wait_for_function("() => playground.player.playing"), "the vote is closed: it plays the run"
    assert not page.is_visible(".tdp-timeline"), "how long it is comes with the answer"
    page.click(".tdp-class >> text=Show what is right")
    page.wait_for_selector(".tdp-timeline")
    page.evaluate("document.querySelector('#playground').classList.remove('tdp-presenting')")
    phone.wait_for_selector(".tdp-ballot >> text=0 of them are right")
    set_mode(page, "compare")
    page.click("[data-race=recorded]")
    phone.wait_for_function("() => document.querySelector('.tdp-ballot').hidden"), "the presenter has gone on"
    phone.wait_for_function("() => playground.player.lanes.length === 3")
    assert phone.locator(".tdp-lane").first.bounding_box()["y"] < PHONE["height"] / 2
    page.click(".tdp-hall-strip >> text=End")
    page.wait_for_function("() => document.querySelector('.tdp-class') === null")


def test_who_went_on_alone_hides_the_answer_again_to_ask_and_a_run_played_again_begins_again_on_the_phones(page, visit):
    learn(page, 1, 1)
    phone = visit(present(page), has_touch=True, viewport=PHONE)
    page.evaluate("playground.player.clock.speed = 0.001")
    page.click(".tdp-play")
    page.wait_for_selector(".tdp-timeline")
    page.evaluate("playground.player.seek(3)")
    page.wait_for_selector(".tdp-back-to-lesson")
    drawn(page)
    page.keyboard.press("End")  # who plays on their own is free to go on
    watched_moment(phone, LAST_OF_LILY)
    page.click(".tdp-class >> text=Ask those who watch")
    phone.wait_for_selector(".tdp-ballot .tdp-question")
    watched_moment(phone, 0)
    for each in (page, phone):
        assert each.evaluate("playground.player.moment") == 0 and not each.is_visible(".tdp-timeline")
    page.click(".tdp-class >> text=Close and show the answers")
    page.click(".tdp-class >> text=Play the run")
    phone.wait_for_function("() => playground.player.playing")
    phone.evaluate("playground.player.clock.moment = 20")
    page.click(".tdp-class >> text=Play the run")
    phone.wait_for_function("() => playground.player.playing && playground.player.moment < 20")
    page.keyboard.press(" ")
    page.wait_for_function("() => !playground.player.playing"), "Space pauses it, and does not begin again"
    page.click(".tdp-class >> text=Take it back")
    phone.wait_for_function("() => document.querySelector('.tdp-ballot').hidden")
    page.click(".tdp-hall-strip >> text=End")
