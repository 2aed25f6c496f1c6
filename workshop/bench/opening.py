"""Measures how the page opens with the recorded runs that ship with it, in turns with a bare page of Gradio.

Every visit begins with an empty cache unless it is said to be a second one, and the servers have answered before.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.export.chromium import browser
from workshop.bench import Parts
from workshop.bench.page import LONGEST_MS, PAINTED, ReplaySlot, free_port, served, synthetic

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

VISITS = 5
STAY_S = 10.0
"""How long main-thread tasks are watched after the first paint."""
REST_S = 3.0
"""How long requests are counted after the first paint."""
SLOW_LINK = {"offline": False, "latency": 100, "downloadThroughput": 1e6, "uploadThroughput": 1e6}
"""100 ms from a request to its answer, and 8 Mbit/s."""
CONTROL = "<p id='bare'>A page with one component.</p>"


@dataclass(frozen=True, kw_only=True)
class Visit:
    painted_s: float
    """The address is opened until what is wanted is painted."""
    longest_ms: float
    """The longest task that ends after that; 0 if none took 50 ms, below which browsers report none."""
    requests: int
    """Requests that went over the network."""
    kilobytes: float
    """What came back, heads included, as it was sent."""
    before_requests: int
    """Those of them that were made before the paint."""
    before_kilobytes: float
    """What had come back by then."""


def first_paint() -> dict[str, float]:
    """Takes medians of visits to the page and to the control, which take turns."""
    ours, bare = _in_turns()
    return {
        "first_paint_s": statistics.median(visit.painted_s for visit in ours),
        "control_first_paint_s": statistics.median(visit.painted_s for visit in bare),
    }


def longest_task() -> dict[str, float]:
    """Takes medians of such visits; nobody touches the page."""
    ours, bare = _in_turns(stay=STAY_S)
    return {
        "longest_task_ms": statistics.median(visit.longest_ms for visit in ours),
        "control_longest_task_ms": statistics.median(visit.longest_ms for visit in bare),
    }


def _in_turns(stay: float = 0) -> tuple[list[Visit], list[Visit]]:
    """Visits to the page and to the control; the first of each, to a server that has not answered yet, is left out."""
    ours, bare = [], []
    with pages() as (page, control), browser() as chromium:
        for _ in range(VISITS + 1):
            for address, drawn, visits in ((page, PAINTED, ours), (control, BARE, bare)):
                with window(chromium) as fresh:
                    visits.append(visit(fresh, address, drawn, stay=stay))
    return ours[1:], bare[1:]


def slow_link() -> dict[str, float]:
    """Takes medians of pairs of visits: the second one comes with what the browser has kept of the first."""
    pairs = []
    with pages() as (page, control), browser() as chromium:
        for _ in range(VISITS):
            with window(chromium) as fresh:
                pairs.append([visit(fresh, page, PAINTED, stay=REST_S, slow=True) for _ in range(2)])
        with window(chromium) as fresh:
            bare = visit(fresh, control, BARE, slow=True)
    firsts, seconds = zip(*pairs, strict=True)
    return {
        "slow_link_first_paint_s": statistics.median(visit.painted_s for visit in firsts),
        "slow_link_requests_before_paint": statistics.median(visit.before_requests for visit in firsts),
        "slow_link_kilobytes_before_paint": statistics.median(visit.before_kilobytes for visit in firsts),
        "slow_link_requests": statistics.median(visit.requests for visit in firsts),
        "slow_link_kilobytes": statistics.median(visit.kilobytes for visit in firsts),
        "slow_link_second_visit_s": statistics.median(visit.painted_s for visit in seconds),
        "slow_link_second_visit_requests": statistics.median(visit.requests for visit in seconds),
        "slow_link_second_visit_kilobytes": statistics.median(visit.kilobytes for visit in seconds),
        "slow_link_control_s": bare.painted_s,
    }


PARTS: Parts = {
    first_paint: {
        "first_paint_s": "the address is opened until the recorded run is painted, nothing cached",
        "control_first_paint_s": "the same for the one component of a bare page of Gradio, in turns",
    },
    longest_task: {
        "longest_task_ms": "the longest main-thread task between the first paint and 10 s later; 0 below 50",
        "control_longest_task_ms": "the same for the bare page of Gradio",
    },
    slow_link: {
        "slow_link_first_paint_s": "first paint over a link of 100 ms and 8 Mbit/s, nothing cached",
        "slow_link_requests_before_paint": "requests of that visit before the paint",
        "slow_link_kilobytes_before_paint": "what they had brought by then, in 1,000 bytes as sent",
        "slow_link_requests": "requests of that visit, until 3 s after the paint",
        "slow_link_kilobytes": "what they brought, in 1,000 bytes as sent",
        "slow_link_second_visit_s": "first paint of a second visit over that link",
        "slow_link_second_visit_requests": "its requests",
        "slow_link_second_visit_kilobytes": "what they brought",
        "slow_link_control_s": "first paint of the bare page of Gradio over that link, nothing cached; one visit",
    },
}


def visit(fresh: BrowserContext, address: str, drawn: str, *, stay: float = 0, slow: bool = False) -> Visit:
    """Opens a page in a tab of its own.

    Args:
        drawn: the expression that is true once what is wanted is drawn.
        stay: seconds to stay after that.
    """
    tab = fresh.new_page()
    devtools = fresh.new_cdp_session(tab)
    sent: dict[str, str] = {}
    brought: list[float] = []

    def forget(request: str) -> None:
        sent.pop(request, None)

    def so_far() -> tuple[int, float]:
        return sum(url.startswith("http") for url in sent.values()), sum(brought) / 1000

    devtools.on("Network.requestWillBeSent", lambda event: sent.update({event["requestId"]: event["request"]["url"]}))
    devtools.on("Network.requestServedFromCache", lambda event: forget(event["requestId"]))
    devtools.on(
        "Network.responseReceived", lambda event: event["response"]["fromDiskCache"] and forget(event["requestId"])
    )
    devtools.on("Network.loadingFinished", lambda event: brought.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    if slow:
        devtools.send("Network.emulateNetworkConditions", SLOW_LINK)
    tab.add_init_script(_WATCH % drawn)
    tab.goto(address, wait_until="commit")
    tab.wait_for_function("() => watched.painted > 0")
    before_requests, before_kilobytes = so_far()
    tab.wait_for_timeout(1000 * stay)
    painted, tasks = tab.evaluate("[watched.painted, watched.tasks]")
    requests, kilobytes = so_far()
    tab.close()
    within = [end - start for start, end in tasks if painted < end and start < painted + 1000 * STAY_S]
    return Visit(
        painted_s=painted / 1000,
        longest_ms=max(within, default=0),
        requests=requests,
        kilobytes=kilobytes,
        before_requests=before_requests,
        before_kilobytes=before_kilobytes,
    )


@contextmanager
def window(chromium: Browser) -> Iterator[BrowserContext]:
    """A window with an empty cache."""
    fresh = chromium.new_context(viewport={"width": 1440, "height": 900})
    fresh.set_default_timeout(LONGEST_MS)
    try:
        yield fresh
    finally:
        fresh.close()


@contextmanager
def pages() -> Iterator[tuple[str, str]]:
    """Serves the page and the control, and yields their addresses."""
    import gradio as gr

    with served(ReplaySlot(synthetic(256), 0), ASSETS / "recorded") as page:
        with gr.Blocks(analytics_enabled=False) as bare:
            gr.HTML(CONTROL)
        _, control, _ = bare.launch(
            server_name="127.0.0.1", server_port=free_port(), prevent_thread_lock=True, quiet=True, ssr_mode=False
        )
        try:
            yield page, control
        finally:
            bare.close(verbose=False)


BARE = "document.querySelector('#bare')?.getClientRects().length > 0"

# A message that is posted while a picture is drawn is delivered when it is done: then what was drawn for it is seen.
_WATCH = """
  window.watched = { painted: 0, tasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push([startTime, startTime + duration]);
  }).observe({ type: "longtask", buffered: true });
  const { port1, port2 } = new MessageChannel();
  const look = () => requestAnimationFrame(() => port1.postMessage("drawn"));
  port2.onmessage = () => {
    if (%s) watched.painted = performance.now();
    else look();
  };
  look();
"""
