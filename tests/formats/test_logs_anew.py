"""Logs that other programs write now, installed from a package registry, are read as those that are kept (`logs/`).

Each program has an environment of its own: what they depend on does not go together with what the other tests need.
Where none can be installed, for lack of a network say, the test is skipped and says why. promptfoo, which npm needs
minutes and 1.4 GB for, is not installed by the test: it writes where it is on the PATH.
"""

import os
import shutil
import subprocess
import sys
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
SECONDS = 600


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Given a program, the folder with the logs that it wrote; once for all tests."""
    folders: dict[str, Path] = {}

    def once(program: str) -> Path:
        if program not in folders:
            folders[program] = write(program, tmp_path_factory.mktemp(program))
        return folders[program]

    return once


def write(program: str, folder: Path) -> Path:
    """The folder of logs that a program writes, installed for this, or as it is installed here."""
    logs = folder / "logs"
    if program == "promptfoo":
        return evaluated_by_promptfoo(logs)
    logs.mkdir()
    uv = pytest.importorskip("uv").find_uv_bin()
    python = folder / "environment" / "bin" / "python"
    for command in (
        [uv, "venv", "--quiet", "--python", sys.executable, folder / "environment"],
        [uv, "pip", "install", "--quiet", "--python", python, PROGRAMS[program]],
    ):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            pytest.skip(f"{PROGRAMS[program]} is not installed in {SECONDS} s")
        if done.returncode:
            pytest.skip(f"{PROGRAMS[program]} cannot be installed: {done.stderr.strip()[-300:]}")
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


def evaluated_by_promptfoo(logs: Path) -> Path:
    """The folder with the results of promptfoo, of the tests and the model that are kept beside its results."""
    if not (promptfoo := shutil.which("promptfoo")):
        pytest.skip("promptfoo is not on the PATH; npm install promptfoo")
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
