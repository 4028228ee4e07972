"""murho evaluate"""

import sys
from typing import TYPE_CHECKING

import click

from murho.cli import options, written

if TYPE_CHECKING:
    from murho.evaluator.evaluation import Evaluation
    from murho.evaluator.storage import Storage
    from murho.evaluator.web.app import Ask
    from murho.store import Run


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@click.option("--evaluators", metavar="NAMES", help="Who judges, as in anna,ben; one link is printed for each.")
@click.option(
    "--overlap",
    metavar="HOW",
    help="Cases that several people judge: 1 is all by two, 0.2 a fifth by two, 3 all by three, 0.2:3 a fifth by 3.",
)
@click.option(
    "--repeats", type=float, default=None, metavar="SHARE", help="The share of cases that each person is asked twice."
)
@click.option(
    "--ask",
    type=click.Choice(["both", "answers", "meanings"]),
    default="both",
    show_default=True,
    help="Whether people judge answers, write what is meant without seeing one, or do either.",
)
@click.option(
    "--stop",
    metavar="RULE",
    help="Give out cases until RULE finds that enough was judged: fixed(500), width(0.04), sequence(0.04).",
)
@click.option(
    "--judge",
    metavar="SYSTEM",
    help="A system that judges, too: it gets id, expression and answer of every case and says a loss in [0, 1].",
)
@click.option(
    "--schema",
    type=click.Path(dir_okay=False),
    help="A JSON schema of a meaning, whose attributes and values are offered to who types one, before those seen.",
)
@click.option("--guideline", type=click.Path(dir_okay=False), help="A text that is shown beside every case.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; other machines reach 0.0.0.0.")
@click.option("--port", type=click.IntRange(0, 65535), default=8750, show_default=True, help="0 takes a free one.")
@click.option("--address", metavar="URL", help="How people reach it through a proxy: https://example.org/judging")
@click.option("--revoke", metavar="NAME", help="Make all links of a person useless, and end.")
@click.option(
    "--export",
    "exported",
    type=written.FILE,
    metavar="FILE",
    help="Write all judgements to FILE: .jsonl, .csv, or .json for Label Studio.",
)
@click.option(
    "--import",
    "imported",
    metavar="FILE",
    help="Take over the judgements of FILE: .jsonl, .csv, or .json of Label Studio.",
)
@click.option(
    "--adopt",
    metavar="FILE",
    help="Write the suite with what people wrote, make it that of the run, judge the run by it, and end.",
)
@click.option("--status", "shows_status", is_flag=True, help="Say how it stands, and end.")
@options.seed
@options.table
@options.as_json
@options.config
def evaluate(
    run: str,
    evaluators: str | None,
    overlap: str | None,
    repeats: float | None,
    ask: "Ask",
    stop: str | None,
    judge: str | None,
    schema: str | None,
    guideline: str | None,
    host: str,
    port: int,
    address: str | None,
    revoke: str | None,
    exported: str | None,
    imported: str | None,
    adopt: str | None,
    shows_status: bool,
    seed: int,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Let people judge the saved answers of RUN, or write what is meant, in a browser.

    \b
    murho evaluate my-run
    murho evaluate my-run --evaluators anna,ben --overlap 0.2
    murho evaluate my-run --stop 'width(0.04)'
    murho evaluate my-run --judge mypackage.judges:loss
    murho evaluate my-run --status --json
    murho evaluate my-run --export judgements.jsonl
    murho evaluate my-run --adopt cases-2.jsonl

    One link is printed for each person, and one for the owner, who sees figures and settles disagreements. Open cases
    are judged, or all where none is open. A judgement is on the disk before the page says "saved". docs/evaluator.md
    """
    from murho.evaluator import exchange, people, stopping
    from murho.evaluator.evaluation import open_evaluation
    from murho.evaluator.material import with_schema
    from murho.evaluator.storage import FILE, Storage
    from murho.formats.opening import whole
    from murho.store import open_run

    if asked_tables and not shows_status:
        raise click.UsageError("--table goes with --status", click.get_current_context())
    saved_run = open_run(run)
    others = (evaluators, overlap, repeats, stop, judge, imported, revoke, adopt)
    only_exports = exported is not None and not shows_status and all(one is None for one in others)
    if only_exports and exchange.is_of_lines(str(exported)) and (saved_run.path / FILE).exists():
        # Also what was said of cases and answers that the run does not hold any more.
        count = exchange.write_judgements(Storage(saved_run.path / FILE), str(exported))
        _told({"exported": count}, as_json and exported != "-")
        return
    drawn = None if options.is_default("seed") else seed
    evaluation = open_evaluation(saved_run, overlap=overlap, repeats=repeats, seed=drawn)
    storage = evaluation.storage
    if stop is not None:
        stopping.choose(saved_run, storage, stop)
    if imported is not None:
        _told({"imported": exchange.read_judgements(storage, imported)}, as_json)
        stopping.look(saved_run, storage)
    if exported is not None:
        _told(
            {"exported": exchange.write_judgements(storage, exported, evaluation.material)}, as_json and exported != "-"
        )
    if revoke is not None:
        _told({"revoked": people.revoke(storage, revoke)}, as_json)
    if judge is not None:
        from murho.evaluator import machine

        machine.ask(saved_run, storage, judge)
        click.echo(machine.went(storage), err=True)
    if adopt is not None:
        from murho.evaluator.evaluation import adopt as adopted

        done = adopted(saved_run, storage, adopt)
        if as_json:
            options.print_json({"adopted": done.as_json()})
        else:
            click.echo(f"{done.references} cases got what people wrote; the suite is {done.path}, {done.digest[:19]}")
            if done.conflicts:
                click.echo(f"{done.conflicts} disagreements are not settled: the owner's page does that", err=True)
    if shows_status:
        _show_status(saved_run, storage, asked_tables, as_json)
    if not (shows_status or any(one is not None for one in (imported, exported, revoke, adopt))):
        names = [name.strip() for name in (evaluators or "evaluator").split(",") if name.strip()]
        if schema is not None:
            evaluation = evaluation._replace(material=with_schema(evaluation.material, schema))
        text = "" if guideline is None else whole(guideline).decode("utf-8", "replace")
        _serve(saved_run, evaluation, names, ask, text, (host, port, address))


def _told(done: dict[str, int], as_json: bool) -> None:
    if as_json:
        options.print_json({"done": done})
    else:
        click.echo(", ".join(f"{name} {number}" for name, number in done.items()), err=True)


def _show_status(run: "Run", storage: "Storage", asked_tables: "options.Asked", as_json: bool) -> None:
    from murho.evaluator.status import status, status_lines

    found = status(run, storage)
    options.write_tables(asked_tables, found.as_json)
    if as_json:
        options.print_json({"status": found.as_json()})
    else:
        click.echo("\n".join(status_lines(found)))


def _serve(
    run: "Run",
    evaluation: "Evaluation",
    names: list[str],
    ask: "Ask",
    guideline: str,
    where: tuple[str, int, str | None],
) -> None:
    """Print a link for each person and for the owner, and serve the pages."""
    from murho.core.errors import UsageError
    from murho.evaluator import stopping
    from murho.evaluator.assigning import too_few
    from murho.evaluator.people import OWNER, invite
    from murho.evaluator.status import status

    try:
        from murho.evaluator.web.app import Desk
        from murho.evaluator.web.serving import link, listening, serve
    except ImportError as error:
        raise UsageError(f"{error.name} is not installed; pip install 'murho[evaluate]'") from None
    host, port, address = where
    listener = listening(host, port)
    shown = f"[{host}]" if ":" in host else host
    base = address or f"http://{shown}:{listener.getsockname()[1]}"
    storage = evaluation.storage
    for name in [*names, OWNER]:
        click.echo(f"{name}\t{link(base, invite(storage, name))}")
    sys.stdout.flush()
    if lacking := too_few(storage):
        click.echo(f"warning: {lacking}", err=True)
    click.echo("Ctrl-C ends it; what is judged is kept.", err=True)
    desk = Desk(
        storage,
        evaluation.material,
        lambda: status(run, storage),
        lambda: stopping.look(run, storage),
        ask,
        guideline,
        secure=base.startswith("https:"),
    )
    serve(desk, listener, behind_proxy=address is not None)
