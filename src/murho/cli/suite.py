"""murho suite"""

import click

from murho.cli import options, suite_build, suite_run


@click.group(no_args_is_help=True)
def suite() -> None:
    """Test suites: hierarchies of phenomena, to see what a parser covers and what it gets right.

    \b
    murho suite check mine.xml
    murho suite run es --system parsed.conllu -o my-run
    murho suite show my-run

    docs/suites.md tells the format, what is checked, and how a suite is scored.
    """


@suite.command()
@click.argument("suites", metavar="SUITE...", nargs=-1, required=True)
@suite_run.strict
@options.as_json
def check(suites: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Check each SUITE against its format and its test data: an XML file, JSON lines, a folder of [incr tsdb()].

    \b
    murho suite check es.xml
    murho suite check mine.jsonl csli/ --json

    Everything that is wrong or odd is printed, with its line. The exit status is 1 if there is an error.
    """
    import json

    from murho.core.signature import SCHEMA_VERSION
    from murho.sheets.numbers import several
    from murho.suites.checks import check_file, summary
    from murho.suites.reading import path_of

    results = []
    failed = False
    for name in suites:
        path = path_of(name)
        model, data, findings = check_file(path, strict=strict)
        errors = sum(finding.error for finding in findings)
        # Warnings fail nothing: a suite may be odd on purpose.
        failed |= bool(errors)
        counted = None if model is None else summary(model, data)
        results.append(
            {
                "suite": path,
                "summary": counted,
                "errors": errors,
                "findings": [vars(finding) for finding in findings],
                "schema_version": SCHEMA_VERSION,
            }
        )
        # JSON is one object, printed when all suites have been looked at.
        if as_json:
            continue
        for finding in findings:
            click.echo(finding)
        if counted is not None:
            click.echo(f"{path}: {_told(counted)}")
        click.echo(f"{path}: {several(errors, 'error')}, {several(len(findings) - errors, 'warning')}")
    if as_json:
        click.echo(json.dumps(results[0] if len(results) == 1 else {"suites": results}))
    return int(failed)


def _told(counted: dict[str, int | dict[str, int]]) -> str:
    """A summary in a line; what there is none of is left out."""
    sections = counted["sections"]
    assert isinstance(sections, dict)
    parts = [f"{count} {_one(count, 'realizations')} in {kind}" for kind, count in sections.items()]
    names = {
        "sentences": "test sentences",
        "test_data": "sentences in the test data",
        "phenomena": "phenomena",
        "links": "links",
        "without_frequency": "without a frequency",
        "wellformed": "well-formed",
        "illformed": "ill-formed",
    }
    return ", ".join(
        [*parts, *(f"{counted[key]} {_one(counted[key], name)}" for key, name in names.items() if counted[key])]
    )


def _one(count: object, names: str) -> str:
    """What is counted, as it is called where it is one."""
    # Of these the last letter does not tell one from several.
    singular = {"phenomena": "phenomenon", "sentences in the test data": "sentence in the test data"}
    return singular.get(names, names.removesuffix("s")) if count == 1 else names


suite.add_command(suite_run.run)
suite.add_command(suite_run.show)
suite.add_command(suite_build.build)
