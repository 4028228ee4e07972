"""Options of measures of trees: their rules, and the score of dependencies."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from murho.measures import Measure

rules = click.option(
    "--rules",
    type=click.Choice(["conll2018", "conll2017", "conllx"]),
    default=None,
    help="For `dependencies` and `links`: what counts as right; conll2018, or conllx for files of that format.",
)
punctuation = click.option(
    "--punctuation",
    type=click.Choice(["keep", "drop"]),
    default=None,
    help="For `dependencies` and `links`: score words of punctuation like others, or leave them out; by default as the "
    "rules do.",
)
subtypes = click.option(
    "--subtypes",
    type=click.Choice(["strip", "keep"]),
    default=None,
    help="For `dependencies` and `links`: compare relations up to the colon, or all of them; by default as the rules "
    "do.",
)
parse_score = click.option(
    "--score",
    "parse_score",
    type=click.Choice(["las", "uas", "la", "clas", "mlas", "blex", "upos", "xpos", "ufeats", "all_tags", "lemmas"]),
    default=None,
    help="For `dependencies`: the score that makes the value; las by default. All of them are printed.",
)


def suited(how: "Measure", references: str, answers: str, format_name: str | None = None) -> "Measure":
    """The measure with the options that the format of the files wants, where none were chosen: the rules of CoNLL-X."""
    if how.kind != "tree":
        return how  # and import nothing for it: most files that are scored hold words
    from murho.formats import by_name
    from murho.measures.configuring import chosen_or_not, configured
    from murho.pipeline.sources import formats_of

    if how.inside is not None:
        return how.having(measure=suited(how.inside, references, answers, format_name))
    if how.over_files is not how:
        return how
    for name in formats_of(references, answers, format_name):
        wanted = {option: value for option, value in by_name(name).wants.items() if not chosen_or_not(how, option)}
        how = configured(how, wanted)
    return how
