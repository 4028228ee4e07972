"""What can be wrong with a suite, told at once and with lines: within its file, and against its test data.

>>> from murho.suites.model import Section
>>> twice = Item("1", test="Llueve.", line=4), Item("1", test="No llueve.", line=5)
>>> for finding in findings(Suite((Section("phenomena", twice),), path="mine.xml")):
...     print(finding)
mine.xml:5: error: the id '1' stands twice, first in line 4; give every realization an id of its own
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from murho.core.errors import InputError
from murho.core.tree import is_link
from murho.suites import xml
from murho.suites.cases import JOINT, VERB, MismatchError, match
from murho.suites.model import (
    ORDER,
    STRUCTURE,
    Finding,
    Item,
    Leaf,
    Note,
    Order,
    Phenomenon,
    Structure,
    Suite,
    collecting,
    sharing,
)
from murho.suites.testdata import Sentences, misspelt, sentences_of
from murho.suites.xml import parsed

CONSTRUCTIONS = ("active", "passive", "pronominal passive", "impersonal", "pronominal impersonal")


def check_file(path: str, *, strict: bool = False) -> tuple[Suite | None, Sentences | None, list[Finding]]:
    """A suite with its test data, as far as they can be read, and all that is wrong or odd, in order of the lines.

    What would be left out of the suite is wrong with `strict`, and else only odd.
    """
    from murho.suites.reading import is_xml, read_suite

    all_findings: list[Finding] = []
    try:
        suite = xml.read(path, collecting(all_findings, path)) if is_xml(path) else read_suite(path)
    except InputError as error:
        return None, None, [*all_findings, _finding(error, path)]
    all_findings += [replace(finding, error=strict) for finding in suite.left_out]
    data: Sentences | None = None
    try:
        data = sentences_of(suite)
    except InputError as error:
        all_findings.append(_finding(error, path))
    all_findings += findings(suite, data)
    # Last, and only where nothing else was found: the schema speaks in the words of its parser.
    if is_xml(path) and not any(finding.error for finding in all_findings):
        all_findings += _against_schema(path)
    # First what stands in the suite itself, then in its test data.
    return suite, data, sorted(all_findings, key=lambda finding: (finding.path != path, finding.line or 0))


def findings(suite: Suite, data: Sentences | None = None) -> list[Finding]:
    """All that is wrong or odd in a suite, and between it and its test data."""
    all_findings: list[Finding] = []
    error = collecting(all_findings, suite.path)
    warning = collecting(all_findings, suite.path, error=False)
    leaves = [leaf for _, leaf in suite.leaves()]
    if not leaves:
        error("no realization at all", "give at least one", None)
    _ids(leaves, error)
    _names(suite, warning)
    for leaf in leaves:
        _leaf(leaf, error, warning)
    for section in (STRUCTURE, ORDER):
        _frequencies(suite.of_section(section).values(), error)
    if data is not None:
        _test_data(leaves, data, error, warning)
        all_findings += _of_data(suite, data)
    return all_findings


def _ids(leaves: list[Leaf], error: Note) -> None:
    first: dict[str, Leaf] = {}
    for leaf in leaves:
        earlier = first.setdefault(leaf.id, leaf)
        if earlier is leaf or (isinstance(leaf, Item) and replace(leaf, comments=()) == replace(earlier, comments=())):
            continue  # an item may show several phenomena
        where = f", first in line {earlier.line}" if earlier.line else ""
        error(f"the id {leaf.id!r} stands twice{where}", "give every realization an id of its own", leaf.line)


def _names(suite: Suite, warning: Note) -> None:
    waiting: list[tuple[str, Iterable[Phenomenon | Leaf]]] = [
        (section.kind, section.parts) for section in suite.sections
    ]
    while waiting:
        above, parts = waiting.pop()
        nodes = [part for part in parts if isinstance(part, Phenomenon)]
        for name, count in Counter(node.name for node in nodes).items():
            if count > 1:
                line = [node.line for node in nodes if node.name == name][1]
                warning(f"{name!r} stands {count} times in {above!r}", "join them: they are one phenomenon", line)
        for node in nodes:
            if not node.parts:
                warning(f"{node.kind} {node.name!r} is empty", "fill it, or leave it out", node.line)
        waiting += [(node.name, node.parts) for node in nodes]


def _leaf(leaf: Leaf, error: Note, warning: Note) -> None:
    if not leaf.id.strip():
        error("an empty id", "give every realization an id of its own", leaf.line)
    if leaf.freq is not None and not 0 <= leaf.freq <= 1:
        error(
            f"freq is {leaf.freq}", "a relative frequency lies in [0, 1]; write null where it is not known", leaf.line
        )
    if not leaf.test.strip():
        error("a blank test sentence", "write the sentence as in the test data", leaf.line)
    if isinstance(leaf, Structure):
        if leaf.link is not None and not is_link(leaf.link):
            todo = "write the letters of parent and child, as in v-n (docs/suites.md lists them)"
            error(f"link {leaf.link!r}", todo, leaf.line)
    elif isinstance(leaf, Order):
        _schema(leaf, error, warning)


def _schema(leaf: Order, error: Note, warning: Note) -> None:
    functions, categories = ((text or "").split(JOINT) for text in (leaf.func, leaf.cat))
    if functions.count(VERB) != 1:
        error(f"func {leaf.func!r}", f"list the functions in order, parted by {JOINT}, {VERB} once", leaf.line)
    elif len(categories) != len(functions) or categories[functions.index(VERB)] != VERB:
        todo = f"give a category for each function, {VERB} at the place of the verb"
        error(f"cat {leaf.cat!r} beside func {leaf.func!r}", todo, leaf.line)
    if leaf.constr is not None and leaf.constr not in CONSTRUCTIONS:
        warning(f"constr {leaf.constr!r}", f"usual are: {', '.join(CONSTRUCTIONS)}", leaf.line)
    if leaf.idsensem is not None and len(leaf.idsensem.split(JOINT)) != 3:
        warning(f"idsensem {leaf.idsensem!r}", f"give three sentence ids, parted by {JOINT}", leaf.line)


def _frequencies(leaves: Iterable[Leaf], error: Note) -> None:
    """Realizations of one link, or of one order, share its frequency, and so must print the same; null is not another.

    What is no frequency at all has been told already.
    """
    first: dict[Any, Leaf] = {}
    for leaf in leaves:
        kind = sharing(leaf)
        if kind is None or leaf.freq is None or not 0 <= leaf.freq <= 1:
            continue
        earlier = first.setdefault(kind, leaf)
        if leaf.freq != earlier.freq:
            what, name = ("link", kind) if isinstance(leaf, Structure) else ("order", " ".join(filter(None, kind)))
            found = f"{what} {name} has freq {leaf.freq}, but {earlier.freq} in line {earlier.line}"
            error(found, f"one {what} has one frequency: print the same, or null", leaf.line)


def _test_data(leaves: list[Leaf], data: Sentences, error: Note, warning: Note) -> None:
    for leaf in leaves:
        sentence = data.find(leaf.test)
        if sentence is None:
            error(f"test sentence {leaf.test!r} is not in the test data", f"add it to {data.path}", leaf.line)
        elif sentence.tree is not None and not isinstance(leaf, Item):
            try:
                matched = match(leaf, sentence.tree)
            except MismatchError as wrong:
                error(f"realization {leaf.id!r}: {wrong.found}", wrong.todo, leaf.line)
            else:
                if matched.others:
                    todo = "the first is scored; a sentence that shows it once is better"
                    warning(
                        f"realization {leaf.id!r} fits {matched.others + 1} places in its sentence", todo, leaf.line
                    )


def _of_data(suite: Suite, data: Sentences) -> list[Finding]:
    findings_of_data: list[Finding] = []
    error, warning = collecting(findings_of_data, data.path), collecting(findings_of_data, data.path, error=False)
    by_text = sorted(data.sentences, key=lambda sentence: sentence.text)
    for earlier, later in pairwise(by_text):
        if earlier.text == later.text:
            error(
                f"{later.text!r} stands here again, first in line {earlier.line}",
                "delete one of them",
                later.line,
            )
    for name, count in Counter(sentence.id for sentence in data.sentences).items():
        if count > 1:
            again = [sentence.line for sentence in data.sentences if sentence.id == name][1]
            error(f"the id {name!r} stands {count} times", "give every sentence an id of its own", again)
    used = {sentence.text for _, leaf in suite.leaves() if (sentence := data.find(leaf.test))}
    for given in data.sentences:
        if given.tree is not None and (wrong := misspelt(given.tree)):
            error(*wrong, given.line)
        if given.text not in used:
            warning(f"{given.text!r} is used by no realization", "add one, or delete it", given.line)
    return findings_of_data


def _against_schema(path: str) -> list[Finding]:
    """What the published schema finds although nothing else was found: its words are the parser's."""
    from lxml import etree

    from murho.formats.opening import whole

    rules = etree.RelaxNG(etree.fromstring(xml.schema()))
    rules.validate(parsed(whole(path).removeprefix(b"\xef\xbb\xbf"), path))
    return [Finding(fault.message, "see suite.rng", path, fault.line) for fault in rules.error_log]


def _finding(error: InputError, path: str) -> Finding:
    return Finding(error.found, error.todo, error.path or path, error.line)


def summary(suite: Suite, data: Sentences | None) -> dict[str, int | dict[str, int]]:
    """What a suite holds: realizations by section, sentences, links, nulls."""
    leaves = {leaf.id: leaf for _, leaf in suite.leaves()}
    structure = [leaf for leaf in leaves.values() if isinstance(leaf, Structure)]
    items = [leaf for leaf in leaves.values() if isinstance(leaf, Item)]
    sizes: dict[str, int | dict[str, int]] = {
        "sections": {section.kind: len(suite.of_section(section.kind)) for section in suite.sections},
        "realizations": len(leaves),
        "sentences": len({leaf.test for leaf in leaves.values()}),
        "phenomena": len({path[:depth] for path, _ in suite.leaves() for depth in range(2, len(path) + 1)}),
        "test_data": 0 if data is None else len(data),
        "links": len({leaf.link for leaf in structure if leaf.link is not None}),
        "without_frequency": sum(leaf.freq is None for leaf in leaves.values() if not isinstance(leaf, Item)),
        "wellformed": sum(leaf.wellformed is True for leaf in items),
        "illformed": sum(leaf.wellformed is False for leaf in items),
    }
    return sizes
