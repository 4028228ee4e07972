"""Who gets which case: nobody what another has open, but where two are wanted; nothing lost, nothing twice."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError, UsageError
from murho.evaluator import assigning, people
from murho.evaluator.evaluation import open_evaluation
from murho.evaluator.judgement import Judgement, agreement, conflicts, losses, meant
from murho.evaluator.people import Overlap, Person
from murho.evaluator.storage import FILE, Storage
from murho.store import Run


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / FILE)


def begin(storage: Storage, n: int = 10, **shares: Any) -> tuple[Person, Person]:
    assigning.begin(storage, "sha256:1", {place: f"q{place}" for place in range(n)}, **shares)
    return people.known(storage, "anna"), people.known(storage, "ben")


def say(storage: Storage, person: Person, verdict: str = "equal") -> int | None:
    """Judge the case on the page; returns its place."""
    given = assigning.next_case(storage, person)
    if given is None:
        return None
    said = Judgement(given.place, f"q{given.place}", person.name, verdict, repeat=bool(given.round))
    assert assigning.keep(storage, person, said)
    return given.place


def test_nobody_gets_what_another_has_open(storage: Storage) -> None:
    anna, ben = begin(storage)
    first, second = assigning.next_case(storage, anna), assigning.next_case(storage, ben)
    assert first is not None
    assert second is not None
    assert first.place != second.place
    assert assigning.next_case(storage, anna) == first  # until it is judged
    judged = [[say(storage, person) for person in (anna, ben)] for _ in range(5)]
    assert sorted(place for both in judged for place in both if place is not None) == list(range(10))
    assert assigning.next_case(storage, anna) is None


def test_overlap_gives_two_people_the_same_cases(storage: Storage) -> None:
    anna, ben = begin(storage, overlap=Overlap(0.3))
    mine = {say(storage, anna) for _ in range(10)}
    theirs = {place for _ in range(10) if (place := say(storage, ben)) is not None}
    assert mine == set(range(10))
    assert len(theirs) == 3
    assert assigning.progress(storage, ben) == (10, 10, 3)


def test_overlap_gives_a_case_to_as_many_as_are_wanted(storage: Storage) -> None:
    begin(storage, overlap=Overlap.read("0.4:3"))
    judges = [people.known(storage, name) for name in ("anna", "ben", "carl", "dora")]
    verdicts = ("equal", "some", "disjoint", "equal")
    for _ in range(10):
        for person, verdict in zip(judges, verdicts, strict=True):
            say(storage, person, verdict)
    said = assigning.judgements(storage)
    times = [sum(one.place == place for one in said) for place in range(10)]
    assert sorted(times) == [1] * 6 + [3] * 4
    assert agreement(said).cases == 4
    found = conflicts(said, {})
    assert [len({one.evaluator for one in conflict.judgements}) for conflict in found] == [3] * 4
    assigning.settle(storage, people.known(storage, people.OWNER), found[0].place, found[0].judgements[2].evaluator)
    assert len(conflicts(said, assigning.settled(storage))) == 3


def test_more_people_wanted_than_can_enter_is_told(storage: Storage) -> None:
    begin(storage, n=4, overlap=Overlap(0.5, 3))
    with storage.writing() as rows:
        rows.execute("INSERT INTO about VALUES ('overlap', '0.5:3')")
    for name in ("anna", "ben", people.OWNER):
        people.invite(storage, name)
    told = assigning.too_few(storage)
    assert told.startswith("3 people are to judge each of 2 cases, and 2 people have links")
    assert told.endswith("or write --overlap 0.5")
    people.revoke(storage, "ben")
    assert assigning.too_few(storage).endswith("name 3 or more with --evaluators, or write --overlap 0")
    for name in ("carl", "dora"):
        people.invite(storage, name)
    assert assigning.too_few(storage) == ""


def test_three_may_have_a_case_open_and_a_fourth_may_not(storage: Storage) -> None:
    begin(storage, n=1, overlap=Overlap.read("3"))
    given = [assigning.next_case(storage, people.known(storage, name)) for name in ("anna", "ben", "carl", "dora")]
    assert [one and one.place for one in given] == [0, 0, 0, None]


def test_a_case_left_open_is_free_after_a_while_and_its_work_is_kept(storage: Storage) -> None:
    anna, ben = begin(storage, n=1)
    given = assigning.next_case(storage, anna, now=1000.0)
    assert given is not None
    assert assigning.next_case(storage, ben, now=1000.0 + assigning.HELD_SECONDS - 1) is None
    assert assigning.next_case(storage, ben, now=1001.0 + assigning.HELD_SECONDS) is not None
    assert assigning.keep(storage, anna, Judgement(0, "q0", "anna", "equal"))
    assert assigning.keep(storage, ben, Judgement(0, "q0", "ben", "some"))
    assert [said.evaluator for said in assigning.judgements(storage)] == ["anna", "ben"]


def test_a_clock_that_is_set_back_keeps_no_case_and_no_time_below_0(storage: Storage) -> None:
    anna, ben = begin(storage, n=1)
    assert assigning.next_case(storage, anna, now=time.time() + 86400) is not None
    assert assigning.next_case(storage, ben) is not None  # it is not another's for a day
    assert assigning.keep(storage, anna, Judgement(0, "q0", "anna", "equal"))
    assert [one.seconds for one in assigning.judgements(storage)] == [0.0]


def test_what_is_sent_twice_is_kept_once_and_what_was_not_given_is_refused(storage: Storage) -> None:
    anna, ben = begin(storage)
    given = assigning.next_case(storage, anna)
    assert given is not None
    said = Judgement(given.place, f"q{given.place}", "anna", "equal")
    assert [assigning.keep(storage, anna, said) for _ in range(2)] == [True, False]
    with pytest.raises(UsageError, match="on another page, and otherwise"):
        assigning.keep(storage, anna, replace(said, verdict="some"))
    with pytest.raises(UsageError, match="not given"):
        assigning.keep(storage, ben, said)
    assert len(assigning.judgements(storage)) == 1


def test_undo_brings_back_what_was_typed(storage: Storage) -> None:
    anna, _ = begin(storage)
    given = assigning.next_case(storage, anna)
    assert given is not None
    said = Judgement(given.place, f"q{given.place}", "anna", "equal")
    assigning.keep(storage, anna, said, {"comment": ["hm"]})
    assigning.next_case(storage, anna)
    assert assigning.undo(storage, anna)
    assert assigning.next_case(storage, anna) == assigning.Given(given.place, 0, {"comment": ["hm"]})
    assert assigning.judgements(storage) == []
    assert not assigning.undo(storage, anna)


def test_a_skipped_case_comes_last_with_its_draft(storage: Storage) -> None:
    anna, ben = begin(storage, n=3)
    given = assigning.next_case(storage, anna)
    assert given is not None
    assert assigning.keep_draft(storage, anna, given.place, 0, {"comment": ["later"]})
    assigning.skip(storage, anna, given.place, 0)
    others = {say(storage, anna), say(storage, anna)}
    assert given.place not in others
    assert assigning.next_case(storage, anna) == assigning.Given(given.place, 0, {"comment": ["later"]})
    assigning.skip(storage, anna, given.place, 0)
    assert say(storage, ben) == given.place  # and may go to somebody else


def test_a_person_is_asked_twice_some_judgements_apart(storage: Storage) -> None:
    anna, _ = begin(storage, n=30, repeats=0.2)
    places = [place for _ in range(40) if (place := say(storage, anna)) is not None]
    twice = [place for place in set(places) if places.count(place) == 2]
    apart = [len(places) - 1 - places[::-1].index(place) - places.index(place) for place in twice]
    assert len(places) - len(set(places)) == sum(said.repeat for said in assigning.judgements(storage))
    assert 1 <= len(twice) <= 6
    assert min(apart) > assigning.BETWEEN
    assert assigning.progress(storage).judged == 30


def test_only_the_owner_settles(storage: Storage) -> None:
    anna, ben = begin(storage, n=1, overlap=Overlap(1.0))
    say(storage, anna)
    say(storage, ben, "some")
    with pytest.raises(UsageError, match="the owner does"):
        assigning.settle(storage, anna, 0, "anna")
    owner = people.known(storage, people.OWNER)
    assigning.settle(storage, owner, 0, "ben")
    assert assigning.settled(storage)[0].evaluator == "ben"
    with pytest.raises(UsageError, match="no such judgement"):
        assigning.settle(storage, owner, 0, "carl")


def test_what_the_owner_says_holds_and_is_nobodys_judgement(storage: Storage) -> None:
    anna, ben = begin(storage, n=1, overlap=Overlap(1.0))
    say(storage, anna)
    say(storage, ben, "some")
    owner = people.known(storage, people.OWNER)
    said = Judgement(0, "q0", "owner", "more", ("hours", "fees"))
    with pytest.raises(UsageError, match="the owner does"):
        assigning.rule(storage, anna, said)
    typed = {"side": ["own"], "verdict": ["overlap"]}
    assert assigning.ruling(storage, owner, 0).fields == {}
    assert assigning.keep_draft(storage, owner, 0, assigning.RULING, typed)
    assert assigning.ruling(storage, owner, 0).fields == typed
    assigning.rule(storage, owner, replace(said, verdict="overlap"))
    assigning.rule(storage, owner, said)  # the owner thinks again
    judged, settled = assigning.judgements(storage), assigning.settled(storage)
    assert [one.evaluator for one in judged] == ["anna", "ben"]
    assert settled == {0: said}
    assert (losses(judged, settled), conflicts(judged, settled)) == ({0: 0.4}, [])
    assert meant(judged, settled)[0].reference == ("hours", "fees")
    assert agreement(judged).percent == 0
    assert assigning.progress(storage).judged == 1


@pytest.mark.parametrize("by", ["what the owner wrote", "whom the owner chose"])
def test_what_settled_a_case_rests_while_nobody_differs(storage: Storage, by: str) -> None:
    anna, ben = begin(storage, n=1, overlap=Overlap(1.0))
    say(storage, anna)
    say(storage, ben, "some")
    owner = people.known(storage, people.OWNER)
    if by == "whom the owner chose":
        assigning.settle(storage, owner, 0, "anna")
    else:
        assigning.rule(storage, owner, Judgement(0, "q0", "owner", "more"))
    ruled = assigning.settled(storage)
    assert [*ruled] == [0]
    assert assigning.undo(storage, ben)  # what the owner said of the case pins no other judgement
    assert assigning.settled(storage) == {}
    say(storage, ben)
    judged, settled = assigning.judgements(storage), assigning.settled(storage)
    assert (settled, conflicts(judged, settled), losses(judged, settled)) == ({}, [], {0: 0.0})
    assert assigning.undo(storage, ben)
    say(storage, ben, "disjoint")  # they differ again
    assert assigning.settled(storage) == ruled


def test_another_suite_and_impossible_shares_are_refused(storage: Storage) -> None:
    begin(storage)
    with pytest.raises(InputError, match="other cases or answers"):
        assigning.begin(storage, "sha256:2", {0: "q0"})
    with pytest.raises(UsageError, match="between 0 and 1"):
        assigning.begin(storage, "sha256:1", {0: "q0"}, repeats=1.5)


@pytest.mark.parametrize("text", ["1.5", "-0.2", "0.2:1", "0.2:x", "2:3", "nan", ""])
def test_what_is_no_overlap_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"give a share as 0\.2, people as 3, or both as 0\.2:3"):
        Overlap.read(text)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database, but longer than a header of one would be " * 10)
    with pytest.raises(InputError, match="cannot be used"):
        Storage(tmp_path / FILE)


def test_tokens_are_not_in_the_file_and_can_be_revoked(storage: Storage) -> None:
    token = people.invite(storage, "anna")
    second = people.invite(storage, "anna")
    for file in storage.path.parent.iterdir():
        assert token.encode() not in file.read_bytes()
    assert [people.who(storage, one) is not None for one in (token, second)] == [True, True]
    assert people.revoke(storage, "anna") == 2
    assert [people.who(storage, one) for one in (token, second)] == [None, None]


def test_who_is_asked_what_stays_as_it_was_drawn_until_something_else_is_wanted(open_run: Callable[[int], Run]) -> None:
    """Whatever drew it: here rows as an older version may have drawn them, from other streams."""
    run = open_run(30)
    storage = open_evaluation(run, overlap="0.4", repeats=0.2).storage
    asked = "SELECT place, wanted, repeated FROM cases ORDER BY place"
    new = [tuple(row) for row in storage.read(asked)]
    with storage.writing() as rows:
        rows.execute("UPDATE cases SET wanted = 1 + (place < 12), repeated = place >= 24")
    old = [tuple(row) for row in storage.read(asked)]
    assert old != new
    assert [tuple(row) for row in open_evaluation(run).storage.read(asked)] == old
    again = open_evaluation(run, overlap="0.40", repeats=0.2, seed=0).storage
    assert [tuple(row) for row in again.read(asked)] == old
    more = [tuple(row) for row in open_evaluation(run, overlap="0.5").storage.read(asked)]
    assert sum(wanted == 2 for _, wanted, _ in more) == 15
    assert [repeated for *_, repeated in more] == [repeated for *_, repeated in old]
    other = [tuple(row) for row in open_evaluation(run, overlap="0.4", seed=1).storage.read(asked)]
    assert sum(wanted for _, wanted, _ in other) == 42
    assert [repeated for *_, repeated in other] != [repeated for *_, repeated in old]
