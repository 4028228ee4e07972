"""What is taken for what: sclite's own lists of test1, and the laws of the counts."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.measures import measure
from murho.measures.text.confusions import LISTS, Confusions
from murho.pipeline.aligning.alignment_counts import align_files
from murho.pipeline.sources import Pairing

TITLES = {
    "pairs": "CONFUSION PAIRS",
    "inserted": "INSERTIONS",
    "deleted": "DELETIONS",
    "substituted": "SUBSTITUTIONS",
    "falsely_recognised": "FALSELY RECOGNIZED",
}


def printed(report: str, title: str) -> list[tuple[tuple[str, ...], int]]:
    """A list of sclite's overall report, in its order."""
    part = report.split(f"{title} ", 1)[1].split("-------", 1)[0]
    lines = re.findall(r"^ *\d+: +(\d+)  ->  (.*)$", part, re.MULTILINE)
    return [(tuple(words.split(" ==> ")), int(count)) for count, words in lines]


@pytest.fixture(scope="module")
def found(data: Path) -> Confusions:
    counted = Confusions()
    files = (str(data / "sclite" / name) for name in ("csrnab.ref", "csrnab.hyp"))
    passing, _ = align_files(measure("words(costs='sclite')"), *files, Pairing("trn"))
    for one in passing:
        counted.add(one.steps)
    return counted


@pytest.mark.parametrize("name", LISTS)
def test_sclites_lists_entry_by_entry(found: Confusions, data: Path, name: str) -> None:
    report = (data / "sclite" / "test1.dtl").read_text()
    theirs = printed(report, TITLES[name])
    assert found.most(name) == theirs
    assert len(theirs) > 9


def test_sclites_totals(found: Confusions) -> None:
    assert (found.utterances, found.in_error, found.errors) == (51, 38, 169)
    assert found.counts == {"substitutions": 131, "deletions": 12, "insertions": 26, "hits": 1263, "units": 1406}


texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), min_size=1, max_size=6)


@given(texts, st.data())
def test_the_lists_add_up(said: list[str], draw: st.DataObject) -> None:
    heard = draw.draw(st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), min_size=len(said),
                               max_size=len(said)))  # fmt: skip
    how = measure("words")
    references, answers = [(text,) for text in said], [(text,) for text in heard]
    counted = Confusions()
    for steps in how.aligned(references, answers):
        counted.add(steps)
    judged = {name: int(column.sum()) for name, column in how.judge(references, answers).counts.items()}
    assert counted.counts == judged
    sums = {name: sum(counted.counted(name).values()) for name in LISTS}
    assert sums["pairs"] == sums["substituted"] == sums["falsely_recognised"] == judged["substitutions"]
    assert (sums["deleted"], sums["inserted"]) == (judged["deletions"], judged["insertions"])
    for name in LISTS:
        assert Counter(dict(counted.most(name))) == counted.counted(name)
        counts = [count for _, count in counted.most(name)]
        assert counts == sorted(counts, reverse=True)


def test_as_json_says_how_much_is_left_out() -> None:
    counted = Confusions()
    for steps in measure("words").aligned([("a b c",)], [("x y z",)]):
        counted.add(steps)
    pairs = counted.as_json(most=2)["pairs"]
    assert pairs == {
        "total": 3,
        "different": 3,
        "most": [
            {"reference": "a", "answer": "x", "count": 1},
            {"reference": "b", "answer": "y", "count": 1},
        ],
    }
