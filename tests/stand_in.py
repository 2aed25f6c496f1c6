"""Servers on this computer that stand in for those elsewhere."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StandIn(ThreadingHTTPServer):
    """Serves in a thread of its own until it is closed. Its handlers find it as `self.server`."""

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def start(self, status, length, **headers):
        """The answer's head; names of headers have _ for -."""
        self.send_response(status)
        for name, value in {**headers, "Content_Length": str(length)}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def answer(self, status, value):
        sent = json.dumps(value).encode()
        self.start(status, len(sent), Content_Type="application/json")
        self.wfile.write(sent)
