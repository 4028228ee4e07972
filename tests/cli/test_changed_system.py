"""A run whose system is edited before it goes on: refused, or accepted and told wherever its figures are."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import murho as face
from murho.core.errors import UsageError
from murho.formats import parquet
from murho.store import open_run

CASES = 60
RULES = """
import os, time
from shop.words import known

def understand(expression):
    if int(expression) >= int(os.environ.get("STOP", 1000)):
        open("hanging", "w").close()
        time.sleep(600)
    return known()
"""
SERVE = """
import json, sys
from rules import understand
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], "answer": [understand(case["expression"])]}), flush=True)
"""
TREES = """
import sys
from shop.words import known
for line in sys.stdin:
    print(f"1\\t{line.strip()}\\t{known()}\\tX\\t_\\t_\\t0\\troot\\t_\\t_\\n")
"""
SYSTEMS = {
    "function": ("rules:understand", ()),
    "isolated": ("rules:understand", ("--timeout", "30")),
    "module": ("cmd:python3 -m serve", ()),
    "wrapper": ("cmd:./run.sh", ("--timeout", "700")),
}


@pytest.fixture
def work(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite, and a system whose answer stands in a module two imports away."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("rules", "shop", "shop.words", "shop.far"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    files = {
        "rules.py": RULES,
        "serve.py": SERVE,
        "trees.py": TREES,
        "run.sh": "#!/bin/sh\nexec python3 serve.py\n",
        "shop/words.py": "from .far import WORD\ndef known(): return WORD\n",
        "shop/far.py": "WORD = 'A'\n",
    }
    for name, text in files.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)
        (here / name).chmod(0o755)
    rows = [{"id": str(i), "expression": str(i), "reference": ["A"]} for i in range(CASES)]
    (here / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return here


def command(system: str, *more: str, folder: str = "run") -> tuple[str, ...]:
    return ("run", "cases.jsonl", "--system", system, "-m", "labels", "-o", folder, *more)


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **more}


def stopped(work: Path, system: str, *more: str) -> int:
    """Begin a run and interrupt it when it hangs; how many answers it has."""
    arguments = [str(Path(sys.executable).with_name("murho")), *command(system, *more)]
    process = subprocess.Popen(arguments, cwd=work, env=environment(STOP="24"), stderr=subprocess.PIPE)
    while not (work / "hanging").exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130, err
    return len(open_run(work / "run").answers())


def edit(work: Path) -> None:
    (work / "shop" / "far.py").write_text("WORD = 'B'\n")


@pytest.mark.parametrize(
    "name",
    ["function", "module", *(pytest.param(name, marks=pytest.mark.slow) for name in ("isolated", "wrapper"))],
)
def test_an_edited_system_is_refused_and_may_be_accepted(told: Any, work: Path, name: str) -> None:
    """24 answers are of the one, 36 of the other: π is 0.6, and every place that prints it says why."""
    system, more = SYSTEMS[name]
    assert stopped(work, system, *more) == 24
    edit(work)
    asked = command(system, *more)
    line = told(*asked, env=environment()).line(2)
    assert line.startswith("run: holds a run with another system (shop/far.py was sha256:")
    assert line.endswith(
        "; go on all the same with --accept-changed, choose another folder, or begin anew with --overwrite"
    )
    assert len(open_run(work / "run").answers()) == 24

    done = told(*asked, "--accept-changed", "--json", env=environment())
    assert done.status == 0, done.err
    assert done.json["figures"]["labels"]["value"] == 0.6
    record = open_run(work / "run").record
    first, second = record["systems"]
    assert [(one["cases"], one["parts"]) for one in (first, second)] == [(24, 1), (36, 1)]
    assert (first.get("accepted"), second.get("accepted")) == (None, True)
    assert first["files"].keys() == second["files"].keys()
    changed = {path for path in first["files"] if first["files"][path] != second["files"][path]}
    assert changed == {"shop/far.py"}
    parts = open_run(work / "run").parts_of_answers()
    suite = open_run(parts[0].parents[1]).record["digests"]["cases.parquet"]
    assert [parquet.about(str(part)) for part in parts] == [
        {"system": first["digest"], "places": "0-23", "suite": suite},
        {"system": second["digest"], "places": "24-59", "suite": suite},
    ]

    note = f"answers of 2 systems: 24 of {first['spec']} {first['digest']}, 36 of {first['spec']} {second['digest']}"
    assert note in done.json["figures"]["labels"]["notes"]
    assert note in told("show", "run").out
    assert f"B: {note}" in told("compare", "run", "run", "--json").json["flags"]
    told("report", "run", "-o", "page.html")
    assert f"The {note}. The figures" in (work / "page.html").read_text()
    assert any(note in flag for panel in face.open("run").panels() for flag in panel.flags)

    told(*command(system, *more, folder="other"), env=environment())
    signed = [open_run(work / folder).record["signature"] for folder in ("run", "other")]
    assert signed[0] != signed[1]
    again = told(*asked, "--json", env=environment())
    assert again.status == 0, "both have answered here, and either may go on"
    assert open_run(work / "run").record["systems"] == record["systems"]


def test_a_command_that_writes_trees(told: Any, work: Path) -> None:
    assert told(*command("conllu:python3 trees.py", "-m", "any_of"), env=environment()).status == 0
    (part,) = open_run(work / "run").parts_of_answers()
    edit(work)
    again = told(*command("conllu:python3 trees.py", "-m", "any_of"), env=environment())
    assert "another system (shop/far.py was sha256:" in again.line(2)
    assert parquet.about(str(part))["system"] == open_run(work / "run").record["systems"][0]["digest"]


def test_what_does_not_change_answers_stops_nothing(told: Any, work: Path) -> None:
    told(*command("rules:understand"))
    first = open_run(work / "run").record
    for more in (("--workers", "2"), ("--timeout", "9"), ("--workers", "3", "--timeout", "8"), ("--batch", "5")):
        assert told(*command("rules:understand", *more)).status == 0
    os.link("cases.jsonl", "same.jsonl")
    assert told("run", "./same.jsonl", *command("rules:understand")[2:]).status == 0
    assert told("run", str(work / "cases.jsonl"), *command("rules:understand")[2:]).status == 0
    (work / "unused.py").write_text("")
    assert told(*command("rules:understand")).status == 0
    last = open_run(work / "run").record
    assert (last["systems"], last["signature"]) == (first["systems"], first["signature"])
    assert first["systems"][0]["cases"] == CASES
    with (work / "cases.jsonl").open("a") as file:
        print('{"id": "x", "expression": "1", "reference": ["A"]}', file=file)
    line = told("run", "cases.jsonl", *command("rules:understand", "--accept-changed")[2:]).line(2)
    assert line.startswith("run: holds a run with another data (digest was "), (
        "that other cases are answered is no news"
    )


@pytest.mark.parametrize(
    ("declare", "more", "name"),
    [("understand.files = ['model']\n", (), "model/a.bin"), ("", ("--files", "model"), "model/a.bin"),
     ("", ("--files", "other.bin", "--files", "model"), "model/a.bin")],
)  # fmt: skip
def test_files_that_are_declared(told: Any, work: Path, declare: str, more: tuple[str, ...], name: str) -> None:
    (work / "model").mkdir()
    (work / "model" / "a.bin").write_text("1")
    (work / "other.bin").write_text("1")
    with (work / "rules.py").open("a") as file:
        file.write(declare)
    asked = command("rules:understand", "--workers", "2", *more)
    assert told(*asked).status == 0
    assert open_run(work / "run").record.get("files", []) == [word for word in more if word != "--files"]
    (work / "model" / "a.bin").write_text("2")
    assert f"another system ({name} was sha256:" in told(*asked).line(2)
    if more:
        assert "another system (" in told(*command("rules:understand", "--workers", "2")).line(2)
        told("report", "run", "-o", "page.html")
        assert " ".join(more) in (work / "page.html").read_text(), "the command that makes it again"


def test_files_that_are_not_there(told: Any, work: Path) -> None:
    line = told(*command("rules:understand", "--files", "gone.bin")).line(1)
    assert line == "gone.bin: is no file and no folder; check the name"
    assert not (work / "run").exists()


def test_a_module_that_cannot_be_read_as_python_is_told(told: Any, work: Path) -> None:
    (work / "rules.py").write_text("def understand(x):\n    import broken\n")
    (work / "broken.py").write_text("def f(:\n")
    done = told(*command("rules:understand", "--workers", "2"))
    assert "note: broken.py: line 1: invalid syntax; what it imports is not known\n" in done.err
    assert sorted(open_run(work / "run").record["systems"][0]["files"]) == ["broken.py", "rules.py"]


def test_from_python(work: Path) -> None:
    asked: dict[str, Any] = {"measures": "labels", "folder": "run", "workers": 2, "files": "model.bin"}
    Path("model.bin").write_text("1")
    assert face.run(Path("cases.jsonl"), "rules:understand", **asked).score.value == 0
    edit(work)
    with pytest.raises(UsageError, match=r"another system \(shop/far\.py was sha256:"):
        face.run(Path("cases.jsonl"), "rules:understand", **asked)
    done = face.run(Path("cases.jsonl"), "rules:understand", **asked, accept_changed=True)
    assert done.score.value == 0
    assert len(done.record["systems"]) == 1, "nothing was asked of the other one"


def older(work: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Make the record of a run one of version 1, and its parts those of then."""
    file = work / "run" / "run.json"
    record = json.loads(file.read_text())
    del record["systems"], record["digests"]
    record["schema_version"] = 1
    change(record)
    file.write_text(json.dumps(record))
    for part in open_run(work / "run").parts_of_answers():
        parquet.write_answers(str(part.with_name(f"{part.name[:10]}.parquet")), [*parquet.read_answers(str(part))])
        part.unlink()


def test_a_run_of_version_1_is_read_and_goes_on(told: Any, work: Path) -> None:
    assert stopped(work, "rules:understand", "--timeout", "30") == 24
    older(work, lambda record: record["system"].update(code={"rules.py": digest_of(work / "rules.py")}))
    for verb in (("show", "run"), ("compare", "run", "run"), ("report", "run", "-o", "p.html"), ("judge", "run")):
        measure = () if verb[0] != "judge" else ("-m", "any_of")
        assert told(*verb, *measure).status == 0, verb
    done = told(*command("rules:understand"), "--json", env=environment())
    assert done.json["figures"]["labels"]["value"] == 0
    record = open_run(work / "run").record
    assert record["schema_version"] == 2
    first, second = record["systems"]
    assert (first["digest"], first["cases"], first["files"].keys()) == (None, 24, {"rules.py"})
    assert (second["cases"], "accepted" in second) == (36, False)
    assert "notes" not in done.json["figures"]["labels"], "they are one, as far as can be told"


def test_a_run_of_version_1_that_had_another_system(told: Any, work: Path) -> None:
    told(*command("rules:understand"))
    older(work, lambda record: record["system"].update(code={"rules.py": "sha256:123456789abc"}))
    line = told(*command("rules:understand")).line(2)
    assert line.startswith("run: holds a run with another system (rules.py was sha256:123456789abc, now sha256:")


def digest_of(path: Path) -> str:
    from murho.formats.digest import digest

    return digest(path)[:19]


def test_a_strangers_run_opens_nothing_that_it_names(told: Any, work: Path) -> None:
    """A named pipe would hang whoever opens it, a module whoever imports it."""
    told(*command("rules:understand"))
    os.mkfifo("pipe.py")
    (work / "trap.py").write_text("raise SystemExit('imported')\n")
    file = work / "run" / "run.json"
    record = json.loads(file.read_text())
    for system in ({"kind": "function", "spec": "trap:u"}, {"kind": "trap:kind", "spec": "pipe.py"}):
        entry = {"digest": "sha256:1", "spec": "trap:u", "files": {"pipe.py": "sha256:1", "trap.py": "sha256:1"}}
        accepted = {**entry, "digest": "sha256:2", "accepted": True}
        file.write_text(json.dumps({**record, "system": system, "systems": [entry, accepted], "files": ["pipe.py"]}))
        for verb in (("show", "run"), ("compare", "run", "run"), ("report", "run", "-o", "p.html")):
            assert told(*verb).status == 0, verb
        assert "another system" in told(*command("rules:understand")).line(2)
    assert "trap" not in sys.modules


LOGGING = """
import sys
from pathlib import Path
log = Path(sys.argv[2])
log.write_text((log.read_text() if log.exists() else "") + "asked\\n")
import serve
"""


@pytest.mark.parametrize("was_there", [False, True], ids=["new", "grown"])
def test_a_log_that_the_command_writes(told: Any, work: Path, was_there: bool) -> None:
    """What appeared while it was asked is no part of it; what was there may be read, so the user has to say."""
    (work / "logging_serve.py").write_text(LOGGING)
    if was_there:
        (work / "said.log").write_text("of yesterday\n")
    system = "cmd:python3 logging_serve.py --log said.log"
    assert 0 < stopped(work, system, "--timeout", "700") < CASES
    entry = open_run(work / "run").record["systems"][0]
    assert (list(entry.get("written", ())), "said.log" in entry["files"]) == (
        ([], True) if was_there else (["said.log"], False)
    )
    asked = command(system, "--timeout", "700")
    if was_there:
        line = told(*asked, env=environment()).line(2)
        assert line.startswith("run: holds a run with another system (said.log was sha256:")
        assert "; if the system itself writes said.log, say so with --files '!said.log')" in line
        asked = (*asked, "--files", "!said.log")
    done = told(*asked, env=environment())
    assert done.status == 0, done.err
    assert told(*asked, env=environment()).status == 0, "nothing is left to do"
    assert len(open_run(work / "run").answers()) == CASES


MAKING = """
import json, os, sys
if not os.path.exists("model.json"):
    with open("model.json", "w") as file:
        json.dump({"word": "yes"}, file)
word = json.load(open("model.json"))["word"]
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "answer": [word]}), flush=True)
"""


def test_a_model_that_the_command_made_is_part_of_it_once_it_is_another(told: Any, work: Path) -> None:
    (work / "making.py").write_text(MAKING)
    asked = command("cmd:python3 making.py --model model.json")
    assert told(*asked, "--limit", "8", env=environment()).status == 0
    assert told(*asked, "--limit", "10", env=environment()).status == 0, "the model is as it was"
    (work / "model.json").write_text('{"word": "odd"}')
    line = told(*asked, "--limit", "12", env=environment()).line(2)
    assert line.startswith("run: holds a run with another system (model.json was ")
    assert len(open_run(work / "run").answers()) == 10
    (work / "model.json").write_text('{"word": "yes"}')
    declared = told(*asked, "--limit", "12", "--files", "model.json", env=environment()).line(2)
    assert "model.json" in declared, "it is part of it where the user says so"


EDITED = """
import json, sys
word = open("word.txt").read()
for number, line in enumerate(sys.stdin):
    case = json.loads(line)
    if case["id"] == "30":
        open("word.txt", "w").write("B")
        open("said.log", "w").write("half of it")
        sys.exit(1)
    print(json.dumps({"id": case["id"], "answer": [word]}), flush=True)
"""


@pytest.mark.parametrize("word", ["A", "B"], ids=["edited", "as it was"])
def test_what_is_edited_while_it_is_asked_is_told(told: Any, work: Path, word: str) -> None:
    (work / "word.txt").write_text(word)
    (work / "edited.py").write_text(EDITED)
    system = "cmd:python3 edited.py --log said.log"
    assert told(*command(system, "--files", "word.txt")).status == 0
    shown, verified = (told(verb, "run", "--json").json for verb in ("show", "verify"))
    if word == "B":
        assert "notes" not in shown
        assert "edited" not in verified["systems"][0]
        return
    edited = verified["systems"][0]["edited"]
    assert edited.startswith("word.txt was sha256:")
    note = f"answers may be of several systems: {edited}, after {system} was asked"
    assert note in shown["notes"]
    record = open_run(work / "run").record
    assert [entry["cases"] for entry in record["systems"]] == [CASES]
    assert told("report", "run", "-o", "run.html").status == 0
    assert f"The {note}." in (work / "run.html").read_text()
    (work / "word.txt").write_text("A")
    (work / "said.log").unlink()
    assert told(*command(system, "--files", "word.txt", folder="again")).status == 0
    (work / "word.txt").write_text("B")
    assert told(*command(system, "--files", "word.txt", folder="again")).status == 2
