"""Watching together, with a presenter's page and that of somebody who watches."""

import pytest
from page_helpers import LAST_OF_LILY, LONG, READY, finish, start, text

REFUSE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
PHONE = {"width": 375, "height": 740}
WATCHED = "() => playground.extras.hall?.recording"
IDS = """() => playground.player.recording.frames.map(({ input_ids, sampled_ids, argmax_ids, accepted }) =>
  [input_ids, sampled_ids, argmax_ids, accepted].map((row) => [...row]))"""


def test_those_who_watch_see_each_run_of_the_presenter_and_their_step_until_the_hall_ends(page, visit):
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    link = page.input_value(".tdp-hall-link")
    assert "#watch=" in link and "?" not in link
    assert "Of runs side by side they see only the first." in text(page, ".tdp-hall")
    page.click(".tdp-hall >> text=Close")
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 2")
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_function(f"() => ({WATCHED})()?.frames.length > 2")
    assert text(phone, ".tdp-hall-strip").startswith("Watching")
    assert not phone.is_visible("#prompt") and phone.evaluate("location.href") == link
    page.evaluate("playground.live.stop()")
    finish(page)
    phone.wait_for_function("() => !playground.player.recording.live")
    assert phone.evaluate(IDS) == page.evaluate(IDS), "late-comers see it from the first step"
    page.wait_for_function("() => document.querySelector('.tdp-hall-count').textContent === '1 watching'")
    page.evaluate("() => { document.querySelector('.tdp-hall-strip input').click(); playground.player.seek(3); }")
    phone.wait_for_function("() => playground.player.moment === 3 && playground.extras.hall.lead !== null")
    start(page, seed=8)
    phone.wait_for_function("() => playground.player.recording.header.seed === 8")
    finish(page)
    page.click(".tdp-hall-strip >> text=End")
    phone.wait_for_selector("text=The presenter has ended this hall")
    assert phone.is_visible(".tdp-open-prompt")
    phone.wait_for_function("() => !location.hash.includes('watch')")


def test_who_comes_types_the_code_of_the_presenter_s_screen_and_keeps_the_seat_after_a_reload(page, visit, windows):
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    assert not page.is_visible(".tdp-hall-digits")
    link = page.input_value(".tdp-hall-link")
    page.check(".tdp-hall >> text=Ask for a code")
    page.wait_for_selector(".tdp-hall-digits")
    code = text(page, ".tdp-hall-digits")
    assert len(code) == 7 and code.replace(" ", "").isdecimal()
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.tdp-hall-digits')).fontSize)") >= 48
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_selector(".tdp-hall-entry input:focus")
    assert "shows a code of 6 digits" in text(phone, ".tdp-hall-strip")
    phone.keyboard.type("x")
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".tdp-hall-entry input:focus")
    wrong = f"{(int(code.replace(' ', '')) + 1) % 10**6:06}"
    phone.fill(".tdp-hall-entry input", wrong)
    phone.click(".tdp-hall-entry button")
    phone.wait_for_selector(".tdp-hall-strip >> text=This is not the code")
    phone.fill(".tdp-hall-entry input", code)
    phone.click(".tdp-hall-entry button")
    phone.wait_for_function("() => playground.extras.hall.seat !== ''")
    seat = phone.evaluate("playground.extras.hall.seat")
    refusals = windows[True].troubles[phone]
    assert len(refusals) == 3 and all("403" in refusal for refusal in refusals), "what the browser says of them"
    refusals.clear()
    page.wait_for_function("() => document.querySelector('.tdp-hall-count').textContent === '1 watching'")
    phone.reload()
    phone.wait_for_function("() => playground.extras.hall?.shown")
    assert phone.evaluate("playground.extras.hall.seat") == seat and not phone.is_visible(".tdp-hall-entry")
    page.reload()
    page.wait_for_function("code => document.querySelector('.tdp-hall-digits')?.textContent === code", arg=code)
    page.click(".tdp-hall-strip >> text=Link and code")
    page.uncheck(".tdp-hall >> text=Ask for a code")
    page.wait_for_function("() => document.querySelector('.tdp-hall-digits').textContent === ''")
    visit(link).wait_for_function("() => playground.extras.hall?.shown")
    page.click(".tdp-hall >> text=Close")
    page.click(".tdp-hall-strip >> text=End")


def test_a_hall_is_opened_and_ended_where_the_browser_keeps_nothing(browser, address):
    context = browser.new_context()
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(REFUSE)
    page.goto(address)
    page.wait_for_selector(READY)
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    page.click(".tdp-hall >> text=Close")
    page.click(".tdp-hall-strip >> text=End")
    page.wait_for_function("() => playground.extras.hall === null")
    assert page.query_selector(".tdp-hall-strip, .tdp-hall") is None and errors == []
    context.close()


def test_a_lesson_s_question_goes_to_the_phones_and_what_they_say_comes_back_when_it_is_closed(page, visit):
    page.evaluate("playground.extras.learn({ lesson: 1, part: 1 })")
    page.wait_for_selector(".tdp-predict")
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    link = page.input_value(".tdp-hall-link")
    page.click(".tdp-hall >> text=Close")
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
    assert phones[1].is_visible(".tdp-timeline")
    page.click(".tdp-class >> text=Take it back")
    phones[0].wait_for_function("() => document.querySelector('.tdp-ballot').hidden")
    page.evaluate("playground.extras.learn({ lesson: 10, part: 2 })")
    phones[0].wait_for_function(
        f"() => playground.extras.hall.shown === 'after' && ({WATCHED})()?.frames.length === 101"
    )
    page.click(".tdp-hall-strip >> text=End")
    phones[0].wait_for_selector("text=The presenter has ended this hall")
    assert phones[0].query_selector(".tdp-ballot") is None


@pytest.mark.thorough
def test_who_looks_at_another_run_is_asked_about_the_presenter_s(page, visit):
    page.evaluate("playground.extras.learn({ lesson: 4, part: 2 })")
    page.wait_for_selector(".tdp-predict")
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    link = page.input_value(".tdp-hall-link")
    page.click(".tdp-hall >> text=Close")
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
