"""Commands that are killed: at a moment drawn at random, in one of five ways, and looked at afterwards."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

MURHO = Path(sys.executable).with_name("murho")
SEED = int(os.environ.get("MURHO_CHAOS_SEED", "20260"))
"""The moments are drawn by it; another one is tried by setting the variable."""
WAYS = ("KILL", "TERM", "INT", "HUP", "two")
"""`two` are two signals 2 ms apart, as `timeout` sends them and impatient people do."""
HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
INTERRUPTED = 130
NOT_YET = {0, 1, *(-number for number in HANDLED)}
"""How a process ends that was told to before murho had begun, while Python was still loading it; or too late."""


@dataclass(frozen=True)
class Ended:
    """What a command left behind."""

    status: int
    out: str
    err: str
    way: str
    """How it was killed; empty if it had come to its end before."""


def kill(process: subprocess.Popen[str], way: str, rng: random.Random) -> None:
    """Send what this way of killing sends; Ctrl-C goes to all of a terminal's group, as it does there."""
    if way == "KILL":
        process.kill()
    elif way == "INT":
        os.killpg(process.pid, signal.SIGINT)
    elif way == "two":
        process.send_signal(rng.choice(HANDLED))
        time.sleep(0.002)
        process.send_signal(rng.choice(HANDLED))
    else:
        process.send_signal(signal.Signals[f"SIG{way}"])


def killed(
    command: tuple[str, ...],
    here: Path,
    way: str,
    rng: random.Random,
    *,
    ripe: Callable[[], bool] = lambda: True,
    within: float = 1.0,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Start murho and kill it at a moment, within so many seconds after `ripe` holds; what came of it.

    Where the `way` is empty it is let live.
    """
    process = subprocess.Popen(
        [str(MURHO), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=here,
        start_new_session=True,
        env={**os.environ, **(environment or {})},
    )
    try:
        while way and not ripe() and process.poll() is None:
            time.sleep(0.002)
        try:
            if way:
                process.wait(within * rng.random())
                way = ""
        except subprocess.TimeoutExpired:
            kill(process, way, rng)
        out, err = process.communicate()
    finally:
        process.kill()
    return Ended(process.returncode, out, err, way)


def check_how_it_ended(ended: Ended, *, was_at_work: bool) -> None:
    """Exit 130 and one line for a signal that was handled, 0 for one that came too late, and never a traceback."""
    if ended.way == "KILL":
        assert ended.status == -signal.SIGKILL, ended
    elif ended.way:
        if was_at_work or "interrupted; " in ended.err:
            assert ended.status in (INTERRUPTED, 0), ended
            assert "Traceback" not in ended.err, ended
        else:
            assert ended.status in {INTERRUPTED, *NOT_YET}, ended
    else:
        assert ended.status == 0, ended
