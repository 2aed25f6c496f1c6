"""The page's own files."""

import hashlib
import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.server import files
from playground.server.files import PageFiles

MODULE = 'import { b } from "./deep/b.js";\nexport const a = [b, b, b];\n' * 9
DEEP = "export const c = 1, d = 2;"


def digest(module):
    return hashlib.sha256(module.encode()).hexdigest()[:16]


@pytest.fixture
def assets(tmp_path, monkeypatch):
    """A folder of scripts, styles and one recorded run."""
    for name, content in {
        "js/main.js": MODULE,
        "js/c.js": DEEP,
        "js/deep/b.js": 'export { c as b } from "../c.js";',
        "js/deep/b.test.js": "",
        "js/testing/fixtures.js": "",
        "js/vendor/large.js": "late",
        "js/bundle/main.js": "all of them",
        "js/bundle/sources.json": json.dumps({"main.js": digest(MODULE), "c.js": digest(DEEP)}),
        **{f"css/{name}.css": f".{name} {{ margin: 0 }}" for name in (*files.STYLES, "late")},
        "recorded/index.json": json.dumps([{"file": "a b.trace"}, {"file": "c.trace"}]),
        "recorded/a b.trace": "run",
        "recorded/c.trace": "run",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(files, "ASSETS", tmp_path)
    return tmp_path


def served(assets):
    page = PageFiles(assets / "recorded")
    return page, TestClient(Starlette(routes=page.routes()))


def test_what_has_a_hash_is_kept_for_good_and_sent_compressed(assets):
    page, browser = served(assets)
    answer = browser.get(page.path("js/main.js"))
    assert answer.text == MODULE and answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert int(answer.headers["Content-Length"]) < len(MODULE) / 4
    plain = browser.get(page.path("js/main.js"), headers={"Accept-Encoding": "identity"})
    assert plain.text == MODULE and "Content-Encoding" not in plain.headers
    for sent in (answer, plain):
        assert sent.headers["Vary"] == "Accept-Encoding"


def test_what_does_not_get_smaller_is_sent_as_it_is(assets):
    page, browser = served(assets)
    answer = browser.get(page.path("recorded/a b.trace"))
    assert answer.text == "run" and "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("name", ["js/deep/b.js", "css/late.css", "recorded/c.trace", "js/vendor/large.js"])
def test_any_change_gives_all_files_other_addresses(assets, name):
    before = PageFiles(assets / "recorded")
    assert PageFiles(assets / "recorded").path("js/main.js") == before.path("js/main.js")
    (assets / name).write_text("changed")
    assert PageFiles(assets / "recorded").path("js/main.js") != before.path("js/main.js")


def test_a_new_name_gives_other_addresses_and_a_changed_test_does_not(assets):
    before = PageFiles(assets / "recorded").version
    (assets / "js/deep/b.test.js").write_text("changed")
    (assets / "js/testing/fixtures.js").write_text("changed")
    assert PageFiles(assets / "recorded").version == before
    (assets / "js/c.js").rename(assets / "js/e.js")
    assert PageFiles(assets / "recorded").version != before


def test_an_address_with_a_hash_keeps_its_content_while_the_one_without_follows_the_file(assets):
    page, browser = served(assets)
    (assets / "js/c.js").write_text("changed")
    assert browser.get(page.path("js/c.js")).text.startswith("export")
    fresh = browser.get("playground/js/c.js")
    assert fresh.text == "changed" and fresh.headers["Cache-Control"] == "no-cache"


def test_another_hash_gets_the_files_of_now_and_keeps_nothing(assets):
    _, browser = served(assets)
    answer = browser.get("playground/0123456789abcdef/js/vendor/large.js")
    assert answer.text == "late" and answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["js/none.js", "js/deep/b.test.js", "js/testing/fixtures.js", "js/%2e%2e/secret", "js"]
)
def test_nothing_else_is_served_under_the_hash(assets, name):
    (assets / "secret").write_text("secret")
    page, browser = served(assets)
    assert browser.get(f"playground/{page.version}/{name}").status_code == 404
    with pytest.raises(KeyError):
        page.path(name)


def test_sweeps_come_as_one_list_kept_for_good_under_their_hash_only(assets):
    (assets / "figures").mkdir()
    for name in ("sweep-b", "sweep-a", "passes"):
        (assets / "figures" / f"{name}.json").write_text(json.dumps({"kind": name}))
    page, browser = served(assets)
    hashed = browser.get(page.path("figures/sweeps.json"))
    assert hashed.json() == [{"kind": "sweep-a"}, {"kind": "sweep-b"}]
    assert "immutable" in hashed.headers["Cache-Control"]
    for version in ("", "/older"):
        answer = browser.get(f"playground{version}/figures/sweeps.json")
        assert answer.json() == hashed.json() and answer.headers["Cache-Control"] == "no-cache"


def test_the_run_of_the_first_picture_is_preloaded_and_no_other(assets):
    links = PageFiles(assets / "recorded").preloads().splitlines()
    assert [link.partition("recorded/")[2] for link in links] == ['index.json">', 'a%20b.trace">']
    assert PageFiles(assets / "nowhere").preloads() == ""
    (assets / "recorded/index.json").write_text(json.dumps([{"file": "a b.trace", "light": "c.trace"}]))
    assert PageFiles(assets / "recorded").preloads().endswith('recorded/c.trace">')


def test_the_style_sheet_holds_those_of_the_first_picture_in_order(assets):
    page, browser = served(assets)
    styles = browser.get(page.styles).text
    assert re.findall(r"\.(\w+) ", styles) == [*files.STYLES]


@pytest.mark.parametrize(
    "change", [lambda module: module.write_text(DEEP + "\n"), lambda module: module.rename(module.with_name("e.js"))]
)
def test_the_page_gets_one_script_until_a_module_is_edited_or_gone(assets, change):
    page, browser = served(assets)
    assert browser.get(page.script).text == "all of them"
    (assets / "js/deep/b.js").write_text("not in the bundle")
    assert PageFiles(assets / "recorded").script.endswith("/js/bundle/main.js")
    change(assets / "js/c.js")
    page, browser = served(assets)
    assert browser.get(page.script).text == MODULE


def test_the_real_bundle_is_current_and_one_script_with_what_comes_late_beside_it():
    page = PageFiles(ASSETS / "recorded")
    assert page.script.endswith("/js/bundle/main.js"), "run `make bundle`"
    main = (ASSETS / "js" / "bundle" / "main.js").read_text()
    assert "// page/page.js" in main and "// panels/overview.js" not in main
    assert not re.search(r"^import ", main, re.M), "it waits for no other script"
    for name in re.findall(r'import\("\./([^"]+)"\)', main):
        assert (ASSETS / "js" / "bundle" / name).exists()
