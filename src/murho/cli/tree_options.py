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


def suited(measure: "Measure", references: str, answers: str, format_name: str | None = None) -> "Measure":
    """As `murho.pipeline.sources.suited`, which is imported when it is used."""
    from murho.pipeline.sources import suited as suited_to

    return suited_to(measure, references, answers, format_name)
