"""What the tests of halls share: a presenter's page, and those who watch it."""

from page_helpers import wait_until

PHONE = {"width": 375, "height": 740}
HALL = "(await import(new URL('dist/plugins-hall.js', playground.assets))).here.hall"
"""The hall of a page, in an asynchronous function: what the plugin's script exports."""
WATCHED = "hall?.lanes[0]?.recording"


def wait_for_hall(page, condition):
    """Waits for what becomes true of `hall`, the hall of a page; a predicate of Playwright's may not wait itself."""
    look = f"async () => {{ const hall = window.playground ? {HALL} : null; return Boolean({condition}); }}"
    wait_until(lambda: page.evaluate(look), 180, page=page)


def open_hall(page):
    """Opens a hall; its link and code are shown."""
    page.click("[popovertarget=tdp-share]")
    page.click("#tdp-share >> text=Watch together")
    page.wait_for_selector(".tdp-hall[open]")


def present(page):
    """Opens a hall, and returns its link."""
    open_hall(page)
    link = page.input_value(".tdp-hall-link")
    page.click(".tdp-hall >> text=Close")
    return link


def watched_moment(page, moment):
    page.wait_for_function("moment => playground.player.moment === moment", arg=moment)
