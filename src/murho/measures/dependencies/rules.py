"""What counts as right in a dependency tree: the rules of three evaluations.

| | `conll2018` | `conll2017` | `conllx` |
|---|---|---|---|
| files | CoNLL-U | CoNLL-U | CoNLL-X |
| tokens | may differ, aligned by characters | the same | the same on both sides |
| spaces in a form | of category Zs, ignored | U+0020, ignored | compared |
| roots of a tree | one | one | one or more |
| punctuation | scored | scored | not scored |
| subtypes of relations | ignored | ignored | compared |
| features | universal ones, in any order | all, as they are written | all, as they are written |
| a gold lemma `_` | any lemma is right | compared | compared |
| content words | by a list of relations | all but function words and punctuation | as in 2018 |

They are those of conll18_ud_eval.py 1.2 (Zeman et al., "CoNLL 2018 Shared Task", section 5), conll17_ud_eval.py 1.2
(Zeman et al., "CoNLL 2017 Shared Task", section 5) and eval.pl of CoNLL-X (Buchholz and Marsi 2006, section 5). Two of
their settings can be chosen; the others make the set of rules what it is.

>>> conllx(punctuation="keep")
conllx(punctuation='keep')
>>> rules_named("conll2018(subtypes='keep')")
conll2018(subtypes='keep')

Punctuation is, for all of them, a word all of whose characters have a category P*: so it is the same on both sides.
Words left out are not scored, but stay in their trees.
"""

from dataclasses import dataclass
from typing import ClassVar

from murho.core import notation
from murho.core.errors import UsageError
from murho.plugs import option

__all__ = ["CONTENT", "FUNCTION", "UNIVERSAL_FEATURES", "Rules", "conll2017", "conll2018", "conllx", "rules_named"]

# fmt: off
CONTENT = frozenset({
    "acl", "advcl", "advmod", "amod", "appos", "ccomp", "compound", "conj", "csubj", "dep", "discourse", "dislocated",
    "expl", "fixed", "flat", "goeswith", "iobj", "list", "nmod", "nsubj", "nummod", "obj", "obl", "orphan",
    "parataxis", "reparandum", "root", "vocative", "xcomp",
})
"""Relations of content words; punctuation is in neither set."""

FUNCTION = frozenset({"aux", "case", "cc", "clf", "cop", "det", "mark"})
"""Relations of function words."""

UNIVERSAL_FEATURES = frozenset({
    "Abbr", "Animacy", "Aspect", "Case", "Definite", "Degree", "Evident", "Foreign", "Gender", "Mood", "NumType",
    "Number", "Person", "Polarity", "Polite", "Poss", "PronType", "Reflex", "Tense", "VerbForm", "Voice",
})
"""The features that count under the rules of 2018."""
# fmt: on


@dataclass(frozen=True, repr=False)
class Rules:
    """A set of rules; its repr is its notation."""

    punctuation: str = option(
        "keep", choices=("keep", "drop"), help="Score words of punctuation like others (keep), or leave them out."
    )
    subtypes: str = option(
        "strip", choices=("strip", "keep"), help="Compare relations up to the colon (strip), or all of them."
    )

    equal_tokens: ClassVar[bool] = False
    """CoNLL-X: the same words in the same sentences; no multiword tokens, no empty nodes."""
    all_spaces: ClassVar[bool] = False
    """Every space of category Zs in a form is ignored, not U+0020 alone."""
    universal_features: ClassVar[bool] = False
    """Only universal features count, in any order."""
    free_lemmas: ClassVar[bool] = False
    """Any lemma is right where the gold one is `_`."""
    all_but_function: ClassVar[bool] = False
    """Content words are all but function words and punctuation, not those of a list."""

    def __post_init__(self) -> None:
        for name, values in ("punctuation", ("keep", "drop")), ("subtypes", ("strip", "keep")):
            if (value := getattr(self, name)) not in values:
                raise UsageError(f"{type(self).__name__}: no {name} {value!r}; known: {', '.join(values)}")

    def __repr__(self) -> str:
        return notation.shown(self)

    def content(self, relation: str) -> bool:
        """Whether a word with this relation is a content word; subtypes do not matter.

        >>> conll2018().content("nsubj:pass"), conll2018().content("dobj"), conll2017().content("dobj")
        (True, False, True)
        """
        name = relation.partition(":")[0]
        return name not in FUNCTION and name != "punct" if self.all_but_function else name in CONTENT


@dataclass(frozen=True, repr=False)
class conll2018(Rules):  # noqa: N801  rules are typed and printed in lower case
    """The rules of the CoNLL 2018 shared task."""

    all_spaces: ClassVar[bool] = True
    universal_features: ClassVar[bool] = True
    free_lemmas: ClassVar[bool] = True


@dataclass(frozen=True, repr=False)
class conll2017(Rules):  # noqa: N801
    """The rules of the CoNLL 2017 shared task.

    It had no MLAS and no BLEX: these scores are those of 2018, with the features, lemmas and content words of 2017.
    """

    all_but_function: ClassVar[bool] = True


@dataclass(frozen=True, repr=False)
class conllx(Rules):  # noqa: N801
    """The rules of CoNLL-X, the shared task of 2006.

    Its tool also refuses other tags on the system's side, and scores trees with cycles; here tags are scored and cycles
    refused.
    """

    punctuation: str = option("drop", choices=("keep", "drop"), help="As in conll2018; by default left out.")
    subtypes: str = option("keep", choices=("strip", "keep"), help="As in conll2018; by default compared.")
    equal_tokens: ClassVar[bool] = True


RULES = {"conll2018": conll2018, "conll2017": conll2017, "conllx": conllx}


def rules_named(text: str) -> Rules:
    """The rules that `text` denotes, as typed on the command line."""
    rules: Rules = notation.read(text, RULES, what="rules")
    if not isinstance(rules, Rules):
        raise UsageError(f"rules {text!r} cannot be read; known: {', '.join(RULES)}")
    return rules
