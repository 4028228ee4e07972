"""Logs that other programs write now, installed from a package registry, are read as those that are kept (`logs/`).

Each program has an environment of its own: what they depend on does not go together with what the other tests need.
Where none can be installed, for lack of a network say, the test is skipped and says why. promptfoo, which npm needs
minutes and 1.4 GB for, is not installed by the test: it writes where it is on the PATH.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.core.case import Answers, Cases
from murho.formats import by_name

pytestmark = pytest.mark.slow
LOGS = Path(__file__).parent / "logs"
PROGRAMS = {"inspect": "inspect-ai==0.3.285", "lm_eval": "lm-eval==0.4.13"}
"""As `logs/README.md` has them: the versions that wrote what is kept."""
OPTIONS = {
    ("inspect", "choices"): {"answer": "choice"},
    ("lm_eval", "filters"): {"filter": "strict"},
    ("promptfoo", "results"): {"system": "large"},
}
"""What has to be chosen to read the answers of a log."""
PROMPTFOO = {"results.json": (), "twice.json": ("--filter-providers", "small", "--repeat", "2")}
"""The files of results that promptfoo writes, each by its options."""
KNOWN = "2026-11-22"
"""What a program depends on is taken as it was on that day, so that it is the same ever after."""
INSTALLING = 300
"""Seconds that a program may take to be installed, all in all."""
SECONDS = 600
"""Seconds that a program may take to write its log."""


class AbsentError(Exception):
    """A program is not there and cannot be installed."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Given a program, the folder with the logs that it wrote; once for all tests, and so is that it is absent."""
    found: dict[str, Path | AbsentError] = {}

    def once(program: str) -> Path:
        if program not in found:
            try:
                found[program] = write(program, tmp_path_factory.mktemp(program))
            except AbsentError as error:
                found[program] = error
        if isinstance(there := found[program], AbsentError):
            pytest.skip(str(there))
        return there

    return once


def write(program: str, folder: Path) -> Path:
    """The folder of logs that a program writes, installed for this, or as it is installed here.

    Raises:
        AbsentError: it is not installed.
    """
    logs = folder / "logs"
    if program == "promptfoo":
        return evaluated_by_promptfoo(logs)
    logs.mkdir()
    python = install(PROGRAMS[program], folder / "environment")
    script = LOGS / program / "write.py"
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "home")}
    offline.pop("PYTHONPATH", None)
    done = subprocess.run(
        [python, script, logs],
        cwd=folder,
        env=offline,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return logs


def install(requirement: str, environment: Path) -> Path:
    """The Python of a new environment that has this."""
    try:
        from uv import find_uv_bin

        uv = find_uv_bin()
    except (ImportError, FileNotFoundError) as error:
        raise AbsentError(f"uv, which installs {requirement}, is not there: {error}") from None
    python = environment / "bin" / "python"
    until = time.monotonic() + INSTALLING
    for command in (
        [uv, "venv", "--quiet", "--python", sys.executable, environment],
        [uv, "pip", "install", "--quiet", "--exclude-newer", KNOWN, "--python", python, requirement],
    ):
        left = max(until - time.monotonic(), 0)
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=left, check=False)
        except subprocess.TimeoutExpired:
            raise AbsentError(f"{requirement} is not installed in {INSTALLING} s") from None
        if done.returncode:
            raise AbsentError(f"{requirement} cannot be installed: {done.stderr.strip()[-300:]}")
    return python


def evaluated_by_promptfoo(logs: Path) -> Path:
    """The folder with the results of promptfoo, of the tests and the model that are kept beside its results."""
    if not (promptfoo := shutil.which("promptfoo")):
        raise AbsentError("promptfoo is not on the PATH; npm install promptfoo")
    shutil.copytree(LOGS / "promptfoo", logs, ignore=shutil.ignore_patterns(*PROMPTFOO))
    alone = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(logs)}
    for name, options in PROMPTFOO.items():
        subprocess.run(
            [promptfoo, "eval", "-c", "config.json", "-o", name, "--no-cache", *options],
            cwd=logs,
            env={**os.environ, **alone},
            capture_output=True,
            timeout=SECONDS,
            check=False,  # 100 where an assertion of the tests fails, and some shall
        )
    return logs


def read(program: str, path: Path) -> tuple[Cases, Answers]:
    """The cases and the answers of a log, in the order of ids."""
    log_format = by_name(program)
    how = OPTIONS.get((program, path.stem.removeprefix("samples_")), {})
    (cases,), (answers,) = log_format.read_cases(path), log_format.read_answers(path, **how)
    order = sorted(range(len(cases)), key=cases.ids.__getitem__)
    return cases.take(order), answers.for_cases(cases.take(order).ids)


KEPT = [
    (program, path.name)
    for program in (*PROGRAMS, "promptfoo")
    for path in sorted((LOGS / program).iterdir())
    if path.suffix in (".eval", ".json", ".jsonl") and path.name != "config.json"
]


@pytest.mark.parametrize(("program", "name"), KEPT, ids=[f"{program}-{name}" for program, name in KEPT])
def test_a_log_written_now_says_what_the_kept_one_says(written: Any, program: str, name: str) -> None:
    now, kept = written(program) / name, LOGS / program / name
    (cases, answers), (kept_cases, kept_answers) = read(program, now), read(program, kept)
    assert (cases.ids, cases.expressions) == (kept_cases.ids, kept_cases.expressions)
    assert (cases.references, cases.clusters) == (kept_cases.references, kept_cases.clusters)
    assert cases.features == kept_cases.features
    assert (answers.answers, answers.failures) == (kept_answers.answers, kept_answers.failures)
    for column in ("tokens_in", "tokens_out", "scores"):
        assert answers.extras.get(column) == kept_answers.extras.get(column)


def test_figures_of_a_log_written_now(written: Any) -> None:
    assert murho.score("labels", written("inspect") / "intents.eval").value == pytest.approx(1 / 3)
    samples = written("lm_eval") / "samples_intents.jsonl"
    assert murho.score("labels", samples, format="lm-eval").value == pytest.approx(1 / 3)
