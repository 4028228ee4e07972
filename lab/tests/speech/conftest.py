"""What the tests of speech share: a folder for what is kept, and programs without which they are skipped, visibly."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest

HUMAN = Path("/usr/share/pocketsphinx/test/data")
"""Debian's pocketsphinx-testdata."""


@pytest.fixture(scope="session")
def kept_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch, kept_folder: Path) -> Iterator[None]:
    """Nothing is taken from, or left in, the user's own folder."""
    monkeypatch.setenv("MURHO_CACHE", str(kept_folder))
    return


@pytest.fixture
def needs() -> Callable[..., None]:
    """Skips the test where a program or a module is missing."""

    def check(*names: str) -> None:
        for name in names:
            if name in ("flite", "espeak-ng", "festival"):
                if which(name) is None:
                    pytest.skip(f"{name} is not installed")
            else:
                pytest.importorskip(name)

    return check
