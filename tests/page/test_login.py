"""The page that asks for a login: its own, under the strict policy, and it opens the page itself."""

from page_fixtures import watch
from page_helpers import READY, finish, start
from serving import served

from playground.service import Service
from workshop.bench.page import KNOWN

SAYS = "said => document.querySelector('[role=alert]').textContent === said"


def log_in(page, password):
    page.fill("[name=username]", "anna")
    page.fill("[name=password]", password)
    page.click("text=Log in")


def test_a_wrong_password_is_said_to_be_and_the_right_one_opens_the_page(browser, random_slot):
    with served(Service(random_slot), auth=[("anna", "secret")]) as (_, address), browser.new_context() as window:
        window.add_init_script(KNOWN)
        tab = window.new_page()
        troubles = watch(tab)
        answer = tab.goto(address)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
        assert "frame-ancestors 'self'" in policy
        assert tab.title() == "Text Diffusion Playground" and tab.locator("#playground").count() == 0
        assert "recorded" not in answer.text() and "playground-config" not in answer.text(), "it tells nothing of it"
        tab.wait_for_selector("[name=username]:focus")
        assert troubles == [], "the policy refuses nothing of it"

        log_in(tab, "guess")
        tab.wait_for_function(SAYS, arg="The name or the password is wrong.")
        assert all("400" in error for error in troubles), "only what the browser says of the answer"
        troubles.clear()
        log_in(tab, "secret")
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
        window.set_offline(True)
        log_in(tab, "secret")
        tab.wait_for_function(SAYS, arg="The server does not answer.")
