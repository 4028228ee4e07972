"""A comparison in a job of continuous integration: JUnit XML for the list of tests, Markdown for the page."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.pipeline.comparing.gate import Verdict
from murho.sheets import Sheet
from murho.sheets.legible import legible
from murho.sheets.markdown import escaped, markdown
from murho.views.gate import Told, sentence, stops


def write_junit(path: Path, verdicts: Sequence[Verdict], limit: float) -> None:
    """Write a test case for each difference that a gate looked at; a slice of which nothing is known is skipped.

    Raises:
        OutputError: the file cannot be written.
    """
    failed, skipped = sum(map(stops, verdicts)), sum(one.state == "unknown" and not stops(one) for one in verdicts)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuites tests="{len(verdicts)}" failures="{failed}">')
    lines.append(f'<testsuite name="murho compare" tests="{len(verdicts)}" failures="{failed}" skipped="{skipped}">')
    for one in verdicts:
        name, group = _attribute(f"{one.measure}: {one.name}"), _attribute(f"murho.{one.b}")
        said = legible(sentence(one, limit))
        open_tag = f'<testcase classname={group} name={name} time="0"'
        if stops(one):
            lines.append(f"{open_tag}><failure message={_attribute(said)}>{escape(said)}</failure></testcase>")
        elif one.state == "unknown":
            lines.append(f"{open_tag}><skipped message={_attribute(said)}/></testcase>")
        else:
            lines.append(f"{open_tag}><system-out>{escape(said)}</system-out></testcase>")
    lines += ["</testsuite>", "</testsuites>", ""]
    _write(path, "\n".join(lines))


def write_summary(path: Path, sheets: Sequence[Sheet], gate: Sequence[Told] = (), title: str = "") -> None:
    """Write comparisons in Markdown: the gate, then all sheets, what broke and was fixed folded.

    Raises:
        OutputError: the file cannot be written.
    """
    parts = [f"## {escaped(title) or 'murho compare'}"]
    parts += [f"{'❌' if one.bad else '✅'} **{escaped(one.text)}**" for one in gate]
    _write(path, "\n\n".join([*parts, *(markdown(sheet, 3) for sheet in sheets)]) + "\n")


def _attribute(text: str) -> str:
    return quoteattr(legible(" ".join(text.split())))


def _write(path: Path, text: str) -> None:
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
