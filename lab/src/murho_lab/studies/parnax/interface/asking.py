"""Questions asked of a database: in which language, parsed, read, and put into SQL.

What comes of a question is a set of queries. It is empty where the question is outside the domain, which is so where it
speaks of something that neither the lexicon nor the database knows, or where none of its queries is in the domain. A
question that has only known words and no reading was not understood: that is a failure, and no answer.
"""

import sqlite3
from collections.abc import Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from importlib import resources
from itertools import pairwise
from pathlib import Path

from murho.core.errors import MurhoError
from murho_lab.atn import Bounds, Grammar, Lexicon, Sentence, Token, parse, read_grammar, read_lexicon
from murho_lab.atn import Reading as Meaning
from murho_lab.atn.values import Word
from murho_lab.studies.parnax import employees as table
from murho_lab.studies.parnax.interface.database import Database, described
from murho_lab.studies.parnax.interface.dialogue import after
from murho_lab.studies.parnax.interface.query import sql
from murho_lab.studies.parnax.interface.reader import readings
from murho_lab.studies.parnax.interface.reading import NotReadableError, Reading, is_whole, query_of
from murho_lab.studies.parnax.interface.remarks import without_remarks
from murho_lab.studies.parnax.interface.setting import Setting
from murho_lab.studies.parnax.interface.words import (
    NAME,
    TO,
    UNCOUNTED,
    Vocabulary,
    beyond,
    is_outside,
    vocabulary,
    without_unknown,
)

LANGUAGES = ("english", "italian")
BOUNDS = Bounds(steps=50_000, parses=200)
LONGEST = 60
"""Words that say something; a question that has more is not understood."""
FEWEST, MOST = 4, 20
"""Of so many words that say something one may be passed over that goes together with nothing."""
RANKED = frozenset(("EXTREME", "SUP", "MOST", "COMP", "CMP"))
"""Words that a number may belong to: beside them no number is passed over, for the answer would be another one."""
KEPT = RANKED | {TO, "COUNT", "PERCENT", "MEAN", "EACH", "YN"}
"""Neither are these then: "how many of the 5 oldest" would become those five."""
COMPARING = ("COMP", "SUP")
"""Nor these anywhere: who is older than all in sales is not who is in sales."""
LONGEST_TEXT = 5_000
"""Characters of a question."""
HERE = Path(str(resources.files("murho_lab.studies.parnax.interface")))


class NotUnderstoodError(MurhoError):
    """The words of a question are known, and do not go together."""


@dataclass(frozen=True)
class Asked:
    """What came of a question."""

    queries: tuple[str, ...]
    readings: tuple[Reading, ...] = ()
    language: str = LANGUAGES[0]
    unknown: tuple[str, ...] = ()
    """Words that nothing is known of."""
    undefined: str | None = None
    """Why it was not understood; None where it was, or is outside the domain."""


@dataclass(frozen=True)
class Interface:
    """An interface to one database.

    Attributes:
        database: what is known of it.
        schema: the statements that create its tables, by which the domain is told.
        lexicons: by language, the words of the language and of the database.
        today: the day on which questions are asked.
    """

    database: Database
    schema: str
    lexicons: Mapping[str, tuple[Lexicon, ...]]
    today: date

    @cached_property
    def vocabularies(self) -> dict[str, Vocabulary]:
        """The words of each language, with the database's values."""
        known = {language: vocabulary(words, self.database) for language, words in self.lexicons.items()}
        return {
            language: replace(one, elsewhere=frozenset().union(*(known[other].words for other in known)) - one.words)
            for language, one in known.items()
        }

    def ask(self, question: str, before: Sequence[str] = ()) -> Asked:
        """The queries of a question, given the questions before it in a dialogue."""
        last: Reading | None = None
        for earlier in before:
            result = self._asked(earlier, last)
            if result.readings:
                people = result.readings[0].people(frozenset(self._shown[result.language].values()))
                spoken = dict.fromkeys((*reversed([*people]), *reversed(last.spoken if last else ())))
                last = replace(result.readings[0], spoken=(*reversed(spoken),))
        result = self._asked(question, last)
        names = frozenset(self._shown[result.language].values())
        if result.readings and all(reading.names_itself(names) for reading in result.readings):
            return Asked((), language=result.language, undefined="of whom it names it asks nothing but the name")
        return result

    def in_domain(self, query: str) -> bool:
        """Whether a query is in the domain D: it reads nothing but the tables and fields that there are.

        The predicate is SQLite's: it can be prepared on the empty tables of the schema, with reading alone allowed.
        """
        with closing(sqlite3.connect(":memory:")) as empty:
            empty.executescript(self.schema)
            empty.set_authorizer(_reads_only)
            try:
                empty.execute(f"EXPLAIN {query}").close()
            except sqlite3.Error:
                return False
        return True

    def _asked(self, question: str, last: Reading | None) -> Asked:
        if len(question) > LONGEST_TEXT:
            return Asked((), undefined=f"it has more than {LONGEST_TEXT:,} characters")
        tried = []
        for language in sorted(self.vocabularies, key=lambda name: self.vocabularies[name].strangers(question)):
            words = self.vocabularies[language]
            sentence = words.sentence(without_remarks(question, words))
            if all(word.form == "," for word in sentence.words) and words.kinds(question):
                return Asked((), language=language)  # thanks and greetings: nothing of the domain
            tried.append(self._in(language, sentence, last))
            settled = is_outside(sentence) or beyond(sentence) is not None
            if tried[-1].queries or (settled and not words.strangers(question)):
                return tried[-1]  # another language would pass over what this one knows
        return min(tried, key=lambda asked: (len(asked.unknown), asked.undefined is None))

    def _in(self, language: str, sentence: Sentence, last: Reading | None) -> Asked:
        if len(sentence.words) > LONGEST:
            return Asked((), language=language, undefined=f"it has more than {LONGEST} words that say something")
        uncounted = [word.form for word in sentence.words if word.readings[0].category == UNCOUNTED]
        if uncounted:
            return Asked((), language=language, undefined=f"nothing is counted or compared by {uncounted[0]!r}")
        unsaid = beyond(sentence)
        if unsaid is not None and not is_outside(sentence):
            return Asked((), language=language, undefined=f"no query here says {unsaid!r}")
        refused: list[str] = []
        readings = self._readings(language, sentence, last, refused)
        if not readings:
            rest = without_unknown(sentence) if sentence.unknown else sentence
            readings = [] if rest is None else self._nearly(language, rest, last, refused)
            if sentence.unknown:
                readings = [reading for reading in readings if reading[1].tells_apart]
        found: dict[str, Reading] = {}
        least = min((cost for cost, _ in readings), default=0)
        shown = self._shown[language]
        for cost, reading in readings:
            written = self._written(reading, shown) if cost == least else None
            if written is not None:
                found.setdefault(written, reading)
        inside = {written: reading for written, reading in found.items() if self.in_domain(written)}
        undefined = None
        if not found and not sentence.unknown:
            undefined = "its words are known, and do not go together" if sentence.words else "it says nothing"
            undefined = refused[0] if refused else undefined
        return Asked(tuple(inside), tuple(inside.values()), language, sentence.unknown, undefined)

    def _nearly(
        self, language: str, sentence: Sentence, last: Reading | None, refused: list[str]
    ) -> list[tuple[int, Reading]]:
        """The readings of a sentence; where there are none, those with one word passed over that no number needs."""
        words, results = sentence.words, self._readings(language, sentence, last, refused)
        if not (results or refused) and FEWEST <= len(words) <= MOST:
            kinds = {reading.category for word in words for reading in word.readings}
            counted = TO in kinds or (bool(kinds & RANKED) and any(map(_is_number, words)))
            counted = counted or any(_compares(one) and _counts(other) for one, other in pairwise(words))
            needed = [_is_broken(word) or _turns(word, kinds) or (counted and _is_kept(word)) for word in words]
            for at in range(1, len(words)):
                needed[at] |= counted and _counts(words[at - 1])  # what is counted
            spare = (at for at, is_needed in enumerate(needed) if not is_needed)
            rests = (Sentence([*words[:at], *words[at + 1 :]], sentence.unknown) for at in spare)
            results = [reading for rest in rests for reading in self._readings(language, rest, last, [])]
        return [result for result in results if result[1].says_something]

    def _written(self, reading: Reading, shown: Mapping[str, str]) -> str | None:
        """The SQL of a reading, with that beside it."""
        asked = query_of(reading, shown)
        written = None if asked is None else sql(asked, self.database)
        if reading.beside is None or written is None:
            return written
        other = self._written(reading.beside, shown)
        if other is None:
            return None
        return (
            f"SELECT ({written}) {reading.operator} ({other})" if reading.operator else f"SELECT ({written}), ({other})"
        )

    def _readings(
        self, language: str, sentence: Sentence, last: Reading | None, refused: list[str]
    ) -> list[tuple[int, Reading]]:
        """The readings with what they cost; why others are none is told in `refused`."""
        parsed = parse(grammar(), sentence, wanted=None, memory=True, bounds=BOUNDS)
        shown = self._shown[language]
        units = self._units[language]
        setting = Setting(self.database, shown, self._cued[language], self.today, *units, last, refused)
        results: dict[Reading, int] = {}
        for analysis in parsed.analyses:
            for reading in readings(analysis.value, setting):
                try:
                    whole = reading if last is None else after(last, reading, setting.names)
                except NotReadableError:
                    continue
                if query_of(whole, shown) is not None:
                    results[whole] = min(reading.cost, results.get(whole, reading.cost))
        return [(cost, reading) for reading, cost in results.items()]

    @cached_property
    def _shown(self) -> dict[str, dict[str, str]]:
        """By language and table the field that stands for its rows."""
        listed = {language: self._listed(language, "ENT") for language in self.lexicons}
        return {
            language: {r.features["table"]: r.features["shows"] for r in readings if "shows" in r.features}
            for language, readings in listed.items()
        }

    @cached_property
    def _cued(self) -> dict[str, frozenset[str]]:
        """By language the fields that are meant only where they are said."""
        listed = {language: self._listed(language, "FIELD") for language in self.lexicons}
        return {
            language: frozenset(r.features["field"] for r in readings if "cued" in r.features)
            for language, readings in listed.items()
        }

    @cached_property
    def _units(self) -> dict[str, tuple[Word | None, Word | None]]:
        """By language the words for the unit of a number that stands alone, and of how long something has lasted."""
        listed = {language: self._listed(language, "YEARS") for language in self.lexicons}

        def unit(language: str, name: str) -> Word | None:
            return next((Word("", "YEARS", r.features) for r in listed[language] if name in r.features), None)

        return {language: (unit(language, "usual"), unit(language, "lasting")) for language in listed}

    def _listed(self, language: str, category: str) -> list[Meaning]:
        results = (
            reading for words in self.lexicons[language] for readings in words.readings.values() for reading in readings
        )
        return [result for result in results if result.category == category]


@cache
def grammar() -> Grammar:
    """The grammar of questions."""
    return read_grammar(HERE / "questions.atn")


def interface(connection: sqlite3.Connection, lexicon: str, languages: Sequence[str], today: date) -> Interface:
    """The interface to an open database, with the lexicons that murho has for it."""
    schema = ";\n".join(text for (text,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    lexicons = {
        language: (read_lexicon(HERE / f"{language}.tsv"), read_lexicon(HERE / f"{lexicon}.{language}.tsv"))
        for language in languages
    }
    return Interface(described(connection), schema, lexicons, today)


def opened(seed: int = 0) -> sqlite3.Connection:
    """The EMPLOYEE table of a seed, in memory, where nothing can be written."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(table.schema())
    connection.executemany("INSERT INTO employee VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table.rows(seed))
    connection.commit()
    connection.execute("PRAGMA query_only = ON")
    return connection


@cache
def employees(seed: int = 0) -> Interface:
    """The interface to the EMPLOYEE table of a seed."""
    with closing(opened(seed)) as connection:
        return interface(connection, "employee", LANGUAGES, table.TODAY)


def answer(expression: str, before: Sequence[str] = ()) -> list[str]:
    """The queries of a question about the EMPLOYEE table, as `murho run --system` calls it.

    Raises:
        NotUnderstoodError: all words of it are known, and it has no reading.
    """
    result = employees().ask(expression, before)
    if result.undefined is not None:
        raise NotUnderstoodError(result.undefined)
    return list(result.queries)


def _is_broken(word: Token) -> bool:
    """Whether it is a number that counts nothing."""
    return any(reading.category == "NUM" and not is_whole(reading.features["number"]) for reading in word.readings)


def _turns(word: Token, kinds: Set[str]) -> bool:
    """Whether it turns what is said or its order into the contrary, or compares somebody."""
    turning = {"NOT", "NOBODY", "DOWN", *COMPARING, *(["CMP"] if NAME in kinds else [])}
    return any(reading.category in turning for reading in word.readings)


def _compares(word: Token) -> bool:
    return any(reading.category == "CMP" for reading in word.readings)


def _counts(word: Token) -> bool:
    """Whether it is a number, and no year."""
    kinds = {reading.category for reading in word.readings}
    return "NUM" in kinds and "YEAR" not in kinds


def _is_kept(word: Token) -> bool:
    """Whether a question that ranks or compares by a number would ask for something else without it."""
    return _is_number(word) or any(reading.category in KEPT for reading in word.readings)


def _is_number(word: Token) -> bool:
    """Whether it is a number that is no year, nor as "one"."""
    results = {reading.category: reading.features.get("number") for reading in word.readings}
    return "YEAR" not in results and results.get("NUM", "1") != "1"


def _reads_only(action: int, first: str | None, second: str | None, *_: object) -> int:
    allowed = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
    return sqlite3.SQLITE_OK if action in allowed and second != "load_extension" else sqlite3.SQLITE_DENY
