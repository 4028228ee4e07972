"""What building a suite found, as it is shown: the first of many, shares of all."""

import pytest

from murho.suites.building.schemas import Key, Realization
from murho.suites.building.survey import Link, Survey
from murho.views.suite_building import LISTED, LinkLine, RealizationLine, Share, link, surveyed


def test_the_first_of_many_are_listed() -> None:
    realizations = tuple(
        Realization(Key(f"subj#v#obj{i}" if i else "subj#v", "n#v", "active", "noun"), 20 - i, (20 - i) / 190, ())
        for i in range(15)
    )
    found = surveyed(Survey("xx", (), (), realizations))
    assert LISTED == 12
    assert len(found.realizations) == 12
    assert found.realizations[0] == RealizationLine("subj#v", "n#v", "active", "subj#v", 20 / 190, 20)
    assert (found.all_realizations, found.clauses) == (15, sum(20 - i for i in range(15)))
    assert found.shares["construction"] == (Share("active", 1.0, found.clauses),)
    assert found.shares["subject"] == (Share("noun", 1.0, found.clauses),)
    assert found.kept == len(Survey("xx", (), (), realizations).kept)
    assert found.coverage == pytest.approx(sum(20 - i for i in range(found.kept)) / found.clauses)


def test_links_without_their_relations() -> None:
    links = tuple(
        Link("v-n", deprel, 30 - i, None if i > 12 else 0.01, ()) for i in range(14) for deprel in ("", "obj")
    )
    found = surveyed(Survey("xx", (), links, ()))
    assert [line.count for line in found.links] == list(range(30, 18, -1))
    assert found.links[0] == LinkLine("v-n", "noun under main verb", 0.01, 30)
    assert (found.all_links, found.rare_links) == (14, 1)


def test_nothing_found() -> None:
    found = surveyed(Survey("xx", (), (), ()))
    assert (found.links, found.all_links, found.rare_links, found.clauses, found.kept) == ((), 0, 0, 0, 0)
    assert found.shares == {"construction": (), "subject": ()}


def test_a_link_is_read_from_the_parent() -> None:
    assert link("n-d", None, 2) == LinkLine("n-d", "determiner under noun", None, 2)
