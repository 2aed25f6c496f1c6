"""Plugins are tested in the page too, with its fixtures."""


def pytest_configure(config):
    config.pluginmanager.import_plugin("page_fixtures")
    config.pluginmanager.import_plugin("site_fixtures")
