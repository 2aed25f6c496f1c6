"""One table drives packing, file, wire, pandas and the page: what it says is what each of them does."""

import base64
import gzip
import json

import numpy as np
import pytest
import torch
from trace_helpers import built, frame, header, repacked

import playground as pg
from playground.engine import frames
from playground.trace import COLUMNS, TRACE_VERSION, Column
from playground.trace.wire import WireEncoder
from workshop.makers import trace_scripts

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, entropy_bound=10.0, max_new_tokens=32)


def test_the_page_has_the_table_as_it_is():
    for path, text in trace_scripts.scripts().items():
        assert path.read_text() == text, "run `python -m workshop.makers.trace_scripts`"


def test_an_entry_of_the_table_is_one_that_all_its_readers_can_follow():
    travels = {"S": {"", "number"}, "SL": {"", "token", "half", "bit"}, "SLk": {""}}
    for column in COLUMNS.values():
        assert column.wire in travels[column.shape], column.name
        assert (column.wire == "token") <= column.name.endswith("_ids"), column.name
        assert column.host or not column.optional or column.dtype == "float32", "a missing one is packed as NaN"
        assert column.help.endswith(".") and column.help.count(". ") == 0, column.name


@pytest.fixture
def record():
    """Two rows of two positions with three candidates, no two figures alike."""
    return {
        "temperature": torch.tensor([0.8, 0.4]),
        "mean_entropy": torch.tensor([0.1, 0.2]),
        "stable_for": torch.tensor([3, 4]),
        "input_ids": torch.tensor([[1, 2], [3, 4]]),
        "sampled_ids": torch.tensor([[5, 6], [7, 8]]),
        "argmax_ids": torch.tensor([[9, 10], [11, 262_143]]),
        "accepted": torch.tensor([[True, False], [False, True]]),
        "entropy": torch.tensor([[0.5, 1.5], [2.5, 1e-30]]),
        "top_ids": torch.arange(12).reshape(2, 2, 3),
        "top_probs": torch.linspace(0, 1, 12).reshape(2, 2, 3),
        "lead": torch.tensor([[-1.0, 2.5], [0.0, 1000.0]]),
        "stop": torch.tensor([False, True]),
    }


def test_what_is_packed_is_unpacked(record):
    packed = frames.pack(record)
    assert packed.dtype == torch.int32 and packed.shape == (2, 4 + 7 * 2 + 2 * 2 * 3)
    for row, part in enumerate(packed.numpy()):
        figures = frames.unpack(part, 2)
        assert figures.keys() == record.keys()
        for name, figure in figures.items():
            assert np.array_equal(figure, record[name][row].numpy()), name
            column = COLUMNS.get(name, frames.STOP)
            assert np.ndim(figure) == len(column.shape) - 1
            assert column.shape == "S" or figure.dtype == column.dtype, name


def test_a_figure_that_must_be_there_is_missed_by_name(record):
    del record["entropy"]
    with pytest.raises(KeyError, match="entropy"):
        frames.pack(record)


MARGIN = Column(
    name="margin",
    dtype="float32",
    shape="SL",
    wire="half",
    optional=True,
    help="Between the two surest tokens.",
)


def test_one_entry_makes_a_figure_known_everywhere_which_a_step_may_lack(monkeypatch, record):
    """`tests/page/test_additions.py` adds one in a copy, for the page."""
    monkeypatch.setitem(COLUMNS, "margin", MARGIN)
    with_it, without = (
        frames.unpack(frames.pack(each).numpy()[0], 2) for each in (record | {"margin": torch.ones(2, 2)}, record)
    )
    lacks, has = frame(), frame(step=2, more={"margin": with_it["margin"]})
    assert "margin" not in without and "margin" not in built(lacks).columns
    trace = built(lacks, has)
    for each in (trace, pg.Trace.from_bytes(trace.to_bytes())):
        assert np.array_equal(each.columns["margin"], [[np.nan, np.nan], [1, 1]], equal_nan=True)
    assert trace.frame(0).figure("margin") is None and trace.frame(1).figure("margin").tolist() == [1, 1]
    assert trace.to_pandas()["margin"].tolist()[2:] == [1, 1]
    wire = WireEncoder(0)
    wire.start(header(), "LIVE", lambda ids: [str(i) for i in ids])
    assert "margin" not in json.loads(wire.frame(lacks))
    assert np.frombuffer(base64.b64decode(json.loads(wire.frame(has))["margin"]), "<f2").tolist() == [1, 1]


@pytest.fixture(scope="module")
def trace(random_model):
    runs = (pg.record(random_model, "hi", SETTINGS, seed=seed) for seed in range(50))
    return next(run for run in runs if len(run.stop_reasons) == 2)


def test_a_column_and_a_field_that_nobody_knows_change_nothing_and_the_column_is_kept(trace):
    """And optional columns may be missing."""

    def change(columns, meta):
        columns["surprise"] = np.arange(6.0).reshape(2, 3)
        meta["header"]["surprise"] = 1
        del columns["seconds"], columns["encoder_tokens"]

    again = pg.Trace.from_bytes(pg.Trace.from_bytes(repacked(trace, change)).to_bytes())
    assert (again.frame(0).seconds, again.frame(0).encoder_tokens) == (None, None)
    assert {"seconds", "encoder_tokens"}.isdisjoint(again.to_pandas()) and again.token_ids == trace.token_ids
    assert np.array_equal(again.columns["surprise"], np.arange(6.0).reshape(2, 3))
    assert again.header == trace.header and "surprise" not in again.to_pandas()
    assert np.array_equal(again.frame(0).input_ids, trace.frame(0).input_ids)


def test_the_header_of_a_file_says_each_part_of_the_spec_once_and_a_folders_name_alone(trace, random_folder):
    fields = {}
    repacked(trace, lambda columns, meta: fields.update(meta["header"]))
    twice = {"prompt", "system", "thinking", "image_sha256", "settings", "seed", "model", "revision", "way"}
    assert not twice & fields.keys() and {"prompt", "settings", "seed", "model", "revision"} <= fields["spec"].keys()
    assert trace.header.model == random_folder.name
    assert str(random_folder.parent).encode() not in gzip.decompress(trace.to_bytes())


def test_of_a_newer_version_it_is_said_that_a_newer_release_may_read_it(trace):
    packed = repacked(trace, lambda columns, meta: meta.update(version=TRACE_VERSION + 1))
    with pytest.raises(pg.TraceError, match=r"^x is a .* 4; .* reads version 3; a newer release may read it\.$"):
        pg.Trace.from_bytes(packed, "x")


def test_what_unpacks_to_more_than_is_allowed_is_refused_with_the_limit_and_the_way_around_it(trace):
    def filled(count):
        return repacked(trace, lambda columns, meta: columns.update(fill=np.zeros(count, "uint8")))

    def sized(size):
        """The trace with a column that makes it unpack to so many bytes."""
        packed = filled(2 * size - len(gzip.decompress(filled(size))))
        assert len(gzip.decompress(packed)) == size
        return packed

    assert len(pg.Trace.from_bytes(sized(1 << 20), "big", max_mib=1)) == len(trace)
    more = sized((1 << 20) + 8)
    with pytest.raises(pg.TraceError, match=r"big unpacks to more than 1 MiB.*`max_mib`.*`--max-mib`.* raises it"):
        pg.Trace.from_bytes(more, "big", max_mib=1)
    assert len(pg.Trace.from_bytes(more, "big")) == len(trace)


def test_the_cost_of_each_step_is_recorded(trace):
    starts = trace.columns["step"] == 1
    expected = [len(trace.header.prompt_ids), *[trace.header.canvas_length] * (starts.sum() - 1)]
    assert trace.columns["encoder_tokens"][starts].tolist() == expected
    assert not trace.columns["encoder_tokens"][~starts].any()
    assert (trace.columns["seconds"] > 0).all() and trace.columns["seconds"].sum() <= trace.header.seconds
