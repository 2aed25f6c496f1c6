"""A hub of one folder, over HTTP on this computer: what `huggingface_hub` asks of the real one, and its refusals."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

COMMIT = "c0ffee" + "0" * 34


class Hub:
    """Serves `folder` as the model `someone/model`; `someone/gated` is gated, all others are not there.

    Attributes:
        asked: paths of the files whose content was asked for.
        flow: cleared, it holds back the second half of the weights.
        broken: set, every answer is an error 503.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, []
        self.flow, self.broken = threading.Event(), threading.Event()
        self.flow.set()
        hub = self

        class Handler(_Handler):
            served = hub

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.flow.set()
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    served: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path = urlsplit(self.path).path
        owner, name, *rest = path.removeprefix("/api/models").strip("/").split("/")
        if self.served.broken.is_set():
            self._refuse(503, "")
        elif (owner, name) == ("someone", "gated"):
            self._refuse(403, "GatedRepo")
        elif (owner, name) != ("someone", "model"):
            self._refuse(404, "RepoNotFound")
        elif path.startswith("/api/") and rest[:1] == ["tree"]:
            self._json([self._entry(file) for file in sorted(self.served.folder.iterdir())])
        elif path.startswith("/api/"):
            if rest[1:] and rest[1] not in ("main", COMMIT):
                self._refuse(404, "RevisionNotFound")
            else:
                self._json({"id": "someone/model", "sha": COMMIT, "siblings": []})
        else:
            self._file(self.served.folder / rest[-1])

    def _entry(self, file):
        return {"type": "file", "path": file.name, "size": file.stat().st_size, "oid": _etag(file)}

    def _refuse(self, status, code):
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _json(self, answer):
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _file(self, file):
        body = file.read_bytes()
        self.send_response(200)
        self.send_header("ETag", f'"{_etag(file)}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "HEAD":
            return
        self.served.asked.append(file.name)
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        if file.suffix == ".safetensors":
            self.served.flow.wait(60)
        self.wfile.write(body[len(body) // 2 :])


def _etag(file):
    return hashlib.sha1(file.read_bytes()).hexdigest()
