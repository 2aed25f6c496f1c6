"""Makes README's moving picture of the first recorded run, in Chromium: `python assets/readme/make_picture.py`."""

import io
import sys
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from playground.export.chromium import browser  # noqa: E402
from playground.server.interface import build  # noqa: E402
from playground.service import EngineSlot, Service  # noqa: E402
from workshop.bench.page import KNOWN, free_port  # noqa: E402

WIDTH, HEIGHT = 1280, 720
HALF_MS, LINGERING_MS, LAST_MS = 260, 700, 3000


def main() -> None:
    served = build(Service(EngineSlot()))
    address = served.launch("127.0.0.1", free_port(), block=False, quiet=True)
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.add_init_script(KNOWN)
        page.goto(address)
        page.wait_for_selector("#model-state[data-state=ready]")
        page.wait_for_function("() => window.playground.player.painter.ids.length > 0")
        pictures, durations = [], []
        for moment in range(page.evaluate("() => playground.player.recording.moments.length")):
            for share in (0.25, 0.75):  # what is drawn, then what is kept
                lingers = page.evaluate(
                    """([moment, share]) => new Promise(done => {
                         const { player } = playground;
                         player.fresh = false;
                         player.addEventListener('paint', () => {
                           player.views.paint(player.recording.moments[moment], share);
                           done(player.clock.lingers(moment));
                         }, { once: true });
                         player.seek(moment); })""",
                    [moment, share],
                )
                page.wait_for_timeout(350)  # the dissolving ends
                pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
                durations.append(LINGERING_MS if lingers else HALF_MS)
    served.blocks.close()
    durations[-1] = LAST_MS
    first, *others = pictures
    options = {"duration": durations, "loop": 0, "quality": 60, "method": 6}
    first.save(HERE / "playground.webp", save_all=True, append_images=others, **options)


if __name__ == "__main__":
    main()
