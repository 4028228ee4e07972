"""Who gets which case, and what becomes of what a person says of it.

A case is wanted from one person, or from several where overlap is wanted; while as many have it open as are still
wanted, nobody else gets it. One that nobody has touched for half an hour is free again, and its draft is kept. The
order is drawn at random, the same for all; where cases were drawn with replacement it is an order of draws, in which a
case comes when it is drawn first, and where whole clusters were drawn it is one of clusters, whose cases come together.
"""

import json
import random
import sqlite3
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from murho.core.errors import InputError, UsageError
from murho.core.meaning import Meanings
from murho.evaluator.judgement import Judgement, conflicts
from murho.evaluator.people import NO_OVERLAP, OWNER, Overlap, Person
from murho.evaluator.storage import Storage

HELD_SECONDS = 1800.0
"""How long a case that is open on a page and not touched is kept from others."""
BETWEEN = 10
"""Judgements of one person that come at least between a case and its repetition."""
FIRST, AGAIN, RULING = 0, 1, 2
"""Rounds: a case as it is judged, once more by the same person, and by the owner where people differ."""


class Given(NamedTuple):
    """A case on somebody's page."""

    place: int
    round: int
    """`FIRST`, or `AGAIN` where the person is asked once more."""
    fields: Mapping[str, Sequence[str]]
    """What was typed so far."""


def begin(
    storage: Storage,
    suite: str,
    cases: Mapping[int, str],
    *,
    overlap: Overlap = NO_OVERLAP,
    repeats: float = 0.0,
    seed: int = 0,
    draws: Mapping[int, int] | None = None,
    clusters: Mapping[int, str] | None = None,
) -> None:
    """Make these cases, ids by their places, the ones to judge; those of before keep what they have.

    Also who is asked them, unless overlap, repeats or seed are others than the file knows (`about`).

    Args:
        storage: the file.
        suite: the digest of what was asked and answered in the run.
        cases: what is to be judged.
        overlap: how many people judge how many of them.
        repeats: the share that each person is asked twice.
        seed: of what is drawn.
        draws: of a sample with replacement how often each case of it was drawn, by place.
        clusters: of a sample of whole clusters, all of whose cases are judged, the cluster of each, by place.

    Raises:
        UsageError: a share outside [0, 1].
        InputError: the file is about other cases, or other answers.
    """
    if not 0 <= repeats <= 1:
        raise UsageError(f"repeats {repeats:g}; give a share between 0 and 1, such as 0.2")
    before = storage.about("suite")
    if before not in (None, suite):
        todo = (
            "--export what it holds as .jsonl, move the file away, and --import what still fits into a new evaluation"
        )
        raise InputError("is about other cases or answers than the run holds now", todo, path=str(storage.path))
    places = in_random_order(cases, seed)
    drawn = random.Random(f"overlap {seed}")
    by_several = set(drawn.sample(places, round(overlap.share * len(places))))
    again = set(drawn.sample(places, round(repeats * len(places))))
    # Who is asked what was drawn once: it is drawn anew only where something else is wanted, whatever murho drew it.
    of_before = {name: storage.about(name) for name in ("overlap", "repeats", "seed")}
    other_seed = of_before["seed"] is None or int(float(of_before["seed"])) != seed
    other_overlap = other_seed or of_before["overlap"] is None or Overlap.read(of_before["overlap"]) != overlap
    other_repeats = other_seed or of_before["repeats"] is None or float(of_before["repeats"]) != repeats
    with storage.writing() as rows:
        rows.execute("INSERT OR REPLACE INTO about VALUES ('suite', ?)", (suite,))
        first = rows.execute("SELECT coalesce(max(turn), -1) + 1 FROM cases").fetchone()[0]
        if draws and not first:  # what was begun in another order goes on in it
            by_draw = in_order_of_draws(draws, seed)
            places = [place for place in dict.fromkeys(by_draw) if place in cases]
            rows.execute("INSERT OR IGNORE INTO about VALUES ('draws', ?)", (json.dumps(by_draw),))
        elif clusters and not first:
            places = in_order_of_clusters({place: clusters[place] for place in sorted(cases)}, seed)
            rows.execute("INSERT OR IGNORE INTO about VALUES ('clusters', 'in order')")
        rows.executemany(
            "INSERT INTO cases (place, id, turn, wanted, repeated) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (place) DO UPDATE SET "
            f"wanted = {'excluded.' * other_overlap}wanted, repeated = {'excluded.' * other_repeats}repeated",
            [
                (place, cases[place], first + turn, overlap.people if place in by_several else 1, place in again)
                for turn, place in enumerate(places)
            ],
        )


def in_random_order(places: Iterable[int], seed: int) -> list[int]:
    """Places in an order of which each is as likely, also where the cases are a sample that was drawn by the same seed.

    >>> in_random_order([2, 5, 7], seed=1)
    [5, 2, 7]
    """
    order = sorted(places)
    random.Random(f"order {seed}").shuffle(order)
    return order


def in_order_of_draws(draws: Mapping[int, int], seed: int) -> list[int]:
    """Places, each as often as it was drawn, in an order in which these draws may have come, each as likely.

    >>> in_order_of_draws({4: 2, 7: 1}, seed=2)
    [4, 7, 4]
    """
    order = [place for place in sorted(draws) for _ in range(draws[place])]
    random.Random(f"draws {seed}").shuffle(order)
    return order


def in_order_of_clusters(clusters: Mapping[int, str], seed: int) -> list[int]:
    """Places, those of a cluster together; each order of clusters is as likely, however large they are.

    >>> in_order_of_clusters({0: "a", 1: "b", 2: "b", 3: "c"}, seed=5)
    [3, 1, 2, 0]
    """
    members: dict[str, list[int]] = {}
    for place, name in clusters.items():
        members.setdefault(name, []).append(place)
    order = list(members)
    random.Random(f"clusters {seed}").shuffle(order)
    return [place for name in order for place in members[name]]


def comes_in_clusters(storage: Storage) -> bool:
    """Whether the cases of a cluster come together."""
    return storage.about("clusters") is not None


def draws(storage: Storage) -> list[int] | None:
    """The places of a sample with replacement, draw by draw; None where cases come in another order."""
    kept = storage.about("draws")
    return None if kept is None else json.loads(kept)


def too_few(storage: Storage) -> str:
    """What to do where cases are wanted from more people than can enter; empty where there are enough."""
    people = storage.read(
        "SELECT count(DISTINCT person) FROM tokens JOIN people ON person = people.number "
        "WHERE NOT revoked AND NOT owner"
    )[0][0]
    cases, wanted = storage.read("SELECT count(*), max(wanted) FROM cases WHERE wanted > ?", people)[0]
    if not cases:
        return ""
    there = "1 person has a link" if people == 1 else f"{people} people have links"
    share = Overlap.read(storage.about("overlap") or "0").share
    todo = "0" if people < 2 else str(Overlap(share, people))
    return (
        f"{wanted} people are to judge {'the case' if cases == 1 else f'each of {cases:,} cases'}, and {there}: they "
        f"will not all be done; name {wanted} or more with --evaluators, or write --overlap {todo}"
    )


def next_case(storage: Storage, person: Person, now: float | None = None) -> Given | None:
    """The case that is on a person's page: the one that is open, or a new one; None where all is done."""
    now = time.time() if now is None else now
    with storage.writing() as rows:
        result = rows.execute(
            "SELECT place, round, fields FROM given WHERE person = ? AND open ORDER BY since LIMIT 1", (person.number,)
        ).fetchone()
        if result is not None:
            rows.execute(
                "UPDATE given SET active = ? WHERE place = ? AND person = ? AND round = ?",
                (now, result["place"], person.number, result["round"]),
            )
            return Given(result["place"], result["round"], json.loads(result["fields"] or "{}"))
        if has_stopped(storage):
            return None
        place, turn = _repeated(rows, person), 1
        if place is None:
            place, turn = _wanted(rows, person, now), 0
        if place is None:
            return None
        rows.execute(
            "INSERT INTO given (place, person, round, since, active) VALUES (:place, :person, :turn, :now, :now) "
            "ON CONFLICT DO UPDATE SET open = 1, active = :now, since = :now",
            {"place": place, "person": person.number, "turn": turn, "now": now},
        )
        typed = rows.execute(
            "SELECT fields FROM given WHERE place = ? AND person = ? AND round = ?", (place, person.number, turn)
        ).fetchone()[0]
        return Given(place, turn, json.loads(typed or "{}"))


def has_stopped(storage: Storage) -> bool:
    """Whether a rule found that enough was judged: then nobody gets a new case."""
    return storage.about("stopped") is not None


_SKIPPED = """
SELECT place FROM cases JOIN given AS mine USING (place)
WHERE judged < wanted AND mine.person = :me AND mine.round = 0 AND skipped IS NOT NULL AND {free}
ORDER BY skipped LIMIT 1
"""
_NEW = """
SELECT place FROM cases WHERE judged < wanted
AND NOT EXISTS (SELECT 1 FROM given WHERE given.place = cases.place AND person = :me AND round = 0 AND skipped NOTNULL)
AND {free} ORDER BY turn LIMIT 1
"""
_FREE = """
NOT EXISTS (
    SELECT 1 FROM judgements AS j WHERE j.place = cases.place AND j.person = :me AND round = 0 AND NOT taken_back
) AND wanted > judged + (
    SELECT count(*) FROM given AS g WHERE g.place = cases.place AND g.person <> :me AND g.round = 0 AND open
    AND active > :since AND active < :until
)
"""
"""The person has not judged it, and not as many as are still wanted have it open; nor would a clock that was set back
keep it from them until it is as late again."""


def _wanted(rows: sqlite3.Connection, person: Person, now: float) -> int | None:
    """The next case that is wanted from this person; skipped ones come last."""
    for asked in (_NEW, _SKIPPED):
        values = {"me": person.number, "since": now - HELD_SECONDS, "until": now + HELD_SECONDS}
        if (result := rows.execute(asked.format(free=_FREE), values).fetchone()) is not None:
            return int(result[0])
    return None


def _repeated(rows: sqlite3.Connection, person: Person) -> int | None:
    """A case that this person judged some time ago and is to be asked once more."""
    result = rows.execute(
        "SELECT j.place FROM judgements AS j JOIN cases USING (place) "
        "WHERE person = :me AND round = 0 AND NOT taken_back AND repeated "
        "AND NOT EXISTS (SELECT 1 FROM given WHERE place = j.place AND person = :me AND round = 1) "
        "AND (SELECT count(*) FROM judgements AS k WHERE k.person = :me AND k.number > j.number AND NOT taken_back) "
        ">= :between ORDER BY number LIMIT 1",
        {"me": person.number, "between": BETWEEN},
    ).fetchone()
    return None if result is None else int(result[0])


def has(storage: Storage, person: Person, place: int, turn: int) -> bool:
    """Whether this case has ever been on this person's page."""
    asked = "SELECT 1 FROM given WHERE place = ? AND person = ? AND round = ?"
    return bool(storage.read(asked, place, person.number, turn))


def keep_draft(storage: Storage, person: Person, place: int, turn: int, fields: Mapping[str, Sequence[str]]) -> bool:
    """Keep what was typed so far; returns whether the case is open on this person's page."""
    with storage.writing() as rows:
        changed = rows.execute(
            "UPDATE given SET fields = ?, active = ? WHERE place = ? AND person = ? AND round = ? AND open",
            (json.dumps(fields), time.time(), place, person.number, turn),
        )
        return changed.rowcount == 1


def keep(storage: Storage, person: Person, said: Judgement, fields: Mapping[str, Sequence[str]] | None = None) -> bool:
    """Keep a judgement of a case that this person was given; returns whether it is a new one.

    What is sent twice is kept once. It is on the disk when this returns.

    Raises:
        UsageError: the person was not given this case, or judged it on another page meanwhile, and otherwise.
    """
    turn, now = AGAIN if said.repeat else FIRST, time.time()
    with storage.writing() as rows:
        given = rows.execute(
            "SELECT since FROM given WHERE place = ? AND person = ? AND round = ?", (said.place, person.number, turn)
        ).fetchone()
        if given is None:
            raise UsageError(f"{person.name} was not given this case")
        if _written(rows, person, said, turn, max(0.0, now - given["since"]), now, fields) == 0:
            held = rows.execute(
                "SELECT verdict, reference, cause, comment FROM judgements "
                "WHERE place = ? AND person = ? AND round = ? AND NOT taken_back",
                (said.place, person.number, turn),
            ).fetchone()
            if tuple(held) != (said.verdict, _encoded(said.reference), said.cause, said.comment):
                raise UsageError(
                    "you judged this case already, on another page, and otherwise: that holds; "
                    "undo it there to say something else"
                )
            return False
        _close(rows, person, said.place, turn)
    return True


def keep_imported(storage: Storage, said: Sequence[tuple[Person, Judgement]]) -> int:
    """Keep judgements that were made elsewhere, all or none; returns how many are new. Rulings come last."""
    new = 0
    with storage.writing() as rows:
        for person, one in sorted(said, key=lambda kept: kept[1].ruling):
            if one.ruling:
                new += _rule_as(rows, person, one)
                continue
            new += _written(rows, person, one, int(one.repeat), one.seconds, time.time(), None)
            _close(rows, person, one.place, int(one.repeat))
    return new


def _written(
    rows: sqlite3.Connection,
    person: Person,
    said: Judgement,
    turn: int,
    seconds: float | None,
    now: float,
    fields: Mapping[str, Sequence[str]] | None,
) -> int:
    return rows.execute(
        "INSERT INTO judgements (place, person, round, verdict, reference, cause, comment, seconds, at, fields) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            said.place,
            person.number,
            turn,
            said.verdict,
            _encoded(said.reference),
            said.cause,
            said.comment,
            seconds,
            now,
            None if fields is None else json.dumps(fields),
        ),
    ).rowcount


def _encoded(reference: Meanings | None) -> str | None:
    return None if reference is None else json.dumps(reference, ensure_ascii=False)


def _close(rows: sqlite3.Connection, person: Person, place: int, turn: int) -> None:
    rows.execute(
        "UPDATE given SET open = 0, fields = NULL WHERE place = ? AND person = ? AND round = ?",
        (place, person.number, turn),
    )


def skip(storage: Storage, person: Person, place: int, turn: int) -> None:
    """Give a case back, for others; this person gets it again when nothing else is left. The draft is kept."""
    with storage.writing() as rows:
        rows.execute(
            "UPDATE given SET open = 0, skipped = ? WHERE place = ? AND person = ? AND round = ? AND open",
            (time.time(), place, person.number, turn),
        )


def undo(storage: Storage, person: Person) -> bool:
    """Take back this person's last judgement, which is on the page again as it was typed; returns whether there is one.

    A case that is open meanwhile goes back to the others.
    """
    with storage.writing() as rows:
        last = rows.execute(
            "SELECT number, place, round, fields FROM judgements WHERE person = ? AND NOT taken_back "
            "AND number NOT IN (SELECT judgement FROM adjudications) ORDER BY number DESC LIMIT 1",
            (person.number,),
        ).fetchone()
        if last is None:
            return False
        now = time.time()
        rows.execute("UPDATE judgements SET taken_back = 1 WHERE number = ?", (last["number"],))
        rows.execute("UPDATE given SET open = 0 WHERE person = ? AND open", (person.number,))
        rows.execute(
            "INSERT INTO given (place, person, round, since, active, fields) "
            "VALUES (:place, :person, :round, :now, :now, :fields) "
            "ON CONFLICT DO UPDATE SET open = 1, active = :now, since = :now, fields = :fields",
            {**{name: last[name] for name in ("place", "round", "fields")}, "person": person.number, "now": now},
        )
    return True


def judgements(storage: Storage, places: Collection[int] | None = None) -> list[Judgement]:
    """All judgements that hold, in the order in which they came; of these places alone, if they are given."""
    rows = storage.read(
        "SELECT j.place, id, name, verdict, reference, seconds, comment, cause, round FROM judgements AS j "
        "JOIN cases USING (place) JOIN people ON person = people.number "
        "WHERE NOT taken_back AND round <> ? ORDER BY j.number",
        RULING,
    )
    return [_judgement(row) for row in rows if places is None or row["place"] in places]


def _judgement(row: sqlite3.Row) -> Judgement:
    reference: Meanings | None = None if row["reference"] is None else tuple(json.loads(row["reference"]))
    return Judgement(
        row["place"],
        row["id"],
        row["name"],
        row["verdict"],
        reference,
        row["seconds"],
        row["comment"],
        row["cause"],
        row["round"] == AGAIN,
    )


class Progress(NamedTuple):
    """How far people are."""

    cases: int
    judged: int
    """Cases that as many as were wanted have judged."""
    mine: int
    """Judgements of the person who looks."""


def progress(storage: Storage, person: Person | None = None) -> Progress:
    """How far people are, and one of them."""
    row = storage.read(
        "SELECT count(*) AS cases, coalesce(sum(judged >= wanted), 0) AS judged, "
        "(SELECT count(*) FROM judgements WHERE person = ? AND NOT taken_back) AS mine FROM cases",
        -1 if person is None else person.number,
    )[0]
    return Progress(row["cases"], row["judged"], row["mine"])


def settle(storage: Storage, owner: Person, place: int, evaluator: str, comment: str = "") -> None:
    """Of several judgements of a case make that of this evaluator the one that holds.

    Raises:
        UsageError: there is none of this evaluator, or who settles it is not the owner.
    """
    _check_settles(owner)
    with storage.writing() as rows:
        found = rows.execute(
            "SELECT j.number FROM judgements AS j JOIN people ON person = people.number "
            "WHERE place = ? AND name = ? AND round = ? AND NOT taken_back",
            (place, evaluator, FIRST),
        ).fetchone()
        if found is None:
            raise UsageError("no such judgement")
        _make_hold(rows, owner, place, found[0], comment)


def rule(storage: Storage, owner: Person, said: Judgement) -> None:
    """Let what the owner says of a case hold, in the place of what people said.

    It is nobody's judgement otherwise: it counts in no agreement, and the case is wanted from people as before.

    Raises:
        UsageError: who says it is not the owner.
    """
    _check_settles(owner)
    with storage.writing() as rows:
        rows.execute(
            "UPDATE judgements SET taken_back = 1 WHERE place = ? AND person = ? AND round = ? AND NOT taken_back",
            (said.place, owner.number, RULING),
        )
        _written(rows, owner, said, RULING, None, time.time(), None)
        number = rows.execute("SELECT last_insert_rowid()").fetchone()[0]
        _close(rows, owner, said.place, RULING)
        _make_hold(rows, owner, said.place, number, said.comment)


def _rule_as(rows: sqlite3.Connection, owner: Person, said: Judgement) -> bool:
    """Let this hold: somebody's judgement that says it, or else the owner's own; returns whether it is new."""
    values = {"place": said.place, "verdict": said.verdict, "reference": _encoded(said.reference)}
    held = rows.execute("SELECT 1 FROM adjudications WHERE place = ?", (said.place,)).fetchone()
    if held is not None:
        return False
    found = rows.execute(
        "SELECT number FROM judgements WHERE place = :place AND verdict IS :verdict AND reference IS :reference "
        "AND round = 0 AND NOT taken_back ORDER BY number LIMIT 1",
        values,
    ).fetchone()
    if found is None:
        _written(rows, owner, said, RULING, None, time.time(), None)
        found = rows.execute("SELECT last_insert_rowid()").fetchone()
    _make_hold(rows, owner, said.place, found[0], said.comment)
    return True


def ruling(storage: Storage, owner: Person, place: int) -> Given:
    """What the owner typed so far of a case that is to be settled."""
    with storage.writing() as rows:
        rows.execute(
            "INSERT INTO given (place, person, round, since, active) VALUES (:place, :person, :round, :now, :now) "
            "ON CONFLICT DO UPDATE SET open = 1, active = :now",
            {"place": place, "person": owner.number, "round": RULING, "now": time.time()},
        )
        typed = rows.execute(
            "SELECT fields FROM given WHERE place = ? AND person = ? AND round = ?", (place, owner.number, RULING)
        ).fetchone()[0]
    return Given(place, RULING, json.loads(typed or "{}"))


def _check_settles(person: Person) -> None:
    if not person.owner:
        raise UsageError(f"{person.name} does not settle disagreements; the owner does")


def _make_hold(rows: sqlite3.Connection, owner: Person, place: int, judgement: int, comment: str) -> None:
    rows.execute(
        "INSERT OR REPLACE INTO adjudications VALUES (?, ?, ?, ?, ?)",
        (place, owner.number, judgement, comment, time.time()),
    )


def settled(storage: Storage) -> dict[int, Judgement]:
    """The judgement that holds, of each case that was settled, by its place: somebody's, or the owner's own.

    Only while people differ on the case: once they agree, what they say counts, and the ruling rests.
    """
    ruled = _ruled(storage)
    differed = {conflict.place for conflict in conflicts(judgements(storage, ruled), {})} if ruled else set()
    return {place: said for place, said in ruled.items() if place in differed}


def _ruled(storage: Storage) -> dict[int, Judgement]:
    rows = storage.read(
        "SELECT j.place, id, name, verdict, reference, seconds, j.comment, cause, round FROM adjudications AS a "
        "JOIN judgements AS j ON judgement = j.number JOIN cases ON j.place = cases.place "
        "JOIN people ON j.person = people.number"
    )
    return {row["place"]: _judgement(row) for row in rows}


def rulings(storage: Storage, *, resting: bool = False) -> list[Judgement]:
    """What the owner says holds, in the owner's name and with the owner's comment, by place; or what rests, too."""
    why = {row["place"]: row["comment"] for row in storage.read("SELECT place, comment FROM adjudications")}
    return [
        replace(said, evaluator=OWNER, seconds=None, comment=why[place], repeat=False, ruling=True)
        for place, said in sorted((_ruled(storage) if resting else settled(storage)).items())
    ]
