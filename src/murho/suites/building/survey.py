"""A look at treebanks of one language: their links and their orders of arguments.

A link is the letter of the parent, a hyphen, the letter of the child, over generalised parts of speech
(`murho.core.tree`): `v-n` is a noun under a main verb, `n-s` a preposition under its noun. Its frequency is its
share of all dependencies, roots and punctuation left out.

It is null where the link tells nothing reliable: where it was found fewer than `FEWEST` times, or where one end is
`w`, a word whose part of speech the treebank itself leaves open.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os import fspath
from os.path import isfile
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.core.tree import link
from murho.formats.opening import Path
from murho.suites.building.languages import LANGUAGES, guess, language
from murho.suites.building.schemas import Realization, above_average, average, schemas
from murho.suites.building.treebank import Treebank, read_treebank

FEWEST = 5
"""Instances below which a frequency is not reliable."""
DECIMALS = 6
"""Decimals of a frequency."""
PAIRS = 3
"""Pairs of lemmas that are shown for a link."""


@dataclass(frozen=True)
class Link:
    """A link, or its instances under one relation."""

    link: str
    deprel: str
    """Empty: under all relations together."""
    count: int
    freq: float | None
    """Its share of all dependencies, six decimals; None where it tells nothing reliable."""
    pairs: tuple[str, ...]
    """The commonest pairs of lemmas, the parent's first."""


def links(treebanks: Sequence[Treebank]) -> list[Link]:
    """All links, commonest first, each followed by its relations."""
    counts: Counter[tuple[str, str]] = Counter()
    pairs: dict[tuple[str, str], Counter[str]] = {}
    total = 0
    for treebank in treebanks:
        for sentence in treebank.sentences:
            for node in sentence.nodes:
                if node.head is None or node.relation == "punct":
                    continue
                total += 1
                name, pair = link(node.head.upos, node.upos), f"{node.head.word.lemma} {node.word.lemma}"
                for key in ((name, ""), (name, node.label)):
                    counts[key] += 1
                    pairs.setdefault(key, Counter())[pair] += 1
    # By the count of the link, then its name: so its relations follow it, commonest first.
    order = sorted(counts, key=lambda key: (-counts[key[0], ""], key[0], key[1] != "", -counts[key], key[1]))
    return [Link(*key, counts[key], _freq(key[0], counts[key], total), _common(pairs[key])) for key in order]


def _freq(name: str, count: int, total: int) -> float | None:
    return None if count < FEWEST or "w" in name else round(count / total, DECIMALS)


def _common(pairs: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(pairs, key=lambda pair: (-pairs[pair], pair))[:PAIRS])


@dataclass(frozen=True, eq=False)
class Survey:
    """What treebanks hold."""

    code: str
    """The code of the language."""
    treebanks: tuple[Treebank, ...]
    links: tuple[Link, ...]
    realizations: tuple[Realization, ...]

    @property
    def corpus(self) -> str:
        """The names of the treebanks."""
        return " + ".join(treebank.name for treebank in self.treebanks)

    @property
    def clauses(self) -> int:
        """How many finite clauses there are."""
        return sum(realization.count for realization in self.realizations)

    @property
    def kept(self) -> list[Realization]:
        """The realizations that are found more often than the average one."""
        return above_average(self.realizations)

    @property
    def coverage(self) -> float:
        """The share of clauses that `kept` accounts for."""
        return sum(realization.count for realization in self.kept) / max(1, self.clauses)

    def by(self, attribute: str) -> Counter[str]:
        """Clauses by `constr` or `sbjtype`."""
        counts: Counter[str] = Counter()
        for realization in self.realizations:
            counts[getattr(realization.key, attribute)] += realization.count
        return counts

    def as_json(self) -> dict[str, Any]:
        """The figures of the survey, as JSON has them."""
        return {
            "language": self.code,
            "treebanks": [_sizes(treebank) for treebank in self.treebanks],
            "links": {link.link: link.freq for link in self.links if not link.deprel},
            "clauses": self.clauses,
            "constructions": dict(self.by("constr").most_common()),
            "subjects": dict(self.by("sbjtype").most_common()),
            "realizations": len(self.realizations),
            "average": round(average(self.realizations), 6),
            "kept": len(self.kept),
            "coverage": round(self.coverage, 6),
        }


def _sizes(treebank: Treebank) -> dict[str, Any]:
    notes = treebank.conventions.notes()
    return {"name": treebank.name, "sentences": len(treebank.sentences), "words": treebank.words, "notes": notes}


def survey(paths: Sequence[Path], code: str | None = None) -> Survey:
    """Read treebanks and count.

    Args:
        paths: CoNLL-U files.
        code: of their language, one of `LANGUAGES`; by default what all their names begin with, as `es_`.

    Raises:
        UsageError: the names do not tell one language, or nobody has listed its words.
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    named = {guess(path) for path in paths}
    # Before any is read: a treebank takes seconds, and a name is soon mistyped.
    if missing := next((path for path in paths if not isfile(path)), None):
        raise InputError("no such file", "check the name and the working directory", path=fspath(missing))
    if code is None:
        code = named.pop() if len(named) == 1 else None
        if code is None:
            known = ", ".join(LANGUAGES)
            raise UsageError(f"the names of the treebanks do not tell one language; give --language, one of: {known}")
    words = language(code)
    treebanks = tuple(map(read_treebank, paths))
    return Survey(code, treebanks, tuple(links(treebanks)), tuple(schemas(treebanks, words)))
