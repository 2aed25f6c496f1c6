"""The limits of halls."""

from __future__ import annotations

from playground.service.limits import Limit

LIMITS = {
    "halls": Limit(
        unit="halls",
        private=64,
        public=32,
        help="How many halls, in which others follow a presenter's runs, may be open.",
        sentence="The server has as many halls open as it may ({limit:,}): try again later.",
        minimum=0,
    ),
    "visitor_halls": Limit(
        unit="halls",
        private=64,
        public=2,
        help="How many of these one visitor may have.",
        sentence="You have as many halls open as you may ({limit:,}): end one first.",
        minimum=0,
    ),
    "address_halls": Limit(
        unit="halls",
        private=64,
        public=8,
        help="How many of these one network address may have. A school is one address.",
        sentence="Your network has as many halls open as it may ({limit:,}): try again when one has ended.",
        minimum=0,
    ),
    "hall_watchers": Limit(
        unit="people",
        private=2_000,
        public=500,
        help="How many may watch in one hall. Whoever loses the connection keeps the seat for 90 seconds.",
        sentence="This hall is full: {limit:,} people watch in it, the most that may.",
    ),
    "address_seats": Limit(
        unit="people",
        private=2_000,
        public=500,
        help="How many of these one network address may have. A lecture hall is one address.",
        sentence="Your network has as many seats in this hall as it may ({limit:,}): wait for one to become free.",
    ),
    "address_codes": Limit(
        unit="tries a minute",
        private=60,
        public=60,
        help="How many wrong codes one network address may try in a hall that asks for one.",
        sentence="Your network has tried {limit:,} wrong codes within a minute, which is the limit here: wait a "
        "minute.",
    ),
    "hall_seconds": Limit(
        unit="seconds",
        private=14_400,
        public=1_800,
        help="A hall ends after its presenter has been away for this time.",
        sentence="A hall ends after its presenter has been away for {limit:,} seconds.",
        minimum=0,
    ),
}
