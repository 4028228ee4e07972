"""What the page and the terminal show of the study: tables, each with a title and a sentence below it."""

from murho.views.sheets import Grid
from murho_lab.studies.trains.coverage import SOURCE
from murho_lab.studies.trains.inventory import HALVES, Inventory
from murho_lab.studies.trains.results import results
from murho_lab.studies.trains.study import Study
from murho_lab.studies.trains.table import Table, accuracy, gained

TITLE = "Spoken time-table information"
TITLES = {"development": "development", "held_out": "held out"}
TASKS = {"trains": "the trains", "multiwoz": "the MultiWOZ train dialogues"}


def tables(study: Study) -> list[Table]:
    """All tables, in the order in which they are shown."""
    made = [_material(study.material), _training(study.material), *(_coverage(study, name) for name in study.coverage)]
    return made if study.experiment is None else [*made, *results(study.experiment)]


def _material(there: Inventory) -> Table:
    halves = [there.halves[half] for half in HALVES]
    rows = [
        ("dialogues", [f"{half.dialogues:,}" for half in halves]),
        ("utterances", [f"{half.utterances:,}" for half in halves]),
        ("words an utterance", [f"{half.words_per_utterance:.2f}" for half in halves]),
        ("units an utterance", [f"{half.units_per_utterance:.2f}" for half in halves]),
        ("classes of units", [str(len(half.classes)) for half in halves]),
        ("different words", [f"{half.vocabulary:,}" for half in halves]),
        ("different frames, %", [f"{100 * half.distinct:.1f}" for half in halves]),
    ]
    agreed = there.agreement
    note = (
        f"{there.classes} classes, {there.stations} stations. A second, blind annotation of {agreed.utterances} "
        f"utterances has the same units in {agreed.same}; its concept accuracy is {accuracy(agreed.concepts)} %."
    )
    return Table("material", "What was said", Grid(["", *map(TITLES.__getitem__, HALVES)], rows), note)


def _training(there: Inventory) -> Table:
    heard = [there.heard[half] for half in HALVES]
    rows = [
        ("perplexity", [f"{one.foreseen.perplexity:.1f}" for one in heard]),
        ("words never heard, %", [f"{100 * one.foreseen.out_of_vocabulary:.2f}" for one in heard]),
        ("utterances of known frames, %", [f"{100 * one.known_frames:.1f}" for one in heard]),
    ]
    text = there.training
    note = (
        f"A trigram model of {text.utterances:,} generated utterances: {text.words:,} words, {text.vocabulary:,} "
        f"different ones, {100 * text.frames / text.utterances:.1f} % different frames. What the development half says "
        "is left out of the text, whatever its values."
    )
    return Table("training", "How well it is foreseen", Grid(["", *map(TITLES.__getitem__, HALVES)], rows), note)


def _coverage(study: Study, name: str) -> Table:
    rows = []
    for system, covered in study.coverage[name].items():
        rows.append((system, [accuracy(covered[half].figure) for half in HALVES]))
        for group in covered["development"].by.get("phenomenon", {}):
            rows.append((f"  {group}", [accuracy(covered[half].by["phenomenon"][group]) for half in HALVES]))
    note = (
        f"Concept accuracy in percent, intervals at 95 % over dialogues. The source's parser had {SOURCE} on its own."
    )
    if name in study.above:
        note += f" Held out, the grammar is {gained(study.above[name])} points above the spotter."
    if {"tagger", "intents"} & study.coverage[name].keys():
        note += " The tagger and the intents learned from the development half."
    if name == "multiwoz":
        note += " Units are compared as a bag, since they are not stored in spoken order."
    title = f"Understood of transliterations: {TASKS[name]}"
    return Table(f"coverage-{name}", title, Grid(["", *map(TITLES.__getitem__, HALVES)], rows), note)
