"""Passes of another form than the plain one, without a compiler: they round differently, and say so."""

from playground.engine.passes import Eager


class Rounded(Eager):
    compiled = True

    def __init__(self, context):
        self._context = context

    @staticmethod
    def forward(model, canvas, conditioning, prefixes, positions):
        return model.denoiser.denoise(canvas, conditioning, prefixes, positions) * (1 + 1e-6)

    def takes(self, tokens):
        return tokens <= self._context


class RoundedShapes:
    def __init__(self, rows, context):
        self.rows, self._context = rows, context

    def passes(self):
        return Rounded(self._context)
