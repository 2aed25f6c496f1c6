"""The held-out split of stories, words, functions and small kinds of tasks, by a hash of what each is."""

import hashlib

HELD_OUT_ONE_IN = 20


def is_held_out(key: str, one_in: int = HELD_OUT_ONE_IN) -> bool:
    """True for one key in `one_in`. Training never sees it."""
    digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % one_in == 0
