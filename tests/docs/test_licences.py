"""docs/licences.md is what the installed packages say, and nothing in it binds who uses murho."""

import re
import sys

import pytest

from .licences import PAGE, ROOT, is_permitted, locked, page

LOCKS = ("requirements.lock", "requirements-base.lock", "requirements-models.lock")
WRITTEN = PAGE.read_text("utf-8")


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="later Pythons need fewer packages than the page lists")
def test_the_page_is_what_packages_say() -> None:
    assert page(WRITTEN) == WRITTEN, "python3 dev.py licences writes it anew"


@pytest.mark.parametrize("lock", LOCKS[:2])
def test_every_licence_can_stand_beside_ours(lock: str) -> None:
    stated = dict(re.findall(r"^\| (\S+) \| ([^|]+) \|$", WRITTEN, re.MULTILINE))
    assert len(locked(lock)) > 10
    for package in locked(lock):
        assert is_permitted(stated[package]), (package, stated[package])


def test_what_is_permitted() -> None:
    assert is_permitted("MIT AND PSF-2.0")
    assert is_permitted("GPL-2.0 OR MIT")
    assert not is_permitted("GPL-3.0")
    assert not is_permitted("MIT AND GPL-3.0")
    assert not is_permitted("(none stated)")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_with_its_hashes(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text("utf-8").strip())
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
