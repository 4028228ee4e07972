"""The extensions in C beside their twins: whatever is given to both, they count the same, or refuse it alike."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from mutating import mutated

from murho.core.errors import MurhoError
from murho.core.sums import COUNTS, OPEN, TALLY, read
from murho.core.sums import twin as sums_twin

ROOT = Path(__file__).resolve().parents[2]


class FaultError(Exception):
    """What murho must not do."""


def _differ(what: str, compiled: object, slow: object) -> None:
    if compiled != slow:
        raise FaultError(f"{what}: compiled {str(compiled)[:300]}, twin {str(slow)[:300]}")


def _outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except (ValueError, TypeError, IndexError, OverflowError, MurhoError) as error:
        return f"{type(error).__name__}: {error}"


@cache
def _texts() -> tuple[bytes, ...]:
    names = ("said.txt", "heard-a.txt", "heard-b.txt", "ties.jsonl", "asked.txt", "told.txt", "festival.txt")
    return tuple(line for name in names for line in (ROOT / "tests/kept/inputs" / name).read_bytes().splitlines())


def try_kernel(random: Random, _: Path) -> list[str]:
    from murho.measures.kernel import _kernel as compiled  # type: ignore[attr-defined]
    from murho.measures.kernel import twin

    sides = []
    for _ in range(2):
        few = [random.choice(_texts()) for _ in range(random.choice([1, 2, 5, 9]))]
        sides.append([mutated(text, _texts(), random)[:400] if random.random() < 0.7 else text for text in few])
    n = min(map(len, sides))
    r, h = (side[:n] for side in sides)
    h = [random.choice([theirs, mutated(ours, _texts(), random)[:400]]) for ours, theirs in zip(r, h, strict=True)]
    costs = random.choice([(1, 1, 1), (4, 3, 3), (2, 1, 1), (1, 2, 3), (10**6, 1, 10**6)])
    texts = [[text.decode("utf-8", "surrogateescape") for text in side] for side in (r, h)]
    columns = [(b"".join(side), np.cumsum([0, *map(len, side)]).astype(random.choice(["i4", "i8"]))) for side in (r, h)]
    if random.random() < 0.1:  # offsets that lie
        offsets = columns[0][1]
        offsets[random.randrange(len(offsets))] = random.choice([-1, 0, 5, 10**6, 2**31 - 1])
    letters = [[list(text) for text in side] for side in texts]
    for name, given in (("count_utf8", columns), ("count_strings", texts), ("count_sequences", letters)):

        def counts(module: object, name: str = name, given: object = given) -> object:
            found = [np.zeros(n, np.int32) for _ in range(4)]
            getattr(module, name)(*given, costs, 0, n, *found)  # type: ignore[misc]
            return [column.tolist() for column in found]

        if name == "count_sequences" and sum(map(len, r)) > 800:
            continue
        _differ(name, _outcome(lambda: counts(compiled)), _outcome(lambda: counts(twin)))
    words = [side[0].split()[:60] for side in texts]
    for by_path in (False, True):
        _differ("align", compiled.align(*words, costs, by_path), twin.align(*words, costs, by_path))
    return ["kernel", repr((r, h, costs))]


@cache
def _treebanks() -> tuple[tuple[bytes, bytes], ...]:
    parsing, kept = ROOT / "examples" / "parsing", ROOT / "tests/kept/inputs"
    gold, system = ((parsing / name).read_bytes() for name in ("gold.conllu", "system.conllu"))
    other = (kept / "other.conllu").read_bytes()
    conllx = tuple((kept / name).read_bytes() for name in ("gold.conll", "system.conll"))
    return (gold, system), (gold, other), (gold, gold), (conllx[0], conllx[1])


def try_scoring(random: Random, _: Path) -> list[str]:
    from murho.measures.dependencies import compiled
    from murho.measures.dependencies.rules import conll2017, conll2018, conllx
    from murho.measures.dependencies.scoring import score_text

    gold, system = random.choice(_treebanks())
    rules = random.choice([conll2018(), conll2017(), conll2018("drop"), conll2017("drop", "keep"), conllx()])
    if random.random() < 0.6:
        system = mutated(system, [gold], random)
    else:
        gold = mutated(gold, [system], random)
    if random.random() < 0.3:
        gold, system = mutated(gold, [], random), gold

    def scored() -> object:
        found = score_text(gold, system, rules, rows=True)
        rows = None if found.rows is None else {name: column.tolist() for name, column in found.rows.items()}
        return {name: column.tolist() for name, column in found.counts.items()}, rows, found.labels

    quick = _outcome(scored)
    compiled.FOUND = False
    try:
        slow = _outcome(scored)
    finally:
        compiled.FOUND = True
    _differ(f"score_text under {rules}", quick, slow)
    return ["scoring", repr(rules)]


def _doubles(random: Random, n: int) -> np.ndarray:
    """Numbers of every kind, also such as are none."""
    kinds = [
        lambda: random.random(),
        lambda: float(random.randrange(-9, 9)),
        lambda: float(np.frombuffer(random.randbytes(8))[0]),
        lambda: random.choice([0.0, -0.0, 5e-324, 2.0**-1022, 1e300, -1e300, 1.7976931348623157e308, 2.0**53, 0.1]),
    ]
    usual = random.choice(kinds)
    column = np.array([random.choice([usual, usual, *kinds])() for _ in range(n)], np.float64)
    return column if random.random() < 0.1 else np.where(np.isfinite(column), column, 1.0)


def try_sums(random: Random, _: Path) -> list[str]:
    from murho.core.sums import _sums as compiled  # type: ignore[attr-defined]

    seed = random.random()

    def worked(module: object) -> object:
        return _program(module, Random(seed))

    _differ("sums", worked(compiled), worked(sums_twin))
    return ["sums", repr(seed)]


def _program(module: object, random: Random) -> list[object]:
    """A few steps with all that the extension has, and what came of each."""
    said: list[object] = []
    cells, counts, opened = module.Sums(TALLY, 3), np.zeros((3, COUNTS), np.int64), module.Sums(OPEN, 3)  # type: ignore[attr-defined]
    names, pairs, seen = module.Names(), module.Pairs(), 0  # type: ignore[attr-defined]
    for _ in range(random.randrange(1, 6)):
        n = random.choice([0, 1, 3, 20, 300])
        codes = random.choice([None, np.array([random.randrange(3) for _ in range(n)], np.int64)])
        match random.randrange(6):
            case 0:
                column, values = random.randrange(TALLY), _doubles(random, n)
                said.append(_outcome(lambda: cells.add(codes, column, values)))  # noqa: B023
            case 1:
                column, left, right = random.randrange(TALLY), _doubles(random, n), _doubles(random, n)
                said.append(_outcome(lambda: cells.add_products(codes, column, left, right)))  # noqa: B023
            case 2:
                clusters = random.choice([None, np.array([random.randrange(-1, 3) for _ in range(n)], np.int64)])
                cases = np.sort(np.array([random.randrange(max(n, 1)) for _ in range(n)], np.int64))
                columns = [np.abs(_doubles(random, n)) for _ in range(3)]
                if random.random() < 0.5:
                    columns[1:] = [np.array([random.randrange(2**62) for _ in range(n)], np.int64) for _ in range(2)]
                said.append(
                    _outcome(
                        lambda: module.tally_rows(  # type: ignore[attr-defined]
                            cells, counts, opened, codes, cases, clusters, *columns, np.zeros(n, bool), seen, False  # noqa: B023
                        )
                    )
                )  # fmt: skip
                seen += n
            case 3:
                where = np.array(random.choice([[2, 0, 2], [1, -1, 0], [-1, -1, -1], [0, 3, 0], [0, -2, 0]]))
                said.append(_outcome(lambda: module.close_clusters(cells, counts, opened, where)))  # type: ignore[attr-defined]  # noqa: B023
                opened = module.Sums(OPEN, 3)  # type: ignore[attr-defined]
            case 4:
                given = [random.choice([None, "a", "b", "é", "\ud800", "x" * 40, 7]) for _ in range(n)]
                out, numbers = np.zeros(n, np.int64), np.zeros(n, np.int64)
                said.append(_outcome(lambda: names.number(given, out)))  # noqa: B023
                said.append(_outcome(lambda: pairs.number(out + 1, out, numbers)))  # noqa: B023
                said += [out.tolist(), numbers.tolist(), len(names), len(pairs), names.find("b")]
            case 5:
                more = module.Sums(TALLY, 3)  # type: ignore[attr-defined]
                said.append(_outcome(lambda: more.add(codes, 0, _doubles(random, n))))  # noqa: B023
                said.append(_outcome(lambda: cells.merge(more, np.array([1, 1, 0]))))  # noqa: B023
        if said and isinstance(said[-1], str):
            return said  # what was added before an error is nobody's business
    out = np.empty(3)
    for column in range(TALLY):
        cells.rounded(column, out)
        said.append(out.tolist())
        said.append([str(read(cells, cell, column)) for cell in range(3)])
    return [*said, counts[:, : COUNTS - 1].tolist()]
