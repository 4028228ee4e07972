"""The structural class of a text, crude or with its finer features, by its surface and by a parse where there is one.

>>> structure("Show me all towns.", "en"), structure("Show me all towns.", "en", finer=True)
('E', 'EQS')

A parse finds clauses whose verbs are on no list, and settles relative and non-finite clauses and prepositions;
interrogative clauses and pronouns are found by it or in the surface, and all else in the surface.

>>> verb = "1\\tCorre\\tcorrer\\tVERB\\t_\\tMood=Ind|VerbForm=Fin\\t0\\troot\\t_\\t_\\n"
>>> structure("Corre", "es"), structure("Corre", "es", verb)
('T', 'D')

The finer features of the structure of a text, found in its surface.

R relative clauses, I interrogative clauses, N non-finite clauses (gerunds and participles), P prepositional phrases,
Q quantifiers and predeterminers, S possessives, demonstratives and personal pronouns (Guida and Mauri 1984, appendix).

>>> finer_features("Tell me who works in the town in which he was born.", "en")
'RIPS'
>>> finer_features("impiegati assunti dopo il 1975", "it"), finer_features("¿Cuántos son?", "es")
('NP', 'Q')

The structure of a text by its parse, in the scheme of Universal Dependencies.

>>> columns = [("quiero", "VERB", "Mood=Ind|VerbForm=Fin", 0, "root"), ("uno", "PRON", "PronType=Ind", 1, "obj"),
...            ("que", "PRON", "PronType=Rel", 4, "nsubj"), ("salga", "VERB", "Mood=Sub|VerbForm=Fin", 2, "acl")]
>>> lines = [f"{id}\\t{form}\\t_\\t{upos}\\t_\\t{feats}\\t{head}\\t{relation}\\t_\\t_\\n"
...          for id, (form, upos, feats, head, relation) in enumerate(columns, 1)]
>>> words = words_of("".join(lines))
>>> shape(words, asked=False), features(words)
('D', 'R')
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from murho.languages.structural_class import Cues, Patterns, cues_of, structural_class, written_in_full

FOUND = "RINPS"
"""The finer features that a parse tells; quantifiers are told by the words."""
_ADNOMINAL = ("acl", "advcl")
_OF_VERBS = ("ccomp", "csubj", "xcomp", "obj")


class Word(NamedTuple):
    """A word of a parse."""

    upos: str
    feats: frozenset[str]
    head: int
    """The place of its head in the whole text, counted from 1; 0 of a root."""
    relation: str
    """With its subtype."""

    def is_any(self, *feats: str) -> bool:
        """Whether it has one of these features; one of several values counts (`PronType=Int,Rel`)."""
        own = {f"{name}={value}" for name, _, values in (feat.partition("=") for feat in self.feats)
               for value in values.split(",")}  # fmt: skip
        return not own.isdisjoint(feats)


def words_of(conllu: str) -> tuple[Word, ...]:
    """The words of a text in CoNLL-U, of all its sentences; what is no line of a word is passed over."""
    words: list[Word] = []
    begun = 0
    for line in conllu.splitlines():
        columns = line.split("\t")
        if len(columns) < 8 or not columns[0].isdecimal():
            begun = begun if line.strip() else len(words)
            continue
        head = int(columns[6]) if columns[6].isdecimal() else 0
        feats = frozenset() if columns[5] == "_" else frozenset(columns[5].split("|"))
        words.append(Word(columns[3], feats, head and head + begun, columns[7]))
    return tuple(words)


def shape(words: Sequence[Word], asked: bool) -> str:
    """Whether the main clause is imperative, interrogative or declarative, E, G or D; T where there is none."""
    for index, word in enumerate(words, 1):
        if word.head:
            continue
        helped = [word for word in words if word.head == index and word.relation.partition(":")[0] in ("aux", "cop")]
        if word.is_any("Mood=Imp"):
            return "E"
        if any(one.is_any("VerbForm=Fin") for one in (word, *helped)):
            return "G" if asked else "D"
    return "T"


def features(words: Sequence[Word]) -> str:
    """Which of the features of FOUND the text shows."""
    relations = [word.relation.partition(":")[0] for word in words]
    shown = {
        "R": any(word.relation.endswith(":relcl") for word in words)
        or any(_is_above(words, place, _ADNOMINAL, "PronType=Rel") for place in range(len(words))),
        "I": any(_is_above(words, place, _OF_VERBS, "PronType=Int") for place in range(len(words))),
        "N": any(
            relation in _ADNOMINAL and word.is_any("VerbForm=Ger", "VerbForm=Part") and not _is_finite(words, index)
            for index, (word, relation) in enumerate(zip(words, relations, strict=True), 1)
        ),
        "P": any(word.upos == "ADP" and relation == "case" for word, relation in zip(words, relations, strict=True)),
        "S": any(
            word.upos in ("PRON", "DET", "ADJ")
            and word.is_any("PronType=Prs", "PronType=Dem", "Poss=Yes")
            and not word.is_any("Reflex=Yes")
            and relation != "expl"
            for word, relation in zip(words, relations, strict=True)
        ),
    }  # fmt: skip
    return "".join(name for name in FOUND if shown[name])


def _is_finite(words: Sequence[Word], place: int) -> bool:
    return any(word.head == place and word.relation.startswith("aux") and word.is_any("VerbForm=Fin") for word in words)


def _is_above(words: Sequence[Word], place: int, relations: Sequence[str], feature: str) -> bool:
    """Whether a word with this feature is in a clause that hangs by one of these relations, and in no deeper one."""
    if not words[place].is_any(feature):
        return False
    for _ in words:  # no more steps than words, should heads go round in a circle
        word = words[place]
        relation = word.relation.partition(":")[0]
        if relation in relations and (relation != "obj" or word.upos in ("VERB", "AUX")):
            return True
        if not 0 < word.head <= len(words) or relation in ("ccomp", "csubj", "advcl", "acl", "parataxis", "conj"):
            return False
        place = word.head - 1
    return False


FINER = "RINPQS"
_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*'?|[,;:.?!]+")


@lru_cache(maxsize=4096)
def finer_features(text: str, language: str) -> str:
    """Which of the finer features a text shows, in the order of FINER.

    Raises:
        ValueError: there are no cues of the language.
    """
    cues = cues_of(language)
    plain = written_in_full(text, cues)
    for pattern in cues.set_phrases:
        plain = re.sub(pattern, " ", plain)
    # Signs are kept, since what a clause begins with has nothing before it.
    words = [token if token[0].isalnum() else "," for token in _TOKEN.findall(plain)]
    whole, raw = " ".join(words), text.lower().replace("’", "'")  # where words are still joined, as in dell'anno
    shown = {
        "R": _any(cues.relative_phrases, whole) or any(_is_relative(words, at, cues) for at in range(1, len(words))),
        "I": any(_is_asked(words, at, cues) for at in range(1, len(words))),
        "N": any(_is_non_finite(words, at, cues) for at in range(len(words))),
        "P": not cues.case_words.isdisjoint(words) or _any(cues.prepositional_phrases, f"{whole} {raw}"),
        "Q": not cues.quantifiers.isdisjoint(words) or _any(cues.quantifier_phrases, whole),
        "S": not cues.pronouns.isdisjoint(words) or _any(cues.pronoun_phrases, whole),
    }
    return "".join(name for name in FINER if shown[name])


def _any(patterns: Patterns, whole: str) -> bool:
    return any(re.search(pattern, whole) for pattern in patterns)


def _is_relative(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether a relative clause begins at this place, if need be behind a comma and with a preposition."""
    if words[at] not in cues.relatives:
        return False
    before = at - 1
    while before >= 0 and (words[before] in cues.case_words or words[before] == ","):
        before -= 1
    if before < 0 or words[before] in cues.coordinators:
        return False
    return words[before] not in cues.complements | cues.imperatives and not _reports(words[before], cues)


def _is_asked(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether an interrogative clause begins at this place, if need be with a preposition."""
    if words[at] not in cues.asked:
        return False
    before = at - 1
    while before > 0 and (words[before] in cues.between or words[before] in cues.case_words):
        before -= 1
    return _reports(words[before], cues)


def _reports(word: str, cues: Cues) -> bool:
    return word in cues.reporters or any(re.fullmatch(pattern, word) for pattern in cues.reporter_patterns)


def _is_non_finite(words: Sequence[str], at: int, cues: Cues) -> bool:
    """Whether this word is a gerund, or a participle with more behind it, that is part of no finite verb."""
    word, before = words[at], words[max(0, at - 2) : at]
    if word in cues.no_verbs or not cues.auxiliaries.isdisjoint(before):
        return False
    nominal = bool(before) and (
        before[-1] in cues.determiners or before[-1] in cues.quantifiers or before[-1] in cues.case_words
    )
    if any(re.fullmatch(pattern, word) for pattern in cues.gerunds):
        return not nominal
    if nominal or not any(re.fullmatch(pattern, word) for pattern in cues.participles) or at + 1 == len(words):
        return False
    behind = words[at + 1]
    return behind in cues.case_words or behind[0].isdigit()


def structure(text: str, language: str, parse: str | None = None, *, finer: bool = False) -> str:
    """The letters of the class: T, D, G or E, then V and M, then, if they are asked for, those of R, I, N, P, Q, S.

    Args:
        text: a sentence, or a few.
        language: `en`, `es` or `it`.
        parse: the text in CoNLL-U, with relations and features of Universal Dependencies, if it is parsed.
        finer: whether to give the finer features.

    Raises:
        ValueError: there are no cues of the language.
    """
    crude = structural_class(text, language)
    words = words_of(parse) if parse else ()
    if words and crude == "T":
        crude = shape(words, "?" in text)
    if not finer:
        return crude
    shown = set(finer_features(text, language))
    if words:
        # Pronouns that are part of a verb (dime) and interrogatives that a parser takes for relatives: by either.
        shown = shown - set("RNP") | set(features(words))
    return crude + "".join(letter for letter in FINER if letter in shown)
