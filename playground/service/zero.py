"""ZeroGPU: Spaces whose GPU is there only while a decorated function runs, in a process forked for it.

What such a function takes and yields is pickled; the model is the one that the main process placed on `cuda` before the
page was launched. https://huggingface.co/docs/hub/spaces-zerogpu
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.spec import RunSpec
    from playground.trace import StepFrame

    Alone = Callable[[RunSpec], Generator[StepFrame, None, None]]

SECONDS = 120
"""The longest run that is asked for: of a visitor's daily share as much goes."""
SECONDS_A_STEP = 0.15
"""Of the full checkpoint, generously; a share that is asked for and not used is given back."""
START_SECONDS = 15
"""Until the weights have reached the GPU."""


def on_zero() -> bool:
    """Is this a ZeroGPU Space? `spaces` reads the same variable."""
    return os.environ.get("SPACES_ZERO_GPU", "").lower() in ("1", "t", "true")


def duration(spec: RunSpec) -> int:
    """Seconds of GPU to ask for; canvases of 256 tokens are those of the full checkpoint."""
    blocks = -(-spec.settings.max_new_tokens // 256)
    return min(SECONDS, START_SECONDS + round(blocks * spec.settings.max_denoising_steps * SECONDS_A_STEP))


def refusal(error: Exception) -> str:
    """What ZeroGPU has to say to the visitor, such as that no share is left; "" for any other error.

    It says it with an error of Gradio, which `spaces` has imported then; nothing here does.
    """
    gradio = sys.modules.get("gradio")
    return str(error.message) if gradio and isinstance(error, gradio.Error) else ""


def alone(model: Callable[[], Model]) -> Alone:
    """A run by itself, on ZeroGPU's GPU or, anywhere else, on the model's device.

    Args:
        model: called when a run begins, in the process that has the GPU.
    """
    import spaces

    @spaces.GPU(duration=duration)
    def frames(spec: RunSpec) -> Generator[StepFrame, None, None]:
        from playground.engine.denoise import denoise

        yield from denoise(model(), spec)

    return frames
