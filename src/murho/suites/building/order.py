"""The section `order` of a suite, from realizations that a person reviewed and the trees of their test sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from murho.core.tree import Tree
from murho.suites.building.clauses import clauses
from murho.suites.building.languages import Language
from murho.suites.building.review import Reviewed
from murho.suites.building.schemas import class_of, key_of, schema_of
from murho.suites.building.treebank import Conventions, linked
from murho.suites.model import ORDER, Finding, Order, Phenomenon, Section

CLASSES = ("subj#v", "subj#v#obj", "v#obj", "v")


@dataclass(frozen=True)
class Ordered:
    """The section, and what a person should look at."""

    section: Section
    tests: tuple[str, ...]
    """The test sentences, each once, in the order of the section."""
    waiting: int
    """Realizations that are kept but have no test sentence yet."""
    findings: tuple[Finding, ...]
    """Trees that do not show what their realization says."""


def kept_sentences(rows: Sequence[Reviewed]) -> tuple[str, ...]:
    """The test sentences of the rows that are kept, each once."""
    return tuple(dict.fromkeys(row.test for row in rows if row.keep and row.test))


def order_section(
    rows: Sequence[Reviewed],
    trees: Mapping[str, Tree],
    language: Language | None,
    corpus: str | None,
    path: str | None = None,
) -> Ordered:
    """The section, classes and schemas as hierarchy, realizations in the order of the rows.

    Args:
        rows: from the reviewed table; only those that are kept and have a test sentence come in.
        trees: by the text of their sentence, corrected; may lack some, or all. They give the lemmas.
        language: of the trees; needed if there are any.
        corpus: what frequencies and ids are from.
        path: of the table, for findings.
    """
    findings: list[Finding] = []
    leaves: dict[tuple[str, str], list[Order]] = {}
    ready = [row for row in rows if row.keep and row.test]
    for number, row in enumerate(ready, 1):
        parent, children = row.parent or None, row.children or None
        # By its text, for several rows may have one test sentence.
        if language is not None and (tree := trees.get(row.test)) is not None:
            lemmas, wrong = _lemmas(row, tree, language)
            if wrong:
                findings.append(
                    Finding(wrong, "correct the sentence, its tree or the row", path, row.line, error=False)
                )
            elif lemmas:
                # What a person wrote stands; the tree fills in what is empty.
                parent, children = parent or lemmas[0], children or lemmas[1]
        leaf = Order(
            # Four digits, so that ids sort as they count.
            f"{number:04d}",
            **row.key._asdict(),
            parent=parent,
            children=children,
            freq=row.freq,
            idsensem=row.ids or None,
            test=row.test,
        )
        leaves.setdefault((class_of(row.key.func), schema_of(row.key.func)), []).append(leaf)
    classes = []
    # In this order whatever that of the rows is, so that two versions can be laid side by side.
    for name in CLASSES:
        schemas = tuple(Phenomenon("schema", key[1], tuple(leaves[key])) for key in sorted(leaves) if key[0] == name)
        if schemas:
            classes.append(Phenomenon("class", name, schemas))
    waiting = sum(row.keep and not row.test for row in rows)
    return Ordered(Section(ORDER, tuple(classes), corpus), kept_sentences(rows), waiting, tuple(findings))


READINGS = (Conventions(indirect_objects=False), Conventions())
"""An `obl:arg` with the dative preposition may be an indirect object or none; a row may mean either."""


def _lemmas(row: Reviewed, tree: Tree, language: Language) -> tuple[tuple[str, str | None] | None, str | None]:
    """Parent and children as the tree has them, or what it shows instead."""
    shown: dict[str, None] = {}
    sentence = linked(tree, row.test)
    for reading in READINGS:
        for clause in clauses(sentence, language, reading):
            key = key_of(clause)
            if key == row.key:
                lemmas = {number: tree.word(number).lemma for number in clause.places}
                parent = lemmas.pop(clause.verb)
                return (parent, "#".join(lemmas.values()) or None), None
            shown[" ".join(key)] = None
    result = "; ".join(shown) or "no finite clause"
    return None, f"the tree of {row.test!r} shows {result}, not {' '.join(row.key)}"
