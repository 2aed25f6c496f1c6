"""What a lesson asks those who watch, and what comes back to the presenter."""

import pytest
from page_holds import LAST_OF_LILY, PLAY, SLIDER, TABS, moment_of
from page_reader import at, drawn, go_to_moment, plays
from plugins.hall.hall_helpers import BALLOT, CLASS, PHONE, STRIP, TALLY, present, wait_for_hall
from plugins.learn.lesson_helpers import learn
from service_helpers import wait_until

IN_SIGHT = """button => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const top_most = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && button.contains(top_most);
}"""


def press_next(page, face):
    """Presses the next button of a vote, which is always in sight: Space goes there first, and no key moves the run."""
    page.wait_for_selector(f"{CLASS} button >> text={face}")
    for key in ("End", "ArrowRight", "n", " "):
        page.evaluate("document.activeElement.blur(); document.querySelector('.tdp-lesson').scrollTo(0, 10_000)")
        page.keyboard.press(key)
    assert page.wait_for_selector(f"{CLASS} button:focus >> text={face}").evaluate(IN_SIGHT)
    at(page, 0)
    plays(page, False)
    page.keyboard.press(" ")


def test_a_lesson_s_question_goes_to_the_phones_and_what_they_say_comes_back_when_it_is_closed(page, visit):
    learn(page, 1, 1)
    link = present(page)
    page.wait_for_selector(CLASS)
    phones = [visit(link, has_touch=True, viewport=PHONE) for _ in range(2)]
    press_next(page, "Ask those who watch")
    for phone in phones:
        phone.wait_for_selector(BALLOT)
        at(phone, 0)
        assert phone.inner_text(f"{BALLOT} .tdp-question") == page.inner_text(".tdp-predict .tdp-question")
        for hidden in (SLIDER, PLAY, TABS):
            assert not phone.is_visible(hidden), hidden
    for phone, guess in zip(phones, (12, LAST_OF_LILY), strict=True):
        phone.fill(f"{BALLOT} input", "900")
        phone.click(f"{BALLOT} button")
        assert "A guess is a number from 1 to 200." in phone.inner_text(BALLOT)
        phone.fill(f"{BALLOT} input", str(guess))
        phone.click(f"{BALLOT} button")
        phone.wait_for_selector("text=Your answer is in.")
    page.wait_for_selector(f"{CLASS} >> text=2 of 2 have answered.")
    assert page.query_selector(TALLY) is None, "the presenter does not see them either"
    press_next(page, "Close and show the answers")
    page.wait_for_selector(f"{TALLY} >> text=2 answers.")
    assert page.locator(".tdp-class-answers").evaluate(IN_SIGHT), "the answers come into sight"
    phones[0].wait_for_selector(f"{BALLOT} {TALLY}")
    assert str(LAST_OF_LILY) not in phones[0].inner_text(BALLOT)
    go_to_moment(page, 12)
    page.wait_for_selector(f"{TALLY} >> text=2 can still be right.")
    go_to_moment(page, 13)
    page.wait_for_selector(f"{TALLY} >> text=1 can still be right.")
    page.click(f"{CLASS} >> text=Show what is right")
    page.wait_for_selector(f"{TALLY} >> text=1 of them is right.")
    phones[0].wait_for_selector("text=you said 12")
    phones[0].wait_for_selector(f"{STRIP} >> text=Look around")
    phones[1].wait_for_selector("text=Exactly.")
    phones[1].wait_for_selector(SLIDER)
    learn(page, 1, 2)
    phones[0].wait_for_selector(BALLOT, state="hidden"), "the presenter has gone on"
    learn(page, 10, 2)
    wait_for_hall(phones[0], "hall.lanes[0].name === 'after' && hall.lanes[0].recording")
    page.click(f"{STRIP} >> text=End")
    phones[0].wait_for_selector("text=The presenter has ended this hall")
    assert phones[0].query_selector(BALLOT) is None


@pytest.mark.thorough
def test_who_looks_at_another_run_is_asked_about_the_presenter_s(page, visit):
    learn(page, 4, 2)
    link = present(page)
    phone = visit(link, has_touch=True, viewport=PHONE)
    page.click(f"{CLASS} >> text=Ask those who watch")
    phone.wait_for_selector(f"{BALLOT} .tdp-cut input")
    phone.evaluate("playground.runList.choose(playground.runList.find(({ name }) => name === 'france'))")
    phone.wait_for_function("() => playground.runList.shown.run.name === 'france'")
    phone.fill(f"{BALLOT} .tdp-cut input", "20")
    phone.click(f"{BALLOT} >> text=Cut here")
    phone.wait_for_selector("text=Your answer is in.")
    page.wait_for_selector(f"{CLASS} >> text=1 of 1 have answered.")
    page.click(f"{CLASS} >> text=Close and show the answers")
    page.click(f"{CLASS} >> text=Show what is right")
    phone.wait_for_selector("text=you said 20")


def test_who_went_on_alone_hides_the_answer_again_to_ask_and_a_run_played_again_begins_again_on_the_phones(page, visit):
    learn(page, 1, 1)
    phone = visit(present(page), has_touch=True, viewport=PHONE)
    page.evaluate("playground.player.clock.speed = 0.001")
    page.click(PLAY)
    page.wait_for_selector(SLIDER)
    drawn(page)
    page.keyboard.press("End")  # who plays on their own is free to go on
    at(phone, LAST_OF_LILY)
    page.click(f"{CLASS} >> text=Ask those who watch")
    phone.wait_for_selector(f"{BALLOT} .tdp-question")
    at(phone, 0)
    at(page, 0)
    assert not page.is_visible(SLIDER) and not phone.is_visible(SLIDER)
    page.click(f"{CLASS} >> text=Close and show the answers")
    page.click(f"{CLASS} >> text=Play the run")
    plays(phone)
    phone.evaluate("playground.player.clock.moment = 20")
    page.click(f"{CLASS} >> text=Play the run")
    plays(phone)
    wait_until(lambda: moment_of(phone) < 20, page=phone)
    page.keyboard.press(" ")
    plays(page, False)  # Space pauses it, and does not begin again
    page.click(f"{CLASS} >> text=Take it back")
    phone.wait_for_selector(BALLOT, state="hidden")
    page.click(f"{STRIP} >> text=End")
