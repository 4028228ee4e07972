"""A suite by what names it: a file of XML or JSON lines, a folder of [incr tsdb()], or a suite that murho brings along.

>>> read_suite("klingon")  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.core.errors.UsageError: no suite 'klingon'; name a file (.xml, .jsonl), a folder of [incr tsdb()], or one that ...
"""

import os

from murho.core.errors import UsageError
from murho.formats.opening import plain_suffix
from murho.suites import jsonl, tsdb, xml
from murho.suites.model import Suite


def read_suite(name: str, *, strict: bool = False) -> Suite:
    """The suite of that name; `strict` refuses what would be left out of it.

    Raises:
        UsageError: nothing is called that.
        InputError: FILE:LINE: what is wrong in it; what to do.
    """
    path = path_of(name)
    # A folder has no suffix to go by, and only a profile is one.
    if os.path.isdir(path):
        return tsdb.read(path, strict=strict)
    return xml.read(path) if is_xml(path) else jsonl.read(path)


def path_of(name: str) -> str:
    """The file or folder of a suite; a bundled one is known by its name alone, as in `es`."""
    # What stands in the working directory goes before a suite of the same name that murho brings along.
    if os.path.isfile(name) or (os.path.isdir(name) and tsdb.is_profile(name)):
        if os.path.isdir(name) or plain_suffix(name) in (".xml", ".jsonl", ".ndjson"):
            return name
        raise UsageError(f"{name}: the name does not tell that it is a suite; suites are .xml or .jsonl")
    if name in bundled():
        return os.path.join(_folder(), f"{name}.xml")
    also = f": {', '.join(bundled())}" if bundled() else ""
    raise UsageError(
        f"no suite {name!r}; name a file (.xml, .jsonl), a folder of [incr tsdb()], or one that comes with murho{also}"
    )


def bundled() -> list[str]:
    """The names of the suites that murho brings along."""
    folder = _folder()
    files = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(file.removesuffix(".xml") for file in files if file.endswith(".xml"))


def is_xml(path: str) -> bool:
    """Whether the name tells XML."""
    return plain_suffix(path) == ".xml"


def _folder() -> str:
    return os.path.join(os.path.dirname(__file__), "bundled")
