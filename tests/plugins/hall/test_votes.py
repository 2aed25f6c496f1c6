"""What a lesson asks those who watch, and what comes back to the presenter."""

import pytest
from page_helpers import LAST_OF_LILY, drawn, text
from plugins.hall.hall_helpers import PHONE, present, wait_for_hall, watched_moment
from plugins.learn.lesson_helpers import learn

IN_SIGHT = """button => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const top_most = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && button.contains(top_most);
}"""


def press_next(page, face):
    """Presses the next button of a vote, which is always in sight: Space goes there first, and no key moves the run."""
    page.wait_for_selector(f".tdp-class button >> text={face}")
    for key in ("End", "ArrowRight", "n", " "):
        page.evaluate("document.activeElement.blur(); document.querySelector('.tdp-lesson').scrollTo(0, 10_000)")
        page.keyboard.press(key)
    assert page.wait_for_selector(f".tdp-class button:focus >> text={face}").evaluate(IN_SIGHT)
    assert not page.evaluate("playground.player.moment !== 0 || playground.player.playing")
    page.keyboard.press(" ")


def test_a_lesson_s_question_goes_to_the_phones_and_what_they_say_comes_back_when_it_is_closed(page, visit):
    learn(page, 1, 1)
    link = present(page)
    page.wait_for_selector(".tdp-class")
    phones = [visit(link, has_touch=True, viewport=PHONE) for _ in range(2)]
    press_next(page, "Ask those who watch")
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
    press_next(page, "Close and show the answers")
    page.wait_for_selector(".tdp-tally >> text=2 answers.")
    assert page.locator(".tdp-class-answers").evaluate(IN_SIGHT), "the answers come into sight"
    phones[0].wait_for_selector(".tdp-ballot .tdp-tally")
    assert str(LAST_OF_LILY) not in text(phones[0], ".tdp-ballot")
    page.evaluate("playground.player.seek(12)")
    page.wait_for_selector(".tdp-tally >> text=2 can still be right.")
    page.evaluate("playground.player.seek(13)")
    page.wait_for_selector(".tdp-tally >> text=1 can still be right.")
    page.click(".tdp-class >> text=Show what is right")
    page.wait_for_selector(".tdp-tally >> text=1 of them is right.")
    phones[0].wait_for_selector("text=you said 12")
    phones[0].wait_for_selector(".tdp-hall-strip >> text=Look around")
    phones[1].wait_for_selector("text=Exactly.")
    phones[1].wait_for_selector(".tdp-timeline")
    learn(page, 1, 2)
    phones[0].wait_for_selector(".tdp-ballot", state="hidden"), "the presenter has gone on"
    learn(page, 10, 2)
    wait_for_hall(phones[0], "hall.lanes[0].name === 'after' && hall.lanes[0].recording")
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


def test_who_went_on_alone_hides_the_answer_again_to_ask_and_a_run_played_again_begins_again_on_the_phones(page, visit):
    learn(page, 1, 1)
    phone = visit(present(page), has_touch=True, viewport=PHONE)
    page.evaluate("playground.player.clock.speed = 0.001")
    page.click(".tdp-play")
    page.wait_for_selector(".tdp-timeline")
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
    phone.wait_for_selector(".tdp-ballot", state="hidden")
    page.click(".tdp-hall-strip >> text=End")
