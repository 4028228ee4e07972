"""What was made once is kept on this machine, under a name that says what it was made of.

The folder is `MURHO_CACHE`, or `murho` in the user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). Whatever is in
it can be thrown away at any time.

Nothing but the name decides what is taken from it. So everything that decides a result belongs into its name, the
version of each program that made it included.

>>> name_of({"text": "to bonn", "voice": "flite:rms"})[:4]
'cf78'
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from murho.formats.saving import folder_at


def name_of(made_of: Any) -> str:
    """The name of what is made of this JSON."""
    told = json.dumps(made_of, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def place(kind: str, made_of: Any, suffix: str) -> Path:
    """Where a file of this kind that is made of this JSON is kept, or will be; the folder is there.

    Raises:
        InputError: the folder cannot be made.
    """
    name = name_of(made_of)
    # Some ten thousand files in one folder are slow to look at.
    place = folder() / kind / name[:2] / f"{name}{suffix}"
    folder_at(str(place.parent))
    return place


def folder() -> Path:
    """The folder of all that is kept."""
    if own := os.environ.get("MURHO_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "murho"
