"""What is put right while one speaks, "the names, no, the birth dates", and what is said once for two."""

from collections.abc import Sequence

from murho_lab.atn.values import Structure, Value, features_of, items_of, label


def put_right(items: Sequence[Value]) -> list[Value]:
    """The items of a question without what is taken back, and without the words that take it back.

    What is asked for gives way to what is asked for, and a value to a value of the same field, whose verb stays.
    """
    results: list[Value] = []
    taking_back = False
    for item in items:
        if _takes_back(item):
            taking_back = True
            continue
        if taking_back and label(item) in ("show", "figures"):
            while results and label(results[-1]) == "show":
                results.pop()
        elif taking_back and results and _fields(item) & _fields(results[-1]):
            about = items_of(results.pop())[1]
            item = Structure(("of", about, *items_of(item)[2:]))
        taking_back = taking_back and label(item) == "sign"
        results.append(item)
    return results


def shared(items: Sequence[Value]) -> list[Value]:
    """The items of a question, where a verb serves two question words, "when was he born, and where", and somebody two
    comparisons, "the same degree as Rossi and the same level".
    """
    results: list[Value] = []
    for item in items:
        asked = next((at for at, result in enumerate(results) if _parts(result, "ask")), None)
        alike = next((part for result in results for part in _parts(result, "same")), None)
        if label(item) == "idle" and len(items_of(item)) > 1 and asked is not None:
            results[asked] = Structure((*items_of(results[asked]), Structure(("ask", items_of(item)[1]))))
        elif (label(item) == "alike" or _parts(item, "alike")) and alike is not None:
            results.append(Structure(("of", items_of(item)[1], Structure(("same", items_of(alike)[1])))))
        else:
            results.append(item)
    return results


def _parts(item: Value, kind: str) -> list[Value]:
    return [part for part in items_of(item)[2:] if label(part) == kind] if label(item) == "of" else []


def _takes_back(item: Value) -> bool:
    return label(item) == "sign" and label(items_of(item)[1]) == "RATHER"


def _fields(item: Value) -> set[str]:
    """The fields that the values of a condition may be of."""
    if label(item) != "of":
        return set()
    words = [word for part in items_of(item)[2:] if label(part) == "among" for word in items_of(part)[1:]]
    return {name for word in words for name in features_of(word).get("field", "").split(",") if name}
