"""Options of the measure dependencies: its rules and its score."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from murho.measures import Measure

rules = click.option(
    "--rules",
    type=click.Choice(["conll2018", "conll2017", "conllx"]),
    default=None,
    help="For `dependencies`: what counts as right; conll2018, or conllx for files of that format.",
)
punctuation = click.option(
    "--punctuation",
    type=click.Choice(["keep", "drop"]),
    default=None,
    help="For `dependencies`: score words of punctuation like others, or leave them out; by default as the rules do.",
)
subtypes = click.option(
    "--subtypes",
    type=click.Choice(["strip", "keep"]),
    default=None,
    help="For `dependencies`: compare relations up to the colon, or all of them; by default as the rules do.",
)
parse_score = click.option(
    "--score",
    "parse_score",
    type=click.Choice(["las", "uas", "la", "clas", "mlas", "blex", "upos", "xpos", "ufeats", "all_tags", "lemmas"]),
    default=None,
    help="For `dependencies`: the score that makes the value; las by default. All of them are printed.",
)


def suited(
    how: "Measure", references: str, answers: str, format_name: str | None = None, **given: str | None
) -> "Measure":
    """The measure with these options; where no rules are named, those that the format of the files wants."""
    from murho.pipeline.sources import formats_of

    formats = formats_of(references, answers, format_name) if how.kind == "tree" else ()
    return with_tree_options(how, formats, **given)


def with_tree_options(how: "Measure", formats: "Sequence[str]" = (), **given: str | None) -> "Measure":
    """The measure with `score`, `rules`, `punctuation`, `subtypes` where they were given; `formats` tell the rules.

    Raises UsageError for one that does not score dependencies.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    if how.kind != "tree" and not chosen:
        return how  # and import nothing for it: most files that are scored hold words
    from dataclasses import replace

    from murho.measures.dependencies.dependencies import dependencies
    from murho.measures.dependencies.rules import conll2018, rules_named
    from murho.measures.wrapping import Wrapping

    if isinstance(how, Wrapping) and how.kind == "tree":
        return replace(how, measure=with_tree_options(how.measure, formats, **given))
    if not isinstance(how, dependencies):
        if chosen:
            names = " and ".join(f"--{name}" for name in chosen)
            raise click.UsageError(
                f"{names}: only for the measure dependencies, not {how!r}", click.get_current_context()
            )
        return how
    score, rules = chosen.pop("score", how.score), chosen.pop("rules", None)
    if rules is None and how.rules == conll2018():
        from murho.formats import by_name

        rules = next((by_name(name).wants["rules"] for name in formats if "rules" in by_name(name).wants), None)
    return replace(how, score=score, rules=replace(rules_named(rules) if rules else how.rules, **chosen))
