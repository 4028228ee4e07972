"""What is fuzzed: each target makes one try of a seed and a number, and raises what is a fault.

The corpora are the inputs of tests/kept and the bundled examples, with the commands that read them, and `corpus/` for
what these lack. A try changes one file and runs the command line in this process: it may refuse, by one line and the
documented status, and do nothing else.
"""

import contextlib
import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from mutating import mutated
from twins import FaultError, try_kernel, try_scoring, try_sums

from murho.cli import status

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "kept"))

import running  # noqa: E402  the commands whose figures are kept

GATE = 100
STATUSES = (0, 1, 2, GATE)
UNTOUCHED = (".py", "asked.log", "echo.txt")
"""Programs are no input: what a changed one does is its own affair."""


@dataclass(frozen=True)
class Target:
    """Something that is tried with changed input, in a folder of its own."""

    name: str
    try_one: Callable[[Random, Path], list[str]]
    """Returns what was run, for the record; raises anything else than MurhoError where there is a fault."""
    prepare: Callable[[Path], None] = field(default=lambda _: None)


def told(arguments: Sequence[str]) -> tuple[int, str, str]:
    """Run the command line in this process; a fault if it breaks a promise of all verbs."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        left = status(list(arguments))
    out.seek(0)
    said, complained = out.read(), err.getvalue()
    if left not in STATUSES:
        raise FaultError(f"exit status {left}")
    if left in (1, 2) and not complained.strip() and not said.strip():
        raise FaultError(f"exit status {left} without a word")
    if "Traceback" in complained or "Traceback" in said:
        raise FaultError(f"a traceback: {complained}")
    if (
        left in (1, 2)
        and not said
        and len(complained.splitlines()) > 1
        and not complained.startswith(("note", "tagged "))
    ):
        raise FaultError(f"more than one line: {complained}")
    if complained and not complained.replace("\n", "").replace("\t", "").isprintable():
        raise FaultError(f"not inert: {complained!r}")
    if left in (0, GATE) and "--json" in arguments:
        json.loads(said, parse_constant=_refuse)
    return left, said, complained


def _refuse(name: str) -> None:
    raise FaultError(f"{name} is no JSON")


def _done(line: str) -> None:
    """Run a command that has to succeed."""
    if (found := told(shlex.split(line)))[0]:
        raise FaultError(f"{line}: {found}")


# --- commands over files


EXTRA = (
    "atn check corpus/english.atn",
    "atn parse corpus/english.atn 'the man saw the dog' --lexicon corpus/english.tsv --steps 20000 --json",
    "atn parse corpus/english.atn 'who saw the dog' --strategies corpus/english.strategies --best --json",
    "atn learn corpus/english.atn --text corpus/learned.txt --lexicon corpus/english.tsv --steps 20000 -o learned",
    "suite check corpus/profile",
    "suite run corpus/profile --system corpus/profile -o profile-run --json",
    "suite run corpus/profile --strict --system corpus/profile -o profile-run --json",
    "score labels corpus/log.csv --by channel --json",
    "score labels corpus/log.csv --columns reference=true_intent,answer=predicted_intent,id=utterance --json",
    "score meanings corpus/log.tsv --json",
    "score labels corpus/log.jsonl --columns reference=gold,answer=pred --json",
    "score words corpus/kaldi/text corpus/kaldi/text --format kaldi --by speaker --json",
    "score words corpus/nemo.json --format nemo --json",
    "score cpwer corpus/whisper.json corpus/talk.vtt --format whisper,vtt --json",
    "score words corpus/talk.srt corpus/whisper.json --format srt,whisper --json",
    "score slots corpus/said.bio corpus/said.bio --json",
    "score labels corpus/rasa.json corpus/snips.json --format rasa,snips --json",
    "score slots corpus/snips.json corpus/rasa.json --format snips,rasa --json",
    "score labels inputs/intents.jsonl inputs/intents-a.jsonl --config corpus/score.toml --json",
    "run --config corpus/run.toml -o configured",
)
"""Besides those of tests/kept: grammars, [incr tsdb()], files of settings."""


@cache
def command_lines() -> tuple[tuple[str, ...], ...]:
    """Every command that reads files and needs no other before it."""
    kept = [
        command.arguments
        for command in running.commands().values()
        if not (command.data or command.slow or command.after or "cmd:" in command.run or command.missing)
    ]
    lines = [*kept, *map(shlex.split, EXTRA)]
    return tuple(tuple(line) for line in lines if _files_in(line))


def _files_in(arguments: Sequence[str]) -> list[str]:
    """The files that a command line names, also within a notation, and those beside a profile or a suite."""
    text = " ".join(arguments).replace("'", " ").replace('"', " ").replace("(", " ").replace(")", " ").replace("=", " ")
    named = [word.strip(",") for word in text.split() if word.startswith(("inputs/", "examples/", "corpus/"))]
    found = []
    for name in named:
        there = HERE / name if name.startswith("corpus/") else ROOT / "tests/kept" / name
        there = ROOT / name if name.startswith("examples/") else there
        inner = sorted(path.name for path in there.iterdir()) if there.is_dir() else []
        found += [f"{name}/{one}" for one in inner] if inner else [name]
        if name.endswith("small.xml"):
            found.append(name.replace(".xml", ".conllu"))
        if name == "examples/library/murho.toml":
            found += ["examples/library/cases.jsonl", "examples/library/grammar.txt"]
        if name == "corpus/run.toml":
            found += ["inputs/intents.jsonl", "inputs/intents-a.jsonl"]
    return [name for name in dict.fromkeys(found) if not name.endswith(UNTOUCHED)]


def _prepare_files(here: Path) -> None:
    shutil.copytree(ROOT / "examples", here / "examples")
    shutil.copytree(ROOT / "tests" / "kept" / "inputs", here / "inputs")
    shutil.copytree(HERE / "corpus", here / "corpus")
    for name in ("english.atn", "english.tsv"):
        shutil.copy(ROOT / "lab" / "src" / "murho_lab" / "atn" / "grammars" / name, here / "corpus")
    os.chdir(here)
    _done("atn learn english --text corpus/learned.txt --lexicon corpus/english.tsv -o corpus/english.strategies")


def _try_command(random: Random, here: Path) -> list[str]:
    line = random.choice(command_lines())
    name = random.choice(_files_in(line))
    before = (here / name).read_bytes()
    alike = [
        path.read_bytes() for path in sorted((here / name).parent.iterdir()) if path.suffix == (here / name).suffix
    ]
    (here / name).write_bytes(mutated(before, alike, random))
    try:
        told(line)
    except BaseException:
        shutil.copy(here / name, here / "found")
        raise
    finally:
        (here / name).write_bytes(before)
        _remove(here, line)
        for module in [module for module in sys.modules if module.partition(".")[0] == "examples"]:
            del sys.modules[module]
    return [name, *line]


def _remove(here: Path, line: Sequence[str]) -> None:
    for option, name in pairwise(line):
        if option in ("-o", "--out"):
            shutil.rmtree(here / name, ignore_errors=True)
            (here / name).unlink(missing_ok=True)


# --- the folder of a run


RUNS = {
    "one": "run inputs/intents.jsonl --system inputs/intents-a.jsonl -m labels -m meanings -o one",
    "two": "run inputs/intents.jsonl --system inputs/intents-b.jsonl -m labels -m meanings -o two",
    "desk": "run --config examples/library/murho.toml -o desk",
    "parsed": "suite run examples/suites/small.xml --system examples/suites/parsed.conllu -o parsed",
}
LOOKS = {
    "one": (
        "show one --json", "show one -m labels --classes", "verify one --json", "compare one two --json",
        "judge one -m graded --json", "report one -o page.html", "show one --by scenario --weight price", RUNS["one"],
    ),
    "desk": (
        "show desk --by scenario --json", "show desk -m meanings --causes", "report desk -o page.html",
        "verify desk --json", "judge desk -m any_of --causes inputs/causes.jsonl", "show desk --competence",
        RUNS["desk"],
    ),
    "parsed": (
        "suite show parsed", "suite show parsed --json", "show parsed --by phenomenon", "report parsed -o page.html",
    ),
}  # fmt: skip


def _prepare_runs(here: Path) -> None:
    _prepare_files(here)
    for line in RUNS.values():
        _done(line)
    _done("judge desk -m any_of --causes inputs/causes.jsonl")
    # What a run that was killed leaves behind: a part becomes a journal.
    from murho.store import open_run
    from murho.store.journal import Journal
    from murho.systems import Answer

    shutil.copytree("one", "cut")
    run = open_run("cut")
    answers = run.answers()
    for part in run.parts_of_answers():
        part.unlink()
    with Journal(run.journal_file) as journal:
        for name, answer, failure in zip(answers.ids, answers.answers, answers.failures or [], strict=True):
            journal.add(name, Answer(0, answer, 0.01, failure))
        journal.add("x\0y", Answer(0, ("heard",)), 0)


def _try_run(random: Random, here: Path) -> list[str]:
    name = random.choice(["one", "desk", "parsed", "cut"])
    line = random.choice(LOOKS[name if name in LOOKS else "one"])
    whole = here / "whole"
    run = "one" if name == "cut" else name
    shutil.copytree(here / run, whole)
    if name == "cut":
        shutil.rmtree(here / "one")
        shutil.copytree(here / "cut", here / "one")
    files = sorted(str(path.relative_to(here)) for path in (here / run).rglob("*") if path.is_file())
    file = random.choice([file for file in files for _ in range(4 if file.endswith(".json") else 1)])
    if random.random() < 0.5:  # as an older murho left it: no digest tells that a file is another
        file = _without_digests(here / run, file)
    try:
        if random.random() < 0.05:
            (here / file).unlink()
        else:
            (here / file).write_bytes(mutated((here / file).read_bytes(), [], random))
        try:
            told(shlex.split(line))
        except BaseException:
            if (here / file).exists():
                shutil.copy(here / file, here / "found")
            raise
    finally:
        shutil.rmtree(here / run)
        whole.rename(here / run)
    return [file, *shlex.split(line)]


def _without_digests(run: Path, file: str) -> str:
    """Take what a run knows of its files away; returns the file's name as it is then."""
    record = json.loads((run / "run.json").read_bytes())
    (run / "run.json").write_text(json.dumps({**record, "digests": {}}))
    for part in run.glob("answers/part-*.parquet"):
        plain = part.with_name("-".join(part.stem.split("-")[:2]) + ".parquet")
        part.rename(plain)
        if file.endswith(part.name):
            file = str(plain.relative_to(run.parent))
    return file


# --- the notation


NOTATIONS = {
    "-m": (
        "words", "words(costs=(2, 3, 1))", "oracle(words, n=2)", "mapped(slots, 'inputs/time-table.map')",
        "meanings(shifting=mu3())", "meanings(shifting=mu3(0.05, 0.15, 0.35, 0.55, 0.85))",
        "graded('exact', undefined=0.5)", "slots(without='intent')", "words(split='cjk')",
        "characters(graphemes=True, spaces=False)", "links(rules=conll2018(subtypes='keep'))",
        "dependencies(rules=conll2017(punctuation='drop'), score='clas')", "breaks(types=False, tolerance=1)",
        "words@heard",
        "words(normalize=\"nfkc|lower|map('inputs/numbers.tsv')|fillers\")", "concepts(only='goalcity')", "any_of",
    ),
    "--weight": (
        "domain * frequency('count') * column('price') * given", "length(cuts=(3, 5), weights=(1.0, 0.5, 0.25))",
        "structure('structure', {'interrogative': 1.0, 'declarative': 0.5})", "frequency(bag='inputs/users.txt')",
        "price", "semantic", "information", "constant",
    ),
    "--format": ("jsonl", "textgrid(tiers='words,breaks')", "slurp(content='action')", "lines,inline", "text"),
    "--with": ("n=3", "weights=inputs/label-weights.tsv", "costs=(1,2,3)"),
    "--normalize": ("nfkc|lower|map('inputs/numbers.tsv')|fillers|no_punctuation", "glm('inputs/rules.glm')"),
    "--shifting": ("mu2(0.25)", "mu3", "mu3(0.05, 0.15, 0.35, 0.55, 0.85)"),
    "--by": ("scenario", "count", "length"),
    "--level": ("0.95",), "--seed": ("7",), "--costs": ("sclite", "1,2,3"),
}  # fmt: skip


def _try_notation(random: Random, _: Path) -> list[str]:
    option = random.choice(list(NOTATIONS))
    text = mutated(random.choice(NOTATIONS[option]).encode(), [t.encode() for t in NOTATIONS[option]], random)
    # The system passes no NUL; what is no UTF-8 comes as lone surrogates. A colon would name code to import.
    typed = text[:50_000].replace(b"\0", b"").replace(b":", b".").decode("utf-8", "surrogateescape")
    files = random.choice(
        [("inputs/intents.jsonl", "inputs/intents-a.jsonl"), ("inputs/said.jsonl", "inputs/heard.jsonl")]
    )
    measure = "labels" if files[0] == "inputs/intents.jsonl" else "words"
    line = [
        "score",
        typed if option == "-m" else measure,
        *files,
        *([] if option == "-m" else [option, typed]),
        "--json",
    ]
    told(line)
    return line


TARGETS = {
    target.name: target
    for target in (
        Target("commands", _try_command, _prepare_files),
        Target("runs", _try_run, _prepare_runs),
        Target("notation", _try_notation, _prepare_files),
        Target("kernel", try_kernel),
        Target("scoring", try_scoring),
        Target("sums", try_sums),
    )
}


def try_one(name: str, seed: int, number: int, here: Path) -> list[str]:
    """One try; the same for the same three."""
    os.chdir(here)
    return TARGETS[name].try_one(Random(f"{seed} {name} {number}"), here)
