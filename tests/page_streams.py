"""What streams a page holds open to its server."""

import json

from page_helpers import wait_until

COUNT = """(PATHS) => {
  const own = window.fetch, open = new Set();
  window.most = 0;
  window.fetch = async (path, options = {}) => {
    if (!PATHS.includes(path)) return own(path, options);
    const stream = {};
    open.add(stream);
    window.most = Math.max(window.most, open.size);
    options.signal?.addEventListener('abort', () => open.delete(stream));
    return own(path, options); }; }"""
"""The most streams that a page has open at once; each is given up by its signal."""


class Requests:
    """The streams of a page that have not ended; what the browser says of their ends comes a little late.

    Args:
        paths: of streams.
    """

    def __init__(self, page, paths=("tape", "model")):
        self.page, self.paths, self.going = page, paths, []
        page.add_init_script(f"({COUNT})({json.dumps(paths)})")
        page.on("request", lambda request: self.going.append(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: request in self.going and self.going.remove(request))

    @property
    def most(self):
        return self.page.evaluate("most")

    @property
    def streams(self):
        paths = (request.url.split("/", 3)[3] for request in self.going)
        return sorted(path for path in paths if path in self.paths)

    def wait_for(self, streams):
        wait_until(lambda: self.streams == streams, page=self.page)
