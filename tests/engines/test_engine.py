"""Engines by what is typed, and what each of them promises."""

import importlib.util
from contextlib import contextmanager

import pytest

from murho.core.errors import MurhoError, UsageError
from murho.engines import SHELF, Engine, engine, kept
from murho.engines.dask import dask
from murho.engines.engine import Tell
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
        with kept.kept(name, lambda name=name: thing(name)) as held:  # type: ignore[misc]
            assert held == name
    assert told == ["a begins", "a ends", "b begins"]
    kept.put_away()
    assert told[-1] == "b ends"


def test_a_thing_that_cannot_begin_is_tried_again() -> None:
    @contextmanager
    def broken():  # type: ignore[no-untyped-def]
        raise UsageError("no model")
        yield

    for _ in range(2):
        with pytest.raises(UsageError, match="no model"), kept.kept("c", broken):
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
