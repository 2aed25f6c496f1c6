"""Every test of the page has its fixtures: a server with the page, a Chromium, and pages opened in it."""


def pytest_configure(config):
    # As `pytest_plugins` does in a test file: then files elsewhere that name it share the browser.
    config.pluginmanager.import_plugin("page_fixtures")
    config.pluginmanager.import_plugin("site_fixtures")
