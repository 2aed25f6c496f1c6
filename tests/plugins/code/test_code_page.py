"""Settings as code in the page: of the run that is shown, of a lane, and of a run that has none."""

from page_holds import DRAWER, GOLDEN, run_spec
from page_reader import finish, make, open_trace, set_mode, side_by_side

DIALOG = ".tdp-code-dialog[open]"


def test_a_lane_is_chosen_whose_run_the_code_makes(page):
    make(page, "side by side", 16, max_denoising_steps=3)
    set_mode(page, "compare")
    page.wait_for_selector("[data-kind=seed]")
    assert page.is_hidden(f"{DRAWER} >> text=Settings as code"), "one run alone has its code under Share"
    page.click("[data-kind=seed]")
    side_by_side(page, 2)
    finish(page)
    page.click(f"{DRAWER} >> text=Settings as code")
    seed = run_spec(page, 1)["seed"]
    page.select_option(f"{DIALOG} select", index=1)
    page.wait_for_selector(f"{DIALOG} pre >> text={seed}")
    code = page.inner_text(f"{DIALOG} pre")
    assert code.startswith("import playground as pg\n") and '"max_denoising_steps": 3' in code


def test_a_dialog_from_a_menu_gives_the_focus_back_and_says_why_a_run_of_another_program_has_no_code(page):
    page.keyboard.press("Tab")
    page.focus("text=Share")
    page.keyboard.press("Enter")
    page.locator("[popover] button:has-text('Settings as code')").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{DIALOG} pre")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.matches('[popovertarget=tdp-share]')")
    open_trace(page, (GOLDEN.parent / "runs/elsewhere.trace").read_bytes(), "elsewhere.trace")
    page.click("text=Share")
    page.click("[popover] button:has-text('Settings as code')")
    page.wait_for_selector(f"{DIALOG} [role=alert] >> text=only runs of this playground can be made again")
    assert page.locator(f"{DIALOG} pre").count() == 0
