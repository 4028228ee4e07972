"""What all tests share: the folder of real data, and hypothesis without deadlines (two noisy cores)."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data() -> Path:
    """The real data, `MURHO_DATA` or ../shared/data; the test is skipped, visibly, where it is absent."""
    folder = Path(os.environ.get("MURHO_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no real data at {folder}; set MURHO_DATA")
    return folder
