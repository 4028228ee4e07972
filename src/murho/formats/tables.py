"""Tables of somebody's own as cases and answers: columns have roles (`roles`), and all others are features.

What has no `id` gets the number of its row, so that a table and a file of JSON lines belong together by place. A
reference or an answer that is a list is a set of meanings, any other value the only one of its set, and nothing at all
is an open case, or ⊥.

>>> table = {"text": ["to bonn", "hello"], "gold": ["travel", None], "said": ["travel", "bye"], "day": [3, 4]}
>>> (cases,) = cases_of([Table(table, [2, 3], [1, 2])], "answer=said", "log.csv")
>>> cases.ids, cases.expressions, cases.references, cases.features
(['1', '2'], ['to bonn', 'hello'], [('travel',), None], {'day': [3, 4]})
>>> (answers,) = answers_of([Table(table, [2, 3], [1, 2])], "answer=said", "log.csv")
>>> answers.answers, answers.extras
([('travel',), ('bye',)], {'day': [3, 4]})

Which column of a table is what: said by a mapping, `expression=utterance,reference=true_intent`, or guessed by name.

>>> mapping("reference=true_intent, answer='said, then', cluster=")
{'reference': 'true_intent', 'answer': 'said, then', 'cluster': ''}
>>> found = roles(["utterance", "true_intent", "predicted_intent", "channel"], mapping(""), CASE_ROLES, "log.csv")
>>> found.columns
{'expression': 'utterance', 'reference': 'true_intent'}
>>> found.note
"log.csv: took 'utterance' as the expression, 'true_intent' as the reference"
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from murho.core import notation
from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.spelling import argument
from murho.formats import fields
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
    results: dict[str, str] = {}
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
        if role in results:
            raise UsageError(f"columns: {role} twice; name one column for it")
        quoted = len(column) > 1 and column[0] == column[-1] and column[0] in "'\""
        results[role] = column[1:-1] if quoted else column
    return results


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
    result, guessed, asides = dict[str, str](), dict[str, str](), list[str]()
    for role in wanted:
        if role in said:
            if column := said[role]:
                result[role] = _there(column, role, names, path)
            continue
        free = [name for name in names if name not in said.values()]
        possible = candidates(role, free)
        if len(possible) == 1:
            result[role] = possible[0]
            if possible[0] != role:
                guessed[role] = possible[0]
        elif role in ("cluster", "id") and possible:
            both = " and ".join(map(repr, possible))
            choice = argument("columns", f"{role}={possible[0]}")
            asides.append(f"{both} could be the {role}; if one is, write {choice}")
        elif possible:
            both = " and ".join(map(repr, possible))
            todo = " or ".join(argument("columns", f"{role}={_quoted(name)}") for name in possible)
            raise InputError(f"{both} could be the {role}", f"write {todo}", path=path, line=1)
        elif role in _NEEDED:
            shown = ", ".join(names) or "none"
            # Of a table that holds both sides all is said at once; which it is is not known here.
            either = role == "reference" and not candidates("answer", names) and "answer" not in said
            todo = f"write {argument('columns', f'{role}=COLUMN')}"
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
    return Roles(result, frozenset(elsewhere - set(result.values())), f"{path}: {note}" if note else "")


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


class Table(NamedTuple):
    """Columns by name, or a part of them, row by row."""

    columns: Mapping[str, list[Any]]
    lines: Sequence[int]
    """The line on which each row begins."""
    places: Sequence[int]
    """The number of each row, from 1."""


Cells = Callable[[str, list[Any], Sequence[int]], list[Any]]
"""What the values of a column are, given its role (empty for a feature), the values and their lines."""


def _as_they_are(_role: str, values: list[Any], _lines: Sequence[int]) -> list[Any]:
    return values


def cases_of(tables: Iterable[Table], columns: str, path: Path, cells: Cells = _as_they_are) -> Iterator[Cases]:
    """The cases of tables, which are parts of one file; the first tells what its columns are.

    Raises:
        InputError: a column is not there, could be two things, or holds what its role cannot be.
    """
    for named, lines, of in _with_roles(tables, columns, CASE_ROLES, path, cells):
        named.setdefault("expression", [""] * len(lines))
        cases = fields.as_cases(named, path, lines)
        blind = "" if "expression" in of.columns else f"{path}: no column is the expression, so that all are empty"
        yield replace(cases, notes=(*filter(None, (of.note, blind)), *cases.notes))


def answers_of(tables: Iterable[Table], columns: str, path: Path, cells: Cells = _as_they_are) -> Iterator[Answers]:
    """The answers of tables, which are parts of one file; the first tells what its columns are.

    Raises:
        InputError: a column is not there, could be two things, or holds what its role cannot be.
    """
    for named, lines, of in _with_roles(tables, columns, ANSWER_ROLES, path, cells):
        said = named.get("answer", [None] * len(lines))
        named["answer"] = [value if value is None or isinstance(value, list) else [value] for value in said]
        answers = fields.as_answers(named, path, lines)
        yield replace(answers, notes=(*filter(None, (of.note,)), *answers.notes))


def _with_roles(
    tables: Iterable[Table], columns: str, wanted: Sequence[str], path: Path, cells: Cells
) -> Iterator[tuple[dict[str, list[Any]], Sequence[int], Roles]]:
    """The columns of each table under the names of their roles, its lines, and what was found out about it."""
    said, of = mapping(columns), None
    for table, lines, places in tables:
        if of is None:
            of = roles(list(table), said, wanted, path)
        taken = {*of.columns.values(), *of.others}
        nothing = [None] * len(lines)
        named = {role: cells(role, table.get(column, nothing), lines) for role, column in of.columns.items()}
        # A column called like a field that it is not keeps its values under another name.
        free = {f"column {name}" if name in wanted else name: table[name] for name in table if name not in taken}
        named |= {name: cells("", column, lines) for name, column in free.items()}
        named.setdefault("id", list(map(str, places)))
        yield named, lines, of
