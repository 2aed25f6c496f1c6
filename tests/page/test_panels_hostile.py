"""Token texts that would break a page, in every panel; and messages and files that are damaged."""

import dataclasses
import itertools

from page_helpers import GOLDEN, draw_curve, go, open_detail, open_trace, rest

import playground as pg

HOSTILE = [
    "x" * 200,
    "漢" * 200,
    "\u200b\u200d\u2060\ufeff",
    "\u202eevil\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "<script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">",
    "${document.title = 'run'} {{x}} &lt;b&gt; </td></table>",
    "e" + "\u0301\u0300\u0316" * 60,
    "👩‍👩‍👧‍👦🇨🇭" * 20,
    "\n",
    "\t",
    "\\ \r\n\t'\"`",
    "\ud7ff\ufffd\x01\x07",
]  # fmt: skip


def with_tokens(texts):
    """The golden run of two blocks, its tokens' texts replaced in turn."""
    trace = pg.Trace.load(GOLDEN / "hostile.trace")
    return dataclasses.replace(trace, tokens=dict(zip(trace.tokens, itertools.cycle(texts), strict=False)))


def places_of_everything(page, row):
    """Opens each of the details in turn, at a step, and returns where all parts then are."""
    page.evaluate("playground.player.views.pinned = 1")
    go(page, row, 0)
    places = []
    for name in ("overview", "curve", "text", "blocks", "table"):
        open_detail(page, name)
        places.append(page.evaluate(PLACES))
    page.wait_for_function(
        "step => document.querySelector('.tdp-step-table caption').textContent.includes(step)",
        arg="step {}:".format(page.evaluate("playground.player.recording.frames[playground.player.step].step")),
    )
    return places


# Each within its part of the page: the sentence quotes tokens, so that on a phone it may take more lines.
PLACES = """() => [...document.querySelectorAll('.tdp-panel, .tdp-stage, .tdp-bar, .tdp-scroller')]
  .filter(place => place.checkVisibility()).map(place => {
  const part = place.parentElement.closest('.tdp-drawer, .tdp-tray, #playground').getBoundingClientRect();
  const {x, y, width, height} = place.getBoundingClientRect();
  return [x, y - part.y, width, height].map(Math.round).join(' '); })"""


def test_hostile_texts_move_nothing_and_run_nothing_in_any_panel(visit, address):
    page = visit(address, permissions=["clipboard-read", "clipboard-write"])
    draw_curve(page)
    open_trace(page, with_tokens(["a", "b"]).to_bytes(), "plain.trace")
    places_of_everything(page, 0)
    before = page.evaluate("document.querySelectorAll('script, img, b').length")
    title, places, trace = page.title(), {}, with_tokens(HOSTILE)
    for plain in (True, False):
        if not plain:
            open_trace(page, trace.to_bytes(), "hostile.trace")
        for width, row in ((375, 0), (1440, 11)):
            page.set_viewport_size({"width": width, "height": 1000})
            rest(page)
            here = places_of_everything(page, row)
            assert places.setdefault(row, here) == here, "a text moved something"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            here = page.evaluate(PLACES)
            for other in (1, 6, row):
                go(page, other, 0)
                assert page.evaluate(PLACES) == here, "a step moved something"
    assert page.evaluate("document.querySelectorAll('script, img, b').length") == before
    assert page.title() == title

    rows_heights = "[...new Set([...document.querySelectorAll('.tdp-scroller tbody tr')].map(tr => tr.offsetHeight))]"
    assert len(page.evaluate(rows_heights)) <= 2, "the lines of a table are of one height, whatever they hold"
    page.click("text=Copy as TSV")
    page.wait_for_selector(".tdp-copied:has-text('rows copied')")
    head, *lines = page.evaluate("navigator.clipboard.readText()").rstrip("\n").split("\n")
    assert head.split("\t") == ["position", "token", "probability", "entropy (nats)", "status"]
    assert [len(line.split("\t")) for line in lines] == [5] * trace.header.canvas_length
    assert [float(line.split("\t")[3]) for line in lines] == trace.columns["entropy"][11].tolist()
    copied = [line.split("\t")[1] for line in lines]
    escapes = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
    for shown_text, token in zip(copied, trace.columns["sampled_ids"][11].tolist(), strict=True):
        escaped = "".join(escapes.get(sign, sign) for sign in trace.tokens[token])
        assert shown_text == ("\\" + escaped if escaped.startswith(('"', "=", "+", "-", "@")) else escaped)
