"""The page is tested as a folder on a static host too."""


def pytest_configure(config):
    config.pluginmanager.import_plugin("site_fixtures")
