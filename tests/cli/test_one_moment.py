"""What is read of a run that somebody writes to meanwhile is of one moment."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from murho.cli import status
from murho.core.case import Cases
from murho.core.errors import ChangedError
from murho.measures import measure
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import Terms, run
from murho.store import open_run
from murho.store.suite import Suite
from murho.systems.function import Function

CASES = Cases(
    [f"q{i}" for i in range(12)],
    [f"{i}" for i in range(12)],
    [("odd" if i % 2 else "even",) for i in range(12)],
    features={"third": ["a", "b", "c"] * 4},
)


def go(folder: Path, *, fails: bool, retry: bool = False) -> None:
    def answer(expression: str) -> str:
        if fails and int(expression) % 3 == 0:
            raise ConnectionError("down")
        return "even"

    run(iter([CASES]), Function(answer), folder, Plan([measure("labels"), measure("graded")]), Terms(retry=retry))


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A run with failures, and the same run when they were asked once more."""
    before = tmp_path_factory.mktemp("before") / "run"
    go(before, fails=True)
    after = tmp_path_factory.mktemp("after") / "run"
    shutil.copytree(before, after)
    go(after, fails=False, retry=True)
    return before, after


def becoming(folder: Path, moments: tuple[Path, Path], patch: pytest.MonkeyPatch, passing: int) -> list[int]:
    """Have the run in a folder asked once more when its suite is gone through for the time of this number."""
    shutil.copytree(moments[0], folder)
    passes = [0]
    batches = Suite.batches

    def counting(suite: Suite, size: int = 1) -> Iterator[Cases]:
        passes[0] += 1
        if passes[0] == passing:
            shutil.rmtree(folder)
            shutil.copytree(moments[1], folder)
        return batches(suite, size)

    patch.setattr(Suite, "batches", counting)
    return passes


def page(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The report, without where the run lies."""
    to = folder.parent / "page.html"
    assert status(["report", str(folder), "-o", str(to), "--title", "of one moment"]) == 0, capsys.readouterr().err
    return to.read_text(encoding="utf-8").replace(str(folder), "RUN")


def shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert status(["show", str(folder), "--by", "third", "--causes", "--profile", "third"]) == 0
    return capsys.readouterr().out


def compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The page of a comparison with the run as it was, which stays."""
    first = folder.parents[1] / "first"
    if not first.exists():
        shutil.copytree(folder.parents[1] / "before" / "run", first)
    to = folder.parent / "changes.html"
    assert status(["compare", str(first), str(folder), "--by", "third", "-o", str(to)]) == 0, capsys.readouterr().err
    # Long names have places where a line may break.
    return to.read_text(encoding="utf-8").replace("<wbr>", "").replace(str(folder), "RUN")


@pytest.mark.parametrize("read", [page, shown, compared])
def test_a_run_that_is_asked_again_while_it_is_read(
    read: Callable[..., str],
    moments: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    either = []
    for name, moment in zip(("before", "after"), moments, strict=True):
        shutil.copytree(moment, tmp_path / name / "run")
        either.append(read(tmp_path / name / "run", capsys))
    assert either[0] != either[1]
    passing, reached = 1, True
    while reached:
        folder = tmp_path / f"{passing}" / "run"
        with monkeypatch.context() as patch:
            passes = becoming(folder, moments, patch, passing)
            found = read(folder, capsys)
        reached = passes[0] >= passing
        assert found in either, f"mixed by a change at pass {passing}"
        passing *= 2
    assert passing > 4, "it was gone through several times"


def test_a_run_that_is_never_twice_the_same(
    moments: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, passes = tmp_path / "run", [0]
    shutil.copytree(moments[0], folder)
    batches = Suite.batches

    def replacing(suite: Suite, size: int = 1) -> Iterator[Cases]:
        passes[0] += 1
        shutil.rmtree(folder)
        shutil.copytree(moments[passes[0] % 2], folder)
        return batches(suite, size)

    monkeypatch.setattr(Suite, "batches", replacing)
    assert status(["report", str(folder), "-o", str(tmp_path / "page.html")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [f"{folder}: another murho writes to this run while it is read; do this again when that one is done"]
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("pattern", ["cases.parquet", "answers/part-*", "judgements/*/part-*"])
def test_a_file_that_is_only_touched_is_the_same(tmp_path: Path, moments: tuple[Path, Path], pattern: str) -> None:
    shutil.copytree(moments[0], tmp_path / "run")
    snapshot = open_run(tmp_path / "run").snapshot()
    first = next(snapshot.suite().batches())
    for file in (tmp_path / "run").glob(pattern):
        file.touch()
    assert list(first.ids) == CASES.ids
    assert list(snapshot.parts().between(0, 12)[1].ids) == CASES.ids
    judged = snapshot.judged("labels")
    rows = None if judged is None else judged.all()
    assert rows is not None
    assert len(rows) == 12


@pytest.mark.parametrize("look", ["suite", "cases", "answers"])
def test_a_run_that_is_begun_anew_is_no_damage(tmp_path: Path, moments: tuple[Path, Path], look: str) -> None:
    shutil.copytree(moments[0], tmp_path / "run")
    snapshot = open_run(tmp_path / "run").snapshot()
    few = Cases([f"z{i}" for i in range(3)], ["0", "1", "2"], [("even",)] * 3)
    run(
        iter([few]),
        Function(lambda expression: "even"),
        tmp_path / "run",
        Plan([measure("labels")]),
        Terms(overwrite=True),
    )
    with pytest.raises(ChangedError) as told:
        getattr(snapshot, look)()
    assert told.value.path == str(tmp_path / "run")
