"""What a language must tell so that arguments can be read off a treebank: its clitics, prepositions and special verbs.

Universal Dependencies say most of it. What they leave to the treebank, or what treebanks disagree about, is asked of
the words themselves, and those are listed here, a few lines for each language. To add a language is to add one
`Language` to `LANGUAGES` (docs/building-suites.md goes through it).

>>> language("ca").dative
frozenset({'a'})
>>> guess("es_ancora-ud-test.conllu.gz"), guess("my-treebank.conllu")
('es', None)
"""

import re
from dataclasses import dataclass
from os import PathLike, fspath
from os.path import basename

from murho.core.errors import UsageError


@dataclass(frozen=True)
class Language:
    """The words of a language that decide about arguments; forms and lemmas in lower case."""

    name: str
    dative: frozenset[str] = frozenset()
    """Prepositions of the indirect object; none where it has no preposition."""
    personal_object: bool = False
    """Whether the dative preposition also marks direct objects that are persons (Spanish: vi a Juan)."""
    agent: frozenset[str] = frozenset()
    """Prepositions of the agent of a passive."""
    predicative: frozenset[str] = frozenset()
    """Particles of predicative complements: tomar como ejemplo."""
    reflexive: frozenset[str] = frozenset()
    """Forms of the reflexive clitic that makes pronominal verbs, passives and impersonals."""
    clitics: frozenset[str] = frozenset()
    """Forms of all other clitic pronouns."""
    accusative: frozenset[str] = frozenset()
    """Clitics that can only be direct objects."""
    datives: frozenset[str] = frozenset()
    """Clitics that are indirect objects, save where the treebank's features say otherwise."""
    adverbial: frozenset[str] = frozenset()
    """Clitics that stand for a place or a prepositional phrase."""
    partitive: frozenset[str] = frozenset()
    """Clitics that stand for part of an object, or for a phrase with `of`."""
    relative: frozenset[str] = frozenset()
    interrogative: frozenset[str] = frozenset()
    passive: frozenset[str] = frozenset()
    """Auxiliaries that make a passive of a participle, for treebanks without `aux:pass`."""
    impersonal: frozenset[str] = frozenset()
    """Lemmas of main verbs that take no subject."""
    pronominal_impersonal: frozenset[str] = frozenset()
    """Lemmas of main verbs that take no subject together with the reflexive clitic: tratarse de."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGES = {
    "es": Language(
        "Spanish",
        dative=_words("a"),
        personal_object=True,
        agent=_words("por"),
        predicative=_words("como"),
        reflexive=_words("se"),
        clitics=_words("me te nos os le les lo la los las"),
        accusative=_words("lo la los las"),
        datives=_words("le les"),
        relative=_words("que quien quienes cual cuales cuyo cuya cuyos cuyas donde cuando"),
        interrogative=_words("qué quién quiénes cuál cuáles dónde cuándo cómo cuánto cuánta cuántos cuántas"),
        # Not estar, which with a participle tells a state.
        passive=_words("ser"),
        impersonal=_words("haber llover nevar amanecer anochecer tronar granizar atardecer"),
        pronominal_impersonal=_words("tratar"),
    ),
    "ca": Language(
        "Catalan",
        dative=_words("a"),
        agent=_words("per"),
        predicative=_words("com"),
        reflexive=_words("es se s' 's"),
        # With the forms that lean on a verb, as treebanks write them.
        clitics=_words(
            "em me m' 'm et te t' 't ens nos 'ns us vos el lo l' 'l la els los 'ls les li ho hi en ne n' 'n"
        ),
        accusative=_words("el lo l' 'l la les ho"),
        datives=_words("li"),
        adverbial=_words("hi"),
        partitive=_words("en ne n' 'n"),
        relative=_words("que qui què qual quals on quan"),
        interrogative=_words("quin quina quins quines com quant quanta quants quantes"),
        passive=_words("ser ésser"),
        impersonal=_words("haver ploure nevar caldre clarejar fosquejar tronar"),
        pronominal_impersonal=_words("tractar"),
    ),
    "it": Language(
        "Italian",
        dative=_words("a"),
        agent=_words("da"),
        predicative=_words("come"),
        reflexive=_words("si s' se"),
        clitics=_words("mi m' ti t' ci c' vi v' lo la l' li le gli ne n' me te ce ve glie"),
        accusative=_words("lo la l' li"),
        datives=_words("gli glie"),
        adverbial=_words("ci c' vi v' ce ve"),
        partitive=_words("ne n'"),
        relative=_words("che cui quale quali dove"),
        interrogative=_words("chi cosa quanto quanta quanti quante come quando"),
        # Not essere, which makes the past tenses of many verbs as well.
        passive=_words("venire"),
        impersonal=_words("piovere nevicare grandinare tuonare albeggiare bisognare"),
        pronominal_impersonal=_words("trattare"),
    ),
    # No datives and no clitics: English tells objects by their place.
    "en": Language(
        "English",
        agent=_words("by"),
        predicative=_words("as"),
        relative=_words("which who whom that"),
        interrogative=_words("what where when how why whose"),
        passive=_words("be"),
    ),
}


def language(code: str) -> Language:
    """The words of a language.

    Raises:
        UsageError: nobody has listed them yet.
    """
    if code not in LANGUAGES:
        known = ", ".join(f"{code} ({words.name})" for code, words in LANGUAGES.items())
        raise UsageError(f"no words are listed for the language {code!r}; there are {known}")
    return LANGUAGES[code]


def guess(path: str | PathLike[str]) -> str | None:
    """The language that a treebank's name begins with, as Universal Dependencies name files, where it is listed."""
    match = re.match(r"([a-z]{2,3})_", basename(fspath(path)))
    return match[1] if match and match[1] in LANGUAGES else None
