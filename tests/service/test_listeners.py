"""Who listens to what."""

import threading

from playground.service.listeners import REMEMBERED, Listeners


def test_a_name_is_silent_from_when_its_last_listener_has_left():
    listeners = Listeners()
    assert listeners.silent("run") == float("inf")
    with listeners.listening("run"):
        with listeners.listening("run"):
            assert listeners.silent("run") == 0
        assert listeners.silent("run") == 0, "the other one is still there"
    assert 0 <= listeners.silent("run") < 60
    assert listeners.silent("another") == float("inf")


def test_who_waits_for_a_listener_is_woken_by_the_first():
    listeners, come = Listeners(), []
    assert not listeners.come("run", 0)
    waiting = threading.Thread(target=lambda: come.append(listeners.come("run", 60)))
    waiting.start()
    with listeners.listening("another"), listeners.listening("run"):
        waiting.join(30)
    assert come == [True]


def test_names_made_up_by_strangers_do_not_pile_up():
    listeners = Listeners()
    for number in range(REMEMBERED + 10):
        with listeners.listening(str(number)):
            pass
    assert len(listeners._left) == REMEMBERED and not listeners._here
    assert listeners.silent("0") == float("inf") and listeners.silent(str(REMEMBERED)) < 60
