"""The guard by itself, around a small app: names, origins, visitors, headers."""

from types import SimpleNamespace

import pytest
from guarded_app import behind, client, join
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from playground.errors import PolicyError
from playground.server.guard import Endpoints, Policy
from playground.server.guard.visitors import HUB, _network
from playground.server.routes import routes
from playground.service.limits import Limits


@pytest.fixture(autouse=True)
def one_minute(monkeypatch):
    """Requests are counted by minutes of the clock, and none begins in the middle of a test."""
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: 1e9))


# Names and origins.


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:7860", "127.0.0.1:80", "[::1]:7860", "ours.org"])
def test_the_server_answers_under_its_names_and_bare_addresses(host):
    assert client(Policy(hosts=("Ours.org",))).get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "ours.org.evil.example", "", "1.2.3.4.5", "evil.example@127.0.0.1", "127.0.0.1, localhost"),
        *("::1", "[::1", "[1.2.3.4]", "[localhost]", "[::1%eth0]", "[::1]7860"),
        *("localhost:", "localhost:123456", "127.0.0.1:port", "127.0.0.1#x", "127.0.0.1/x", "127.0.0.1\tx"),
    ],
)
def test_a_name_that_the_operator_did_not_give_is_refused_also_in_a_proxys_header(host):
    browser = client(Policy(hosts=("ours.org",), proxies="10.1.2.3"))
    refused = browser.get("/", headers={"Host": host})
    assert refused.status_code == 421 and "--allow-host" in refused.json()["detail"]
    assert browser.get("/", headers={"X-Forwarded-Host": host}).status_code == 421


@pytest.mark.parametrize(
    ("proxies", "trusted"),
    [
        *((proxies, True) for proxies in ("10.1.2.3", "::1, 10.1.0.0/16", "*")),
        *((proxies, False) for proxies in ("", "10.1.2.4", "10.2.0.0/16")),
    ],
)
def test_a_trusted_proxy_and_nobody_else_is_believed_about_where_a_request_comes_from(proxies, trusted):
    claims = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "ours.org"}
    claims |= {} if trusted else {"X-Gradio-Server": "https://ours.org"}
    browser = client(Policy(hosts=("ours.org",), proxies=proxies), headers=claims)
    answer = browser.get("/").json()
    believed = ("203.0.113.9", "https", "ours.org") if trusted else ("10.1.2.3", "http", None)
    assert (answer["address"], answer["scheme"], answer["forwarded"]) == believed
    assert join(browser, Origin="https://ours.org").status_code == (200 if trusted else 403)


@pytest.mark.parametrize(
    ("claims", "page"),
    [
        ({"X-Forwarded-Proto": "HTTPS, http"}, "https://ours.org:8443/"),
        ({"X-Forwarded-Proto": "http, https"}, "http://ours.org:8443/"),
        ({"X-Forwarded-Prefix": "/play/"}, "http://ours.org:8443/play/"),
        ({"X-Forwarded-Prefix": "/a/b-c_d.e~"}, "http://ours.org:8443/a/b-c_d.e~/"),
        *(
            ({"X-Forwarded-Prefix": wrong}, "http://ours.org:8443/")
            for wrong in ("/", "//evil.example", "play", "/a?b#c", "/\u0663")
        ),
        (
            {"X-Forwarded-Host": "localhost:9", "X-Forwarded-Proto": "https,http", "X-Forwarded-Prefix": "/play"},
            "https://localhost:9/play/",
        ),
    ],
)
def test_links_lead_through_a_trusted_proxy_and_through_no_other(claims, page):
    sent = {"Host": "ours.org:8443"} | {name: value.encode() for name, value in claims.items()}
    for proxies, expected in (("10.1.2.3", page), ("10.1.2.4", "http://ours.org:8443/")):
        browser = client(Policy(hosts=("ours.org",), proxies=proxies))
        assert browser.get("/", headers=sent).json()["page"] == expected


def test_of_two_headers_of_a_scheme_the_first_counts():
    browser = client(Policy(proxies="10.1.2.3"))
    sent = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Proto", "http")]
    assert browser.get("/", headers=sent).json()["scheme"] == "https"


@pytest.mark.parametrize("below", ["/play", "/play/"])
def test_a_path_that_the_server_knows_itself_is_named_once(below):
    browser = client(Policy(proxies="10.1.2.3"), root_path="/play")
    assert browser.get("/", headers={"X-Forwarded-Prefix": below}).json()["page"] == "http://localhost:7860/play/"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:8000"])
def test_other_sites_can_neither_call_the_server_nor_read_its_answers(origin):
    browser = client()
    refused = join(browser, Origin=origin)
    assert refused.status_code == 403 and refused.json()["detail"] == "Pages of other sites may not call this server."
    read = browser.get("/", headers={"Origin": origin})
    assert read.status_code == 200 and read.json()["origin"] is None, "what is inside cannot reflect it"
    preflight = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    for answer in (refused, read, browser.options("/", headers=preflight)):
        assert not any(name.startswith("access-control") for name in answer.headers)


def test_the_page_itself_and_sites_that_are_allowed_can():
    assert join(client(), Origin="http://localhost:7860").status_code == 200
    assert join(client(), **{"Origin": "https://ours.org", "Host": "ours.org"}).status_code == 421
    browser = client(Policy(origins=("https://lesson.org",)))
    answer = join(browser, Origin="https://lesson.org")
    assert answer.status_code == 200 and answer.headers["Access-Control-Allow-Origin"] == "https://lesson.org"
    assert join(browser, Origin="https://other.org").status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"hosts": ("a b",)},
        {"hosts": ("https://x.org",)},
        {"embed_hosts": ("x.org",)},
        {"origins": ("*",)},
        {"proxies": "127.0.0.1, x"},
        {"proxies": "10.0.0.1/8"},  # which the server underneath would take for a name
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(PolicyError, match="give one such as"):
        Policy(**wrong)


def test_a_space_adds_what_every_space_needs(monkeypatch):
    monkeypatch.setenv("SPACE_ID", "someone/demo")
    monkeypatch.setenv("SPACE_HOST", "someone-demo.hf.space")
    here = Policy(hosts=("demo.org",)).here()
    assert here.hosts == ("demo.org", "someone-demo.hf.space") and here.embed_hosts == (HUB,) and here.proxies
    monkeypatch.delenv("SPACE_ID")
    assert Policy().here() == Policy()


# Visitors.


def test_a_visitor_is_a_cookie_that_the_server_signed_and_else_an_address():
    browser = client()
    assert browser.get("/").json()["name"] == "at 10.1.2.3", "the first request cannot bring one"
    known = join(browser).json()
    assert known["name"] != "at 10.1.2.3" and known["address"] == "10.1.2.3"
    assert join(browser).json() == known
    second = client()
    second.get("/")
    assert join(second).json()["name"] != known["name"]
    forged = client(cookies={"playground": browser.cookies["playground"][:-2] + "xx"})
    assert join(forged).json()["name"] == "at 10.1.2.3"
    assert join(client()).json()["name"] == "at 10.1.2.3", "a program without cookies"


def test_the_cookie_goes_into_other_sites_frames_only_where_it_may_be_shown_in_them():
    alone = client().get("/").headers["Set-Cookie"]
    assert "httponly" in alone and "samesite=lax" in alone and "secure" not in alone
    framed = client(Policy(embed_hosts=("https://lesson.org",))).get("/").headers["Set-Cookie"]
    assert "samesite=none; secure; partitioned" in framed


def test_every_cookie_of_an_answer_over_tls_goes_back_over_tls_only():
    """Whether the server has TLS, or a trusted proxy before it; Gradio sets one without, whatever it is asked over."""

    def login(request):
        answer = JSONResponse({})
        answer.set_cookie("plain", "secure", httponly=True)
        answer.set_cookie("marked", "x", secure=True)
        return answer

    app = behind([Route("/", login)], Policy(proxies="10.1.2.3"))

    def cookies(base_url="http://localhost", client="10.1.2.3", **headers):
        answer = TestClient(app, base_url=base_url, client=(client, 1), headers=headers).get("/")
        return [each.lower().split("; ")[1:].count("secure") for each in answer.headers.get_list("set-cookie")]

    proxied = {"X-Forwarded-Proto": "https"}
    assert cookies(**proxied) == cookies("https://localhost") == [1, 1, 1]
    assert cookies() == cookies(client="10.9.9.9", **proxied) == [0, 1, 0], "over plain http it comes back, too"


def test_addresses_of_version_6_are_counted_by_their_network():
    assert _network("2001:db8:1:2:3:4:5:6") == _network("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert _network("2001:db8:1:3::1") != _network("2001:db8:1:2::1")
    assert _network("10.1.2.3") == "10.1.2.3" and _network("testclient") == "testclient"


def test_so_many_requests_a_minute_and_no_more_by_visitor_and_by_address():
    browser = client(limits=Limits(visitor_requests=3, address_requests=7))
    browser.get("/")
    assert [join(browser).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = join(browser)
    assert "3 requests within a minute" in refused.json()["detail"] and refused.headers["Retry-After"] == "60"
    browser.cookies.clear()
    browser.get("/")
    *answers, refused = [join(browser) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200] and refused.status_code == 429
    assert refused.json()["detail"].startswith("Your network has sent 7 requests within a minute"), "a room is full"


@pytest.mark.parametrize("path", ["/", "/config", "/gradio_api/queue/data?session_hash=x", "/p/x"])
def test_what_makes_the_server_work_is_counted_when_it_is_read_too(path):
    browser = client(limits=Limits(visitor_requests=2, address_requests=4))
    assert browser.get("/").status_code == 200, "which brings the cookie"
    assert [browser.get(path).status_code for _ in range(3)] == [200, 200, 429]
    browser.cookies.clear()
    assert browser.head(path).status_code == 200, "without a cookie, only the address counts"
    refused = browser.get(path)
    assert refused.status_code == 429 and "Your network has sent 4 requests" in refused.text
    assert browser.get("/playground/x.js").status_code == 200, "files of the page do not count"


def test_an_address_may_try_so_many_wrong_passwords_a_minute_and_right_ones_do_not_count():
    def login(request):
        return JSONResponse({}, 200 if request.headers.get("password") == "right" else 400)

    offered, limits = Endpoints(events={}, named={}, login=True), Limits(address_logins=3)
    app = behind([Route("/login", login, methods=["POST"])], limits=limits, offered=offered, tokens={"token": "anna"})
    browsers = [TestClient(app, base_url="http://localhost", client=(f"10.1.2.{number}", 1)) for number in (3, 4)]

    def tries(password, browser=browsers[0]):
        return browser.post("/login", headers={"password": password}).status_code

    assert [tries(password) for password in ["right"] * 5 + ["wrong", "right"] * 2] == [200] * 5 + [400, 200] * 2
    assert [tries("wrong"), tries("wrong"), tries("right")] == [400, 429, 429]
    refused = browsers[0].post("/login/")
    assert refused.status_code == 429 and refused.headers["Retry-After"] == "60"
    assert refused.json()["detail"].startswith("Your network has tried 3 wrong passwords within a minute")
    assert tries("right", browsers[1]) == 200, "from another address"


def test_a_route_of_a_plugin_needs_the_login_and_has_the_usual_limit_unless_it_declares_otherwise():
    async def answer(request):
        return JSONResponse({"bytes": len(await request.body())})

    page = Route("/page", answer)
    added = [
        Route("/plain", answer, methods=["GET", "POST"]),
        *routes({"POST /large": answer}, body="image_bytes"),
        *routes({"GET /anyone": answer}, anyone=True),
    ]
    offered = Endpoints(events={}, named={}, routes=[page, *added], added=added, login=True)
    limits = Limits(body_bytes=10, image_bytes=20)
    app = behind([page, *added], limits=limits, offered=offered, tokens={"token": "anna"})
    stranger = TestClient(app, base_url="http://localhost")
    assert [stranger.get(path).status_code for path in ("/page", "/anyone", "/plain")] == [200, 200, 401]
    assert [stranger.post(path).status_code for path in ("/plain", "/large")] == [401, 401]
    anna = TestClient(app, base_url="http://localhost", cookies={"access-token-unsecure-mine": "token"})
    assert anna.get("/plain").status_code == 200
    for path, most in {"/plain": 10, "/large": 20}.items():
        assert anna.post(path, content=b"x" * most).json() == {"bytes": most}
        assert anna.post(path, content=b"x" * (most + 1)).status_code == 413


# Headers.


def test_every_answer_says_what_the_page_may_do_and_who_may_show_it():
    browser = client(Policy(embed_hosts=("https://lesson.org",)))
    answers = browser.get("/"), browser.get("/", headers={"Host": "evil.example"}), browser.post("/gradio_api/upload")
    for answer in answers:
        content = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
        assert content["object-src"] == content["default-src"] == content["base-uri"] == "'none'"
        assert content["form-action"] == content["connect-src"] == "'self'"
        assert content["script-src"] == "'self' 'wasm-unsafe-eval'", "nothing inline, and nothing evaluated"
        assert content["frame-ancestors"] == "'self' https://lesson.org"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    alone = client().get("/").headers["Content-Security-Policy"]
    assert alone.endswith("frame-ancestors 'self'")
