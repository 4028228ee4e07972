"""The licences of all that the lock files name, as docs/licences.md: `python3 dev.py licences` writes it.

They are what the installed packages say of themselves. One that is not installed here, since it is for another system,
keeps what the page says of it.
"""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution, metadata, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "licences.md"
PERMITTED = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "ISC", "MIT", "MIT-0",
    "MPL-2.0", "PSF-2.0", "Zlib",
}  # fmt: skip
"""What can be used by, and installed beside, a program under Apache-2.0. MPL-2.0 binds its own files only."""
_SPELT = {
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd license": "BSD",
    "dual license": "Apache-2.0 OR BSD-3-Clause",  # of python-dateutil, whose file says which two
    "gnu gpl 3.0": "GPL-3.0",
    "isc license": "ISC",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "mpl-2.0": "MPL-2.0",
    "psfl": "PSF-2.0",
}
"""Licences as packages spell them, and as SPDX does; `BSD` where a package does not say which."""
_HEAD = """# Licences

murho is under Apache-2.0. It is installed with packages that others wrote, each in the version and with the sha256 that
the lock files name; `pip` refuses what has another. This page lists their licences as they state them;
`python3 dev.py licences` writes it, and a test compares it. All of them can be used together with a program under
Apache-2.0. None is copied into murho but htmx 2.0.11 (0BSD), one file that the evaluators' pages load.

murho sends nothing anywhere, and looks for nothing on the network: a test runs it with sockets blocked. What you name
as a system may; that is yours.
"""
_MODELS = """
The Spanish pipeline is a model that tests parse with, installed by `python3 dev.py test` only. It is under GPL-3, and
neither murho nor any of its extras asks for it; whoever wants it installs it (docs/parsers.md).
"""


def locked(name: str) -> list[str]:
    """The packages of a lock file."""
    return sorted(set(re.findall(r"^([A-Za-z0-9][\w.-]*)", (ROOT / name).read_text("utf-8"), re.MULTILINE)))


def licence(package: str, page: str) -> str:
    """What a package says of its licence; for one that is not here, what the page says."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        there = re.search(rf"^\| {re.escape(package)} \| ([^|]+) \|", page, re.MULTILINE)
        return there[1] if there else "(not installed here)"
    stated = said.get("License-Expression") or said.get("License") or ""
    if not stated or len(stated.splitlines()) > 1:  # some put the whole text there
        classes = [name for name in said.get_all("Classifier") or [] if name.startswith("License ::")]
        stated = classes[0].split(" :: ")[-1] if classes else _heading(package) or "(none stated)"
    return _SPELT.get(stated.strip().lower(), stated.strip())


def _heading(package: str) -> str:
    """The first line of the licence that a package brings, which is its name; empty if it brings none."""
    files = [file for file in distribution(package).files or [] if file.name.upper().startswith("LICENSE")]
    return files[0].read_text().splitlines()[0] if files else ""


def is_permitted(stated: str) -> bool:
    """Whether a licence can stand beside Apache-2.0: one of those that `OR` parts, and all that `AND` parts."""
    return any(all(part.strip() in PERMITTED for part in choice.split(" AND ")) for choice in stated.split(" OR "))


def needed(roots: Iterable[str]) -> set[str]:
    """These packages and all that they ask for, without extras."""
    found: set[str] = set()
    waiting = [_plain(root) for root in roots]
    while waiting:
        if (name := waiting.pop()) in found:
            continue
        found.add(name)
        try:
            waiting += [_plain(text) for text in requires(name) or () if "extra ==" not in text]
        except PackageNotFoundError:
            continue
    return found


def _plain(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def page(there: str) -> str:
    """The page anew; `there` is the one that there is."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    in_extras = needed(package for name, listed in extras.items() if name != "all" for package in listed)
    base, models = locked("requirements-base.lock"), locked("requirements-models.lock")
    others = [name for name in locked("requirements.lock") if name not in base]
    sections = {
        "What murho needs": base,
        "What its extras need": [name for name in others if _plain(name) in in_extras],
        "What tests and development need": [name for name in others if _plain(name) not in in_extras],
        "Models that tests use": models,
    }
    text = _HEAD
    for title, packages in sections.items():
        rows = "".join(f"| {name} | {licence(name, there)} |\n" for name in packages)
        text += f"\n## {title}\n{_MODELS if packages is models else ''}\n| package | licence |\n|---|---|\n{rows}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8") if PAGE.exists() else ""), "utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
