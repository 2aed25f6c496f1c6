"""A hub of one folder, over HTTP on this computer: what `huggingface_hub` asks of the real one, and its refusals."""

import hashlib
import threading
from pathlib import Path
from urllib.parse import urlsplit

from stand_in import Handler, StandIn

COMMIT = "c0ffee" + "0" * 34


class Hub(StandIn):
    """Serves `folder` as the model `name`; `someone/gated` is gated, all others are not there.

    Attributes:
        name: `someone/model`, unless a test changes it.
        asked: paths of the files whose content was asked for.
        flow: cleared, it holds back the second half of the weights.
        broken: set, every answer is an error 503.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.name, self.asked = folder, "someone/model", []
        self.flow, self.broken = threading.Event(), threading.Event()
        self.flow.set()
        super().__init__(_Handler)

    def close(self) -> None:
        self.flow.set()
        super().close()


class _Handler(Handler):
    server: Hub

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path = urlsplit(self.path).path
        owner, name, *rest = path.removeprefix("/api/models").strip("/").split("/")
        if self.server.broken.is_set():
            self._refuse(503, "")
        elif (owner, name) == ("someone", "gated"):
            self._refuse(403, "GatedRepo")
        elif f"{owner}/{name}" != self.server.name:
            self._refuse(404, "RepoNotFound")
        elif path.startswith("/api/") and rest[:1] == ["tree"]:
            self.answer(200, [self._entry(file) for file in sorted(self.server.folder.rglob("*")) if file.is_file()])
        elif path.startswith("/api/"):
            if rest[1:] and rest[1] not in ("main", COMMIT):
                self._refuse(404, "RevisionNotFound")
            else:
                self.answer(200, {"id": self.server.name, "sha": COMMIT, "siblings": []})
        else:
            self._file(self.server.folder.joinpath(*rest[2:]))

    def _entry(self, file):
        path = file.relative_to(self.server.folder).as_posix()
        return {"type": "file", "path": path, "size": file.stat().st_size, "oid": _etag(file)}

    def _refuse(self, status, code):
        self.start(status, 0, X_Error_Code=code)

    def _file(self, file):
        body = file.read_bytes()
        self.start(200, len(body), ETag=f'"{_etag(file)}"', X_Repo_Commit=COMMIT)
        if self.command == "HEAD":
            return
        self.server.asked.append(file.name)
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        if file.suffix == ".safetensors":
            self.server.flow.wait(60)
        self.wfile.write(body[len(body) // 2 :])


def _etag(file):
    return hashlib.sha1(file.read_bytes()).hexdigest()
