"""Values as Python writes them in sentences and messages."""

import json
import random

from portable_golden.values import floats, marked, single

VALUES = [
    None, True, False, 0, -3, 2**53 - 1, 1e21, 12345678901234567890, 0.5, [], {}, [1, [None, "a"]],
    {"a": {"b": True}, "c": 2}, "", "plain", "it's", 'a "quote"', "it's a \"quote\"", "back\\slash",
    "tab\tline\nreturn\r", "\x00\x07\x1b\x7f\x85\xa0\xad", "\u200b\u202e\u2028\u3000\ufeff", "é漢😀",
    "\ud83d", "a\udfff", "\U000e0001", "\ue000", "\uffff", "\u0301",
]  # fmt: skip


def cases(model):
    rng = random.Random("floats")
    return {
        "repr": [{"value": marked(value), "text": repr(value)} for value in map(single, VALUES)],
        "floats": [
            {
                "value": marked(value),
                "repr": repr(value),
                "g": f"{value:g}",
                "g16": f"{value:,.16g}",
                "six": json.dumps(float(f"{value:.6g}")),
            }
            for value in floats(rng, 60)
        ],
        "strip": [{"text": text, "strip": text.strip(), "end": text.rstrip()} for text in spaced()],
        "sorted": sorted(["b", "", "a\U0001f600", "a\uffff", "a", "aa", "B", "\U0001f600", "\uffff"]),
    }


def spaced():
    """Each character that some language takes for a space, around a letter."""
    codes = [
        *range(33),
        0x7F,
        0x85,
        0xA0,
        0x1680,
        0x180E,
        *range(0x2000, 0x2010),
        0x2028,
        0x2029,
        0x202F,
        0x205F,
        0x3000,
        0xFEFF,
    ]
    return [f"{chr(code)}a{chr(code)}" for code in codes]
