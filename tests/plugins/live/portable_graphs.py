"""A portable checkpoint in a folder, whose graphs run with onnxruntime as they do in a browser."""

import json
from functools import cached_property

import numpy as np
import onnxruntime
import torch


class PortableGraphs:
    """The graphs of `folder`, which has the weights too, beside the model that they are made of."""

    def __init__(self, folder, model):
        self.folder, self.model, self._sessions = folder, model, {}
        model.denoiser.prepare()

    @cached_property
    def manifest(self):
        return json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))

    def run(self, name, **inputs):
        """The outputs of a graph by name, from tensors by name; those that it does not need are left out."""
        if name not in self._sessions:
            self._sessions[name] = onnxruntime.InferenceSession(self.folder / self.manifest["graphs"][name]["file"])
        session = self._sessions[name]
        given = {each.name: inputs[each.name].numpy() for each in session.get_inputs()}
        figures = session.run(None, given)
        outputs = (each.name for each in session.get_outputs())
        return {name: torch.from_numpy(np.asarray(figure)) for name, figure in zip(outputs, figures, strict=True)}

    def empty(self):
        """Keys and values of each layer when nothing has been read."""
        layers = enumerate(self.manifest["layers"])
        shapes = {layer: (1, of["heads"], 0, of["head_size"]) for layer, of in layers}
        return {f"{kind}{layer}": torch.zeros(shape) for layer, shape in shapes.items() for kind in ("keys", "values")}

    def read(self, prefix, ids, position=0):
        """Reads more tokens: the prefix after them, and all outputs."""
        outputs = self.run(
            "read",
            ids=torch.tensor([ids]),
            positions=torch.arange(len(ids))[None] + prefix["keys0"].shape[2],
            position=torch.tensor([position]),
            **prefix,
        )
        return {name: outputs[f"{name}_out"] for name in prefix}, outputs
