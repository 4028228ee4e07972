"""Who asks first: claims on questions, of several that come to the same one."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers
from murho.systems import system
from murho.systems.services.cache import Cache, Claim

from .serving import Served

Ask = Callable[..., Answers]


def test_a_claim_ends_with_who_made_it(tmp_path: Path) -> None:
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    with Cache(str(tmp_path / "kept")) as cache, Cache(str(tmp_path / "kept")) as other:
        mine = Claim("a")
        assert cache.claim(mine)
        assert cache.claim(mine), "claimed already"
        assert not other.claim(Claim("a"))
        assert other.claim(Claim("b"))
        other.give_up(Claim("a"))
        assert not other.claim(Claim("a")), "somebody else's is not given up"
        cache.give_up(mine)
        assert other.claim(Claim("a", f"{ended.pid} x")), "of a process that is gone"
        assert cache.claim(mine)


def test_nobody_is_believed_to_ask_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Cache(str(tmp_path / "kept")) as cache:
        assert cache.claim(Claim("a", f"{os.getppid()} x"))
        assert not cache.claim(Claim("a"))
        later = time.time() + 601
        monkeypatch.setattr(time, "time", lambda: later)
        assert cache.claim(Claim("a"))


def test_cases_that_ask_the_same_pay_once(server: Served, ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "body.json").write_text('{"expression": "{{ expression }}"}')
    asked = system(f"{server.url}/ request={tmp_path}/body.json cache={tmp_path}/kept", workers=4)
    said = ask(asked, "slow 0.3", "slow 0.3", "half", "half", "slow 0.3")
    assert server.times == {"slow 0.3": 1, "half": 2}, "what cannot be read is not kept, and asked by each"
    assert said.extras["cached"].count(True) == 2
    assert [answer == ("SLOW 0.3",) for answer in said.answers] == [True, True, False, False, True]
