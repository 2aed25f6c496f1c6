"""The page in the frame of a hub that lends GPUs: it asks the hub for headers, and sends them along with a run."""

import pytest
import spaces  # noqa: F401  before the variable of a Space is set: it stays as it is off Spaces
from page_holds import READY, run_spec
from page_reader import choose, make
from serving import loaded, served

from playground.plugins.zero.lent import Lent
from playground.server.guard import Policy
from playground.server.guard.visitors import HUB
from playground.service import EngineSlot, Service
from workshop.bench.page import KNOWN

SPACE = "https://someone-space.hf.space"
HUB_PAGE = f"""<iframe src="{SPACE}/" width="1400" height="900"></iframe>
<script>
  window.asked = [];
  addEventListener('message', ({{ data, origin, source, ports: [port] }}) => {{
    asked.push([data, origin]);
    if (data === 'supports-zerogpu-headers') source.postMessage(data, origin);
    const headers = {{ 'X-IP-Token': 'who asks', 'X-ZeroGPU-Token': String(asked.length) }};
    if (data === 'zerogpu-headers') port.postMessage(headers);
  }});
</script>"""


@pytest.fixture
def zero_slot(random_folder, monkeypatch):
    monkeypatch.setenv("SPACES_ZERO_GPU", "true")
    return loaded(EngineSlot(str(random_folder), home=Lent()))


def test_a_run_is_asked_for_with_the_headers_that_the_hub_hands_out(browser, zero_slot):
    policy = Policy(embed_hosts=(HUB,))
    sent = []
    with served(Service(zero_slot), policy=policy) as (_, address), browser.new_context() as window:
        window.add_init_script(KNOWN)

        def bring(route):
            request = route.request
            path = request.url.removeprefix(SPACE)
            tokens = request.headers.get("x-ip-token"), request.headers.get("x-zerogpu-token")
            if request.method == "POST" or any(tokens):
                sent.append((path, *tokens))
            headers = {name: value for name, value in request.headers.items() if name not in ("host", "origin")}
            route.fulfill(response=route.fetch(url=address.rstrip("/") + path, headers=headers))

        window.route(f"{HUB}/**", lambda route: route.fulfill(body=HUB_PAGE, content_type="text/html"))
        window.route(f"{SPACE}/**", bring)
        hub = window.new_page()
        hub.goto(f"{HUB}/spaces/someone/space")
        page = hub.wait_for_selector("iframe").content_frame()
        page.wait_for_selector(READY)
        for number in range(2):
            make(page, seed=number, length=16, max_denoising_steps=2)
            assert run_spec(page)["seed"] == number
        choose(page, 5)
        page.wait_for_selector("canvas[aria-label^='Uncertainty of position 5']", state="attached")
        assert not page.is_visible(".tdp-look-inside"), "without the GPU nothing can be computed again"
        runs = [tokens for path, *tokens in sent if path == "/tape"]
        assert runs == [["who asks", "2"], ["who asks", "3"]], "they are asked for anew for each request"
        others = [path for path, *tokens in sent if any(tokens) and path != "/tape"]
        assert others == [], "nothing else is sent with them"
        questions = ["supports-zerogpu-headers", "zerogpu-headers", "zerogpu-headers"]
        assert hub.evaluate("asked") == [[question, SPACE] for question in questions]
