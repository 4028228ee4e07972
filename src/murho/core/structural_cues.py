"""The words by which clauses are told in English and Italian, whatever they are about (`structural_class`).

Verbs are those with which people ask and command, and the finite forms of the most frequent others.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cues:
    """What tells the clauses of a language."""

    contractions: tuple[tuple[str, str], ...]
    """Patterns, and what is written in full for them."""
    coordinators: frozenset[str]
    fillers: frozenset[str]
    """What opens, softens or ends an expression and is no part of its clauses."""
    question_words: frozenset[str]
    openers: frozenset[str]
    """Verbs that begin a question."""
    indefinites: frozenset[str]
    """What begins a question without a verb."""
    imperatives: frozenset[str]
    imperative_phrases: tuple[str, ...]
    """Patterns of the first three words of other commands."""
    subjects: frozenset[str]
    first_person: frozenset[str]
    clitics: frozenset[str]
    requests: frozenset[str]
    """Verbs behind a clitic with which somebody is asked to say or do something."""
    wishes: frozenset[str]
    """Verbs that say what the speaker wants."""
    finite: frozenset[str]
    prepositions: frozenset[str]
    determiners: frozenset[str]
    subordinators: frozenset[str]
    free_relatives: frozenset[str]
    """Question words that behind a preposition may stand for *those who*."""
    clefts: tuple[str, ...]
    """Patterns of how a cleft or inverted declarative begins."""
    question_clefts: tuple[str, ...]
    parentheses: tuple[str, ...]
    """Patterns of how a phrase between commas begins that is put in."""
    afterthoughts: tuple[str, ...]
    """Those of them that are one at the end as well."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = Cues(
    contractions=(
        (r"\b(who|what|where|when|how|whit|wha)'?s\b", r"\1 is"),
        (r"\b(it|there|that|he|she|here)'s\b", r"\1 is"),
        (r"\bits (?=the\b|my\b|all\b)", "it is "),
        (r"\bi'?m\b", "i am"),
        (r"\b(i|you|we|they)'(?:d|ll|ve|re)\b", r"\1 would"),
        (r"\b(do|does|did|is|are|was|were|has|have|had)n'?t\b", r"\1"),
        (r"(?<=,) then(?=,)", " so-then"),
        (r"\b(list|count|name|report|state|order|group|rank|set|start|check|record) (?=of\b)", r"\1-"),
        (r"\bwanna\b", "want to"),
        (r"\bgimme\b", "give me"),
        (r"\blemme\b", "let me"),
    ),
    coordinators=_words("and an & then but"),
    fillers=_words(
        "please so ok okay well right cool hi hiya hello hey aye thanks thank just also now away pls kindly or "
        "lol no yes yeah sorry maybe perhaps conversely again too"
    ),
    question_words=_words("who whom whose what which when where why how whit wha whaur whats whos whether"),
    openers=_words(
        "is are was were am do does did has have had can could will would shall should may might must isnt arent"
    ),
    indefinites=_words("any anybody anyone anything ony max min"),
    imperatives=_words(
        "tell give show list find display print get count compute calculate name state select sort group search "
        "look identify extract furnish provide supply specify tabulate dump output return fetch take keep delete "
        "remove add run restrict limit compare let make report present enumerate indicate disclose ascertain "
        "retrieve pull bring write read send set play turn call remind order book open close start stop check gie "
        "explain describe pick choose filter put see include exclude consider determine produce query narrow say "
        "examine collect gather inform help change create update cancel repeat skip wake mute summarise summarize "
        "rank split detail quote recite reveal hand enter try arrange"
    ),
    imperative_phrases=(r"be (good|kind|so)\b.*", r"do (give|tell|show|list)\b.*"),
    subjects=_words(
        "i we you he she it they there this that these those everybody everyone nobody somebody someone my our here"
    ),
    first_person=_words("i we my our"),
    clitics=frozenset(),
    requests=frozenset(),
    wishes=_words("want wish require desire seek"),
    finite=_words(
        "is are was were am has have had do does did can could will would shall should may might must need needs "
        "want wants wish require requires like search seek look request refer ask mean know works work lives live "
        "isnae cannot"
    ),
    prepositions=_words(
        "in on at of for from to with without by since among amongst between regarding concerning about as before "
        "after during until within under over out wi if where"
    ),
    determiners=_words("the a an each every all any this that these those my our your his her its their no some both"),
    subordinators=_words(
        "who whom whose which that when where whether if because while although as than how what them"
    ),
    free_relatives=frozenset(),
    clefts=(
        r"(what|all) (i|we) (\w+ )+is\b",
        r"what (i|we) (should|would|want|need|wish)\b",
        r"it (is|was) .*\b(i|we) (am|want|need|require|would|seek|wish)\b",
        r"it (is|was) .* that (i|we)\b",
        r"(with regard|as regards|as for|as to|concerning|regarding)\b",
        r"(the|a|all|these|those) .* (would|do|must|should) (i|we)\b",
    ),
    question_clefts=(),
    parentheses=(
        r"((.* )?i mean$|so-then|if you|if i|to your|in your|for (each|every|all)|among|that is|namely|ken|say|"
        r"you know|by the|of course|provided|according|as far|so to|or rather|whatever|at least|"
        r"in (fact|particular|short))\b",
    ),
    afterthoughts=(r"((.* )?i mean$|ken|of (all|every|those|the|a))\b",),
)

ITALIAN = Cues(
    contractions=(
        (r"\b(dov|quand|com|chi|cos|qual|c|cioè)'(?=è|e'|e\b|era)", r"\1e "),
        (r"\be'(?=\s)", "è"),
        (r"\bper (favore|piacere|cortesia)\b", "cortesemente"),
        (r"\bdi'(?=\s)", "dimmi "),
        (r"\bpo'", "po"),
        (r"\b\w{1,6}'(?=\w)", " "),
    ),
    coordinators=_words("e ed poi ma però"),
    fillers=_words(
        "prego grazie ciao salve buongiorno buonasera scusi scusa allora ok okay bene vabbè beh dunque senta "
        "senti ecco anche sì no ora adesso pure quindi invece po cortesemente gentilmente dai"
    ),
    question_words=_words(
        "chi che cosa quale quali qual quando quande dove come quanto quanta quanti quante perché cose"
    ),
    openers=_words(
        "è sono era erano ha hanno ho hai avete abbiamo può puoi potete posso possiamo potrebbe potresti potreste "
        "sa sai sapete saprebbe sapresti sarebbe saresti avrebbe avresti risulta risultano esiste esistono "
        "corrisponde lavora lavorano abita abitano vive vivono vuole vuoi fa fanno deve devono sta stanno"
    ),
    indefinites=_words("nessuno"),
    imperatives=_words(
        "dammi dimmi dicci dacci fammi facci elenca elencami elencate mostra mostrami mostrate estrai trova "
        "trovami trovate cerca cercami indica indicami indicate calcola conta contami seleziona considera riporta "
        "stampa visualizza fornisci forniscimi ordina raggruppa mettimi metti aggiungi togli escludi includi "
        "confronta prendi isola scrivi scrivimi leggi apri chiudi avvia ferma ricordami chiama manda imposta "
        "spegni accendi riproduci guarda individua precisa specifica comunica comunicami restituisci filtra "
        "limita cancella elimina ripeti spiega descrivi produci genera tira tirami passami mandami vedi controlla "
        "verifica cerchi trovi consideri guardi elenchi mostri indichi fornisca dica dia voglia vogliate abbia "
        "comunichi riporti precisi selezioni estragga calcoli prenda verifichi controlli faccia dite diteci "
        "elencare mostrare indicare trovare cercare fornire visualizzare calcolare contare selezionare estrarre "
        "stampare specificare precisare riportare"
    ),
    imperative_phrases=(
        r"(mi|ci|me|ce|ne) (la |lo |le |li |ne )?(dia|dica|fornisca|indichi|elenchi|mostri|comunichi|faccia|trovi|"
        r"precisi|cerchi|riporti|specifichi)\b.*",
        r"s[ie] (ne )?\w+(i|ino|isca|iscano|ga|gano|ca|cano|da|dano|ta|tano)\b.*",
    ),
    subjects=_words("io noi lei lui egli ella essi loro ce questo quello ciò il lo la i gli le mio mia"),
    first_person=_words("io noi mi ci"),
    clitics=_words("mi ci io noi non ne lo la li le"),
    requests=_words("puoi può potete potrebbe potresti sai sa sapresti saprebbe dici dice dite"),
    wishes=_words(
        "vorrei voglio vogliamo vorremmo desidero desidererei desideriamo chiedo cerco serve servono servirebbe "
        "servirebbero interessa interessano interesserebbe piace piacerebbe occorre occorrono occorrerebbe "
        "occorrerebbero preme bisogna gradirei richiedo richiediamo avrei necessito devo dovrei intendo"
    ),
    finite=_words(
        "è sono era erano ha hanno ho hai abbiamo avete può possono posso puoi potrebbe potresti lavora lavorano "
        "abita abitano vive vivono risulta risultano sta stanno va vanno viene vengono fa fanno deve devono "
        "esiste esistono sarà riguarda concerne compie compiono guadagna sa sai sapete saprebbe sapresti sarebbe "
        "avrebbe parla parlano dici dice dite prendete prende vuole"
    ),
    prepositions=_words(
        "di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal dalla dai "
        "dalle nel nella nei negli nelle sul sulla sui sulle col coi dell all dall nell sull se limitatamente "
        "relativamente quanto"
    ),
    determiners=_words("il lo la i gli le un uno una ogni ciascun questo questa questi queste tutti tutte"),
    subordinators=_words("che chi cui quale quali quando se dove perché mentre come pur quelli"),
    free_relatives=_words("chi quanti quante"),
    clefts=(
        r"(ciò|quello|quel) che .* è\b",
        r"è .* che (voglio|vorrei|cerco|mi|ci|desidero|chiedo|serve)\b",
    ),
    question_clefts=(r"(chi|che cosa|cosa|dove|quando) è che\b",),
    parentheses=(
        r"(di grazia|se non|fra|tra|per (ciascuno|ciascun|ogni|ognuno)|pur|pure|non avendo|essendo|avendo|vale|"
        r"cioè|no|infine|precisamente|relativamente|secondo|a qualunque|in (particolare|breve)|ossia|per (iscritto)|"
        r"se possibile|alla)\b",
    ),
    afterthoughts=(r"(cioè|vale|ossia|di tutti|no)\b",),
)
