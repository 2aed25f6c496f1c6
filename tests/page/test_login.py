"""The page that asks for a login: its own, under the strict policy, and it opens the page itself."""

import pytest
from page_helpers import READY, finish, start
from serving import served

from playground.service import Service
from playground.service.limits import Limits
from workshop.bench.page import KNOWN

WRONG = "The name or the password is wrong."
SAYS = "said => document.querySelector('[role=alert]').textContent === said"


@pytest.fixture
def address(random_slot):
    with served(Service(random_slot, Limits(address_logins=3)), auth=[("anna", "secret")]) as (_, address):
        yield address


@pytest.fixture
def troubles():
    """What the browser complains of."""
    return []


@pytest.fixture
def tab(browser, troubles):
    with browser.new_context() as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: message.type == "error" and troubles.append(message.text))
        yield page


def log_in(page, name, password):
    page.fill("[name=username]", name)
    page.fill("[name=password]", password)
    page.click("text=Log in")


def test_a_wrong_password_is_said_to_be_and_the_right_one_opens_the_page(tab, address, troubles):
    answer = tab.goto(address)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
    assert "frame-ancestors 'self'" in policy
    assert tab.title() == "Text Diffusion Playground" and tab.locator("#playground").count() == 0
    assert "recorded" not in answer.text() and "playground-config" not in answer.text(), "it tells nothing of the page"
    tab.wait_for_selector("[name=username]:focus")
    assert troubles == [], "the policy refuses nothing of it"

    log_in(tab, "anna", "guess")
    tab.wait_for_function(SAYS, arg=WRONG)
    assert all("400" in error for error in troubles), "only what the browser says of the answer"
    troubles.clear()
    log_in(tab, "anna", "secret")
    tab.wait_for_selector(READY)
    start(tab, length=16, max_denoising_steps=2)
    finish(tab)
    assert tab.evaluate("playground.player.recording.header.spec.prompt.text") == "hello" and troubles == []
    tab.reload()
    tab.wait_for_selector(READY)
    tab.click("text=Log out")
    tab.wait_for_selector("[name=username]:focus")
    assert tab.locator("#playground").count() == 0
    tab.reload()
    tab.wait_for_selector("[name=username]:focus")


@pytest.mark.thorough
def test_who_has_tried_too_often_is_told_to_wait(tab, address):
    tab.goto(address)
    for _ in range(3):
        log_in(tab, "anna", "guess")
        tab.wait_for_function(SAYS, arg=WRONG)
        tab.evaluate("document.querySelector('[role=alert]').textContent = ''")
    log_in(tab, "anna", "secret")
    tab.wait_for_function(SAYS, arg=str(Limits(address_logins=3).refuse("address_logins")))


def test_a_server_that_has_gone_is_said_to_be(tab, address):
    tab.goto(address)
    tab.wait_for_selector("[name=username]")
    tab.context.set_offline(True)
    log_in(tab, "anna", "secret")
    tab.wait_for_function(SAYS, arg="The server does not answer.")
