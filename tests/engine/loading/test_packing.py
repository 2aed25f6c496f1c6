"""Ways to hold weights in fewer bits, which plugins have."""

import pytest

import playground as pg
from playground.engine.loading import packing
from playground.engine.loading.expected import expect
from playground.engine.loading.faults import out_of_memory
from playground.engine.loading.packing import Packing, chosen, instead, packing_options, reader_of
from playground.errors import ModelError


class Tiny(Packing):
    option, name, help, bits = "pack", "tiny", "packs to 2 bits.", 2
    instead = ", which --pack tiny packs to 2 bits"


class Small(Tiny):
    name, help, instead = "small", "packs to 6 bits.", ""

    def check(self):
        raise ModelError("There is no room for it.")


class Stored(Packing):
    def reads(self, config):
        return config == {"quantization_config": "small"}


@pytest.fixture(autouse=True)
def there(monkeypatch):
    there = [Tiny(), Small(), Stored()]
    monkeypatch.setattr(packing, "packings", lambda: there)
    return there


def test_one_is_chosen_by_its_option_and_its_name_or_reads_the_config_that_it_knows(there):
    assert chosen({"pack": "tiny"}) is there[0] and chosen({"pack": None}) is chosen({}) is None
    with pytest.raises(ModelError, match=r"^pack is 'huge'; allowed is tiny, small\.$"):
        chosen({"pack": "huge"})
    with pytest.raises(ModelError, match="no room"):
        chosen({"pack": "small"})
    assert reader_of({"quantization_config": "small"}) is there[2] and reader_of({}) is None


@pytest.mark.parametrize("ask", [pg.load_model, expect])
def test_an_option_that_no_plugin_has_is_said(ask):
    with pytest.raises(ModelError, match=r"^squeeze is 'tiny', but no plugin here has this option\.$"):
        ask("embedded", squeeze="tiny")


def test_options_and_sentences_name_them_and_without_any_nothing_does(there):
    assert packing_options() == {"pack": "tiny packs to 2 bits. small packs to 6 bits."}
    assert out_of_memory().endswith("use all GPUs with --device auto, or --pack tiny, or --pack small.")
    assert instead() == "the same model in bfloat16 would load, which --pack tiny packs to 2 bits"
    there.clear()
    assert packing_options() == {} and instead() == "the same model in bfloat16 would load"
    assert out_of_memory() == "the GPU ran out of memory; use all GPUs with --device auto."
