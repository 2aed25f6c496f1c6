"""Makes README's moving picture of the first recorded run, in Chromium: `python assets/readme/make_picture.py`."""

import io
import sys
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from playground.bench.page import browser, free_port  # noqa: E402
from playground.service import EngineSlot, Service  # noqa: E402
from playground.ui.interface import build  # noqa: E402

WIDTH, HEIGHT = 1180, 800
STEP_MS, LAST_MS = 220, 2500


def main() -> None:
    served = build(Service(EngineSlot()))
    address = served.launch("127.0.0.1", free_port(), block=False, quiet=True)
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(address)
        page.wait_for_function("() => window.playground?.recording")
        steps = page.evaluate("() => window.playground.recording.frames.length")
        pictures = []
        for row in range(steps):
            page.evaluate("row => window.playground.move(row)", row)
            page.wait_for_timeout(60)
            pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    served.blocks.close()
    durations = [STEP_MS] * (steps - 1) + [LAST_MS]
    first, *others = pictures
    options = {"duration": durations, "loop": 0, "quality": 70, "method": 6}
    first.save(HERE / "playground.webp", save_all=True, append_images=others, **options)


if __name__ == "__main__":
    main()
