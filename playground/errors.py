"""Errors that users see: each message is one sentence that says what is wrong and what is allowed."""


class PlaygroundError(Exception):
    """The base of all errors with messages for users of the page, the command line or the API."""

    status = 404
    """With which a request that it ends is answered."""


class SettingError(PlaygroundError, ValueError):
    """A setting is unknown, outside its bounds, or does not go with another setting."""


class SamplerError(PlaygroundError):
    """A sampler cannot be registered, or its rule fails."""


class WorkshopError(PlaygroundError):
    """What is asked for needs the workshop, which only the source has."""


class SpecError(PlaygroundError, ValueError):
    """A description of a run is malformed, or is for another model or sampler than the one here."""


class PromptError(PlaygroundError, ValueError):
    """The prompt is empty or too long, or the checkpoint cannot do what it asks for."""


class ModelError(PlaygroundError):
    """The checkpoint cannot be found or loaded, or is not a DiffusionGemma."""


class EngineError(PlaygroundError):
    """A pass failed, and with it all runs that shared it; or one run's logits are not finite numbers."""


class LimitError(PlaygroundError):
    """A request exceeds a limit of this server; see `playground.service.limits`."""

    status = 429
    limit = ""
    """Its name."""


class ClosingError(PlaygroundError):
    """The server is being shut down and takes no new runs."""


class PolicyError(PlaygroundError, ValueError):
    """A host or an origin in the server's policy is malformed, or the file of logins is."""


class RequestBodyError(PlaygroundError, ValueError):
    """What was sent is not what the address takes."""


class TapeError(PlaygroundError):
    """There is no such tape or run, or it cannot be read."""


class TraceError(PlaygroundError, ValueError):
    """A trace file is damaged, incomplete, of another version, or not a trace at all."""


class ExportError(PlaygroundError, ValueError):
    """Runs cannot be exported in this form, or not to this place."""
