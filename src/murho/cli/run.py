"""murho run"""

from typing import TYPE_CHECKING

import click

from murho.cli import options
from murho.cli.arguments import COUNTED, EXPERTS, FOLDER, GATE, READ, SCHEDULER, Typed, formats
from murho.cli.aside import printed_aside
from murho.cli.plug_options import KINDS, Kinds
from murho.cli.service_options import SERVICES, written
from murho.cli.verb import Given, Verb, with_scheduler

if TYPE_CHECKING:
    from murho.face.saved import Run

EXAMPLES = """
murho run cases.jsonl --system nlu:understand -o my-run
murho run cases.jsonl --system 'cmd:./parser --json' --workers 2 --timeout 10 -o my-run
murho run cases.jsonl --system answers.jsonl -m words -m concepts -o my-run
murho run speech.jsonl --system asr:recognise --then nlu:parse -m meanings -o my-run
murho run speech.jsonl --system heard=asr:recognise --then nlu:parse -m words@heard -m concepts -o my-run
murho run cases.jsonl --system nlu:understand --engine dask --scheduler tcp://10.0.0.1:8786 -o my-run
murho run cases.jsonl --system nlu:understand --stop 'sequence(0.04)' -o my-run
murho run cases.jsonl --system https://nlu.example/parse --request body.json --response '$.intent.name' -o my-run
murho run cases.jsonl --system openai:MODEL --base-url URL --prompt prompt.md --workers 8 -o my-run
murho run --config murho.toml

A function gets the expression and returns a meaning, a list of meanings, or None if it fails. A command reads
{"id", "expression"} a line and writes {"id", "answer": [...]} or {"id", "answer": null}. Whatever crashes, hangs or
prints rubbish is UNDEFINED for that case and counted. A run that was killed goes on with the same command; with
--retry undefined it also asks once more what failed. A run in which every case failed exits with 1.

What a function takes as `before`, or a command 'cmd:before=yes COMMAND' as the field of that name, is what went
before in the dialogue. Cases without a reference are open: asked and counted, in no figure; a gate refuses them.
"""
SYSTEM = (
    "What to evaluate: a function, module:attribute; a file of answers; or what answers, as KIND:..., as in "
    "'cmd:./parser --fast'. Kinds: {names}."
)
TYPED = {
    "cases": Typed(),
    "system": Typed(
        ("--system",),
        "TEXT",
        SYSTEM,
        made_by=Kinds,
        more={"shelf": KINDS, "untyped": ("function",)},  # a function is written by its name alone
    ),
    "folder": Typed(
        ("-o", "--out"),
        "FOLDER",
        "The folder in which the run is kept, and from which the same command goes on, as in -o my-run.",
        type=FOLDER,
        required=True,
    ),
    "timeout": Typed(metavar="SECONDS"),
    "stop": Typed(metavar="RULE"),
    "format": formats("Format of the cases (and of recorded answers): "),
    "carry": Typed(group=READ),
    "on_references": Typed(group=READ),
    "files": Typed(
        ("--files",),
        "PATH",
        "A file or folder that the system is made of, such as a model: once it changes it is another system. May be "
        "repeated; code and what a command names are found without. !PATH is no part of it, such as a log that it "
        "writes (docs/systems.md).",
        type=click.Path(),
        several=True,
        group=READ,
    ),
    "batch": Typed(group=EXPERTS),
    "repeat": Typed(group=COUNTED),
    "accept_changed": Typed(group=EXPERTS),
    "retry": Typed(type=click.Choice(["undefined"]), read=bool),
    "gated": Typed(computed=True),
    "about": Typed(computed=True),
}
ABOUT = {
    "goal": Typed(help="For the record: what the evaluation is for.", group=EXPERTS),
    "domain": Typed(help="For the record: the domain D.", group=EXPERTS),
    "representation": Typed(help="For the record: the representation language R.", group=EXPERTS),
    "sample": Typed(help="For the record: how the sample was collected.", group=EXPERTS),
}
ONLY = {
    "then": Typed(
        metavar="SYSTEM",
        help="A further stage that gets the answers of the one before; may be repeated. A stage has a name as "
        "NAME=SYSTEM: its answers are saved by it, and judged as in -m words@NAME.",
        several=True,
    ),
    **ABOUT,
    **SERVICES,
    "scheduler": SCHEDULER,
    **GATE,
}
FIRST = (
    *("system", "then", "folder", "measures", "by", "weight", "workers", "timeout", "limit", "stop", "retry"),
    *("overwrite", "as_json", "fail_above"),
)


def prepare(given: Given) -> None:
    """Put the stages together, with the options of services behind the one that is a service."""
    from murho.systems.naming import stage

    stages = written([stage(one) for one in (given["system"], *given["then"])], given)
    given["system"] = [system if name is None else f"{name}={system}" for name, system in stages]
    given["about"] = {name: given[name] for name in ABOUT if given[name]}
    given["gated"] = given["fail_above"] is not None or given["confident"]
    with_scheduler(given)


def draw(run: "Run", given: Given) -> None:
    """The figures, what failed, and where it is saved."""
    from murho.figures import in_order, sheets_of
    from murho.pipeline.runs.show import failures
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheets
    from murho.systems.naming import stage
    from murho.terminal.score import show_failures, show_scores

    show_scores(list(run.scores), console())
    for number, score in enumerate(run.scores):
        show_sheets(sheets_of(in_order({**score.values, **({} if number else run.values)})), console())
    show_failures(failures(run.kept), console())
    options.show_retried(run.kept)
    staged = given["on_references"] and any(stage(one)[0] for one in given["system"][:-1])
    chained = f", murho show {run.path} --shares" if staged else ""
    people = f"murho evaluate {run.path}, " if run.record["counts"].get("open", 0) else ""
    show = f"murho show {run.path} --by FEATURE{chained}"
    click.echo(f"saved in {run.path}; next: {people}{show}, murho report {run.path} -o report.html")


def status(run: "Run", given: Given) -> int:
    """100 where the gate failed, 1 where every case did."""
    for note in run.record.get("notes", ()):
        click.echo(f"note: {note}", err=True)
    before, total = run.record["answered_before"], run.record["counts"]["cases"]
    if before and given["stop"] is None:
        click.echo(f"{before} of {total} cases had been answered before; --overwrite asks again", err=True)
    gate = options.gate_status(list(run.scores), given["fail_above"], given["confident"])
    return options.undefined_status(run.kept, gate)


run = Verb(
    "run", EXAMPLES, draw, typed=TYPED, only=ONLY, first=FIRST, before=prepare, around=printed_aside, after=status,
    tables=False, explained=False,
).command()  # fmt: skip
