import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(shutil.which("node") is None, reason="no node: get it with `apt-get install nodejs` (18 or newer)")
def test_javascript():
    done = subprocess.run(["node", "--test", "assets/js/"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
