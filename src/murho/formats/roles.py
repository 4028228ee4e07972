"""Which column of a table is what: said by a mapping, `expression=utterance,reference=true_intent`, or guessed by name.

>>> mapping("reference=true_intent, answer='said, then', cluster=")
{'reference': 'true_intent', 'answer': 'said, then', 'cluster': ''}
>>> found = roles(["utterance", "true_intent", "predicted_intent", "channel"], mapping(""), CASE_ROLES, "log.csv")
>>> found.columns
{'expression': 'utterance', 'reference': 'true_intent'}
>>> found.note
"log.csv: took 'utterance' as the expression, 'true_intent' as the reference"
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from murho.core import notation
from murho.core.errors import InputError, UsageError
from murho.formats.fields import ANSWER_FIELDS, CASE_FIELDS
from murho.formats.opening import Path
from murho.plugs import Option, close_to

CASE_ROLES, ANSWER_ROLES = CASE_FIELDS, ANSWER_FIELDS
ROLES = tuple(dict.fromkeys((*CASE_ROLES, *ANSWER_ROLES)))
OPTION = Option(
    "columns",
    "columns",
    None,
    "Which column is what: 'expression=utterance,reference=true_intent,answer=predicted_intent,cluster=user_id'.",
)
"""Had by every format that holds tables; `--columns` gives it."""
_NEEDED = ("reference", "answer")
"""Roles that a side cannot do without, unless it is said that no column has them."""
_GUESSES = {
    "id": "case_id example_id utterance_id utt_id",
    "expression": "utterance text query question input sentence prompt message",
    "reference": "ref gold label intent true true_label true_intent gold_label gold_intent expected expected_intent "
    "expected_output target truth ground_truth y_true correct correct_intent transcript "
    "meaning meanings references labels",
    "answer": "prediction predicted pred predicted_intent predicted_label pred_intent pred_label y_pred hypothesis hyp "
    "recognised recognized response output model_output said heard top_intent y_hat",
    "cluster": "dialogue_id dialog_id conversation_id session_id user_id speaker_id speaker user",
    "weight": "importance sample_weight",
    "seconds": "",
    "failure": "",
}
"""Names that people give such columns, besides the role's own, which goes before all of them."""


class Roles(NamedTuple):
    """What the columns of one table are to one side of it."""

    columns: Mapping[str, str]
    """The column of each role that has one."""
    others: frozenset[str]
    """Columns that are something to the other side, and so no features of this one."""
    note: str
    """What was guessed, in a sentence; empty where nothing was."""


def mapping(given: str | Mapping[str, str]) -> dict[str, str]:
    """The column of each role, as `--columns` names them or in a dict; an empty one says that no column has the role.

    Raises:
        UsageError: it is no such list, or a role is unknown or named twice.
    """
    found: dict[str, str] = {}
    if isinstance(given, str):
        parts = [part.partition("=") for part in notation.split(given, ",")] if given.strip() else []
    else:
        parts = [(role, "=", repr(column)) for role, column in given.items()]
    for part in parts:
        role, sign, column = (word.strip() for word in part)
        if not sign or role not in ROLES:
            near = close_to(role, ROLES)
            hint = f"did you mean {near}? " if near and sign else ""
            raise UsageError(
                f"columns: {''.join(part).strip()!r}; {hint}write ROLE=COLUMN, the role being {', '.join(ROLES)}"
            )
        if role in found:
            raise UsageError(f"columns: {role} twice; name one column for it")
        quoted = len(column) > 1 and column[0] == column[-1] and column[0] in "'\""
        found[role] = column[1:-1] if quoted else column
    return found


def roles(names: Sequence[str], said: Mapping[str, str], wanted: Sequence[str], path: Path) -> Roles:
    """What the columns called `names` are: what is `said` holds, and what nobody said is guessed.

    Args:
        names: of the columns of the table.
        said: a `mapping`.
        wanted: the roles of this side, `CASE_ROLES` or `ANSWER_ROLES`.
        path: of the table, for errors and the note.

    Raises:
        InputError: a column that was said is not there, or two or none could be what is needed.
    """
    found, guessed, asides = dict[str, str](), dict[str, str](), list[str]()
    for role in wanted:
        if role in said:
            if column := said[role]:
                found[role] = _there(column, role, names, path)
            continue
        free = [name for name in names if name not in said.values()]
        possible = candidates(role, free)
        if len(possible) == 1:
            found[role] = possible[0]
            if possible[0] != role:
                guessed[role] = possible[0]
        elif role in ("cluster", "id") and possible:
            both = " and ".join(map(repr, possible))
            asides.append(f"{both} could be the {role}; if one is, write --columns {role}={possible[0]}")
        elif possible:
            both = " and ".join(map(repr, possible))
            todo = " or ".join(f"--columns {role}={_quoted(name)}" for name in possible)
            raise InputError(f"{both} could be the {role}", f"write {todo}", path=path, line=1)
        elif role in _NEEDED:
            shown = ", ".join(names) or "none"
            # Of a table that holds both sides all is said at once; which it is is not known here.
            either = role == "reference" and not candidates("answer", names) and "answer" not in said
            todo = f"write --columns {role}=COLUMN"
            todo += ", or reference=COLUMN,answer=COLUMN if answers stand here, too" if either else ""
            todo += ", or reference= if nobody has said what is right" if role == "reference" else ""
            raise InputError(f"no column is known to be the {role} (columns: {shown})", todo, path=path, line=1)
    elsewhere = {said[role] for role in ROLES if role in said and role not in wanted}
    for role in ROLES:
        if role not in wanted and role not in said:
            elsewhere.update(only if len(only := candidates(role, names)) == 1 else ())
    took = ", ".join(f"{column!r} as the {role}" for role, column in guessed.items())
    sentences = [f"took {took}"] if took else []
    note = "; ".join([*sentences, *asides])
    return Roles(found, frozenset(elsewhere - set(found.values())), f"{path}: {note}" if note else "")


def candidates(role: str, names: Sequence[str]) -> list[str]:
    """The columns that could have this role: the one that is called so, or else those whose names say it."""
    plain = {name: "_".join(name.casefold().replace("-", " ").split()) for name in names}
    own = [name for name in names if plain[name] == role]
    known = _GUESSES[role].split()
    return own[:1] or [name for name in names if plain[name] in known]


def _there(column: str, role: str, names: Sequence[str], path: Path) -> str:
    if column in names:
        return column
    near = close_to(column, names)
    hint = f"did you mean {role}={_quoted(near)}? " if near else ""
    todo = f"{hint}the columns are: {', '.join(names) or 'none'}"
    raise InputError(f"no column {column!r}, which is to be the {role}", todo, path=path, line=1)


def _quoted(name: str) -> str:
    return repr(name) if set(name) & set(" ,='\"()") else name
