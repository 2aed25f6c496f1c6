"""What a page that holds the model may load, and which runs it cannot hold."""

import base64
import dataclasses
import hashlib
import re

import pytest
from click.testing import CliRunner
from page_holds import GOLDEN, RECORDED, ROOT

from playground.cli import main
from playground.errors import ExportError
from playground.export import export
from playground.plugins.live import model_page
from playground.trace import Trace

LILY = RECORDED / "lily.trace"


def command(*arguments):
    done = CliRunner().invoke(main, ["export", *map(str, arguments), "--with-model"])
    return done.exit_code, " ".join(done.output.split())


@pytest.mark.slow
def test_the_guide_says_how_large_it_is(tmp_path):
    status, said = command(LILY, tmp_path / "run.html")
    assert status == 0 and said.endswith(" bytes"), said
    guide = (ROOT / "docs" / "plugins" / "live.md").read_text()
    megabytes = (tmp_path / "run.html").stat().st_size / 1e6
    assert float(re.search(r"One file of ([\d.]+) MB", guide)[1]) == pytest.approx(megabytes, rel=0.02)


def test_its_policy_names_each_script_that_runs_and_nothing_else():
    page = model_page.template()
    policy = re.search('Content-Security-Policy" content="([^"]*)', page)[1]
    scripts = re.findall('<script(?: type="module")?>(.*?)</script>', page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(hashes) == 2 and all(f"'sha256-{digest}'" in policy for digest in hashes)
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy.split("style-src")[0]
    assert policy.count("sha256-") == 3 and "connect-src" not in policy  # the third is plotly's


def test_a_run_of_another_model_is_refused(tmp_path):
    out = tmp_path / "run.html"
    with pytest.raises(
        ExportError, match="story was made by embedded 89bd9d80f154, and a page can hold only the model em"
    ):
        export([dataclasses.replace(Trace.load(GOLDEN / "story.trace"), name="story")], out, with_model=True)
    status, said = command(GOLDEN / "hostile.trace", out)
    assert status == 1 and "hostile was made by random" in said
    assert not any(tmp_path.iterdir())


def test_what_cannot_hold_the_model_is_named(tmp_path):
    assert "--with-model is for pages that hold the model: .html." in command(LILY, tmp_path / "run.csv")[1]
    with pytest.raises(ExportError, match=r"run.csv cannot have with_model; .csv has no such option"):
        export([Trace.load(LILY)], tmp_path / "run.csv", with_model=True)
    assert not any(tmp_path.iterdir())
