"""Where things stand: cells in the canvas with their colours, and parts of the page in a frame or on a phone."""

from page_holds import CANVAS
from page_reader import drawn, rest

PHONE = {"width": 375, "height": 812}
# What a finger can press. A word within a sentence has its line, and the slider lies in a timeline that can be pressed.
TARGETS = """() => [...document.querySelectorAll(
    "#playground :is(button:not(.tdp-lit-words), select, input, textarea, summary, canvas[tabindex='0'])")]
  .filter((target) => target.checkVisibility({ visibilityProperty: true }))
  .map((target) => [target, (target.closest(".tdp-timeline, label") ?? target).getBoundingClientRect()])
  .map(([target, { width, height }]) => ({ name: target.ariaLabel || target.textContent, width, height }))"""
PLACES = """() => ['.tdp-header', '.tdp-field', '#generate', '.tdp-model', '[data-part=own_text]', '.tdp-cards-row',
  '.tdp-runs', '.tdp-toolbar', '.tdp-canvas', '.tdp-bar', '.tdp-caption', '.tdp-drawer', '.tdp-tray'].map((place) => {
    const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
    return [place, ...[x, y, width, height].map(Math.round)].join(' ');
  })"""
"""Of what the page holds, in whole pixels."""
BOXES = """places => places.map((place) => {
  const element = document.querySelector(place);
  const { x, y, right, bottom, width, height } = element.getBoundingClientRect();
  const seen = element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0;
  return { x, y, right, bottom, width, height,
           whole: seen && x >= 0 && y >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 }; })"""
CUT = """async step => {
  playground.player.move(step);
  if (step < 0) playground.player.seek(0);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const canvases = [...document.querySelectorAll('canvas.tdp-canvas')];
  const ordinary = (text) => /^\\p{L}{1,10}$/u.test(text.trim());
  return playground.player.views.lanes.all.concat(playground.player.views).flatMap(({ painter, recording }) => {
    if (!painter) return [];
    return [...painter.ids].flatMap((id, position) => {
      const token = recording.tokens.get(id) ?? '';
      if (painter.grid.boxes[position].width === 0 || !ordinary(token)) return [];
      const written = painter.letters.fitted;
      const { width, height } = painter.grid.boxes[position];
      const shown = [0, 1].flatMap((bold) => written.get(`${bold}${width} ${height} ${token}`)?.text ?? []);
      return shown.length > 0 && shown.every((text) => text.trim() === token.trim()) ? [] : [token];
    });
  });
}"""
"""The words of up to ten letters that a step shows, and that are not written as they are."""


def grid(page):
    """Where the cells are in the canvas: x, y, width and height of each."""
    return page.evaluate("playground.player.painter.grid.boxes.map(({x, y, width, height}) => [x, y, width, height])")


def cell_box(page, position):
    """Where a cell is in the window."""
    x, y, width, height = grid(page)[position]
    canvas = page.locator(CANVAS).first.bounding_box()
    return {"x": canvas["x"] + x, "y": canvas["y"] + y, "width": width, "height": height}


def middle_of(page, position):
    """The middle of a cell in the window, once all that was to be drawn is."""
    drawn(page)
    box = cell_box(page, position)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixels(page, selector, points):
    """The colours of a canvas at points, in pixels of the page from its corner."""
    return page.evaluate(
        """([selector, points]) => {
          const canvas = document.querySelector(selector), scale = devicePixelRatio;
          const blank = new OffscreenCanvas(canvas.width, canvas.height);
          const copy = blank.getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          return points.map(([x, y]) => [...copy.getImageData(x * scale, y * scale, 1, 1).data]);
        }""",
        [selector, points],
    )


def pixel(page, selector, position, dx, dy):
    """The colour at (dx, dy) from the corner of a position's box; negative: from the opposite corner."""
    x, y, width, height = grid(page)[position]
    return pixels(page, selector, [(x + dx + width * (dx < 0), y + dy + height * (dy < 0))])[0]


def colour(page, name):
    """What a colour of the style sheet, such as `--tdp-paper`, is on a canvas."""
    return page.evaluate(
        """name => {
          const context = new OffscreenCanvas(1, 1).getContext('2d');
          context.fillStyle = getComputedStyle(document.querySelector('canvas')).getPropertyValue(name);
          context.fillRect(0, 0, 1, 1);
          return [...context.getImageData(0, 0, 1, 1).data];
        }""",
        name,
    )


def boxes(page, *places):
    return page.evaluate(BOXES, places)


def size(width, height):
    return {"width": width, "height": height}


def resized(page, width, height):
    page.set_viewport_size(size(width, height))
    rest(page)
