"""Which sentences belong together, from files to pairs."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats import conllu
from murho.formats.join import Unpaired
from murho.formats.pairing import paired, with_ids_of


def write(path: Path, names: Sequence[str | None], form: str) -> Path:
    ids = (f"# sent_id = {name}\n" if name else "" for name in names)
    path.write_text("".join(f"{line}1\t{form}{i}\t_\t_\t_\t_\t0\troot\t_\t_\n\n" for i, line in enumerate(ids)))
    return path


@pytest.fixture
def pairs(tmp_path: Path):  # type: ignore[no-untyped-def]
    def found(ours: Sequence[str | None], theirs: Sequence[str | None], batch: int = 8192):  # type: ignore[no-untyped-def]
        counts = Unpaired()
        gold, said = write(tmp_path / "gold.conllu", ours, "a"), write(tmp_path / "said.conllu", theirs, "b")
        cases, answers = conllu.read_cases(gold, batch=batch), conllu.read_answers(said, batch=batch)
        found = {}
        for some, answered in paired(cases, answers, paths=(str(gold), str(said)), counts=counts):
            for name, answer in zip(some.ids, answered.answers, strict=True):
                found[name] = None if answer is UNDEFINED else conllu.parse(str(answer[0]))[0].words[0].form
        return found, counts

    return found


@pytest.mark.parametrize("batch", [1, 2, 8192])
@pytest.mark.parametrize(
    ("ours", "theirs", "found", "note"),
    [
        (["x", "y", "z"], ["z", "x", "y"], {"x": "b1", "y": "b2", "z": "b0"}, None),
        (["x", "y", "z"], ["z", "x"], {"x": "b1", "y": None, "z": "b0"}, None),
        (["1", "2", "3"], ["3", "1", "2"], {"1": "b1", "2": "b2", "3": "b0"}, None),
        (["x", "y"], [None, None], {"x": "b0", "y": "b1"}, "said.conllu has no sent_id"),
        ([None, None], ["y", "x"], {"1": "b0", "2": "b1"}, "gold.conllu has no sent_id"),
        ([None, None], [None, None], {"1": "b0", "2": "b1"}, "gold.conllu has no sent_id"),
        (["x", "y"], ["1", "2"], {"x": "b0", "y": "b1"}, "said.conllu are mere numbers"),
        (["1", "2"], ["x", "y"], {"1": "b0", "2": "b1"}, "gold.conllu are mere numbers"),
    ],
)
def test_by_id_or_in_order(pairs, batch, ours, theirs, found, note) -> None:  # type: ignore[no-untyped-def]
    answers, counts = pairs(ours, theirs, batch)
    assert answers == found
    assert counts.missing_answers == list(found.values()).count(None)
    assert [said.endswith(note or "nothing") for said in counts.notes] == ([True] if note else [])


def test_what_does_not_go_together(pairs, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=re.escape(f"{tmp_path}/said.conllu:4: no case has the id 'q' of this answer")):
        pairs(["x", "y"], ["x", "q"])
    gold, said = f"{tmp_path}/gold.conllu", f"{tmp_path}/said.conllu"
    with pytest.raises(InputError, match=re.escape(f"{said}: 1 sentences, where {gold} has 2; as many are needed")):
        pairs(["x", "y"], [None])
    with pytest.raises(InputError, match=re.escape(f"{said}:4: id 'x' a second time, first on line 1")):
        pairs(["x", "y"], ["x", "x"])


def test_recorded_answers_take_the_ids_of_the_cases(tmp_path: Path) -> None:
    gold, said = write(tmp_path / "gold.conllu", ["x", "y"], "a"), write(tmp_path / "said.conllu", ["1", "2"], "b")
    answers = with_ids_of(conllu.read_cases(gold, batch=1), conllu.read_answers(said))
    assert [(some.ids, some.extras) for some in answers] == [(["x"], {"sent_id": ["1"]}), (["y"], {"sent_id": ["2"]})]
    named = write(tmp_path / "named.conllu", ["y", "x"], "b")
    assert [some.ids for some in with_ids_of(conllu.read_cases(gold), conllu.read_answers(named))] == [["y", "x"]]
