"""The benchmark of how the page opens; nothing here depends on how fast the machine is."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from route_server import running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from playground.export.chromium import browser, chromium_path
from workshop.bench import opening

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium_path() is None, reason="no Chromium: get it with `apt-get install chromium`"),
]

SLOW_PAGE = """<p id=here hidden>now</p><script>
  setTimeout(() => { here.hidden = false; }, 300);
  setTimeout(() => { const end = performance.now() + 200; while (performance.now() < end); }, 600);
</script><img src="/kept.svg">"""


def in_a_thread(work):
    """In this one, Playwright's event loop may run already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


@pytest.fixture
def address():
    """A small page whose picture the browser may keep."""

    def picture(request):
        headers = {"Cache-Control": "max-age=1000"}
        return Response("<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml", headers=headers)

    def page(request):
        return HTMLResponse(SLOW_PAGE)

    app = Starlette(routes=[Route("/", page), Route("/kept.svg", picture), Route("/favicon.ico", picture)])
    with running(app) as address:
        yield f"{address}/"


def test_a_visit_tells_when_it_was_painted_its_longest_task_and_what_it_asked_for(address):
    def visits():
        drawn = "document.querySelector('#here')?.getClientRects().length > 0"
        with browser() as chromium, opening.window(chromium) as fresh:
            return [opening.visit(fresh, address, drawn, stay=1, slow=slow) for slow in (False, True)]

    first, second = in_a_thread(visits)
    assert first.painted_s >= 0.3 and second.painted_s >= 0.4, "the link adds 100 ms"
    assert first.longest_ms >= 190
    assert first.requests - second.requests >= 1, "the picture is kept"
    assert 0 < second.kilobytes < first.kilobytes
