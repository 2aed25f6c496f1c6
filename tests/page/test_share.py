"""The Share menu saves what is shown, in the same forms as the command line."""

import json

import pandas as pd
from PIL import Image

from playground.export import Run, export

pytest_plugins = "page_fixtures"


def saved(page, form):
    with page.expect_download() as download:
        page.click(f"#tdp-share [data-form={form}]")
    page.wait_for_function("document.querySelector('.tdp-share-said').textContent.startsWith('Saved')")
    return download.value


def test_the_menu_saves_a_table_a_page_and_a_picture(one_page, open_run, tmp_path):
    trace = open_run("hostile")
    one_page.click("[popovertarget=tdp-share]")
    one_page.wait_for_selector("#tdp-share [data-form=csv]")
    table, page, picture = (saved(one_page, form) for form in ("csv", "html", "png"))
    name = table.suggested_filename.removesuffix(".csv")
    expected, *_ = export([Run(name=name, trace=trace)], tmp_path / "run.csv")
    options = {"keep_default_na": False, "na_values": {"seconds": "", "encoder_tokens": ""}, "lineterminator": "\n"}
    here, there = (pd.read_csv(path, **options) for path in (table.path(), expected))
    pd.testing.assert_frame_equal(here, there, rtol=1e-6)
    held = page.path().read_text().split('id="tdp-runs">')[1].split("</script>")[0]
    assert json.loads(held)["moment"] == one_page.evaluate("playground.player.moment")
    assert "<title>&lt;script></title>" in page.path().read_text()
    assert Image.open(picture.path()).size == (1280, 720)
    for look in ("2", "square"):
        one_page.click(f".tdp-share-looks [data-value='{look}']")
    assert Image.open(saved(one_page, "png").path()).size == (2160, 2160)
    one_page.keyboard.press("Escape")


def test_a_film_tells_its_progress_and_can_be_stopped(one_page, open_run):
    open_run("story")
    one_page.click("[popovertarget=tdp-share]")
    one_page.click("#tdp-share [data-form=film]")
    one_page.wait_for_function("document.querySelector('.tdp-share-said').textContent.startsWith('Picture')")
    one_page.click(".tdp-share-stop", force=True)  # nothing stands still for long while a film is made
    one_page.wait_for_function("document.querySelector('.tdp-share-said').textContent.startsWith('Stopped')")
    assert not one_page.query_selector(".token-canvas[aria-hidden]"), "what it drew on is taken away"
    one_page.keyboard.press("Escape")
