"""The playground as a folder on static hosts, and browsers that know nothing of it."""

import pytest
from static_host import StaticHost

from playground.server.site import write_site
from workshop.bench.page import KNOWN


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    hosted = tmp_path_factory.mktemp("hosted")
    write_site(hosted / "sub")
    return hosted


@pytest.fixture
def host(folder):
    """Starts hosts of the folder, or of another one."""
    hosts = []

    def host(served=folder, **options):
        hosts.append(StaticHost(served, **options))
        return hosts[-1]

    yield host
    for one in hosts:
        one.close()


@pytest.fixture
def fresh(browser):
    """Opens a browser that knows nothing but its reader; at the end nothing may have gone wrong in it."""
    contexts, troubles = [], []

    def fresh(**options):
        contexts.append(browser.new_context(**options))
        contexts[-1].add_init_script(KNOWN)
        page = contexts[-1].new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield fresh
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def static(host, visit):
    """The page on a host that isolates it, so that nothing loads it again."""
    server = host(isolates=True)
    page = visit(f"{server.address}/sub/")
    yield page
    asked = {path for path, _ in server.requests}
    assert all(path.startswith("/sub/") for path in asked) and not [r for r in server.requests if r[1] >= 400]
