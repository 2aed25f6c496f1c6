"""Text Diffusion Playground: see and steer text diffusion.

    import playground as pg
    model = pg.load_model()
    for frame in pg.denoise(model, "Write a story about a cat.", seed=7): ...
    trace = pg.record(model, "Write a story about a cat.", seed=7)

Names are imported when they are first used, so `import playground` does not import torch. Plugins add more; they are
loaded when one of theirs is first used.
"""

import pkgutil
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.batch import Batch
    from playground.engine.denoise import denoise, denoise_rows
    from playground.engine.filling import Filling, fill
    from playground.engine.models import Model, load_model
    from playground.engine.recording import Recorder, record
    from playground.engine.row import Row
    from playground.engine.steering import pins_of, start_of
    from playground.errors import (
        ModelError,
        PlaygroundError,
        PromptError,
        SamplerError,
        SettingError,
        SpecError,
        TraceError,
    )
    from playground.evaluation.comparing import compare
    from playground.evaluation.results import StudyResult, study
    from playground.export.export import export_runs
    from playground.rules.knobs import number
    from playground.rules.samplers import Decision, Explanation, Sampler, register
    from playground.spec.prompt import Prompt
    from playground.spec.run import RunSpec
    from playground.spec.settings import SamplerSettings
    from playground.spec.steering import Edit
    from playground.trace import StepFrame, Trace
    from playground.trace.branching import branch

__version__ = "0.1.0"

_WHERE = {
    "Batch": "engine.batch",
    "Decision": "rules.samplers",
    "Edit": "spec.steering",
    "Filling": "engine.filling",
    "Explanation": "rules.samplers",
    "Model": "engine.models",
    "ModelError": "errors",
    "PlaygroundError": "errors",
    "Prompt": "spec.prompt",
    "PromptError": "errors",
    "Recorder": "engine.recording",
    "Row": "engine.row",
    "RunSpec": "spec.run",
    "Sampler": "rules.samplers",
    "SamplerError": "errors",
    "SamplerSettings": "spec.settings",
    "SettingError": "errors",
    "SpecError": "errors",
    "StepFrame": "trace",
    "StudyResult": "evaluation.results",
    "Trace": "trace",
    "TraceError": "errors",
    "branch": "trace.branching",
    "compare": "evaluation.comparing",
    "denoise": "engine.denoise",
    "export_runs": "export.export",
    "denoise_rows": "engine.denoise",
    "fill": "engine.filling",
    "load_model": "engine.models",
    "number": "rules.knobs",
    "pins_of": "engine.steering",
    "record": "engine.recording",
    "register": "rules.samplers",
    "start_of": "engine.steering",
    "study": "evaluation.results",
}
__all__ = [
    "Batch",
    "Decision",
    "Edit",
    "Explanation",
    "Filling",
    "Model",
    "ModelError",
    "PlaygroundError",
    "Prompt",
    "PromptError",
    "Recorder",
    "Row",
    "RunSpec",
    "Sampler",
    "SamplerError",
    "SamplerSettings",
    "SettingError",
    "SpecError",
    "StepFrame",
    "StudyResult",
    "Trace",
    "TraceError",
    "__version__",
    "branch",
    "compare",
    "denoise",
    "denoise_rows",
    "export_runs",
    "fill",
    "load_model",
    "number",
    "pins_of",
    "record",
    "register",
    "start_of",
    "study",
]


def _added() -> dict[str, str]:
    """The names that plugins add, and where each is; of two that add the same name, the first one does."""
    from playground.plugin_loading import plugins

    return {name: place for names in reversed(plugins().each("names")) for name, place in names.items()}


def _where(name: str) -> str | None:
    """Where a public name is. Names of ours, those of modules too, come first, and load no plugin."""
    if name in _WHERE:
        return f"playground.{_WHERE[name]}:{name}"
    if name.startswith("_") or PathFinder.find_spec(f"playground.{name}", __path__):
        return None
    return _added().get(name)


def __getattr__(name: str) -> Any:
    place = _where(name)
    if place is None:
        raise AttributeError(f"module 'playground' has no attribute {name!r}")
    return pkgutil.resolve_name(place)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *(name for name in _added() if _where(name))})
