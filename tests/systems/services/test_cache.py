"""Who asks first: claims on questions, of several that come to the same one."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from murho.core.case import Answers
from murho.core.errors import InputError, UsageError
from murho.systems import system
from murho.systems.services.cache import Cache, Claim

from .serving import Served, serving

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


@pytest.mark.parametrize(("timeout", "believed", "no_longer"), [(60.0, 599, 601), (3600.0, 3659, 3661)])
def test_nobody_is_believed_to_ask_for_ever(
    timeout: float, believed: int, no_longer: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    with Cache(str(tmp_path / "kept")) as cache:
        monkeypatch.setattr(time, "time", lambda: now)
        assert cache.claim(Claim("a", f"{os.getppid()} x", timeout))
        monkeypatch.setattr(time, "time", lambda: now + believed)
        assert not cache.claim(Claim("a"))
        monkeypatch.setattr(time, "time", lambda: now + no_longer)
        assert cache.claim(Claim("a"))


def test_cases_that_ask_the_same_pay_once(server: Served, ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "body.json").write_text('{"expression": "{{ expression }}"}')
    asked = system(f"{server.url}/ request={tmp_path}/body.json cache={tmp_path}/kept", workers=4)
    said = ask(asked, "slow 0.3", "slow 0.3", "half", "half", "slow 0.3")
    assert server.times == {"slow 0.3": 1, "half": 2}, "what cannot be read is not kept, and asked by each"
    assert said.extras["cached"].count(True) == 2
    assert [answer == ("SLOW 0.3",) for answer in said.answers] == [True, True, False, False, True]


def test_a_claim_is_renewed_before_each_attempt(ask: Ask, tmp_path: Path) -> None:
    since: list[float] = []

    async def busy_once(body: Any, request: Request, served: Served) -> Response:
        with closing(sqlite3.connect(tmp_path / "kept", isolation_level=None)) as kept:
            since.extend(kept.execute("SELECT since FROM claimed").fetchone())
            kept.execute("UPDATE claimed SET since = since - 590")  # so long did it wait
        return JSONResponse({"answer": "hours"}, 503 if len(since) == 1 else 200)

    with serving(busy_once) as served:
        assert ask(system(f"{served.url}/ cache={tmp_path}/kept"), "open?").answers == [("hours",)]
    assert len(since) == 2
    assert since[1] > since[0] - 590 / 2


def test_a_question_that_another_has_taken_over_is_not_asked_again(ask: Ask, tmp_path: Path) -> None:
    async def taken_over(body: Any, request: Request, served: Served) -> Response:
        with closing(sqlite3.connect(tmp_path / "kept", isolation_level=None)) as kept:
            kept.execute("UPDATE claimed SET by = ?", (f"{os.getppid()} x",))
            kept.execute("INSERT INTO replies SELECT asked, ?, 0.5 FROM claimed", ('{"answer": "theirs"}',))
        return Response("busy", 503)

    with serving(taken_over) as served:
        said = ask(system(f"{served.url}/ cache={tmp_path}/kept"), "open?")
    assert (said.answers, said.extras["cached"], len(served.asked)) == ([("theirs",)], [True], 1)


def test_a_claim_that_fails_says_why(tmp_path: Path) -> None:
    with Cache(str(tmp_path / "kept")) as cache, closing(sqlite3.connect(tmp_path / "kept")) as other:
        full = "CREATE TRIGGER full BEFORE INSERT ON claimed BEGIN SELECT RAISE({}, 'the disk is full'); END"
        for how in ("ROLLBACK", "ABORT"):  # SQLite leaves the transaction by itself, or does not
            other.execute(full.format(how))
            with pytest.raises(InputError, match="the disk is full"):
                cache.claim(Claim("a"))
            other.execute("DROP TRIGGER full")
        assert cache.claim(Claim("a"))


def test_a_service_that_cannot_be_asked_holds_no_cache(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", "sox://h")
    asked = system(f"http://h.example/ cache={tmp_path}/kept.db")
    with pytest.raises(UsageError, match="a proxy that cannot be used"):
        ask(asked, "open?")
    assert [file.name for file in tmp_path.iterdir()] == ["kept.db"], "no log that waits for who holds it"
