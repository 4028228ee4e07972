import re
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats import conllu, text
from murho.formats.join import Unpaired, join_answers, pair, paired, take_answers, with_ids_of

IDS = st.lists(st.integers(0, 40).map(str), unique=True)


def cases_of(ids: list[str], batch: int) -> Iterator[Cases]:
    for start in range(0, len(ids), batch):
        some = ids[start : start + batch]
        lines = range(start + 1, start + 1 + len(some))
        yield Cases(some, [f"say {i}" for i in some], [(i,) for i in some], path="cases", lines=lines)


def answers_of(ids: list[str], batch: int) -> Iterator[Answers]:
    for start in range(0, len(ids), batch):
        some = ids[start : start + batch]
        lines = range(start + 1, start + 1 + len(some))
        yield Answers(some, [(i,) for i in some], extras={"x": some}, path="answers", lines=lines)


@given(IDS, IDS, st.integers(1, 9), st.integers(1, 9), st.booleans(), st.sampled_from(["undefined", "skip"]))
def test_every_case_finds_its_answer(
    asked: list[str], said: list[str], size: int, other: int, ordered: bool, missing: Literal["undefined", "skip"]
) -> None:
    if ordered:
        said = [name for name in asked if name in said] + [name for name in said if name not in asked]
    counts, found = Unpaired(), dict[str, Any]()
    pairs = pair(cases_of(asked, size), answers_of(said, other), missing=missing, extra="ignore", counts=counts)
    if said and not set(asked) & set(said):
        with pytest.raises(InputError) as error:
            list(pairs)
        told = (
            f"answers:1: no answer belongs to a case, not even the first, {said[0]!r}; name the answers to these cases"
        )
        assert str(error.value) == told
        return
    for cases, answers in pairs:
        assert list(cases.ids) == list(answers.ids)
        assert [(f"say {name}", (name,)) for name in cases.ids] == list(
            zip(cases.expressions, cases.references, strict=True)
        )
        for i, name in enumerate(cases.ids):
            assert name not in found
            found[name] = answers.answers[i]
            assert answers.answers[i] is UNDEFINED or answers.extras["x"][i] == name
            if answers.answers[i] is UNDEFINED:
                assert answers.failures is not None
                assert answers.failures[i] == "missing"
    both = set(asked) & set(said)
    wanted = {name: (name,) for name in both}
    if missing == "undefined":
        wanted |= dict.fromkeys(set(asked) - both, UNDEFINED)
    assert found == wanted
    assert counts == Unpaired(len(asked) - len(both), len(said) - len(both))


@given(IDS, IDS, st.integers(1, 9))
def test_an_answer_without_a_case_is_an_error(asked: list[str], said: list[str], size: int) -> None:
    extra = [name for name in said if name not in asked]
    pairs = pair(cases_of(asked, size), answers_of(said, size))
    if not extra:
        assert sum(len(cases) for cases, _ in pairs) == len(asked)
        return
    with pytest.raises(InputError) as caught:
        list(pairs)
    first = said.index(extra[0]) + 1
    assert str(caught.value) == (
        f"answers:{first}: no case has the id {extra[0]!r} of this answer; "
        "correct the id, or have answers without a case ignored (extra=ignore)"
    )


def test_ids_that_occur_twice() -> None:
    with pytest.raises(InputError, match="answers:3: id '1' a second time"):
        list(pair(cases_of(["0", "1"], 2), answers_of(["1", "0", "1"], 3), extra="ignore"))


def test_files_in_one_order_are_passed_on_as_they_are() -> None:
    cases, answers = list(cases_of(list("abcd"), 2)), list(answers_of(list("abcd"), 2))
    assert all(one in cases and other in answers for one, other in pair(cases, answers))


def test_memory_stays_constant_in_one_order() -> None:
    def peak(n: int) -> int:
        ids = (str(i) for i in range(n))
        batches = [list(each) for each in zip(*[ids] * 500, strict=True)]
        asked = (Cases(each, each, [("long" * 50 + i,) for i in each]) for each in batches)
        said = (Answers(each[1:], [("long" * 50 + i,) for i in each[1:]]) for each in batches)
        tracemalloc.start()
        try:
            assert sum(len(cases) for cases, _ in pair(asked, said)) == n
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(100_000) < 2.5 * peak(10_000)


def test_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "said.txt").write_text("a\n\nb\n")
    (tmp_path / "heard.txt").write_text("a\nx\n")
    said, heard = tmp_path / "said.txt", tmp_path / "heard.txt"
    for missing in ("undefined", "skip"):
        with pytest.raises(InputError) as caught:
            list(pair(text.read_cases(said), text.read_answers(heard), missing=missing, extra="ignore", by_line=True))  # type: ignore[arg-type]
        assert str(caught.value) == (
            f"{heard}: 2 lines, where {said} has 3; a line is needed for each, a blank one for an empty text"
        )
    heard.write_text("a\nx\nb")
    ((cases, answers),) = pair(text.read_cases(said), text.read_answers(heard), by_line=True)
    assert (cases.expressions, answers.answers) == (["a", "", "b"], [("a",), ("x",), ("b",)])


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 7), st.integers(1, 7))
def test_line_by_line_whatever_the_batches(n: int, m: int, size: int, other: int) -> None:
    said = answers_of([f"other {i}" for i in range(m)], other)
    pairs = pair(cases_of([str(i) for i in range(n)], size), said, by_line=True)
    if n != m:
        with pytest.raises(InputError, match=f"{m} lines, where .* has {n}; "):
            list(pairs)
        return
    read = list(pairs)
    assert [name for cases, _ in read for name in cases.ids] == [str(i) for i in range(n)]
    assert [x for _, answers in read for x in answers.extras["x"]] == [f"other {i}" for i in range(n)]
    assert all(list(cases.ids) == list(answers.ids) for cases, answers in read)


def test_wrong_usage() -> None:
    with pytest.raises(UsageError, match="'undefined' or 'skip', not 'drop'"):
        pair([], [], missing="drop")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="'error' or 'ignore', not 'skip'"):
        pair([], [], extra="skip")  # type: ignore[arg-type]


def test_answers_taken_and_joined() -> None:
    one = Answers(["a", "b"], [("x",), UNDEFINED], seconds=[1.0, 2.0], lines=[1, 2])
    two = Answers(["c"], [()], failures=["died"], extras={"cost": [3]}, lines=[9])
    both = join_answers([one, two])
    assert both.answers == [("x",), UNDEFINED, ()]
    assert (both.seconds, both.failures, both.extras) == ([1, 2, None], [None, None, "died"], {"cost": [None, None, 3]})
    last = take_answers(both, [2, 0])
    assert (last.ids, last.answers, last.lines, last.extras) == (["c", "a"], [(), ("x",)], [9, 1], {"cost": [3, None]})


# Which sentences belong together, from files to pairs.


def write(path: Path, names: Sequence[str | None], form: str) -> Path:
    ids = (f"# sent_id = {name}\n" if name else "" for name in names)
    path.write_text("".join(f"{line}1\t{form}{i}\t_\t_\t_\t_\t0\troot\t_\t_\n\n" for i, line in enumerate(ids)))
    return path


@pytest.fixture
def pairs(tmp_path: Path):  # type: ignore[no-untyped-def]
    def found(ours: Sequence[str | None], theirs: Sequence[str | None], batch: int = 8192):  # type: ignore[no-untyped-def]
        counts = Unpaired()
        gold, said = write(tmp_path / "gold.conllu", ours, "a"), write(tmp_path / "said.conllu", theirs, "b")
        cases, answers = conllu.read_cases(gold, batch=batch), conllu.read_answers(said, batch=batch)
        found = {}
        for some, answered in paired(cases, answers, paths=(str(gold), str(said)), counts=counts):
            for name, answer in zip(some.ids, answered.answers, strict=True):
                found[name] = None if answer is UNDEFINED else conllu.parse(str(answer[0]))[0].words[0].form
        return found, counts

    return found


@pytest.mark.parametrize("batch", [1, 2, 8192])
@pytest.mark.parametrize(
    ("ours", "theirs", "found", "note"),
    [
        (["x", "y", "z"], ["z", "x", "y"], {"x": "b1", "y": "b2", "z": "b0"}, None),
        (["x", "y", "z"], ["z", "x"], {"x": "b1", "y": None, "z": "b0"}, None),
        (["1", "2", "3"], ["3", "1", "2"], {"1": "b1", "2": "b2", "3": "b0"}, None),
        (["x", "y"], [None, None], {"x": "b0", "y": "b1"}, "said.conllu has no sent_id"),
        ([None, None], ["y", "x"], {"1": "b0", "2": "b1"}, "gold.conllu has no sent_id"),
        ([None, None], [None, None], {"1": "b0", "2": "b1"}, "gold.conllu has no sent_id"),
        (["x", "y"], ["1", "2"], {"x": "b0", "y": "b1"}, "said.conllu are mere numbers"),
        (["1", "2"], ["x", "y"], {"1": "b0", "2": "b1"}, "gold.conllu are mere numbers"),
    ],
)
def test_by_id_or_in_order(pairs, batch, ours, theirs, found, note) -> None:  # type: ignore[no-untyped-def]
    answers, counts = pairs(ours, theirs, batch)
    assert answers == found
    assert counts.missing_answers == list(found.values()).count(None)
    assert [said.endswith(note or "nothing") for said in counts.notes] == ([True] if note else [])


def test_what_does_not_go_together(pairs, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=re.escape(f"{tmp_path}/said.conllu:4: no case has the id 'q' of this answer")):
        pairs(["x", "y"], ["x", "q"])
    gold, said = f"{tmp_path}/gold.conllu", f"{tmp_path}/said.conllu"
    with pytest.raises(InputError, match=re.escape(f"{said}: 1 sentences, where {gold} has 2; as many are needed")):
        pairs(["x", "y"], [None])
    with pytest.raises(InputError, match=re.escape(f"{said}:4: id 'x' a second time, first on line 1")):
        pairs(["x", "y"], ["x", "x"])


def test_recorded_answers_take_the_ids_of_the_cases(tmp_path: Path) -> None:
    gold, said = write(tmp_path / "gold.conllu", ["x", "y"], "a"), write(tmp_path / "said.conllu", ["1", "2"], "b")
    answers = with_ids_of(conllu.read_cases(gold, batch=1), conllu.read_answers(said))
    assert [(some.ids, some.extras) for some in answers] == [(["x"], {"sent_id": ["1"]}), (["y"], {"sent_id": ["2"]})]
    named = write(tmp_path / "named.conllu", ["y", "x"], "b")
    assert [some.ids for some in with_ids_of(conllu.read_cases(gold), conllu.read_answers(named))] == [["y", "x"]]
