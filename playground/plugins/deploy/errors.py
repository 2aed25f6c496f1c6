"""What is wrong, for whoever deploys."""

from playground.errors import PlaygroundError


class DeployError(PlaygroundError, ValueError):
    """The app cannot be deployed: the Spacefile is wrong, or the hub refuses."""
