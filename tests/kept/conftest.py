"""One folder for all commands; write.py is a program, no module with examples to run."""

import pytest

from .running import Folder

collect_ignore = ["write.py"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """So that runs which one command makes another can show."""
    return Folder(tmp_path_factory.mktemp("kept"))
