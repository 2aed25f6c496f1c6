"""A server of vLLM's protocol around a model here, as its documentation has it: one pass over a canvas that is sent.

It reads a completion's `prompt`, `logprobs` and `vllm_xargs`, and answers with log probabilities at temperature 1 of
the most probable tokens of each position. A pass knows nothing of the one before.
"""

import json
import threading

import torch
from stand_in import Handler, StandIn

from playground.engine.families import Conditioning
from playground.engine.passes import Eager


class RemoteServer(StandIn):
    """Attributes:
    asked: (headers, body) of each completion.
    spoil: called with an answer before it is sent, to change it; it may be sent as text, and None sends nothing.
    """

    def __init__(self, model, name, root=None):
        super().__init__(_Reads)
        self.model, self.name, self.root = model, name, root
        self.asked, self.most, self.spoil = [], 1 << 20, lambda answer: answer
        self.turn = threading.Lock()

    @property
    def url(self):
        return f"{self.address}/v1"

    def completion(self, body):
        arguments = body["vllm_xargs"]
        canvas = arguments["diffusion_seed_canvas"]
        assert arguments["diffusion_max_steps"] == 1 and arguments["diffusion_read_only"] is True
        assert len(canvas) == self.model.canvas_length == body["max_tokens"] and body["return_tokens_as_token_ids"]
        log_probs = self.read(body["prompt"], canvas)
        best = log_probs.topk(body["logprobs"])
        tokens = [[f"token_id:{token}" for token in ids] for ids in best.indices.tolist()]
        positions = [dict(zip(*pair, strict=True)) for pair in zip(tokens, best.values.tolist(), strict=True)]
        return {"object": "text_completion", "choices": [{"text": "", "logprobs": {"top_logprobs": positions}}]}

    @torch.inference_mode()
    def read(self, prompt, canvas):
        """The log probabilities of a canvas: float32 (positions, vocabulary)."""
        denoiser = self.model.denoiser
        with self.turn:
            denoiser.prepare()
            cache = denoiser.cache()
            denoiser.read(cache, torch.tensor([prompt]), {})
            places = len(prompt) + torch.arange(len(canvas))[None]
            prefixes = Eager().prefixes([cache], self.model)
            return denoiser.denoise(torch.tensor([canvas]), Conditioning(), prefixes, places)[0].log_softmax(-1)


class _Reads(Handler):
    def do_GET(self):
        assert self.path == "/v1/models"
        model = {"id": self.server.name, "object": "model", "root": self.server.root or self.server.name}
        self.send({"object": "list", "data": [model]})

    def do_POST(self):
        body = json.loads(self.body())
        assert self.path == "/v1/completions"
        self.server.asked.append((dict(self.headers), body))
        if body["logprobs"] > self.server.most:
            error = {"message": f"Requested {body['logprobs']} logprobs, which is greater than {self.server.most}"}
            return self.answer(400, {"error": error})
        return self.send(self.server.completion(body))

    def send(self, answer):
        answer = self.server.spoil(answer)
        if answer is None:
            self.close_connection = True
            self.connection.close()
        elif isinstance(answer, str):
            self.start(200, len(answer.encode()), Content_Type="text/html")
            self.wfile.write(answer.encode())
        else:
            self.answer(200, answer)
