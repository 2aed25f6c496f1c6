"""Stands for `playground.plugins.card.gpu.child`: parts that end well, hang or crash, by name."""

import os
import sys
import time
from pathlib import Path

from playground.plugins.card.gpu.child import write

HOW = dict(word.split("=") for word in os.environ["PARTS_END"].split())

for name in sys.argv[3:]:
    write(Path(sys.argv[1]), name, state="begun")
    how = HOW.get(name, "well")
    if how == "hangs":
        time.sleep(600)
    if how == "crashes":
        os.abort()
    write(
        Path(sys.argv[1]), name, check=name, verdict="fine", said=f"{name} <b>", figures={"ms": 1.0, "pid": os.getpid()}
    )
    write(Path(sys.argv[1]), name, state="done", seconds=0.1)
