"""A page as PDF: what a Chromium that is installed prints of it, without network and without a window."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from murho.core.errors import InputError, UsageError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PATIENCE = 180
"""Seconds that printing may take."""


def browser() -> str:
    """The path of a browser that prints.

    Raises:
        UsageError: none is installed.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise UsageError("a PDF is printed by Chromium or Chrome, and none is installed; install one, or write .html")
    return found


def printed(page: str) -> bytes:
    """The PDF of a page that needs no other file.

    Raises:
        UsageError: no browser is installed.
        InputError: the browser did not print it.
    """
    program = browser()
    with TemporaryDirectory(prefix="murho-") as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_bytes(page.encode("utf-8", "backslashreplace"))
        command = [program, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
        # Chromium refuses to run as root inside its sandbox; the page runs no script but our own.
        command += ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        command += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", source.as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise InputError(f"{program} did not print within {PATIENCE} s", "write .html, and print that") from None
        if not target.exists():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            why = said[-1] if said else f"exit status {done.returncode}"
            raise InputError(f"{program} did not print ({why})", "write .html, and print that")
        return target.read_bytes()
