"""What files were when they were seen: what is as it was is not read again, and what is another is."""

import json
import os
from pathlib import Path

import pytest

from murho.formats.digest import digest
from murho.store import Seen
from murho.store.seen import SEEN

OLD = 1_000_000_000 * 10**9


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text("one\n")
    os.utime(path, ns=(OLD, OLD))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    (folder / "answers").mkdir(parents=True)
    (folder / "answers" / "part-00000.parquet").write_bytes(b"1234")
    (folder / "run.json").write_text("{}")
    return folder


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if files had stood for a while when they are first seen: when an entry was changed nobody can set."""
    monkeypatch.setattr("murho.store.seen._TOO_NEW", 0)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were read for their digest."""
    found: list[str] = []
    monkeypatch.setattr("murho.store.seen.digest", lambda path: found.append(str(path)) or digest(path))
    return found


def seen_once(folder: Path, data: Path) -> str:
    seen = Seen(folder)
    found = seen.digest(str(data))
    seen.keep()
    return found


def test_what_is_as_it_was_is_not_read_again(folder: Path, data: Path, read: list[str]) -> None:
    assert seen_once(folder, data) == seen_once(folder, data) == digest(data)
    assert read == [str(data)]
    assert Seen(folder).is_whole()


def test_another_content_of_the_same_size_and_time_is_read(folder: Path, data: Path, read: list[str]) -> None:
    first = seen_once(folder, data)
    data.write_text("two\n")
    os.utime(data, ns=(OLD, OLD))
    assert seen_once(folder, data) == digest(data) != first
    assert len(read) == 2


def test_a_file_that_was_changed_just_now_is_read_again(
    folder: Path, data: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a coarse clock it may be changed once more without another time."""
    monkeypatch.setattr("murho.store.seen._TOO_NEW", 1 << 62)
    assert seen_once(folder, data) == seen_once(folder, data)
    assert len(read) == 2


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"files": 3, "run": []}', '{"files": {"cases.jsonl": [1]}}'])
def test_what_was_written_down_may_be_damaged(
    folder: Path, data: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data.parent)
    (folder / SEEN).write_text(damage)
    assert not Seen(folder).is_whole()
    assert Seen(folder).digest("cases.jsonl") == digest(data)


def test_a_run_is_whole_while_its_files_are_those_that_were_there(folder: Path) -> None:
    part = folder / "answers" / "part-00000.parquet"
    Seen(folder).keep()
    (folder / "run.json").write_text(json.dumps({"answered_before": 1}))  # which is read anyway
    (folder / "answers" / ".half.part").write_bytes(b"")
    assert Seen(folder).is_whole()
    status = part.stat()
    part.write_bytes(b"1235")
    os.utime(part, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not Seen(folder).is_whole()
    Seen(folder).keep()
    assert Seen(folder).is_whole()
    part.rename(part.with_name("part-00001.parquet"))
    assert not Seen(folder).is_whole()
    Seen(folder).keep()
    (folder / "judgements" / "labels").mkdir(parents=True)
    (folder / "judgements" / "labels" / "measure").write_text("labels")
    assert not Seen(folder).is_whole()
