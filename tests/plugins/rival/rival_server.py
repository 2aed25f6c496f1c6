"""A rival on this computer: a server that streams as OpenAI's protocol has it, or as badly as a test wants."""

import json
import threading
import time

from stand_in import Handler, StandIn

GAP = 0.05


def event(text="", **more):
    return {"choices": [{"index": 0, "delta": {"content": text}}], **more}


class RivalServer(StandIn):
    """Streams its `script`: events, text as it is, seconds to pause, and gates to wait at.

    Attributes:
        asked: (path, headers, body) of each request.
    """

    def __init__(self, *script):
        super().__init__(_Streams)
        self.script, self.status, self.asked, self.hung_up = script, 200, [], threading.Event()

    @property
    def url(self):
        return f"{self.address}/v1"


class _Streams(Handler):
    def do_POST(self):
        self.server.asked.append((self.path, dict(self.headers), json.loads(self.body())))
        self.send_response(self.server.status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in self.server.script:
            if isinstance(line, float):
                time.sleep(line)
            elif isinstance(line, threading.Event):
                line.wait(60)
            else:
                sent = f"data: {line if isinstance(line, str) else json.dumps(line)}\n\n".encode()
                try:
                    self.wfile.write(f"{len(sent):x}\r\n".encode() + sent + b"\r\n")
                except OSError:
                    self.server.hung_up.set()
                    return
        self.wfile.write(b"0\r\n\r\n")
