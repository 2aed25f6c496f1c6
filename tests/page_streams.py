"""What streams a page holds open to its server, and what becomes of one."""

import json

from page_helpers import wait_until

PATHS = ("tape", "model")
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
    """The streams of a page that have not ended; what the browser says of their ends comes a little late."""

    def __init__(self, page):
        self.page, self.going = page, []
        page.add_init_script(f"({COUNT})({json.dumps(PATHS)})")
        page.on("request", lambda request: self.going.append(request))
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda request: request in self.going and self.going.remove(request))

    @property
    def most(self):
        return self.page.evaluate("most")

    @property
    def streams(self):
        paths = (request.url.split("/", 3)[3] for request in self.going)
        return sorted(path for path in paths if path in PATHS)

    def wait_for(self, streams):
        wait_until(lambda: self.streams == streams, page=self.page)


def spoil(page, harm):
    """What the next stream of a tape brings passes through `harm`, in JavaScript: (event, give, fail) => ..."""
    page.evaluate(
        f"""() => {{
          const own = window.fetch, harm = {harm};
          window.fetch = async (path, options) => {{
            const answer = await own(path, options);
            if (path !== 'tape' || !answer.ok) return answer;
            window.fetch = own;
            let rest = '';
            const harms = {{ transform(part, out) {{
              const events = (rest + part).split('\\n\\n');
              rest = events.pop();
              const give = (event, end = '\\n\\n') => out.enqueue(event + end);
              for (const event of events) harm(event, give, () => out.error(new TypeError('network error')));
            }} }};
            const through = [new TextDecoderStream(), new TransformStream(harms), new TextEncoderStream()];
            return new Response(through.reduce((stream, one) => stream.pipeThrough(one), answer.body), answer);
          }}; }}"""
    )
