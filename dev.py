#!/usr/bin/env python3
"""Set-up and chores on a fresh machine that has nothing but Python 3.11 or later.

    python3 dev.py example     install murho and what it needs, run it on the bundled example, leave a report to open
    python3 dev.py test        install the rest, the laboratory, extras and development tools, run every fast check
    python3 dev.py test --slow the same with the slow tests (simulations, browser, large files)
    python3 dev.py mutants     plant faults, one at a time, and look whether a test fails
    python3 dev.py fuzz        change real files at random, and look whether murho keeps its promises
    python3 dev.py bench       print speed ratios against other tools
    python3 dev.py count       print lines and modules of each room; fail above the limits in pyproject.toml
    python3 dev.py help        write what the help of every verb prints into src/murho/cli/help_pages
    python3 dev.py types       write the names that type checkers know into src/murho/face/names.py
    python3 dev.py rooms       write the drawing of the rooms into docs/design.md
    python3 dev.py lock        resolve the dependencies anew into requirements.lock and requirements-base.lock
    python3 dev.py licences    write the licences of all that is locked into docs/licences.md

Everything lives in `.venv` beside this file (or in the folder that MURHO_VENV names, for a second
interpreter); nothing outside the checkout is touched. Further arguments of `test` go to pytest, those of `mutants` and
`fuzz` to the run.py of tests/mutants and tests/fuzz, which explain them.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / os.environ.get("MURHO_VENV", ".venv")
LOCK = HERE / "requirements.lock"
"""Everything: what murho needs, all its extras, and the tools of development."""
BASE = HERE / "requirements-base.lock"
"""What murho needs to run, in the versions of the other one, and what builds it."""
MODELS = HERE / "requirements-models.lock"
"""Pipelines of spaCy, which ask for the spaCy they were trained with and run with a newer one."""
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
MURHO = BIN / ("murho.exe" if os.name == "nt" else "murho")


def run(*command: str | Path) -> None:
    """Run a command in the checkout; its failure is ours."""
    done = subprocess.run([str(part) for part in command], cwd=HERE, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def install(everything: bool = True) -> None:
    """Create `.venv` and install exactly what the lock files name, once for each state of the files.

    Without `everything` only what murho needs to run; where all is installed already that is enough.
    """
    inputs = [
        LOCK,
        BASE,
        MODELS,
        HERE / "pyproject.toml",
        HERE / "lab" / "pyproject.toml",
        *sorted(HERE.glob("src/**/*.c")),
        *sorted(HERE.glob("src/**/*.h")),
    ]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in inputs) + sys.version.encode()).hexdigest()
    stamp = VENV / "installed"
    there = stamp.read_text() if stamp.exists() else ""
    if there == f"all {digest}" or (there == f"base {digest}" and not everything):
        return
    if not PYTHON.exists():
        print(f"creating {VENV.name}", flush=True)
        venv.create(VENV, with_pip=True)
    print(f"installing the locked dependencies{' and tools' * everything} (once)", flush=True)
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", LOCK if everything else BASE)
    if everything:
        run(*pip, "--require-hashes", "--no-deps", "-r", MODELS)
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", HERE)
    if everything:
        run(*pip, "--no-deps", "--no-build-isolation", "--editable", HERE / "lab")
    stamp.write_text(f"{'all' if everything else 'base'} {digest}")


def example() -> None:
    """The main job on the bundled example: run, show, report."""
    install(everything=False)
    library = HERE / "examples" / "library"
    run(MURHO, "run", "--config", library / "murho.toml", "--overwrite")
    run(MURHO, "show", HERE / "example-run", "-m", "meanings", "--by", "scenario")
    heard = ("--weight", "given", "--weight", "frequency('count')", "--weight", "length()")
    run(MURHO, "report", HERE / "example-run", *heard, "-o", HERE / "example-run" / "report.html")


def test(*arguments: str) -> None:
    """Every check: format, lint, types, layers, tests."""
    install()
    slow = "--slow" in arguments
    rest = [argument for argument in arguments if argument != "--slow"]
    if not rest:
        run(BIN / "ruff", "format", "--check", ".")
        run(BIN / "ruff", "check", ".")
        run(BIN / "mypy")
        run(BIN / "lint-imports")
        count()
    if slow:
        os.environ.setdefault("HYPOTHESIS_PROFILE", "full")
    # Whether or not this machine lets Python keep bytecode: the tests start murho hundreds of times.
    run(PYTHON, "-m", "compileall", "-q", HERE / "src", HERE / "lab" / "src")
    # By file, so that what a module's tests share is made once.
    run(PYTHON, "-m", "pytest", "-n", "2", "--dist", "loadfile", *([] if slow else ["-m", "not slow"]), *rest)


def mutants(*arguments: str) -> None:
    """Which faults the tests see; see tests/mutants/."""
    install()
    run(PYTHON, HERE / "tests" / "mutants" / "run.py", *arguments)


def fuzz(*arguments: str) -> None:
    """What changed files do to readers, notation and extensions; see tests/fuzz/."""
    install()
    run(PYTHON, HERE / "tests" / "fuzz" / "run.py", *arguments)


def bench(*arguments: str) -> None:
    """The benchmarks; see bench/."""
    install()
    run(PYTHON, HERE / "bench" / "run.py", *arguments)


def count() -> None:
    """Lines and modules of each room, and whether murho is within the limits that pyproject.toml sets it."""
    import tomllib  # not at the top: an older Python is to reach the message that it is too old

    limits = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["tool"]["murho"]["limits"]
    sizes_of: dict[tuple[str, str], list[int]] = {}
    for package in ("src/murho", "lab/src/murho_lab"):
        for path in sorted((HERE / package).rglob("*.py")):
            parts = path.relative_to(HERE / package).parts
            room = parts[0] if len(parts) > 1 else "(top)"
            sizes_of.setdefault((package, room), []).append(len(path.read_text("utf-8").splitlines()))
    within = True
    for package in ("src/murho", "lab/src/murho_lab"):
        own = {room: sizes for (of, room), sizes in sizes_of.items() if of == package}
        print(f"{package:<20} {'lines':>7} {'modules':>8}")
        for room, sizes in sorted(own.items(), key=lambda item: -sum(item[1])):
            print(f"  {room:<18} {sum(sizes):>7,} {len(sizes):>8,}")
        lines, modules = sum(map(sum, own.values())), sum(map(len, own.values()))
        print(f"  {'together':<18} {lines:>7,} {modules:>8,}")
        if package == "src/murho":
            within = lines <= limits["lines"] and modules <= limits["modules"]
    if not within:
        sys.exit(
            f"murho is larger than pyproject.toml allows: {limits['lines']:,} lines, {limits['modules']:,} modules"
        )


def help() -> None:
    """What the help of every verb prints, as files; see tests/docs/help_pages.py."""
    install()
    run(PYTHON, HERE / "tests" / "docs" / "help_pages.py")


def types() -> None:
    """The names that type checkers know, in src/murho/face/names.py; see tests/docs/type_names.py."""
    install()
    run(PYTHON, HERE / "tests" / "docs" / "type_names.py")


def rooms() -> None:
    """The drawing of the rooms in docs/design.md; see tests/docs/house.py."""
    install()
    run(PYTHON, HERE / "tests" / "docs" / "house.py")


def lock() -> None:
    """Resolve anew, for every platform and Python that murho supports."""
    run(PYTHON, "-m", "pip", "install", "--quiet", "uv")
    # fmt: off
    resolve = (PYTHON, "-m", "uv", "pip", "compile", "--universal", "--python-version", "3.11",
               "--generate-hashes", "--no-header", "--no-annotate", "--upgrade", "--quiet")
    # fmt: on
    both = ("pyproject.toml", "lab/pyproject.toml", "--no-emit-package", "murho", "--no-emit-package", "murho-lab")
    run(*resolve, *both, "--all-extras", "--group", "dev", "-o", LOCK)
    run(*resolve, "pyproject.toml", "--group", "build", "--constraint", LOCK, "-o", BASE)


def licences() -> None:
    """What the installed packages say of their licences; see tests/docs/licences.py."""
    install()
    run(PYTHON, HERE / "tests" / "docs" / "licences.py")


def main() -> None:
    """Dispatch to the chores above."""
    listed = (example, test, mutants, fuzz, bench, count, help, types, rooms, lock, licences)
    chores = {chore.__name__: chore for chore in listed}
    if len(sys.argv) < 2 or sys.argv[1] not in chores:
        print(__doc__)
        sys.exit(2)
    if sys.version_info < (3, 11):  # noqa: UP036  the message is for those who run it with an older one
        sys.exit("murho needs Python 3.11 or later, this is " + sys.version.split()[0])
    chores[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
