"""The structural class of a text, crude or with its finer features, by its surface and by a parse where there is one.

>>> structure("Show me all towns.", "en"), structure("Show me all towns.", "en", finer=True)
('E', 'EQS')

A parse finds clauses whose verbs are on no list, and settles relative and non-finite clauses and prepositions;
interrogative clauses and pronouns are found by it or in the surface, and all else in the surface.

>>> verb = "1\\tCorre\\tcorrer\\tVERB\\t_\\tMood=Ind|VerbForm=Fin\\t0\\troot\\t_\\t_\\n"
>>> structure("Corre", "es"), structure("Corre", "es", verb)
('T', 'D')
"""

from murho.languages import parsed
from murho.languages.finer import FINER, finer_features
from murho.languages.structural_class import structural_class


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
    words = parsed.words_of(parse) if parse else ()
    if words and crude == "T":
        crude = parsed.shape(words, "?" in text)
    if not finer:
        return crude
    shown = set(finer_features(text, language))
    if words:
        # Pronouns that are part of a verb (dime) and interrogatives that a parser takes for relatives: by either.
        shown = shown - set("RNP") | set(parsed.features(words))
    return crude + "".join(letter for letter in FINER if letter in shown)
