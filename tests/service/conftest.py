"""Every test of the service has its fixtures."""

from service_fixtures import one_row, serve, service, three_rows

__all__ = ["one_row", "serve", "service", "three_rows"]
