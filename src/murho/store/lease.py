"""The lease: who is at work in a run's folder, so that no two add to the same run.

It is a file, made whole in one step, that names its owner and is touched while the owner lives; so it works where file
systems know no locks, and a child that a system left behind does not hold it. The lease of a process that is gone is
taken over at once where that can be seen, on the same machine, and elsewhere when it was not touched for a minute.

>>> import pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> with held(folder):
...     with held(folder):
...         print("two at once")
Traceback (most recent call last):
murho.core.errors.UsageError: ...: another murho is at work on this run (process ... on ...); wait until it is \
done, or choose another folder
"""

import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from murho.core.errors import UsageError
from murho.formats.saving import unwritable

LEASE = "lease.json"
BEAT = 10.0
"""Seconds between two touches."""
STALE = 60.0
"""Seconds after which a lease that nobody touched is nobody's: several beats, for a busy machine may miss some."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the lease of a folder that is there.

    Raises:
        UsageError: somebody else holds it.
        OutputError: it cannot be written.
    """
    path, token, process = folder / LEASE, secrets.token_hex(8), os.getpid()
    _take(path, token)
    path = path.absolute()  # it beats while a system may have another working directory
    done = threading.Event()
    # A daemon: the lease of a process that ends without ceremony is stale by itself.
    beating = threading.Thread(target=_beat, args=(path, token, done), name="murho-lease", daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        # A copy of this process, which a system made, ends here too, and the lease is not its own.
        if os.getpid() == process and _owner(path).get("token") == token:
            with suppress(OSError):
                path.unlink()


def holder(folder: Path) -> str | None:
    """Who holds the lease of a folder, as a text that nobody else has; None where nobody does."""
    token = _owner(folder / LEASE).get("token")
    return token if isinstance(token, str) else None


def is_held(folder: Path) -> bool:
    """Whether somebody who is alive holds the lease of a folder."""
    owner = _owner(folder / LEASE)
    return bool(owner) and _is_alive(folder / LEASE, owner)


def _take(path: Path, token: str) -> None:
    mine = {"token": token, "host": socket.gethostname(), "pid": os.getpid(), "began": _began(os.getpid())}
    mine |= {"since": time.strftime("%Y-%m-%dT%H:%M:%S%z")}
    try:
        for _ in range(3):
            with suppress(FileExistsError):
                # Made or refused in one step, over a network too.
                file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
                try:
                    with open(file, "w", encoding="utf-8") as lease:
                        json.dump(mine, lease)
                except OSError:
                    path.unlink()
                    raise
                return
            other = _owner(path)
            if _is_alive(path, other):
                who = f"process {other['pid']} on {other['host']}" if {"pid", "host"} <= other.keys() else "unknown"
                todo = "wait until it is done, or choose another folder"
                raise UsageError(f"{path.parent}: another murho is at work on this run ({who}); {todo}")
            # Two may find it stale at once: only one of them can put it aside.
            aside = path.with_name(f".{path.name}.{token}.part")
            with suppress(FileNotFoundError):
                os.rename(path, aside)
                os.unlink(aside)
    except OSError as error:
        raise unwritable(error, path) from None
    raise UsageError(f"{path.parent}: another murho has just begun to work on this run; wait until it is done")


def _owner(path: Path) -> dict[str, Any]:
    """What a lease says; nothing where there is none, or it is damaged."""
    try:
        owner = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return owner if isinstance(owner, dict) else {}


def _is_alive(path: Path, owner: dict[str, Any]) -> bool:
    """Whether somebody holds this lease."""
    pid = owner.get("pid")
    if owner.get("host") == socket.gethostname() and isinstance(pid, int):
        # A process of the same number that began at another time is another one.
        return _exists(pid) and owner.get("began") in (None, _began(pid))
    try:
        return time.time() - path.stat().st_mtime < STALE
    except OSError:
        return False


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's, so it is there
        return True
    return True


def _began(pid: int) -> str | None:
    """When a process began, as this machine counts; None where that cannot be told."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    return f"{boot} {stat.rpartition(')')[2].split()[19]}"  # the name before it may hold blanks and brackets


def _beat(path: Path, token: str, done: threading.Event) -> None:
    while not done.wait(BEAT):
        if _owner(path).get("token") != token:
            return
        with suppress(OSError):
            os.utime(path)
