r"""The structure of a text by its parse, in the scheme of Universal Dependencies.

>>> columns = [("quiero", "VERB", "Mood=Ind|VerbForm=Fin", 0, "root"), ("uno", "PRON", "PronType=Ind", 1, "obj"),
...            ("que", "PRON", "PronType=Rel", 4, "nsubj"), ("salga", "VERB", "Mood=Sub|VerbForm=Fin", 2, "acl")]
>>> lines = [f"{id}\t{form}\t_\t{upos}\t_\t{feats}\t{head}\t{relation}\t_\t_\n"
...          for id, (form, upos, feats, head, relation) in enumerate(columns, 1)]
>>> words = words_of("".join(lines))
>>> shape(words, asked=False), features(words)
('D', 'R')
"""

from collections.abc import Sequence
from typing import NamedTuple

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
        own = {f"{name}={value}" for name, _, values in (one.partition("=") for one in self.feats)
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
    for place, word in enumerate(words, 1):
        if word.head:
            continue
        helped = [one for one in words if one.head == place and one.relation.partition(":")[0] in ("aux", "cop")]
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
            relation in _ADNOMINAL and word.is_any("VerbForm=Ger", "VerbForm=Part") and not _is_finite(words, place)
            for place, (word, relation) in enumerate(zip(words, relations, strict=True), 1)
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
    return any(one.head == place and one.relation.startswith("aux") and one.is_any("VerbForm=Fin") for one in words)


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
