"""The playground as a folder on static hosts, and the engine in a page.

Who needs them is skipped where the plugin is not there that writes such a folder.
"""

import pytest
from static_host import StaticHost

from workshop.bench.parity import engine_page


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    site = pytest.importorskip("playground.plugins.live.site")
    hosted = tmp_path_factory.mktemp("hosted")
    site.write_site(hosted / "sub")
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
def static(host, visit):
    """The page on a host that isolates it, so that nothing loads it again."""
    server = host(isolates=True)
    page = visit(f"{server.address}/sub/")
    yield page
    asked = {path for path, _ in server.requests}
    assert all(path.startswith("/sub/") for path in asked) and not [r for r in server.requests if r[1] >= 400]


@pytest.fixture(scope="module")
def here(browser):
    """The engine in a page."""
    pytest.importorskip("playground.plugins.live")
    with engine_page(browser) as page:
        yield page
