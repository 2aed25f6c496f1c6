"""What a user is shown when something is wrong: one sentence each, naming the value and what is allowed."""


class PlaygroundError(Exception):
    """Base of every error whose message is meant for the person at the page, the CLI or the API."""


class SettingError(PlaygroundError, ValueError):
    """A sampler setting is unknown or outside its bounds."""


class SamplerError(PlaygroundError):
    """A sampler cannot be registered, or its rule fails."""


class SpecError(PlaygroundError, ValueError):
    """The description of a run is not understood, or means another model or sampler than there is."""


class PromptError(PlaygroundError, ValueError):
    """The prompt is empty or longer than the checkpoint can take."""


class ModelError(PlaygroundError):
    """The checkpoint cannot be found or loaded, or is not a DiffusionGemma."""


class EngineError(PlaygroundError):
    """A denoiser pass failed, and with it the runs that took part."""


class QueueError(PlaygroundError):
    """Too many are waiting."""


class TraceError(PlaygroundError, ValueError):
    """A trace file is damaged, truncated, foreign or of an unknown version."""
