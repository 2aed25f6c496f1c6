"""Makes the damaged traces: `python tests/damaged/make.py`. They need remaking only when TRACE_VERSION changes.

`cases.json` says of each file what is wrong with it, as a word that the sentence must have which refuses it; files with
"" are odd, but open. `tests/trace/test_damaged.py` and `assets/page/run/damaged.test.ts` read the same ones.
"""

import copy
import functools
import gzip
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent)]

import numpy as np  # noqa: E402
from damage import HUGE, Parts  # noqa: E402
from trace_helpers import built, frame  # noqa: E402


def base() -> Parts:
    """Two blocks of one step each, two positions, one candidate."""
    ids = np.array([4, 5], "int32")
    more = {"key": ids.astype("float32"), "seconds": 0.5, "encoder_tokens": 1, "stop_reason": "max-steps"}
    parts = Parts.of(built(frame(**more), frame(**more, block=2, finish_reason="max-new-tokens")).to_bytes())
    parts.meta["text"] = str(ids.tolist() * 2)
    return parts


def said(**changes):
    """A change of the JSON object; a name such as `header__seed` leads into it."""

    def change(parts):
        for path, value in changes.items():
            *into, last = path.split("__")
            inside = parts.meta
            for name in into:
                inside = inside[name]
            if value is ...:
                del inside[last]
            else:
                inside[last] = value

    return change


def branched(first, *then):
    """A run that branches off like the last of these, and its parents like those before."""
    for branch in then:
        first = {**branch, "parent": {**branch["parent"], "branch": first}}
    return said(header__spec__branch=first)


def column(name, change):
    """A change of one column: of its values, or a new one in its place."""

    def changed(parts):
        array = parts.columns[name].copy()
        new = change(array)
        parts.columns[name] = array if new is None else new

    return changed


def values(name, at, value):
    def change(array):
        array.flat[at] = value

    return column(name, change)


def without_steps(length):
    """A run that was stopped before its first step, on a canvas of `length`."""

    def change(parts):
        said(stop_reasons=[], header__canvas_length=length)(parts)
        for name, array in parts.columns.items():
            parts.columns[name] = np.zeros((0, length, 1)[: array.ndim], array.dtype)

    return change


def lie(name, **entry):
    return lambda parts: parts.entries.update({name: entry})


def unknown(array=None, **entry):
    """A column that nobody knows, before all others, and a lie about it."""

    def change(parts):
        parts.columns = {"a": np.zeros(1, "float32") if array is None else array, **parts.columns}
        parts.entries["a"] = entry

    return change


def without_candidates(parts):
    """A run of another program that has the candidates' probabilities, of none, and not which they are."""
    said(header__source="x", header__spec=...)(parts)
    del parts.columns["top_ids"]
    parts.columns["top_probs"] = parts.columns["top_probs"][..., :0]


def rewritten(packed, change):
    """A file whose header of safetensors went through `change`, of bytes."""
    raw = gzip.decompress(packed)
    begin = 8 + int.from_bytes(raw[:8], "little")
    head = change(raw[8:begin])
    return zipped(len(head).to_bytes(8, "little") + head + raw[begin:])


zipped = functools.partial(gzip.compress, mtime=0)
NO_PARTS, NO_JSON = "lacks a trace's columns and header", "cannot be read as JSON"
VERDICT = {"task": "Sudoku", "right": True, "sentence": "solved"}
PROBABLE = np.float32(1 + 2**-10)
CASES = {
    "canvas of one too many": ("canvas_length", said(header__canvas_length=65_537)),
    "canvas of nothing": ("canvas_length", said(header__canvas_length=0)),
    "canvas as text": ("canvas_length", said(header__canvas_length="2")),
    "canvas of another length": ("input_ids", said(header__canvas_length=3)),
    "no seed": ("seed is missing", said(header__spec__seed=...)),
    "a header that is a list": ("header", said(header=[])),
    "no spec": ("header.spec is missing", said(header__spec=...)),
    "an empty spec": ("model is missing", said(header__spec={})),
    "a prompt that is text": ("prompt", said(header__spec__prompt="p")),
    "a prompt without its text": ("text is missing", said(header__spec__prompt__text=...)),
    "version 1": ("is a trace of version 1; this", said(version=1)),
    "version 2": ("is a trace of version 2; this", said(version=2)),
    "a run of another program": ("", said(header__source="x", header__spec=...)),
    "a run of another program without candidates": ("top_probs", without_candidates),
    "an id below 0": ("eos_ids", said(header__eos_ids=[-1])),
    "an id that is true": ("eos_ids", said(header__eos_ids=[True])),
    "an unknown way": ("way", said(header__spec__settings__way="backwards")),
    "a verdict without its rule": ("header.verdict", said(header__verdict=VERDICT)),
    "a verdict that is neither": ("header.verdict", said(header__verdict={**VERDICT, "right": 1, "rule": 1})),
    "an unknown cut": ("explanation", said(header__explanation={"cut": "x", "bound": ""})),
    "an order that falls as text": ("explanation", said(header__explanation={"falling": "no", "bound": ""})),
    "a least that is not whole": ("explanation", said(header__explanation={"least": 0.5, "bound": ""})),
    "a bound that is true": ("entropy_bound", said(header__spec__settings__entropy_bound=True)),
    "a bound that no setting is": ("least", said(header__explanation={"order": "key", "bound": "least"})),
    "a setting that is a list": ("settings", said(header__spec__settings__schedule=[])),
    "a branch that is text": ("is no branch", said(header__spec__branch="lily@3")),
    "a branch of no parent": ("is no branch", branched({"block": 1, "step": 1})),
    "a branch of block 0": ("is no branch", branched({"parent": {"settings": {}}, "block": 0, "step": 1})),
    "a branch before its block": ("is no branch", branched({"parent": {"settings": {}}, "block": 1, "step": -1})),
    "a branch of a branch of no settings": (
        "is no branch",
        branched({"parent": {}, "block": 1, "step": 1}, {"parent": {"settings": {}}, "block": 1, "step": 1}),
    ),
    "no length": ("max_new_tokens", said(header__spec__settings__max_new_tokens=...)),
    "a length that is not whole": ("max_new_tokens", said(header__spec__settings__max_new_tokens=1.5)),
    "a number beyond all numbers": (NO_JSON, said(header__spec__settings__t_max=10**400)),
    "infinity in a setting": (NO_JSON, said(header__spec__settings__t_max=HUGE)),
    "a number too large": (NO_JSON, said(header__spec__a=[2**53])),
    "a number too small": (NO_JSON, said(more=-(2.0**53))),
    "negative seconds": ("seconds", said(header__seconds=-1)),
    "an unknown reason": ("stop_reasons", said(stop_reasons=["max-steps", "tired"])),
    "no reason": ("stop_reasons", said(stop_reasons=["max-steps", ""])),
    "an unknown end": ("finish_reason", said(finish_reason="bored")),
    "a reason too few": ("stop reasons do not match", said(stop_reasons=["max-steps"])),
    "tokens as a list": ("tokens", said(tokens=[])),
    "a token without text": ("tokens", said(tokens__4=None)),
    "an id with two names": ("tokens", said(tokens__04="x")),
    "an id too large": ("tokens", said(tokens__99999999="x")),
    "a column's id without text": ("have no text", said(tokens__5=...)),
    "a prompt's id without text": ("have no text", said(header__prompt_ids=[7])),
    "an id beyond all texts": ("have no text", values("top_ids", 0, 9_999_999)),
    "half of a character": (NO_JSON, said(text="\ud800")),
    "NaN in JSON": (NO_JSON, said(header__seconds=float("nan"))),
    "a version to come": ("version 99", said(version=99)),
    "a version between two": ("version 1.5", said(version=1.5)),
    "a version of escapes": ("version", said(version="\u202e\x1b[2J\x9b")),
    "no version": ("version", said(version=...)),
    "a bound of escapes": ("settings", said(header__explanation={"bound": "\u202e\x1b[2J\x9b"})),
    "another format": ("its format is not", said(format="other")),
    "NaN entropy": ("entropy", values("entropy", 1, np.nan)),
    "infinite entropy": ("entropy", values("entropy", 1, np.inf)),
    "negative entropy": ("entropy", values("entropy", 1, -0.001)),
    "a probability above rounding": ("top_probs", values("top_probs", 0, np.nextafter(PROBABLE, np.float32(2)))),
    "a probability up to rounding": ("", values("top_probs", 0, PROBABLE)),
    "a column's id below 0": ("sampled_ids", values("sampled_ids", 0, -1)),
    "neither true nor false": ("accepted", column("accepted", lambda a: a.view("uint8").__setitem__((0, 0), 2))),
    "an infinite time": ("seconds", values("seconds", 0, np.inf)),
    "block 0": ("block", values("block", 0, 0)),
    "blocks that go back": ("do not match", column("block", lambda a: a[::-1].copy())),
    "a block left out": ("do not match", values("block", 1, 3)),
    "a step left out": ("do not match", values("step", 1, 2)),
    "no entropy": ("entropy", lambda parts: parts.columns.pop("entropy")),
    "a column without dimensions": ("column", column("step", lambda a: a[0])),
    "all columns without dimensions": ("block", lambda parts: parts.columns.update(
        {name: array.reshape(-1)[0] for name, array in parts.columns.items()}
    )),
    "float64": ("entropy", column("entropy", lambda a: a.astype("float64"))),
    "a shape that lies": (NO_PARTS, lie("entropy", shape=[2, 3])),
    "a shape of text": (NO_PARTS, lie("entropy", shape="22")),
    "two columns that overlap": (NO_PARTS, lie("encoder_tokens", data_offsets=[0, 8])),
    "bytes beyond the file": (NO_PARTS, lie("encoder_tokens", data_offsets=[0, 2**40])),
    "a type of no number": (NO_PARTS, lie("entropy", dtype="X9")),
    "a type that is a list": (NO_PARTS, unknown(dtype=["F32"])),
    "a type that has no name in numpy": (NO_PARTS, unknown(dtype="BF16", shape=[2])),
    "a shape that is true": (NO_PARTS, unknown(shape=[True])),
    "a shape of 64 dimensions": ("", unknown(shape=[1] * 64)),
    "a shape of 65 dimensions": (NO_PARTS, unknown(shape=[1] * 65)),
    "no bytes in a large shape": ("", unknown(np.zeros((2**50, 0), "float32"))),
    "no bytes in too large a shape": (NO_PARTS, unknown(np.zeros(0, "float32"), shape=[2**51, 0])),
    "a place of one number": (NO_PARTS, unknown(data_offsets=[0])),
    "a place with a point": ("", lie("accepted", shape=[2.0, 2], data_offsets=[0.0, 4.0])),
    "a column's field that nobody knows": ("", lie("entropy", more=[{}])),
    "half of a character in a column's name": (NO_PARTS, lambda parts: parts.columns.update({"\ud800": np.zeros(1)})),
    "a run without steps": ("", without_steps(2)),
    "the longest canvas": ("", without_steps(65_536)),
    "the largest id": ("", said(tokens__9999999="x", header__prompt_ids=[9_999_999], header__pad_id=9_999_999)),
    "a verdict on a task that nobody knows": (
        "",
        said(header__verdict={"task": "<b>", "right": False, "sentence": "\u202e<b>", "rule": 9, "more": 1}),
    ),
    "how it ran in words, as it was before there were fields": (
        "",
        said(header__execution="eager, up to 3 rows a pass"),
    ),
    "passes of no rows": ("header.rows", said(header__rows=0)),
    "a kind of passes that is no text": ("header.pass_kind", said(header__pass_kind=True)),
    "a kind of passes that nobody knows": ("", said(header__pass_kind="dreamt", header__rows=10**6)),
    "a sampler and a setting that nobody knows": (
        "",
        said(
            header__spec__settings__sampler="moon", header__spec__settings__phase=0.5, header__explanation__bound="",
        ),
    ),
    "a schedule and a draw that nobody knows": (
        "", said(header__spec__settings__schedule="moon", header__spec__settings__draw="moon"),
    ),
    "a draw that is a number": ("header.spec.settings.draw", said(header__spec__settings__draw=1)),
    "a margin below nothing": ("favour_margin", said(header__spec__settings__favour_margin=-1)),
    "a setting beyond its bounds here": ("", said(header__spec__settings__t_max=10**6)),
    "no step at most": ("max_denoising_steps", said(header__spec__settings__max_denoising_steps=0)),
    "pins as text": ("header.spec.pins", said(header__spec__pins="3=4")),
    "a start that is a number": ("header.spec.start", said(header__spec__start=3)),
    "edits by name": ("header.spec.edits", said(header__spec__edits={"1": 2})),
    "a way to keep that nobody knows": ("", said(header__spec__keep="loved", header__spec__start=[4, 5])),
    "a way to steer that nobody knows": ("", said(header__spec__leaning={"left": 1}, header__spec__version=9)),
    "an order that nobody knows": ("", said(header__explanation={"order": "moon", "bound": "", "more": 1})),
    "a branch of a branch": ("", branched(*[{"parent": {"settings": {}}, "block": 2, "step": 0}] * 2)),
    "the largest numbers": ("", said(header__spec__a=[2**53 - 1, 1 - 2.0**53], header__spec__seed=2**53 - 1)),
    "numbers with a point": ("", said(
        version=3.0, header__canvas_length=2.0, header__spec__settings__max_new_tokens=4.0, header__spec__seed=1.0
    )),
    "a column that nobody knows": ("", lambda parts: parts.columns.update(surprise=np.zeros((3, 1)))),
    "a field that nobody knows": ("", said(header__surprise=[{}], surprise=1)),
    "escapes and markup": ("", said(
        text="\x1b[2J[red]", header__spec__model="[link=x]\x9b", tokens__4="\x1b]8;;x\x07"
    )),
    "quotes, colons and brackets in texts": ("", said(text='\\\\":{"a": 1, "a":[\\', tokens__4='\\"')),
    "infinite keys": ("", values("key", 0, -np.inf)),
    "a step without its key": ("", values("key", [0, 1], np.nan)),
}  # fmt: skip


def files() -> dict[str, tuple[str, bytes]]:
    """Name -> (what the sentence must have, the file)."""
    made, whole = {}, base()
    for name, (about, change) in CASES.items():
        parts = copy.deepcopy(whole)
        change(parts)
        made[name] = about, parts.packed()
    text = json.dumps(whole.meta)
    for name, about, depth in (("nested as deeply as allowed", "", 100), ("nested too deeply", NO_JSON, 101)):
        made[name] = about, whole.packed(text[:-1] + ', "more": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}")
    made["two million brackets"] = NO_JSON, whole.packed("[" * 2_000_000)
    made["two million lists"] = NO_JSON, whole.packed('{"format": [' + "[]," * 2_000_000 + "[]]}")
    made["a field twice"] = NO_JSON, whole.packed('{"text": "", ' + text[1:])
    made["a description that is null"] = "its format is not", whole.packed("null")
    made["a description that is no text"] = NO_PARTS, whole.packed(3)
    made["a giant column that nobody knows"] = (
        "unpacks to more than 64 MiB",
        Parts(whole.columns | {"surprise": np.zeros(64 << 20, "uint8")}, whole.meta).packed(),
    )
    packed = whole.packed()
    made["something behind the end"] = "damaged", packed + b"more"
    made["zeros behind the end"] = "damaged", packed + bytes(8)
    made["twice the file"] = "x.trace is", packed + packed
    raw = gzip.decompress(packed)
    made["a file in two members"] = "x.trace is", zipped(raw[:500]) + zipped(raw[500:])
    made["an empty member behind the end"] = "x.trace is", packed + zipped(b"")
    made["a file with its name in it"] = "", packed[:3] + b"\x08" + packed[4:10] + b"run.trace\0" + packed[10:]
    made["a file that is not compressed"] = "", gzip.compress(raw, 0, mtime=0)
    made["a column twice"] = NO_PARTS, rewritten(packed, lambda head: b'{"block": {}, ' + head[1:])
    made["a header in UTF-16"] = NO_PARTS, rewritten(packed, lambda head: head.decode().encode("utf-16-le"))
    made["a header with a byte order mark"] = NO_PARTS, rewritten(packed, lambda head: b"\xef\xbb\xbf" + head)
    made["a header with bytes that are no text"] = NO_PARTS, rewritten(packed, lambda head: head[:-1] + b', "\xff": 1}')
    made["a header longer than the file"] = NO_PARTS, zipped((2**40).to_bytes(8, "little") + raw[8:])
    without_steps(2)(whole)
    raw = gzip.decompress(whole.packed())
    made["a header one byte longer than the file"] = NO_PARTS, zipped((len(raw) - 7).to_bytes(8, "little") + raw[8:])
    return made


if __name__ == "__main__":
    for old in HERE.glob("*.trace"):
        old.unlink()
    made = files()
    for name, (_, packed) in made.items():
        (HERE / f"{name}.trace").write_bytes(packed)
    (HERE / "cases.json").write_text(json.dumps({name: about for name, (about, _) in made.items()}, indent=1) + "\n")
