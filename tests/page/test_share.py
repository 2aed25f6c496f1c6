"""The Share menu saves what is shown."""

import json

from page_helpers import saved


def test_the_menu_saves_a_page(one_page, open_run):
    open_run("hostile")
    one_page.click("[popovertarget=tdp-share]")
    one_page.wait_for_selector("#tdp-share [data-form=html]")
    page = saved(one_page, "html")
    held = page.path().read_text().split('id="tdp-runs">')[1].split("</script>")[0]
    assert json.loads(held)["moment"] == one_page.evaluate("playground.player.moment")
    assert "<title>&lt;script></title>" in page.path().read_text()
    one_page.keyboard.press("Escape")


def test_a_page_with_the_model_is_offered_for_runs_of_that_model(used_page, open_run):
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=model]")
    used_page.keyboard.press("Escape")
    open_run("story")  # of an older revision
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=html]")
    assert used_page.is_hidden("#tdp-share [data-form=model]")
    used_page.keyboard.press("Escape")
