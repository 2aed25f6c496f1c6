"""A plain static host on this computer, which serves a folder and nothing else."""

import functools
from http.server import SimpleHTTPRequestHandler

from stand_in import StandIn


class StaticHost(StandIn):
    """Serves `folder`.

    Attributes:
        isolates: does it send the two headers that let a page use threads?
        types: what it says of a file's type, by the file's ending, where it is wrong.
        instead: what it sends for a file, by the end of its path.
        requests: path and status of each request.
    """

    request_queue_size = 64  # a browser opens many connections at once

    def __init__(self, folder, isolates=False, types=None):
        self.isolates, self.types, self.instead, self.requests = isolates, types or {}, {}, []
        super().__init__(functools.partial(_Handler, directory=folder))


class _Handler(SimpleHTTPRequestHandler):
    server: StaticHost

    def log_message(self, *_):
        pass

    def do_GET(self):
        for ending, content in self.server.instead.items():
            if self.path.endswith(ending):
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(ending))
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                return
        super().do_GET()

    def send_response(self, code, message=None):
        self.server.requests.append((self.path, int(code)))
        super().send_response(code, message)

    def end_headers(self):
        if self.server.isolates:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def guess_type(self, path):
        wrong = [kind for ending, kind in self.server.types.items() if str(path).endswith(ending)]
        return wrong[0] if wrong else super().guess_type(path)
