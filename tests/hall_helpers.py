"""What the tests of halls share: a presenter's page, and those who watch it."""

PHONE = {"width": 375, "height": 740}
WATCHED = "() => playground.halls.hall?.lanes[0]?.recording"


def present(page):
    """Opens a hall, and returns its link."""
    page.evaluate("playground.halls.present()")
    page.wait_for_selector(".tdp-hall[open]")
    link = page.input_value(".tdp-hall-link")
    page.click(".tdp-hall >> text=Close")
    return link


def learn(page, lesson, part):
    page.evaluate(
        "([lesson, part]) => playground.parts.mode('learn').then((mode) => mode.learn({ lesson, part }))",
        [lesson, part],
    )
    page.wait_for_function(
        "() => playground.parts.modes.learn?.lesson?.shown && !playground.parts.modes.learn.lesson.arriving"
    )


def watched_moment(page, moment):
    page.wait_for_function("moment => playground.player.moment === moment", arg=moment)
