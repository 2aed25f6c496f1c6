"""The hub's side of a deployment, over HTTP on this computer: one Space, and the refusals of the real one."""

import base64
import hashlib
import json

from stand_in import Handler, StandIn

TOKEN = "hf_of_the_tests"
SPACE = "someone/demo"
API = f"/api/spaces/{SPACE}"
LARGE = 100_000
"""From this size on, a file is to be uploaded apart from git."""


class SpaceHub(StandIn):
    """Attributes: what was created, set and uploaded; `asked`: each request that changes something, in order."""

    def __init__(self):
        self.created, self.hardware, self.commits = None, "cpu-basic", 0
        self.variables, self.files, self.large, self.asked = {}, {".gitattributes": b""}, {}, []
        super().__init__(_Handler)


class _Handler(Handler):
    server: SpaceHub

    def do_GET(self):
        hub, path, body = self.server, self.path.partition("?")[0], self.body()
        if path.startswith("/large/"):  # as in a store beside the hub, which wants no token
            assert hashlib.sha256(body).hexdigest() == path.rpartition("/")[2]
            hub.large[path.rpartition("/")[2]] = body
            return self.answer(200, {})
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.answer(401, {"error": "Invalid credentials"})
        if self.command == "POST" and not path.endswith(("preupload/main", "objects/batch", "validate-yaml")):
            hub.asked.append(path)
        if path == "/api/repos/create":
            return self._create(json.loads(body))
        if hub.created is None:
            return self.answer(404, {"error": "Repository not found"})
        if path == f"{API}/commit/main":
            return self._commit([json.loads(line) for line in body.splitlines()])
        said = json.loads(body) if body else {}
        if path == "/api/validate-yaml":
            fine = said["repoType"] == "space" and said["content"].startswith("---\n")
            return self.answer(200, {"warnings": [], "errors": [] if fine else [{"message": "no header"}]})
        if path == f"{API}/variables":
            if self.command == "POST":
                hub.variables[said["key"]] = said["value"]
            return self.answer(200, {name: {"value": value} for name, value in hub.variables.items()})
        if path == f"{API}/hardware":
            hub.hardware = said["flavor"]
        if path in (f"{API}/hardware", f"{API}/runtime"):
            return self.answer(200, {"stage": "BUILDING", "hardware": {"current": None, "requested": hub.hardware}})
        if path == f"{API}/tree/main":
            entries = [
                {"type": "file", "path": name, "size": len(file), "oid": "0"} for name, file in hub.files.items()
            ]
            return self.answer(200, entries)
        if path == f"{API}/preupload/main":
            modes = [{"path": one["path"], "uploadMode": _mode(one), "shouldIgnore": False} for one in said["files"]]
            return self.answer(200, {"files": modes})
        if path == f"/spaces/{SPACE}.git/info/lfs/objects/batch":
            objects = [
                {**one, "actions": {"upload": {"href": f"{hub.address}/large/{one['oid']}"}}} for one in said["objects"]
            ]
            return self.answer(200, {"transfer": "basic", "objects": objects})
        self.answer(404, {"error": f"{self.command} {path}"})

    do_POST = do_PUT = do_GET

    def _create(self, said):
        hub = self.server
        url = f"https://huggingface.co/spaces/{SPACE}"
        if hub.created is not None:
            return self.answer(409, {"error": "You already created this space", "url": url})
        if (said.get("type"), f"{said.get('organization')}/{said.get('name')}") != ("space", SPACE):
            return self.answer(403, {"error": "You may not write there"})
        hub.created = said
        self.answer(200, {"url": url, "name": SPACE})

    def _commit(self, lines):
        hub = self.server
        assert lines[0]["key"] == "header" and lines[0]["value"]["summary"]
        for line in lines[1:]:
            value = line["value"]
            if line["key"] == "file":
                assert value["encoding"] == "base64"
                hub.files[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                hub.files[value["path"]] = hub.large[value["oid"]]
            elif line["key"] == "deletedFile":
                del hub.files[value["path"]]
            else:
                return self.answer(400, {"error": f"unknown {line['key']}"})
        hub.commits += 1
        url = f"https://huggingface.co/spaces/{SPACE}/commit/{'0' * 40}"
        self.answer(200, {"success": True, "commitOid": "0" * 40, "commitUrl": url, "hookOutput": ""})


def _mode(file):
    return "lfs" if file["size"] >= LARGE else "regular"
