"""A look at treebanks of one language: their links and their orders of arguments."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os import fspath
from os.path import isfile
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats.opening import Path
from murho.suites.building.languages import LANGUAGES, guess, language
from murho.suites.building.links import Link, links
from murho.suites.building.schemas import Realization, above_average, average, schemas
from murho.suites.building.treebank import Treebank, read_treebank


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
