"""The graphs that the playground ships are made of the code and the weights as they are."""

import hashlib
import json

from playground.assets import ASSETS
from playground.portable import MANIFEST
from playground.portable.manifest import source_digest

FOLDER = ASSETS / "portable"


def test_the_shipped_graphs_are_current():
    manifest = json.loads((FOLDER / MANIFEST).read_text("utf-8"))
    assert manifest["made_of"] == source_digest(), "run `python -m workshop.makers.portable`"
    entries = [*manifest["graphs"].values(), *manifest["weights"], *manifest["files"].values()]
    for entry in entries:
        content = (FOLDER / entry["file"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["bytes"], entry["sha256"]), entry["file"]
    assert {path.name for path in FOLDER.glob("*.onnx")} == {entry["file"] for entry in manifest["graphs"].values()}
