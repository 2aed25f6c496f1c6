"""Published runs: what is kept, for how long, and who can take it down. In a folder, and on a server that speaks S3."""

import gzip
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from command_line import serves_not

from playground.cli import main
from playground.errors import LimitError, TraceError
from playground.plugins.publish import published as module
from playground.plugins.publish.published import GONE, PlaceError, Published, PublishError, today
from playground.service.limits import Limits
from playground.trace import Trace

TESTS = Path(__file__).parents[2]
STORY = TESTS / "golden/story.trace"
DAMAGED = TESTS / "damaged"


@pytest.fixture
def runs(tmp_path):
    return Published(str(tmp_path / "runs"), Limits())


def keep_and_take_down(runs):
    """What a browser and an operator do, wherever the runs are kept."""
    receipt, second = (runs.publish(STORY.read_bytes()) for _ in range(2))
    assert module._id(today(), receipt.token) == receipt.id, "it follows from its token, and the token not from it"
    assert runs.read(receipt.id)[1].text == Trace.load(STORY).text
    assert [entry.id for entry in runs.entries()] == sorted([receipt.id, second.id])
    assert all(entry.day == today() and entry.bytes > 1000 for entry in runs.entries())
    with pytest.raises(PublishError, match="Only the browser that published this run"):
        runs.take_down(receipt.id, second.token)
    runs.take_down(receipt.id, receipt.token)
    for gone in (runs.packed, runs.remove, lambda id: runs.take_down(id, receipt.token)):
        with pytest.raises(PublishError, match=GONE):
            gone(receipt.id)
    assert [entry.id for entry in runs.entries()] == [second.id]
    runs.remove(second.id)
    assert runs.entries() == []


def test_a_run_is_kept_until_its_browser_or_the_operator_takes_it_down(runs):
    keep_and_take_down(runs)


def test_a_column_that_nobody_knows_is_neither_held_nor_kept(runs):
    story = Trace.load(STORY)
    extended = replace(story, columns=story.columns | {"surprise": np.zeros(24 << 20, "uint8")}).to_bytes()
    tracemalloc.start()
    try:
        receipt = runs.publish(extended)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 << 20
    assert Trace.from_bytes(runs.packed(receipt.id)).columns.keys() == story.columns.keys()


def test_what_stands_beside_the_columns_takes_no_more_bytes_than_a_file_may_have(tmp_path):
    story = Trace.load(STORY)
    spec = story.header.spec | {"prompt": story.header.spec["prompt"] | {"text": "x" * 200_000}}
    large = replace(story, header=replace(story.header, spec=spec)).to_bytes()
    beside = int.from_bytes(gzip.decompress(large)[:8], "little")
    assert len(large) < beside
    assert Published(str(tmp_path), Limits(added={"published_bytes": beside})).publish(large).id
    with pytest.raises(TraceError, match=rf"has {beside:,} bytes beside its columns; at most {beside - 1:,} are"):
        Published(str(tmp_path), Limits(added={"published_bytes": beside - 1})).publish(large)


def test_a_run_of_an_old_version_or_that_somebody_changed_says_so_and_its_file_stays(runs, tmp_path):
    receipt = runs.publish(STORY.read_bytes())
    for packed, sentence in [
        (b"something else", "is not a trace"),
        ((DAMAGED / "version 2.trace").read_bytes(), r"is a trace of version 2; .* reads version 3\.$"),
    ]:
        (tmp_path / "runs" / f"{receipt.id}.trace").write_bytes(packed)
        with pytest.raises(PublishError, match=f"^The published run {sentence}"):
            runs.read(receipt.id)
        assert runs.packed(receipt.id) == packed and [entry.id for entry in runs.entries()] == [receipt.id]


def test_the_list_of_runs_and_their_pages_read_no_columns(runs, tmp_path):
    receipt = runs.publish(STORY.read_bytes())
    packed, description = runs.read(receipt.id)
    assert packed == runs.packed(receipt.id) and description.header == Trace.load(STORY).header
    stamp = runs.stamp(receipt.id)
    assert runs.stamp(receipt.id) == stamp
    (tmp_path / "runs" / f"{receipt.id}.trace").write_bytes(packed + b"more")
    assert runs.stamp(receipt.id) != stamp
    Published(str(tmp_path / "runs"), Limits()).take_down(receipt.id, receipt.token)  # as another process would
    with pytest.raises(PublishError, match=GONE):
        runs.stamp(receipt.id)


def test_runs_are_bounded_in_size_and_number_and_the_oldest_go_when_their_time_is_over(tmp_path, monkeypatch):
    size = STORY.stat().st_size
    with pytest.raises(LimitError, match="its trace may have at most"):
        Published(str(tmp_path), Limits(added={"published_bytes": size // 2})).publish(STORY.read_bytes())
    small = gzip.compress(gzip.decompress(STORY.read_bytes()), 9, mtime=0)
    with pytest.raises(LimitError, match="its trace may have at most"):  # what is kept is packed anew
        Published(str(tmp_path), Limits(added={"published_bytes": len(small)})).publish(small)
    runs = Published(str(tmp_path), Limits(added={"published": 2, "published_days": 10}))
    old = runs.publish(STORY.read_bytes())
    now = module.time.time()
    monkeypatch.setattr(module.time, "time", lambda: now + 10 * module.DAY)
    runs.publish(STORY.read_bytes())
    runs.packed(old.id)
    with pytest.raises(LimitError, match=r"as many published runs as it may \(2\)"):
        runs.publish(STORY.read_bytes())
    monkeypatch.setattr(module.time, "time", lambda: now + 11 * module.DAY)
    with pytest.raises(PublishError, match=GONE):
        runs.packed(old.id)
    runs.publish(STORY.read_bytes())
    assert old.id not in [entry.id for entry in runs.entries()] and len(runs.entries()) == 2


def test_ids_lead_to_published_runs_and_nowhere_else(runs, tmp_path):
    (tmp_path / "secret.trace").write_bytes(STORY.read_bytes())
    (tmp_path / "runs" / "notes.txt").write_text("the operator's own")
    for id in ("../secret", "secret", "", "a" * 19, "A" * 19, "\n" * 19, "0" * 19):
        with pytest.raises(PublishError, match=GONE):
            runs.packed(id)
        with pytest.raises(PublishError, match=GONE):
            runs.remove(id)
    assert runs.entries() == []


def test_what_cannot_be_published_leaves_nothing_behind_and_is_said_in_one_sentence(runs, tmp_path, monkeypatch):
    def full(path, packed):
        Path(path).write_bytes(packed[:10])
        raise OSError(28, "No space left on device")

    with pytest.raises(TraceError):
        runs.publish((DAMAGED / "a shape that lies.trace").read_bytes())
    with monkeypatch.context() as patched:
        patched.setattr(runs._files, "pipe_file", full)
        with pytest.raises(PlaceError, match="The place for published runs cannot be used: No space left"):
            runs.publish(STORY.read_bytes())
    assert list((tmp_path / "runs").iterdir()) == []
    (tmp_path / "runs").rmdir()
    with pytest.raises(PlaceError, match=r"^The place for published runs cannot be used: it is not there.$"):
        runs.publish(STORY.read_bytes())


def test_a_place_that_cannot_be_used_is_refused_when_the_server_starts(tmp_path):
    (tmp_path / "file").write_text("")
    for place, sentence in [
        (str(tmp_path / "file"), "cannot be used"),
        ("", "Runs cannot be published to a place without a name"),
        ("\0", "embedded null byte"),
        ("nonsense://x", "Runs cannot be published to"),
        ("ftp://no-such-host.invalid", "Runs cannot be published to ftp://no-such-host.invalid"),
    ]:
        with pytest.raises(PublishError, match=sentence):
            Published(place, Limits())
        assert sentence in serves_not("--publish", place)
        listed = CliRunner().invoke(main, ["published", place])
        assert listed.exit_code == 1 and sentence in listed.stderr


def test_the_operator_lists_runs_and_takes_them_down(runs, tmp_path):
    place, receipt = str(tmp_path / "runs"), runs.publish(STORY.read_bytes())
    listed = CliRunner().invoke(main, ["published", place])
    assert listed.output.startswith(receipt.id) and Trace.load(STORY).header.prompt[:30] in listed.output
    assert CliRunner().invoke(main, ["published", place, "--remove", receipt.id]).exit_code == 0
    assert CliRunner().invoke(main, ["published", place]).output == ""
    missing = tmp_path / "missing"
    refused = CliRunner().invoke(main, ["published", str(missing)])
    assert refused.exit_code == 1 and f"{missing}: there is no such place." in refused.output and not missing.exists()
    again = CliRunner().invoke(main, ["published", place, "--remove", receipt.id])
    assert again.exit_code == 1 and GONE in again.output


@pytest.mark.thorough
def test_the_same_on_a_server_that_speaks_s3(monkeypatch):
    moto = pytest.importorskip("moto.server")
    import boto3

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    server = moto.ThreadedMotoServer(port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        boto3.client("s3").create_bucket(Bucket="runs")
        keep_and_take_down(Published("s3://runs/here", Limits()))
        with pytest.raises(PublishError, match="Runs cannot be published to s3://no-such-bucket/here"):
            Published("s3://no-such-bucket/here", Limits())
    finally:
        server.stop()
