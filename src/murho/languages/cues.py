"""The words by which clauses are told, of each language: data, whatever the texts are about.

A language is a file, `en.toml`: lists of words with spaces between, and patterns. Verbs are those with which people
ask and command, and the finite forms of the most frequent others.

>>> sorted(cues_of("es").relatives)[:3], languages()
(['cuya', 'cuyas', 'cuyo'], ('en', 'es', 'it'))
"""

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

Words = frozenset[str]
Patterns = tuple[str, ...]


@dataclass(frozen=True)
class Cues:
    """What tells the clauses of a language, and the finer features of its texts; what a file leaves out is empty."""

    contractions: tuple[tuple[str, str], ...] = ()
    """Patterns, and what is written in full for them."""
    coordinators: Words = frozenset()
    fillers: Words = frozenset()
    """What opens, softens or ends an expression and is no part of its clauses."""
    question_words: Words = frozenset()
    openers: Words = frozenset()
    """Verbs that begin a question."""
    indefinites: Words = frozenset()
    """What begins a question without a verb."""
    imperatives: Words = frozenset()
    imperative_phrases: Patterns = ()
    """Patterns of the first three words of other commands."""
    subjects: Words = frozenset()
    first_person: Words = frozenset()
    clitics: Words = frozenset()
    requests: Words = frozenset()
    """Verbs behind a clitic with which somebody is asked to say or do something."""
    wishes: Words = frozenset()
    """Verbs that say what the speaker wants."""
    finite: Words = frozenset()
    finite_patterns: Patterns = ()
    """Patterns of other finite verbs."""
    prepositions: Words = frozenset()
    determiners: Words = frozenset()
    subordinators: Words = frozenset()
    free_relatives: Words = frozenset()
    """Question words that behind a preposition may stand for *those who*."""
    clefts: Patterns = ()
    """Patterns of how a cleft or inverted declarative begins."""
    question_clefts: Patterns = ()
    parentheses: Patterns = ()
    """Patterns of how a phrase between commas begins that is put in."""
    afterthoughts: Patterns = ()
    """Those of them that are one at the end as well."""

    set_phrases: Patterns = ()
    """Patterns of what is said out of politeness, and has no features."""
    relatives: Words = frozenset()
    """What begins a relative clause, behind anything but `complements`."""
    complements: Words = frozenset()
    """What takes a clause that is none: *know that*, *more than*."""
    relative_phrases: Patterns = ()
    """Patterns of a relative clause wherever they stand."""
    asked: Words = frozenset()
    """What begins an interrogative clause behind `reporters`."""
    reporters: Words = frozenset()
    reporter_patterns: Patterns = ()
    between: Words = frozenset()
    """What may stand between these two."""
    gerunds: Patterns = ()
    """Patterns of a word that begins a non-finite clause wherever it stands."""
    participles: Patterns = ()
    """Patterns of a word that begins one behind a noun, with more behind it."""
    no_verbs: Words = frozenset()
    """Words with such an ending that are none."""
    auxiliaries: Words = frozenset()
    case_words: Words = frozenset()
    """Prepositions."""
    prepositional_phrases: Patterns = ()
    """Patterns of prepositions that need what follows to be told."""
    quantifiers: Words = frozenset()
    quantifier_phrases: Patterns = ()
    pronouns: Words = frozenset()
    """Personal pronouns, possessives and demonstratives."""
    pronoun_phrases: Patterns = ()
    """Patterns of those that need what stands beside them to be told, or are part of a verb."""


def languages() -> tuple[str, ...]:
    """The languages with cues."""
    files = resources.files(__package__).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@cache
def cues_of(language: str) -> Cues:
    """The cues of a language.

    Raises:
        ValueError: there are none.
    """
    if language not in languages():
        raise ValueError(f"no structural classes of the language {language!r}; known: {', '.join(languages())}")
    read = tomllib.loads(resources.files(__package__).joinpath(f"{language}.toml").read_text("utf-8"))
    if unknown := read.keys() - {field.name for field in fields(Cues)}:
        raise ValueError(f"{language}.toml: no cues {', '.join(sorted(unknown))}")
    values: dict[str, Any] = {name: _value(value) for name, value in read.items()}
    return Cues(**values)


def _value(written: str | list[str] | list[list[str]]) -> object:
    if isinstance(written, str):
        return frozenset(written.split())
    return tuple(tuple(one) if isinstance(one, list) else one for one in written)
