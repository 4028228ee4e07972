"""An evaluation of a run, opened: what is to be judged, and the file that keeps what people say."""

import secrets
from typing import NamedTuple

from murho.core.errors import InputError
from murho.evaluator import assigning
from murho.evaluator.drawn import clusters_of, draws_of
from murho.evaluator.material import Material, material
from murho.evaluator.overlap import Overlap
from murho.evaluator.storage import FILE, Storage
from murho.store import Run


class Evaluation(NamedTuple):
    """What there is to judge, and what was said of it."""

    material: Material
    storage: Storage


def open_evaluation(
    run: Run, *, overlap: str | None = None, repeats: float | None = None, seed: int | None = None
) -> Evaluation:
    """The evaluation of a run, begun where there is none; what is None is as it was, or 0.

    Raises:
        UsageError: no overlap (`murho.evaluator.overlap`), or a share outside [0, 1].
        InputError: the run is not complete, the file is of no evaluation, or the run holds other cases or answers now.
    """
    # What cannot be judged is refused before a file is made in the folder.
    if run.record.get("state") != "complete":
        answered = run.parts().answered
        found = f"is not complete: {int(answered.sum()):,} of {len(answered):,} cases are answered"
        todo = "let it end, or go on with it by the same `murho run`; then people see all answers"
        raise InputError(found, todo, path=str(run.path))
    storage = Storage(run.path / FILE)
    shown = material(run, [row["place"] for row in storage.read("SELECT place FROM cases")])
    given = {"overlap": overlap, "repeats": repeats, "seed": seed}
    settings = {name: storage.about(name) or "0" if value is None else str(value) for name, value in given.items()}
    cases = {place: case.id for place, case in shown.cases.items()}
    by_several, asked_twice, drawn = Overlap.read(settings["overlap"]), float(settings["repeats"]), settings["seed"]
    assigning.begin(
        storage,
        shown.suite,
        cases,
        overlap=by_several,
        repeats=asked_twice,
        seed=int(float(drawn)),
        draws=draws_of(run),
        clusters=clusters_of(run, cases),
    )
    with storage.writing() as rows:
        rows.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", settings.items())
        rows.execute("INSERT OR IGNORE INTO about VALUES ('cookie', ?)", (secrets.token_hex(4),))
    return Evaluation(shown, storage)
