"""What else is installed that brings plugs: entry points, found without Python's own reader where there are none.

That reader takes longer to import than a page of help to print, and mostly there is nothing to read.
"""

import os
import sys
from importlib.machinery import PathFinder

LABORATORY = "murho-lab"
"""The distribution of the laboratory, which stands in `lab/` of murho's sources."""
WITHOUT_LABORATORY = f"{LABORATORY} is not installed; from murho's sources: pip install ./lab"
LABORATORY_VERBS = ("atn", "chart", "study")
LABORATORY_SYSTEMS = ("atn", "chart", "sphinx")
"""What it brings, so that who asks for it without it is told what to install."""

TYPE_CHECKING = False  # as in `murho`: a page of help is printed at once, without `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.metadata import EntryPoint


def entry_points(group: str) -> "Iterable[EntryPoint]":
    """The entry points of a group, of all that is installed."""
    if not may_bring(f"[{group}]"):
        return ()
    from importlib.metadata import entry_points as found_by_python

    return found_by_python(group=group)


def verbs() -> "list[tuple[str, str, str]]":
    """The verbs that other distributions bring: name, `module:command`, and the distribution, sorted by the last."""
    group = "[murho.verbs]"
    if not may_bring(group):
        return []
    if not _is_usual():
        points = [
            (point.name, point.value, point.dist.name if point.dist else "") for point in entry_points(group[1:-1])
        ]
        return sorted(points, key=lambda point: point[2])
    brought: dict[str, tuple[str, str, str]] = {}
    for place in sys.path:
        for folder, text in _readable(place or os.curdir):
            distribution = folder.rpartition(".")[0].partition("-")[0].replace("_", "-")
            section = text.decode("utf-8", "replace").partition(f"{group}\n")[2].partition("\n[")[0]
            for line in section.splitlines():
                name, sign, value = (part.strip() for part in line.partition("="))
                if sign and name not in brought:  # the first on the path is the one that is imported
                    brought[name] = (name, value, distribution)
    return sorted(brought.values(), key=lambda verb: verb[2])


def _readable(place: str) -> "list[tuple[str, bytes]]":
    """As `_entry_point_files`; nothing of an archive, of which no verb is run."""
    try:
        return list(_entry_point_files(place))
    except OSError:
        return []


def may_bring(heading: str) -> bool:
    """Whether a file of entry points has this heading, or its beginning; also where that cannot be told."""
    return not _is_usual() or any(_has(place or os.curdir, heading.encode()) for place in sys.path)


def _is_usual() -> bool:
    """Whether everything that is installed stands in folders of the path, where it can be looked for."""
    return all(finder is PathFinder or not hasattr(finder, "find_distributions") for finder in sys.meta_path)


def _has(place: str, heading: bytes) -> bool:
    """Whether something installed in this place of the path may bring entry points under this heading."""
    try:
        return any(heading in text for _, text in _entry_point_files(place))
    except OSError:  # an archive, say, into which only Python's reader looks
        return True


def _entry_point_files(place: str) -> "Iterator[tuple[str, bytes]]":
    """The folder and the content of each file of entry points in this place of the path.

    Raises:
        OSError: it is no folder.
    """
    try:
        listed = os.listdir(place)
    except FileNotFoundError:
        return
    for name in listed:
        if name.lower().endswith(("dist-info", "egg-info")):
            try:
                with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                    text = file.read()
            except OSError:  # it brings none
                continue
            yield name, text
