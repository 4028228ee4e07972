import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from murho.core.errors import MurhoError
from murho.formats.saving import OutputError, writing


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_appears_when_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with writing(path) as file:
        file.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert files(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.txt.zst"])
@pytest.mark.parametrize("interruption", [KeyboardInterrupt, ValueError])
def test_an_interruption_leaves_the_old_file(tmp_path: Path, name: str, interruption: type[BaseException]) -> None:
    (tmp_path / name).write_bytes(b"old")
    with pytest.raises(interruption), writing(tmp_path / name) as file:  # noqa: PT012
        file.write(b"half of the new")
        raise interruption
    assert files(tmp_path) == [name]
    assert (tmp_path / name).read_bytes() == b"old"


def test_rights_follow_the_umask(tmp_path: Path) -> None:
    with writing(tmp_path / "a.txt") as file:
        file.write(b"")
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o666 & ~umask


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_bytes(b"old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with writing(tmp_path / "link.txt") as file:
        file.write(b"new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"


def test_equal_content_gives_equal_bytes(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with writing(tmp_path / name) as file:
            file.write(b"content")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("wrong", ["folder", "absent/a.txt", "file/a.txt"])
def test_places_that_cannot_be_written(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    todo = {
        "folder": "this is a folder; name a file, not a folder",
        "absent/a.txt": "cannot be written (No such file or directory); make the folder first",
        "file/a.txt": "cannot be written (Not a directory); name a place inside a folder",
    }
    with pytest.raises(OutputError) as caught, writing(tmp_path / wrong):
        pass
    assert str(caught.value) == f"{tmp_path / wrong}: {todo[wrong]}"
    assert isinstance(caught.value, MurhoError)
    assert caught.value.exit_status == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("size", [10, 10_000_000])
def test_a_full_device(size: int) -> None:
    wanted = r"/dev/full: cannot be written \(No space left on device\); free some space"
    with pytest.raises(OutputError, match=wanted), writing("/dev/full") as file:
        file.write(b"x" * size)


LIMITED = """
import resource, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
import numpy as np
from murho.core.case import Answers
from murho.core.errors import MurhoError
from murho.formats import by_name
rng = np.random.default_rng(0)
def batches():
    for start in range(0, 1_000_000, 8192):
        ids = [f"{i}-{j}" for i, j in zip(range(start, start + 8192), rng.integers(0, 1 << 60, 8192))]
        yield Answers(ids, [(name,) for name in ids])
try:
    by_name(sys.argv[1]).write_answers(sys.argv[2], batches())
except MurhoError as error:
    print(error)
"""


@pytest.mark.parametrize(("format_", "suffix"), [("jsonl", ""), ("jsonl", ".gz"), ("jsonl", ".zst"), ("parquet", "")])
def test_the_disk_says_no_in_the_middle(tmp_path: Path, format_: str, suffix: str) -> None:
    """A limit on the size of files is the full disk that a test can have for itself."""
    path = tmp_path / f"answers.{format_}{suffix}"
    command = [sys.executable, "-c", LIMITED, format_, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    reason = os.strerror(errno.EFBIG)
    todo = "raise the limit on the size of files, or write elsewhere"
    assert done.stdout == f"{path}: cannot be written ({reason}); {todo}\n"
    assert done.stderr == ""
    assert files(tmp_path) == []


def test_without_the_right(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    me = os.geteuid()
    try:
        if me == 0:
            os.seteuid(65534)  # root may write everywhere, nobody may not
        with pytest.raises(OutputError, match="name a place that you may write to"), writing(tmp_path / "a.txt"):
            pass
    finally:
        os.seteuid(me)


def test_other_errors_are_not_ours(tmp_path: Path) -> None:
    """An OSError of whoever makes the content, such as a system that cannot be reached, is not about the file."""
    with pytest.raises(ConnectionRefusedError), writing(tmp_path / "a.txt"):
        raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")
    with pytest.raises(FileNotFoundError), writing(tmp_path / "a.txt"):
        open(tmp_path / "input that is not there")  # noqa: SIM115


def test_standard_output() -> None:
    code = "from murho.formats.saving import writing\nwith writing('-') as file: file.write(b'out')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"out"
