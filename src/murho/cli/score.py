"""murho score"""

from typing import TYPE_CHECKING

from murho.cli import completion, options
from murho.cli.arguments import FILE, FLAGS, GATE, MEASURES, PAGE, READ, SCHEDULER, Named, Typed, formats
from murho.cli.verb import Given, Verb, save_page, with_scheduler

if TYPE_CHECKING:
    from murho.face.score import Score

EXAMPLES = """
murho score words reference.txt recognised.txt
murho score labels cases.jsonl answers.jsonl --by scenario --classes
murho score labels log.csv --columns reference=true_intent,answer=predicted_intent --by channel
murho score meanings cases.jsonl answers.jsonl --shifting 'mu2(0.5)' --json
murho score labels cases.jsonl answers.jsonl -o report.html
murho score words cases.jsonl answers.jsonl --fail-above 0.12
murho score words cases.jsonl answers.jsonl --scale 'good<0.1<fair<0.3<poor'
murho score words reference.trn recognised.trn --costs sclite --normalize 'nfkc|no_punctuation'
murho score concepts cases.jsonl parses.jsonl --map time-table.map --by attribute
murho score labels cases.csv replies.jsonl --columns answer=reply --map engine.map
murho score breaks reference.tsv system.tsv --format lines --final skip
murho score sql gold.sql predicted.sql --database databases --json
murho score dependencies gold.conllu system.conllu --by deprel --by length
murho score labels s3://bucket/cases.jsonl s3://bucket/answers.jsonl --engine dask
zcat recognised.txt.gz | murho score words reference.txt -

The value is π, a weighted loss: word error rate for words, 1 − accuracy for labels, 1 − F1 for slots, 1 − LAS for
dependencies.
"""
TYPED = {
    "measure": Typed(more={"shell_complete": completion.measure_names}),
    "references": Typed(read=Named),
    "predictions": Typed(("answers",), read=Named),
    "format": formats(both="REFERENCES,ANSWERS"),
    "map": Typed(group=MEASURES),
    "map_side": Typed(group=MEASURES),
    "annotators": Typed(("--annotator",), "FILE", type=FILE, several=True, group=READ),
    **dict.fromkeys(("sample_weight", "expressions", "clusters", "features", "labels")),
}
ONLY = {**FLAGS, "scheduler": SCHEDULER, **PAGE, **GATE}
FIRST = ("by", "weight", "format", "columns", "classes", "scale", "out", "tables", "as_json", "fail_above")


def draw(score: "Score", given: Given) -> None:
    """The figure, and the classes of labels."""
    from murho.figures import sheets_of, values_of_score
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheets
    from murho.terminal.score import show_score

    show_score(score, console())
    if given["classes"]:
        show_sheets(sheets_of(values_of_score(score)), console())


def status(score: "Score", given: Given) -> int:
    """100 where the gate failed."""
    return options.gate_status([score], given["fail_above"], given["confident"])


score = Verb(
    "score", EXAMPLES, draw, typed=TYPED, only=ONLY, first=FIRST, before=with_scheduler, save=save_page, after=status,
    explained=False,
).command()  # fmt: skip
