"""The page's own files."""

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.hooks import PagePart
from playground.plugin_loading import plugins
from playground.server import files
from playground.server.files import PageFiles
from playground.server.guard.answers import content_policy

SCRIPT = 'import("./late.js");\nexport const a = [1, 2, 3];\n' * 9
LATE = "export const c = 1, d = 2;"


@pytest.fixture
def assets(tmp_path, monkeypatch):
    """A folder of scripts, styles and one recorded run."""
    for name, content in {
        "dist/main.js": SCRIPT,
        "dist/late.js": LATE,
        "dist/manifest.json": json.dumps({"first": "main.js", "late": ["late.js"], "alone": []}),
        "page/main.ts": "",
        "vendor/large.js": "late",
        **{f"css/{name}.css": f".{name} {{ margin: 0 }}" for name in (*files.STYLES, "late")},
        "recorded/index.json": json.dumps([{"file": "a b.trace"}, {"file": "c.trace"}]),
        "recorded/a b.trace": "run",
        "recorded/c.trace": "run",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(files, "ASSETS", tmp_path)
    return tmp_path


def served(assets, parts=None):
    page = PageFiles(assets / "recorded", parts or {})
    return page, TestClient(Starlette(routes=page.routes()))


def test_what_has_a_hash_is_kept_for_good_and_sent_compressed(assets):
    page, browser = served(assets)
    answer = browser.get(page.path("dist/main.js"))
    assert answer.text == SCRIPT and answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert int(answer.headers["Content-Length"]) < len(SCRIPT) / 4
    plain = browser.get(page.path("dist/main.js"), headers={"Accept-Encoding": "identity"})
    assert plain.text == SCRIPT and "Content-Encoding" not in plain.headers
    for sent in (answer, plain):
        assert sent.headers["Vary"] == "Accept-Encoding"
    small = browser.get(page.path("recorded/a b.trace"))
    assert small.text == "run" and "Content-Encoding" not in small.headers, "it would not get smaller"


def test_any_change_gives_all_files_other_addresses_and_a_changed_source_does_not(assets):
    def addresses():
        return PageFiles(assets / "recorded").path("dist/main.js")

    seen = {addresses()}
    (assets / "page/main.ts").write_text("changed")
    assert addresses() in seen
    for name in ("dist/late.js", "css/late.css", "recorded/c.trace", "vendor/large.js"):
        (assets / name).write_text("changed")
        assert addresses() not in seen, name
        seen.add(addresses())
    (assets / "dist/late.js").rename(assets / "dist/later.js")
    assert addresses() not in seen


def test_an_address_with_a_hash_keeps_its_content_while_the_one_without_follows_the_file(assets):
    """So does one with another hash."""
    page, browser = served(assets)
    (assets / "dist/late.js").write_text("changed")
    assert browser.get(page.path("dist/late.js")).text.startswith("export")
    for other in ("", "0123456789abcdef/"):
        fresh = browser.get(f"playground/{other}dist/late.js")
        assert fresh.text == "changed" and fresh.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["dist/none.js", "page/main.ts", "dist/%2e%2e/secret", "dist"])
def test_nothing_else_is_served_under_the_hash(assets, name):
    (assets / "secret").write_text("secret")
    page, browser = served(assets)
    assert browser.get(f"playground/{page.version}/{name}").status_code == 404
    with pytest.raises(KeyError):
        page.path(name)


def part(assets, **more):
    (assets / "mine.js").write_text("export {}")
    return {"mine": PagePart(script=assets / "mine.js", **more)}


def test_what_a_plugin_puts_beside_is_made_when_it_is_asked_for_and_kept_for_good_under_the_hash(assets):
    (assets / "a {b}.txt").write_text("stored")
    made = []
    names = {"mine/list.json": lambda: made.append(1) or b"made", "mine/a {b}.txt": assets / "a {b}.txt"}
    names["share/mine.html"] = lambda: b"of this version"
    page, browser = served(assets, part(assets, files=names, edition="1"))
    assert not made
    for version in ("", "/older"):
        for name, text in {"mine/list.json": "made", "mine/a {b}.txt": "stored"}.items():
            fresh, hashed = browser.get(f"playground{version}/{name}"), browser.get(f"playground/{page.version}/{name}")
            assert fresh.text == hashed.text == text
            assert fresh.headers["Cache-Control"] == "no-cache" and "immutable" in hashed.headers["Cache-Control"]
    assert page.contents()[f"playground/{page.version}/mine/a {{b}}.txt"] == b"stored"
    assert browser.get(f"playground/{page.version}/share/mine.html").text == "of this version"
    for nothing in ("older/share/mine.html", "mine/none.json", f"{page.version}/mine/none.json"):
        assert browser.get(f"playground/{nothing}").status_code == 404
    assert [*page.parts[0]] == ["plugin", "script"]
    assert PageFiles(assets / "recorded", part(assets, files=names, edition="2")).version != page.version


def test_the_policy_allows_what_a_plugin_puts_inline_by_its_hash_and_nothing_more(assets):
    (assets / "frame.js").write_text("1")
    page = PageFiles(assets / "recorded", part(assets, inline=[assets / "frame.js"]))
    assert page.inline == [b"1"] and "inline" not in page.parts[0]
    digest = "a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s="  # of "1"
    assert f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{digest}';" in content_policy(page.inline)
    assert "script-src 'self' 'wasm-unsafe-eval';" in content_policy()


@pytest.mark.parametrize("gone", ["mine.js", "frame.js"])
def test_a_part_whose_scripts_are_not_there_is_left_out_with_its_files(assets, gone):
    (assets / "frame.js").write_text("1")
    parts = part(assets, files={"mine/list.json": lambda: b"[]"}, inline=[assets / "frame.js"])
    (assets / gone).unlink()
    page = PageFiles(assets / "recorded", parts)
    assert page.parts == [] and page.inline == [] and not any("mine/" in name for name in page.contents())
    assert "cannot be shown in the page" in plugins().faults.pop("mine")


def test_the_run_of_the_first_picture_is_preloaded_and_no_other(assets):
    links = PageFiles(assets / "recorded").preloads().splitlines()
    assert [link.partition("recorded/")[2] for link in links] == ['index.json">', 'a%20b.trace">']
    assert PageFiles(assets / "nowhere").preloads() == ""
    (assets / "recorded/index.json").write_text(json.dumps([{"file": "a b.trace", "light": "c.trace"}]))
    assert PageFiles(assets / "recorded").preloads().endswith('recorded/c.trace">')


def test_the_page_gets_the_styles_of_its_first_picture_in_order_and_the_script_that_the_manifest_names_first(assets):
    page, browser = served(assets)
    assert re.findall(r"\.(\w+) ", browser.get(page.styles).text) == [*files.STYLES]
    assert browser.get(page.script).text == SCRIPT
    (assets / "dist/manifest.json").write_text(json.dumps({"first": "late.js", "late": [], "alone": []}))
    assert PageFiles(assets / "recorded").script.endswith("/dist/late.js")


def test_the_first_script_waits_for_no_other_and_what_comes_late_lies_beside_it():
    manifest = json.loads((ASSETS / "dist" / "manifest.json").read_text())
    main = (ASSETS / "dist" / manifest["first"]).read_text()
    assert not re.search(r"\bimport[\s{\"']", main), "it waits for no other script"
    late = set(re.findall(r"import\([`\"']\./([^`\"']+)[`\"']\)", main))
    assert "panels-overview.js" in late and late <= set(manifest["late"])
    files = {path.name for path in (ASSETS / "dist").iterdir()}
    assert files == {manifest["first"], *manifest["late"], *manifest["alone"], "manifest.json"}
