import base64
import json

import numpy as np
import pytest
import trace_helpers

import playground as pg
from playground.engine.recording import Recorder
from playground.trace.wire import WireEncoder


def test_messages_carry_what_the_engine_yielded(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=4, entropy_bound=10.0, max_new_tokens=32)
    recorder = Recorder(random_model, "hello", settings, seed=2)
    encoder = WireEncoder(1)
    start = json.loads(encoder.start(recorder.header, "LIVE", random_model.token_texts))
    assert (start["kind"], start["run"], start["label"]) == ("start", 1, "LIVE")
    spec = start["header"]["spec"]
    assert spec["prompt"]["text"] == "hello" and spec["settings"] == settings.to_dict()
    table = []
    for frame in recorder:
        message = json.loads(encoder.frame(frame))
        assert (message["kind"], message["run"]) == ("frame", 1)
        assert (message["block"], message["step"]) == (frame.block, frame.step)
        table += message["tokens"]
        for canvas in ("input_ids", "sampled_ids", "argmax_ids"):
            indices = np.frombuffer(base64.b64decode(message[canvas]), "<u2")
            assert [table[i][0] for i in indices] == getattr(frame, canvas).tolist()
        assert message["seconds"] == pytest.approx(frame.seconds, rel=1e-5)
        assert message["encoder_tokens"] == frame.encoder_tokens and "top_ids" not in message
        entropy = np.frombuffer(base64.b64decode(message["entropy"]), "<f2")
        assert np.allclose(entropy, frame.entropy, rtol=1e-3, atol=1e-6)
        bits = np.unpackbits(np.frombuffer(base64.b64decode(message["accepted"]), "u1"), bitorder="little")
        assert np.array_equal(bits[: len(frame.accepted)].astype(bool), frame.accepted)
        assert message["mean_entropy"] == pytest.approx(frame.mean_entropy, rel=1e-5)
    assert len(table) == len({i for i, _ in table}), "a token's text travels once"
    assert [random_model.token_texts([i])[0] for i, _ in table] == [text for _, text in table]
    end = json.loads(encoder.end(recorder.trace(), "It was stopped."))
    assert (end["kind"], end["run"], end["text"]) == ("end", 1, recorder.trace().text)
    assert (end["finish_reason"], end["notice"], end["verdict"]) == ("max-new-tokens", "It was stopped.", None)


def test_ids_widen_when_the_token_list_outgrows_16_bits():
    length = 30_000
    ids = np.arange(3 * length, dtype="int32")
    zeros = np.zeros(length, "float32")
    canvases = {"input_ids": ids[:length], "sampled_ids": ids[length : 2 * length], "argmax_ids": ids[2 * length :]}
    wide = trace_helpers.frame(**canvases, accepted=zeros.astype(bool), entropy=zeros)
    encoder = WireEncoder(0)
    encoder.start(trace_helpers.header(), "LIVE", lambda ids: [str(i) for i in ids])
    message = json.loads(encoder.frame(wide))
    canvases = (message[name] for name in ("input_ids", "sampled_ids", "argmax_ids"))
    indices = np.concatenate([np.frombuffer(base64.b64decode(canvas), "<u4") for canvas in canvases])
    assert [message["tokens"][i][0] for i in indices] == ids.tolist()
    assert "seconds" not in message, "a step that was not timed says nothing of it"
