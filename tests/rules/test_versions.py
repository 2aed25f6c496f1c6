"""The versions of the built-in samplers, which recorded runs and links name, stay as they are."""

from playground.rules.samplers import BUILT_IN, source_hash

VERSIONS = {
    "entropy-bound": "f12b7f717794",
    "confidence": "a984a3a6a4b7",
    "top-k": "e5e544baea3a",
    "margin": "42cda251771a",
    "lowest-entropy": "b8578eddfa3f",
    "klass": "9136f0b59b89",
    "random": "9bfbc9714ddc",
    "left-to-right": "2b18ae29d54e",
    "ancestral": "fe14f30221c9",
    "gibbs": "0dcc32acaf4a",
    "psi": "59677abb0a69",
}
"""Change one only if its rule decides otherwise than before."""


def test_built_in_samplers_have_the_versions_of_recorded_runs():
    assert {sampler.name: source_hash(sampler.name) for sampler in BUILT_IN} == VERSIONS
