"""Text Diffusion Playground: see and steer text diffusion.

    import playground as pg
    model = pg.load_model()
    for frame in pg.denoise(model, "Write a story about a cat.", seed=7): ...
    trace = pg.record(model, "Write a story about a cat.", seed=7)

Names are imported when they are first used, so `import playground` does not import torch. Plugins add more; they are
loaded when one of theirs is first used.
"""

import os
import pkgutil
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # "as" says that a name is public
    from playground.engine.batch import Batch as Batch
    from playground.engine.denoise import denoise as denoise
    from playground.engine.denoise import denoise_rows as denoise_rows
    from playground.engine.filling import Filling as Filling
    from playground.engine.filling import fill as fill
    from playground.engine.models import Model as Model
    from playground.engine.models import load_model as load_model
    from playground.engine.recording import Recorder as Recorder
    from playground.engine.recording import record as record
    from playground.engine.row import Row as Row
    from playground.engine.steering import pins_of as pins_of
    from playground.engine.steering import start_of as start_of
    from playground.errors import ModelError as ModelError
    from playground.errors import PlaygroundError as PlaygroundError
    from playground.errors import PromptError as PromptError
    from playground.errors import SamplerError as SamplerError
    from playground.errors import SettingError as SettingError
    from playground.errors import SpecError as SpecError
    from playground.errors import TraceError as TraceError
    from playground.evaluation.comparing import compare as compare
    from playground.export.export import export_runs as export_runs
    from playground.rules.knobs import number as number
    from playground.rules.samplers import Decision as Decision
    from playground.rules.samplers import Explanation as Explanation
    from playground.rules.samplers import Sampler as Sampler
    from playground.rules.samplers import register as register
    from playground.spec.prompt import Prompt as Prompt
    from playground.spec.run import RunSpec as RunSpec
    from playground.spec.settings import SamplerSettings as SamplerSettings
    from playground.spec.steering import Edit as Edit
    from playground.trace import StepFrame as StepFrame
    from playground.trace import Trace as Trace
    from playground.trace.branching import branch as branch

__version__ = "0.1.0"

# MKL, which multiplies for torch on a CPU, may sum in another order for more rows; so it does not. It reads this once.
os.environ.setdefault("MKL_CBWR", "AUTO,STRICT")

_MODULES = {
    "engine.batch": ("Batch",),
    "engine.denoise": ("denoise", "denoise_rows"),
    "engine.filling": ("Filling", "fill"),
    "engine.models": ("Model", "load_model"),
    "engine.recording": ("Recorder", "record"),
    "engine.row": ("Row",),
    "engine.steering": ("pins_of", "start_of"),
    "errors": (
        "ModelError",
        "PlaygroundError",
        "PromptError",
        "SamplerError",
        "SettingError",
        "SpecError",
        "TraceError",
    ),
    "evaluation.comparing": ("compare",),
    "export.export": ("export_runs",),
    "rules.knobs": ("number",),
    "rules.samplers": ("Decision", "Explanation", "Sampler", "register"),
    "spec.prompt": ("Prompt",),
    "spec.run": ("RunSpec",),
    "spec.settings": ("SamplerSettings",),
    "spec.steering": ("Edit",),
    "trace": ("StepFrame", "Trace"),
    "trace.branching": ("branch",),
}
"""Where public names are, by module."""
_WHERE = {name: module for module, names in _MODULES.items() for name in names}
__all__ = ["__version__", *sorted(_WHERE)]


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
