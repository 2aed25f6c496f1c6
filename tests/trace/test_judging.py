"""The verdict on a text: of the first judge of the plugins that knows its prompt, and none where none does."""

from types import SimpleNamespace

import pytest

from playground.trace import Verdict, judging
from playground.trace.judging import verdict_of

RIGHT = Verdict(task="a", right=True, sentence="well", rule=1)
WRONG = Verdict(task="b", right=False, sentence="no", rule=2)


@pytest.fixture
def judged_by(monkeypatch):
    """The plugins have these judges, a list each."""

    def those(*judges):
        monkeypatch.setattr(judging, "plugins", lambda: SimpleNamespace(each=lambda name: [*judges]))

    return those


def test_the_first_judge_that_knows_the_prompt_gives_the_verdict(judged_by, caplog):
    read = []

    def ignorant(prompt, text):
        read.append((prompt, text))

    judged_by([ignorant, lambda *_: WRONG], [lambda *_: RIGHT])
    assert verdict_of("a prompt", "a text") == WRONG and read == [("a prompt", "a text")]
    judged_by([ignorant], [lambda *_: RIGHT])
    assert verdict_of("", "") == RIGHT
    judged_by([ignorant])
    assert verdict_of("", "") is None
    judged_by([lambda *_: 1 // 0], [lambda *_: RIGHT])
    assert verdict_of("", "") == RIGHT, "a mistake in a judge costs no run"
    assert "a text could not be judged" in caplog.text
