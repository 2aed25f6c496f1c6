"""What the tests of halls share: a presenter's page, and those who watch it."""

from service_helpers import wait_until

STRIP, BALLOT, CLASS, DIALOG = (
    "section[aria-label^='Watch']", "[aria-label='The presenter’s question']", "[aria-label='Ask those who watch']",
    "dialog[aria-label='Watch together']",
)  # fmt: skip
DIGITS, TALLY = "[aria-label='Code for those who come']", ".tdp-tally"
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
    page.click("text=Share")
    page.get_by_role("button", name="Watch together").click()
    page.wait_for_selector(f"{DIALOG}[open]")


def present(page):
    """Opens a hall, and returns its link."""
    open_hall(page)
    link = page.get_by_label("Link to the hall").input_value()
    page.click(f"{DIALOG} >> text=Close")
    return link
