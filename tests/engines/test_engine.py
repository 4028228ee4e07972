"""Engines by what is typed, and what each of them promises."""

import importlib.util
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import MurhoError, UsageError
from murho.engines import SHELF, Engine, Tree, engine
from murho.engines.dask import dask
from murho.engines.engine import Tell, kept, put_away
from murho.engines.local import local


def test_engines_are_found_by_what_is_typed() -> None:
    assert repr(engine("dask(processes=2, patience=60)")) == "dask(processes=2, patience=60)"
    assert engine("dask", scheduler="tcp://a:1") == dask(scheduler="tcp://a:1")
    assert engine("local").here
    assert not engine("dask").here
    assert [record.name for record in SHELF.all()] == ["dask", "local"]


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        ("dusk", {}, "no engine 'dusk'; did you mean dask"),
        ("local", {"scheduler": "tcp://a:1"}, "scheduler: the engine local has no such option"),
        ("dask(processes=-1)", {}, "processes and patience are 0 or more"),
        ("json:loads", {}, "is not an engine|is no engine|json:loads"),
    ],
)
def test_what_is_no_engine_is_refused(text: str, more: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        engine(text, **more)


def fails(number: int, tell: Tell) -> int:
    tell(number * 10)
    if number == 2:
        raise MurhoError("two is too many")
    return number


def test_this_process_does_one_partition_after_the_other() -> None:
    heard: list[tuple[int, int]] = []
    with local().open() as running:
        assert running.address is None
        found = running.map(fails, iter([0, 1, 2, 3]), lambda index, told: heard.append((index, told)))
        assert [next(found), next(found)] == [(0, 0), (1, 1)]
        with pytest.raises(MurhoError, match="two is too many"):
            next(found)
    assert heard == [(0, 0), (1, 10), (2, 20)]


def test_what_is_kept_is_made_once_and_ends_before_another_begins() -> None:
    told = []

    @contextmanager
    def thing(name: str):  # type: ignore[no-untyped-def]
        told.append(f"{name} begins")
        yield name
        told.append(f"{name} ends")

    for name in ("a", "a", "b"):
        with kept(name, lambda name=name: thing(name)) as held:  # type: ignore[misc]
            assert held == name
    assert told == ["a begins", "a ends", "b begins"]
    put_away()
    assert told[-1] == "b ends"


def test_a_thing_that_cannot_begin_is_tried_again() -> None:
    @contextmanager
    def broken():  # type: ignore[no-untyped-def]
        raise UsageError("no model")
        yield

    for _ in range(2):
        with pytest.raises(UsageError, match="no model"), kept("c", broken):
            pass


def test_without_dask_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def without(name: str, *more: object, **named: object) -> object:
        if name.partition(".")[0] in ("dask", "distributed"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(__import__("sys").modules, "murho.engines.dask_cluster", raising=False)
    with pytest.raises(UsageError, match=r"^the engine dask lacks dask; install it with: pip install 'murho\[dask\]'$"):
        dask().open().__enter__()


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs Dask")
def test_an_address_without_a_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import murho.engines.dask_cluster as cluster

    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    with (
        pytest.raises(MurhoError, match=r"^no scheduler at tcp://127.0.0.1:9 \(.*\); check the address"),
        dask(scheduler="tcp://127.0.0.1:9").open(),
    ):
        pass


def test_a_class_of_ones_own_is_an_engine() -> None:
    assert isinstance(engine("murho.engines.local:local"), Engine)


# Results added up in a fixed tree are what they are in one row, in whatever order they come.


@given(st.integers(0, 70).flatmap(lambda size: st.permutations(range(size))), st.integers(2, 9))
def test_every_leaf_is_there_once_and_in_order(order: list[int], wide: int) -> None:
    tree: Tree[list[int]] = Tree(lambda left, right: left + right, wide)
    for index in order:
        tree.add(index, [index])
    assert tree.whole() == (sorted(order) or None)


@given(st.integers(1, 40).flatmap(lambda size: st.permutations(range(size))), st.integers(2, 9))
def test_the_tree_does_not_depend_on_the_order(order: list[int], wide: int) -> None:
    shapes = []
    for leaves in (order, sorted(order)):
        tree: Tree[str] = Tree(lambda left, right: f"({left} {right})", wide)
        for index in leaves:
            tree.add(index, str(index))
        shapes.append(tree.whole())
    assert shapes[0] == shapes[1]


def test_few_are_held_where_they_come_in_order_and_each_is_paid_for_once_a_level() -> None:
    paid = 0

    def add(left: list[int], right: list[int]) -> list[int]:
        nonlocal paid
        paid += len(right)
        left += right
        return left

    tree: Tree[list[int]] = Tree(add, 10)
    for index in range(1000):
        tree.add(index, [index])
        assert len(tree) <= 3
    assert tree.whole() == list(range(1000))
    assert tree.whole() == list(range(1000)), "it can be read again"
    assert paid == 1000 - 100 + 1000 - 100 + 1000 - 100  # of ten neighbours nine are on the right
