"""What else is installed that brings plugs: entry points, found without Python's own reader where there are none.

That reader takes longer to import than a page of help to print, and mostly there is nothing to read.
"""

import os
import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False  # as in `murho`: a page of help is printed at once, without `typing`
if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint


def entry_points(group: str) -> "Iterable[EntryPoint]":
    """The entry points of a group, of all that is installed."""
    if not may_bring(f"[{group}]"):
        return ()
    from importlib.metadata import entry_points as found_by_python

    return found_by_python(group=group)


def may_bring(heading: str) -> bool:
    """Whether a file of entry points has this heading, or its beginning; also where that cannot be told."""
    usual = all(finder is PathFinder or not hasattr(finder, "find_distributions") for finder in sys.meta_path)
    return not usual or any(_has(place or os.curdir, heading.encode()) for place in sys.path)


def _has(place: str, heading: bytes) -> bool:
    """Whether something installed in this place of the path may bring entry points under this heading."""
    try:
        listed = os.listdir(place)
    except FileNotFoundError:
        return False
    except OSError:  # an archive, say, into which only Python's reader looks
        return True
    for name in listed:
        if name.lower().endswith(("dist-info", "egg-info")):
            try:
                with open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                    if heading in file.read():
                        return True
            except OSError:  # it brings none
                continue
    return False
