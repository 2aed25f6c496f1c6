"""The opening of a first visit: how a test holds it, lets it go on, and measures where it rests."""

HELD = """(() => {
  const held = new Map(), { setTimeout: later, clearTimeout: forget } = window;
  let number = 0;
  window.setTimeout = (act, wait, ...rest) => {
    if (!(wait >= 1000)) return later(act, wait, ...rest);
    held.set((number -= 1), { act, wait });
    return number; };
  window.clearTimeout = (number) => held.delete(number) || forget(number);
  window.goOn = (number = [...held.keys()]) => number.forEach((each) => {
    const { act } = held.get(each);
    held.delete(each);
    act(); });
  window.soonest = () => [...held.keys()].sort((one, other) => held.get(one).wait - held.get(other).wait).slice(0, 1);
})()"""
"""Keeps what waits long, until it is to go on."""
OPENS = "() => document.querySelector('#playground.tdp-opens .tdp-opening-now')"
RESTS = "() => document.querySelector('.tdp-opening-rest') && !document.querySelector('.tdp-opens')"
GO = "goOn()"
SAYS = ".tdp-opening-captions .tdp-opening-now"
"""What it says now."""
RESTING, SKIP = ".tdp-opening-rest", ".tdp-opening-foot button"
ENDS = """() => {
  const path = document.querySelector('.tdp-opening-line path[d]');
  if (path === null) return null;
  const [x, y, edge, bottom, end] = path.getAttribute('d').match(/[\\d.]+/g).map(Number);
  const box = playground.player.painter.grid.boxes[playground.player.views.chosen];
  const canvas = document.querySelector('.tdp-canvas').getBoundingClientRect();
  const head = document.querySelector('.tdp-opening-rest h2').getBoundingClientRect();
  return { cell: [x - canvas.left - box.x, y - canvas.top - box.y, box.height], edge: canvas.left - edge,
    sentence: [head.left - end, bottom - head.top, head.height], window: [head.bottom, innerHeight],
    above: canvas.top + box.y + box.height <= (document.elementFromPoint(head.left, head.top)
      .closest('.tdp-drawer')?.getBoundingClientRect().top ?? Infinity) }; }"""
"""Where the line begins and ends, once it is drawn."""


def soon_at_rest(page):
    """Lets the opening, which is held at its noise, play to where it rests, faster than a reader could follow."""
    page.wait_for_function(OPENS)
    page.evaluate(f"{GO}; playground.player.clock.speed = 16")
    page.wait_for_function(RESTS)
