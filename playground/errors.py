"""What a user sees when something goes wrong: one sentence that names the value and what is allowed."""


class PlaygroundError(Exception):
    """Base of every error whose message is written for whoever uses the page, the command line or the API."""


class SettingError(PlaygroundError, ValueError):
    """A sampler setting is unknown or outside its bounds."""


class SamplerError(PlaygroundError):
    """A sampler cannot be registered, or its rule fails."""


class SpecError(PlaygroundError, ValueError):
    """A description of a run is malformed, or is for another model or sampler than the one here."""


class PromptError(PlaygroundError, ValueError):
    """The prompt is empty or longer than the checkpoint can take."""


class ModelError(PlaygroundError):
    """The checkpoint cannot be found or loaded, or is not a DiffusionGemma."""


class EngineError(PlaygroundError):
    """A denoiser pass failed, and so did the runs that shared it."""


class QueueError(PlaygroundError):
    """Too many people are waiting."""


class TraceError(PlaygroundError, ValueError):
    """A trace file is damaged, incomplete, of an unknown version, or not a trace at all."""
