"""Steps of your own loop in a Gradio app: `python examples/own_loop.py`. Put your denoiser in place of `denoise`."""

import time

import gradio as gr
import numpy as np

import playground as pg

WORDS = ["the", "cat", "saw", "a", "red", "ball", "roll", "into", "old", "boat", "and", "laughed"]
LENGTH = 24


def denoise(seed):
    """Yields what the loop knows at each step: (LENGTH,) ids, entropies in nats, and the mask of what it keeps."""
    logits = np.random.default_rng(int(seed)).normal(size=(LENGTH, len(WORDS)))
    for step in range(1, 17):
        odds = np.exp(logits * step)
        odds /= odds.sum(axis=1, keepdims=True)
        entropies = (odds * -np.log(odds)).sum(axis=1)
        yield odds.argmax(axis=1), entropies, entropies < 0.5
        time.sleep(0.2)


def run(seed):
    record = pg.StepRecorder(lambda ids: [f" {WORDS[i]}" for i in ids], LENGTH, "examples/own_loop.py")
    for ids, entropies, accepted in denoise(seed):
        record.step(ids, entropies, accepted)
        yield record  # LIVE
    record.end()
    yield record  # RECORDED


demo = gr.Interface(run, gr.Number(0, label="Seed"), pg.gradio_player(), flagging_mode="never")

if __name__ == "__main__":
    demo.launch()
