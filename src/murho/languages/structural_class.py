"""Structural classes of questions and requests, found in the surface of English, Italian and Spanish texts.

A class is one of D (declarative), G (interrogative), E (imperative), T (telegraphic: no main clause), with V added for
cleft, discontinuous, parenthetic or inverted order and M for several main clauses (Guida and Mauri 1984, appendix,
after Tennant). Nothing is parsed: a text is cut at punctuation and at coordinators, and each piece is a clause or none
by the words with which it begins, and by the finite verbs that it holds outside of subordinate clauses.

>>> for text in ("Who works in sales?", "and in law?", "I need a list.", "Find the oldest and tell me his name.",
...              "For every town, count the employees."):
...     print(structural_class(text, "en"), text)
G Who works in sales?
T and in law?
D I need a list.
EM Find the oldest and tell me his name.
EV For every town, count the employees.
>>> structural_class("È la data di nascita che voglio.", "it"), structural_class("¿Me dices quién trabaja aquí?", "es")
('DV', 'G')

How often that is what a person says: lab/docs/parnax-questions.md.

The words by which clauses are told, of each language: data, whatever the texts are about.

A language is a file, `en.toml`: lists of words with spaces between, and patterns. Verbs are those with which people
ask and command, and the finite forms of the most frequent others.

>>> sorted(cues_of("es").relatives)[:3], languages()
(['cuya', 'cuyas', 'cuyo'], ('en', 'es', 'it'))
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
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


_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*'?|[,;:.?!]+")
_STOPS = frozenset(".;:?!")


@dataclass(frozen=True)
class Piece:
    """What stands between two signs or coordinators."""

    words: tuple[str, ...]
    before: str
    """What it begins after: `.` where a sentence does (at the first as well), `,`, or `and` for a coordinator."""


@lru_cache(maxsize=4096)
def structural_class(text: str, language: str) -> str:
    """The class of a text: T, D, G or E, with V and M where they are seen.

    Raises:
        ValueError: there are no cues of the language.
    """
    cues = cues_of(language)
    asked = "?" in text
    pieces = _pieces(text, cues)
    kinds = _kinds(pieces, cues, asked)
    main = [index for index, kind in enumerate(kinds) if kind]
    words = " ".join(word for piece in pieces for word in piece.words)
    if not asked and "E" not in kinds and any(re.match(pattern, words) for pattern in cues.clefts):
        return "DV" + "M" * (len(main) > 1)
    if not main:
        return "T"
    cleft = any(re.match(pattern, words) for pattern in cues.clefts + cues.question_clefts)
    turned = cleft or _turned(pieces, kinds, main[0], cues)
    return kinds[main[0]] + "V" * turned + "M" * (len(main) > 1)


def written_in_full(text: str, cues: Cues) -> str:
    """The text in lower case, without contractions."""
    plain = text.lower().replace("’", "'")
    for pattern, full in cues.contractions:
        plain = re.sub(pattern, full, plain)
    return plain


def _pieces(text: str, cues: Cues) -> list[Piece]:
    """The pieces of a text that have words, without what only opens or softens it."""
    plain = written_in_full(text, cues)
    found: list[Piece] = []
    words: list[str] = []
    before = "."

    def close(after: str) -> None:
        nonlocal before, words
        kept = _without_fillers(words, cues)
        if kept:
            found.append(Piece(tuple(kept), before if found else "."))
            before = after
        elif after == "." or before == "":
            before = after
        words = []

    for token in _TOKEN.findall(plain):
        if token[0] in _STOPS:
            close(".")
        elif token[0] == ",":
            close(",")
        elif token in cues.coordinators:
            close("and")
            before = "." if before == "." else "and"
        else:
            words.append(token)
    close(".")
    return found


def _without_fillers(words: Sequence[str], cues: Cues) -> list[str]:
    kept = list(words)
    while kept and kept[0] in cues.fillers:
        kept.pop(0)
    while kept and kept[-1] in cues.fillers:
        kept.pop()
    return kept


def _kinds(pieces: Sequence[Piece], cues: Cues, asked: bool) -> list[str]:
    """Of each piece D, G or E if it is a main clause, else nothing."""
    results: list[str] = []
    earlier = ""
    for index, piece in enumerate(pieces):
        if earlier and piece.before != ".":
            results.append(_joined(piece, pieces[index - 1], earlier, cues, asked))
        else:
            results.append(_kind(piece, cues, asked))
        earlier = earlier or results[-1]
    return results


def _joined(piece: Piece, last: Piece, earlier: str, cues: Cues, asked: bool) -> str:
    """What a piece is that goes on after a clause: one of its own only if it begins like one, and is not relative."""
    begun = _begun(piece, cues, asked)
    if begun == "E" or _fronted(piece, cues):
        return "E"
    if begun == "D":
        return "D" if earlier == "D" or (earlier == "G" and piece.before == "and") else ""
    if begun == "G":
        return "G" if earlier == "G" and piece.before == "and" and piece.words[0] not in cues.openers else ""
    simple = not set(last.words) & cues.subordinators
    return "D" if earlier == "D" and piece.before == "and" and simple and piece.words[0] in cues.finite else ""


def _kind(piece: Piece, cues: Cues, asked: bool) -> str:
    """Which main clause this piece is, if it is one, wherever its verb stands."""
    words = piece.words
    begun = _begun(piece, cues, asked)
    if begun == "D" and asked and words[0] not in cues.first_person and not set(words) & cues.wishes:
        return "G"
    if begun:
        return begun
    if _fronted(piece, cues):
        return "E"
    if asked and (words[0] in cues.indefinites or set(words) & cues.question_words):
        return "G"
    if words[0] in cues.subordinators:
        return ""
    if any(_is_finite(word, cues) for word in _outside(words, cues)):
        return "G" if asked else "D"
    return ""


def _begun(piece: Piece, cues: Cues, asked: bool) -> str:
    """Which main clause begins like this piece."""
    words = piece.words
    first = words[0]
    second = words[1] if len(words) > 1 else ""
    if _commands(words, 0, cues):
        return "E"
    if first in cues.question_words:
        return "G"
    if first in cues.prepositions and second in cues.question_words and (asked or second not in cues.free_relatives):
        return "G"
    if (first in cues.openers and second) or (first in cues.clitics and second in cues.requests):
        return "G"
    if first in cues.subjects and any(word in cues.finite for word in words[1:4]):
        return "D"
    if first in cues.wishes or (first in cues.clitics and second in cues.wishes):
        return "D"
    return ""


def _commands(words: Sequence[str], place: int, cues: Cues) -> bool:
    """Whether a command stands at this place."""
    if words[place] in cues.imperatives:
        return True
    phrase = " ".join(words[place : place + 3])
    return any(re.match(pattern, phrase) for pattern in cues.imperative_phrases)


def _fronted(piece: Piece, cues: Cues) -> bool:
    """Whether a command follows on a phrase with a preposition, or on a condition."""
    words = piece.words
    return words[0] in cues.prepositions | cues.subordinators and any(
        _commands(words, index, cues) and words[index - 1] not in cues.prepositions | cues.determiners
        for index in range(2, len(words) - 1)
    )


def _is_finite(word: str, cues: Cues) -> bool:
    return (
        word in cues.finite
        or word in cues.wishes
        or any(re.fullmatch(pattern, word) for pattern in cues.finite_patterns)
    )


def _outside(words: Sequence[str], cues: Cues) -> Sequence[str]:
    """The words before the first subordinate clause."""
    place = next((index for index, word in enumerate(words) if index and word in cues.subordinators), len(words))
    return words[:place]


def _turned(pieces: Sequence[Piece], kinds: Sequence[str], main: int, cues: Cues) -> bool:
    """Whether the order of the main clause is discontinuous, parenthetic or inverted."""
    piece = pieces[main]
    if kinds[main] == "E" and _fronted(piece, cues) and not _commands(piece.words, 0, cues):
        return True
    if main and piece.before != ".":
        front = pieces[main - 1].words
        if front[0] in cues.prepositions | cues.subordinators if piece.before == "and" else len(front) > 1:
            return True
    for index, one in enumerate(pieces[main + 1 :], main + 1):
        phrase = " ".join(one.words)
        if one.before == "," and any(re.match(pattern, phrase) for pattern in cues.parentheses):
            last = index == len(pieces) - 1
            if not last or len(piece.words) < 3 or any(re.match(pattern, phrase) for pattern in cues.afterthoughts):
                return True
    return False
