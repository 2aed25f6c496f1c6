"""The site of docs/ is built, strictly: a link that leads nowhere fails, and nothing is fetched from elsewhere."""

import json
import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from workshop.docs_site import write

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("docs")
    write(out / "docs", "../index.html")
    return out / "docs"


def test_every_page_of_docs_is_there_and_found_by_the_search(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    assert len(pages) > 20
    for page in pages:
        assert (site / f"{page}.html".replace("README", "index")).is_file(), page
    entries = json.loads((site / "search/search_index.json").read_text())["docs"]
    (entry,) = [entry for entry in entries if entry["location"] == "tune.html"]
    assert entry["title"] and "nats" in " ".join(each["text"] for each in entries)


def test_what_lies_outside_comes_along_every_page_leads_to_the_playground_and_nothing_is_fetched_from_elsewhere(site):
    assert 'href="source/BENCHMARKS.html"' in (site / "operating.html").read_text()
    assert "block_growth" in (site / "source/BENCHMARKS.html").read_text()
    assert (site / "source/assets/figures/curve.svg").is_file()
    for page, home in (("index", "../index.html"), ("plugins/index", "../../index.html")):
        assert f'href="{home}"' in (site / f"{page}.html").read_text(), page
    elsewhere = re.compile(r"""<(?:script|img|iframe|link)\b[^>]*(?:src|href)="(?:https?:)?//""")
    assert not any(elsewhere.search(page.read_text()) for page in site.rglob("*.html"))
    for style in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", style.read_text())


def test_a_link_that_leads_nowhere_fails(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("[gone](gone.md)")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\ntheme: {name: material, font: false}\n")
    with pytest.raises(Abort):
        build(load_config(str(tmp_path / "mkdocs.yml"), strict=True, site_dir=str(tmp_path / "out")))
