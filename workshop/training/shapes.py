"""The sizes of models that the same recipe trains."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Sizes of the text model. It has `heads` heads of `head_size` each; `kv_heads` divides `heads`."""

    hidden: int = 256
    layers: int = 5
    heads: int = 8
    kv_heads: int = 4
    head_size: int = 32
    mlp: int = 640
    expert: int = 64
    canvas_length: int = 128


SHAPES = {
    "4.7": Shape(),
    "8": Shape(hidden=320, layers=6, heads=10, kv_heads=5, mlp=736, expert=80),
    "12": Shape(hidden=384, layers=6, heads=12, kv_heads=6, mlp=960, expert=96),
}
"""About how many millions of trained parameters -> the shape."""
SHIPPED = "4.7"
