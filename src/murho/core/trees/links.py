"""Links: a dependency told by its two parts of speech, parent first, as in `v-n`, a noun below a verb.

Parts of speech are generalised to one letter, main verbs apart from auxiliaries and copulas (the notation of
Lloberes, Castellón, Padró and González 2014, section 5.1, over the tags of Universal Dependencies).

>>> link("VERB", "NOUN"), link("NOUN", "ADP"), link("VERB", "AUX")
('v-n', 'n-s', 'v-x')
"""

LETTERS = {
    "VERB": "v",
    "AUX": "x",
    "NOUN": "n",
    "PROPN": "n",
    "ADJ": "a",
    "ADV": "r",
    "PRON": "p",
    "DET": "d",
    "ADP": "s",
    "CCONJ": "c",
    "SCONJ": "c",
    "NUM": "z",
    "INTJ": "i",
    "PART": "t",
    "PUNCT": "f",
    "SYM": "y",
    "X": "w",
}
"""The letter of each universal part of speech."""


def letter(upos: str) -> str:
    """The letter of a part of speech; what is none of the universal ones is `w`, other.

    >>> letter("PROPN"), letter("CONJ")
    ('n', 'w')
    """
    return LETTERS.get(upos, "w")


def link(parent: str, child: str) -> str:
    """The link between two words of these parts of speech."""
    return f"{letter(parent)}-{letter(child)}"


def is_link(text: str) -> bool:
    """Whether the text names a link.

    >>> is_link("v-n"), is_link("v-q"), is_link("vn")
    (True, False, False)
    """
    parent, dash, child = text.partition("-")
    known = set(LETTERS.values())
    return dash == "-" and parent in known and child in known
