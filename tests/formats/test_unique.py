from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers
from murho.core.errors import InputError
from murho.formats import unique as module
from murho.formats.unique import Hashes, unique


def batches(*lists: list[str]) -> Iterator[Answers]:
    line = 1
    for ids in lists:
        yield Answers(ids, [()] * len(ids), path="answers", lines=range(line, line + len(ids)))
        line += len(ids)


@given(st.lists(st.lists(st.text("ab", max_size=6), min_size=1, max_size=5)))
def test_the_first_repetition_is_named(tmp_path_factory: pytest.TempPathFactory, lists: list[list[str]]) -> None:
    path = tmp_path_factory.getbasetemp() / "regular file"
    path.touch()
    ids = [name for each in lists for name in each]
    again = next((i for i, name in enumerate(ids) if name in ids[:i]), None)
    if again is None:
        assert len(list(unique(lambda: batches(*lists), path))) == len(lists)
        return
    for place in (path, "-"):
        with pytest.raises(InputError) as caught:
            list(unique(lambda: batches(*lists), place))
        assert caught.value.line == again + 1
        first = ids.index(ids[again]) + 1
        assert caught.value.found == f"id {ids[again]!r} a second time, first on line {first}"


@given(st.lists(st.lists(st.text("ab", max_size=6), min_size=1, max_size=5)))
def test_the_first_repetition_is_named_that_is_far_away(
    tmp_path_factory: pytest.TempPathFactory, lists: list[list[str]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LARGEST", 8)
        patch.setattr(module, "_CHUNK", 8)
        test_the_first_repetition_is_named.hypothesis.inner_test(tmp_path_factory, lists)  # type: ignore[attr-defined]


def test_where_nothing_can_be_written_it_is_memory_that_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(module, "TemporaryFile", full)
    monkeypatch.setattr(module, "LARGEST", module._CHUNK)
    with closing(Hashes()) as seen:
        ids = [f"case-{i}" for i in range(50_000)]
        for start in range(0, len(ids), 5000):
            assert seen.add(ids[start : start + 5000]) == set()
        assert seen.add(ids[:3]) == set(ids[:3])
        assert seen.twins() == set()


def test_a_collision_is_no_repetition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "hash", len, raising=False)
    path = tmp_path / "file"
    path.touch()
    read = list(unique(lambda: batches(["aa", "b"], ["c", "dd", "e"]), path))
    assert [answers.ids for answers in read] == [["aa", "b"], ["c", "dd", "e"]]


def test_many_hashes_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    n, step = 400_000, 8192
    monkeypatch.setattr(module, "LARGEST", 1 << 17)
    with closing(Hashes()) as seen:
        for start in range(0, n, step):
            assert seen.add([f"case-{i}" for i in range(start, min(start + step, n))]) == set()
        assert seen.nbytes == 8 << 17
        late = [f"case-{i}" for i in range(0, n, 1000)]
        soon = seen.add(late)
        assert soon < set(late), "those that are in memory are told at once"
        assert soon
        assert seen.twins() == {hash(name) for name in set(late) - soon}


@given(st.lists(st.integers(-5, 200), unique=True, max_size=60), st.lists(st.integers(-5, 200), unique=True))
def test_insertion_tells_old_from_new(first: list[int], second: list[int]) -> None:
    table = np.zeros(256, np.int64)
    one, two = (np.array([i or 1000 for i in each], np.int64) for each in (first, second))
    assert module._insert(table, one) == []
    assert {int(two[i]) for i in module._insert(table, two)} == set(one.tolist()) & set(two.tolist())
