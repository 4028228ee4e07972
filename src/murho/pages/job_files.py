"""What a job of continuous integration shows of a comparison: JUnit XML for its list of tests, Markdown for its page.

>>> in_table("a|b\\n<i>")
'a\\\\|b &lt;i&gt;'
"""

import re
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.pipeline.comparing.gate import Verdict
from murho.sheets.legible import count, fraction, legible, short, signed
from murho.views.changed import Change, Changed, ChangedSystems
from murho.views.comparison import Line
from murho.views.gate import Told, sentence, stops

MOST_GROUPS = 30
"""Groups of a feature in the summary: those that changed the most."""
MOST_CASES = 10
LONGEST = 200
"""Characters of a text of a case; verdicts, notes and the signature are never cut."""


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


def write_summary(path: Path, shown: Sequence[ChangedSystems], gate: Sequence[Told] = (), title: str = "") -> None:
    """Write a comparison in Markdown: the gate, who is better, slices, what broke first.

    Raises:
        OutputError: the file cannot be written.
    """
    lines = [f"## {in_table(title) or 'murho compare'}", ""]
    for one in gate:
        lines += [f"{'❌' if one.bad else '✅'} **{in_table(one.text)}**", ""]
    for systems in shown:
        if systems.compared.ranking:
            lines += ["| system | π | rank | not told apart |", "|---|---:|---:|---|"]
            for system in systems.compared.ranking:
                first, last = system.rank_interval
                rank = f"{first}" if first == last else f"{first} to {last}"
                groups = " ".join(system.groups)
                lines.append(f"| {in_table(system.system)} | {fraction(system.value)} | {rank} | {groups} |")
            lines.append("")
        for pair in systems.pairs:
            lines += _pair(systems, pair)
        lines += [f"<sub>{in_table(systems.compared.signature)}</sub>", ""]
    _write(path, "\n".join(lines))


def _pair(systems: ChangedSystems, pair: Changed) -> list[str]:
    a, b = (in_table(name) for name in pair.names)
    lines = [
        f"### {b} (B) beside {a} (A), {in_table(systems.compared.measure)}",
        "",
        pair.verdict,
        "",
        pair.counted,
        "",
    ]
    lines += ["| | cases | π(A) | π(B) | B − A | interval | fixed | broken |", "|---|--:|--:|--:|--:|:-:|--:|--:|"]
    fixed, broken = (next(n for title, n, _ in pair.kinds if title.startswith(kind)) for kind in ("fixed", "broken"))
    lines.append(_row("all", pair.shown.whole, fixed, broken))
    for feature, groups in pair.groups.items():
        ranked = sorted(groups, key=lambda group: -abs(group.line.difference.value or 0.0))
        for group in ranked[:MOST_GROUPS]:
            name = f"{feature}={group.line.name}"
            lines.append(_row(name, group.line, *(group.kinds.get(kind, 0) for kind in ("fixed", "broken"))))
        if len(groups) > MOST_GROUPS:
            lines.append(f"| {len(groups) - MOST_GROUPS} more of {in_table(feature)} changed less | | | | | | | |")
    lines += ["", *(f"{line}  " for line in pair.sure), *(f"> {in_table(note)}" for note in pair.shown.notes), ""]
    if pair.broken:
        lines += _cases("Broken first", pair.broken, broken)
    if pair.fixed:
        lines += _cases("Fixed first", pair.fixed, fixed)
    return lines


def _row(name: str, line: Line, fixed: int, broken: int) -> str:
    found = line.difference
    ends = "–" if found.value is None else f"{signed(found.low)} to {signed(found.high)}"
    values = (count(found.pairs), fraction(found.pi_a), fraction(found.pi_b), signed(found.value), ends)
    return f"| {in_table(name)} | {' | '.join((*values, count(fixed), count(broken)))} |"


def _cases(title: str, changes: Sequence[Change], number: int) -> list[str]:
    told = f"{title}: {min(number, MOST_CASES)} of {count(number)}"
    lines = [f"<details><summary>{told}</summary>", "", "| case | correct | A | B |", "|---|---|---|---|"]
    for one in changes[:MOST_CASES]:
        texts = (one.expression or one.id, one.correct, one.before, one.after)
        lines.append(f"| {' | '.join(in_table(short(text, LONGEST)) for text in texts)} |")
    return [*lines, "", "</details>", ""]


def in_table(text: Any) -> str:
    """Text from data on a line of Markdown, with nothing that would be read as markup, HTML or a mention."""
    line = escape(legible(" ".join(str(text).split())))
    return re.sub(r"([\\`*_\[\]|#@~])", r"\\\1", line)


def _attribute(text: str) -> str:
    return quoteattr(legible(" ".join(text.split())))


def _write(path: Path, text: str) -> None:
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
