import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node", path=os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)]))


ENGINES = [Path("denoising", name) for name in ("engine.test.js", "own-rule.test.js")]
"""Its runtime changes the process, so it has one of its own."""


def in_node(file, scripts):
    return subprocess.run([NODE, "--test-reporter=tap", file], cwd=scripts, capture_output=True, text=True)


@pytest.mark.skipif(NODE is None, reason="no node: get it with `apt-get install nodejs` (18 or newer)")
@pytest.mark.parametrize("file", ENGINES, ids=str)
def test_the_engine_of_the_browser(file):
    scripts = ROOT / "assets" / "js"
    done = in_node(scripts / file, scripts)
    assert done.returncode == 0 and "\n# fail 0\n" in done.stdout, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.skipif(NODE is None, reason="no node: get it with `apt-get install nodejs` (18 or newer)")
def test_javascript(tmp_path):
    scripts = ROOT / "assets" / "js"
    files = sorted({*scripts.rglob("*.test.js")} - {scripts / file for file in ENGINES})
    # In one process: one for each file takes three times as long.
    all_in_one = tmp_path / "all.mjs"
    all_in_one.write_text("".join(f"import {json.dumps(file.as_uri())};\n" for file in files))
    done = in_node(all_in_one, scripts)
    wrong = re.findall(r"^not ok.*?^  \.\.\.", done.stdout, re.M | re.S)
    assert done.returncode == 0, "\n".join(wrong) + done.stderr[-2000:]
    assert int(re.search(r"^# pass (\d+)", done.stdout, re.M)[1]) > len(files)


def test_modules_hold_no_state_that_two_players_would_share():
    folder = ROOT / "assets" / "js"
    own = [
        path
        for path in folder.rglob("*.js")
        if path.relative_to(folder).parts[0] not in ("vendor", "bundle", "runtime")
    ]
    scripts = [path for path in own if not path.name.endswith(".test.js")]
    variables = [path.name for path in scripts if re.search(r"^(export )?(let|var) ", path.read_text(), re.M)]
    assert len(scripts) > 40 and variables == []
