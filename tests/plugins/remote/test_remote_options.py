"""What `serve` is asked for, and what does not go with it."""

import pytest
from command_line import serves_not

from playground.plugins import remote


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--remote", "http://x/v1"], "--remote needs --model"),
        (["--remote", "x:8000", "--model", "a/b"], "--remote must be like http://127.0.0.1:8000/v1"),
        (["--remote", "http://me:pw@x/v1", "--model", "a/b"], "without a name or a password"),
        (["--remote", "http://x/v1", "--model", "m", "--public"], "say --remote-for-all too"),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_model_loads(arguments, sentence):
    assert sentence in serves_not(*arguments)


def test_the_key_comes_from_the_environment_and_no_model_of_ours_is_looked_for(monkeypatch):
    monkeypatch.setenv("PLAYGROUND_REMOTE_KEY", "secret")
    home = remote.home({"remote": "http://x/v1", "remote_top": 5}, "any name")
    assert home._server == {"url": "http://x/v1", "top": 5, "key": "secret"}
    home.check("any name")
