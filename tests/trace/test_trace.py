import gzip

import numpy as np
import pytest
from safetensors.numpy import save
from trace_helpers import built, frame, repacked

import playground as pg
from playground.rules.samplers import SAMPLERS
from playground.trace import COLUMNS, check, store, strict_json
from playground.trace.branching import spec_of
from playground.trace.columns import MAX_STEPS
from playground.trace.frame import committed_ids


@pytest.fixture(scope="module")
def trace(random_model):
    settings = pg.SamplerSettings(max_denoising_steps=5, entropy_bound=15.0, max_new_tokens=40)
    seed = next(s for s in range(50) if len(pg.record(random_model, "hi", settings, seed=s).stop_reasons) == 3)
    return pg.record(random_model, "hi", settings, seed=seed)


def test_saved_and_loaded_it_is_the_same(trace, tmp_path):
    trace.save(tmp_path / "a.trace")
    again = pg.Trace.load(tmp_path / "a.trace")
    assert (again.header, again.tokens, again.text) == (trace.header, trace.tokens, trace.text)
    assert (again.stop_reasons, again.finish_reason) == (trace.stop_reasons, trace.finish_reason)
    assert again.columns.keys() == trace.columns.keys()
    for name in trace.columns:
        assert np.array_equal(again.columns[name], trace.columns[name])
        assert again.columns[name].dtype == trace.columns[name].dtype
    assert [p.name for p in tmp_path.iterdir()] == ["a.trace"], "no partial file is left"
    occurring = {i for name in COLUMNS if name.endswith("_ids") for i in trace.columns[name].ravel().tolist()}
    assert set(trace.tokens) == occurring | set(trace.header.prompt_ids)


@pytest.mark.parametrize(
    "changes", [*({"sampler": name} for name in SAMPLERS), {"way": "masked"}, {"way": "autoregressive"}]
)
def test_every_run_that_settings_allow_gives_a_trace_that_opens(changes, embedded_model):
    for t_max, t_min, draw in ((0.001, 0, "exact"), (100, 100, "fast")):
        settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=4).replace(**changes)
        settings = settings.replace(max_denoising_steps=2, t_max=t_max, t_min=t_min, draw=draw)
        trace = pg.record(embedded_model, "Solve 123.", settings)
        assert pg.Trace.from_bytes(trace.to_bytes()).token_ids == trace.token_ids


def test_frames_come_back_as_they_were_yielded(random_model, trace):
    frames = list(pg.denoise(random_model, "hi", pg.SamplerSettings(**trace.header.settings), seed=trace.header.seed))
    assert len(frames) == len(trace) == trace.nfe
    for row, yielded in enumerate(frames):
        again = trace.frame(row)
        for name in ("block", "step", "stable_for", "stop_reason", "finish_reason"):
            assert getattr(again, name) == getattr(yielded, name), (row, name)
        for name, column in COLUMNS.items():
            if column.shape != "S":
                assert np.array_equal(again.figure(name), yielded.figure(name))
    with pytest.raises(IndexError):
        trace.frame(len(trace))


def test_pandas_has_a_row_per_block_step_and_position(trace):
    table = trace.to_pandas()
    assert len(table) == len(trace) * trace.header.canvas_length
    assert not table.duplicated(["block", "step", "position"]).any()
    cell = table[(table.block == 2) & (table.step == 3) & (table.position == 4)].iloc[0]
    row = int(np.flatnonzero((trace.columns["block"] == 2) & (trace.columns["step"] == 3))[0])
    assert cell.argmax_id == trace.columns["argmax_ids"][row, 4] and cell["argmax"] == trace.tokens[cell.argmax_id]
    assert cell.accepted == trace.columns["accepted"][row, 4]
    assert cell.entropy == trace.columns["entropy"][row, 4]
    assert cell.argmax_prob == trace.columns["top_probs"][row, 4, 0]


def test_a_block_is_committed_up_to_end_of_text_or_to_its_room():
    ids = np.array([5, 6, 1, 7, 2, 8])
    assert committed_ids(ids, [1, 2], 100) == [5, 6, 1]
    assert committed_ids(ids, [], 100) == [5, 6, 1, 7, 2, 8]
    assert committed_ids(ids, [1], 3) == [5, 6, 1] and committed_ids(ids, [1], 2) == [5, 6]


def test_a_run_stopped_between_blocks_and_one_without_steps(tmp_path):
    between = built(frame(stop_reason="max-steps"))
    assert between.stop_reasons == ["max-steps"] and between.finish_reason == "stopped" and between.text == "45"
    nothing = built()
    nothing.save(tmp_path / "empty.trace")
    again = pg.Trace.load(tmp_path / "empty.trace")
    assert (len(again), again.nfe, again.text, again.tokens_per_forward) == (0, 0, "", 0.0)
    assert again.finish_reason == "stopped" and len(again.to_pandas()) == 0


def test_a_run_has_as_many_steps_as_readers_can_hold():
    def fault(steps):
        shapes = {"S": (steps,), "SL": (steps, 1), "SLk": (steps, 1, 0)}
        columns = {name: np.zeros(shapes[c.shape], c.dtype) for name, c in COLUMNS.items() if not c.optional}
        columns |= {"block": np.ones(steps, "int32"), "step": np.arange(1, steps + 1, dtype="int32")}
        return check.fault(columns, 1, 1, [], [0])

    assert fault(MAX_STEPS) == "" and "131,073 steps; at most 131,072" in fault(MAX_STEPS + 1)


@pytest.mark.parametrize(("owner", "bound"), [(store, "MAX_HEADER"), (strict_json, "MAX_BRACKETS")])
def test_a_description_is_as_long_and_as_bracketed_as_can_be_held(trace, monkeypatch, owner, bound):
    monkeypatch.setattr(owner, bound, 10)
    with pytest.raises(pg.TraceError, match="lacks a trace's columns and header"):
        pg.Trace.from_bytes(trace.to_bytes())


def test_cut_off_damaged_and_foreign_files_are_refused(trace, tmp_path):
    path = tmp_path / "x.trace"
    trace.save(path)
    packed = path.read_bytes()
    flipped = bytearray(packed)
    flipped[len(packed) // 2] ^= 0xFF
    for content, message in [
        (packed[: len(packed) // 2], "its end is missing"),
        (packed[:5], "its end is missing"),
        (bytes(flipped), "damaged"),
        (b"", "is not a trace"),
        (b"\x80\x04pickle", "is not a trace"),
        (gzip.compress(b"hello"), "lacks a trace's columns"),
        (gzip.compress(save({"a": np.zeros(2)})), "lacks a trace's columns"),
    ]:
        path.write_bytes(content)
        with pytest.raises(pg.TraceError, match=message):
            pg.Trace.load(path)
    with pytest.raises(pg.TraceError, match="No such file"):
        pg.Trace.load(tmp_path / "none.trace")


def test_a_spec_of_a_playground_with_more_is_kept_as_it_came_but_nobody_makes_it_again_here(trace):
    spec = dict(reversed(trace.header.spec.items())) | {"leaning": {"left": [1, None]}}
    spec["settings"] = {"zeal": 2.0, **dict(reversed(trace.header.settings.items())), "sampler": "moon"}

    def read_again():
        return pg.Trace.from_bytes(repacked(trace, lambda columns, meta: meta["header"].update(spec=spec)))

    read = read_again()
    assert read.header.spec == spec
    assert [[*read.header.spec], [*read.header.settings]] == [[*spec], [*spec["settings"]]], "in their order"
    assert pg.Trace.from_bytes(read.to_bytes()).header == read.header
    with pytest.raises(pg.SpecError, match="has no field 'leaning'"):
        spec_of(read)
    del spec["leaning"]
    with pytest.raises(pg.SettingError, match="sampler is 'moon'; allowed are"):
        spec_of(read_again())
