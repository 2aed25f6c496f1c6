"""What confidence and margin keep at a step, on cases worked out by hand; `would-keep.test.ts` reads them too."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from zoo_helpers import accepted

from playground.engine.statistics import Statistics

CASES = json.loads(Path(__file__).with_name("would_keep.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_other_rules_would_keep(case):
    top = torch.tensor([case["probs"]])
    ids = torch.zeros(top.shape[:2], dtype=torch.int64)
    seen = Statistics(sampled=ids, argmax=ids, entropy=top[..., 0], top_ids=ids, top_probs=top, processed=top)
    known = {name: case[name] for name in ("step", "steps", "min_confidence") if name in case}
    (kept,) = accepted(case["sampler"], seen, **known)
    assert np.flatnonzero(kept).tolist() == case["kept"]
