"""What workers of an engine leave becomes a part, once it can be seen."""

import threading
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.store.staging import adopt

DIGEST = "sha256:0123456789abcdef" + "0" * 48


def test_a_file_that_is_seen_late_is_waited_for(tmp_path: Path) -> None:
    written = tmp_path / "partition-0-a.parquet"
    late = threading.Timer(0.3, lambda: written.write_bytes(b"rows"))
    late.start()
    adopt(written, DIGEST, 7)
    late.join()
    assert [file.name for file in tmp_path.iterdir()] == ["part-00007-0123456789abcdef.parquet"]


def test_one_that_never_comes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("murho.store.staging._SEEN_WITHIN", 0)
    with pytest.raises(InputError, match="a worker wrote it, and it is not here; let all workers share the folder"):
        adopt(tmp_path / "partition-0-a.parquet", DIGEST, 7)
