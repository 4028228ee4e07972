"""Which worker gets which case."""

from itertools import chain, cycle

from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.systems.worker import Dealing

CLUSTERS = st.lists(st.none() | st.sampled_from("xyz"), max_size=12)


def cases_of(clusters: list[str | None]) -> Cases:
    size = len(clusters)
    return Cases([str(i) for i in range(size)], [""] * size, [()] * size, clusters=clusters)


@given(CLUSTERS, st.lists(st.sampled_from([1, 2, 3])))
def test_clusters_stay_together_in_their_order(clusters: list[str | None], first: list[int]) -> None:
    homes: dict[str, object] = {"z": 3}
    dealing = Dealing(cases_of(clusters), homes)
    got: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for worker in chain(first, cycle([1, 2, 3])):
        if not len(dealing):
            break
        position = dealing.next(worker, together=True)
        if position is None:
            assert all(
                homes.get(name or "") not in (None, worker) for name in {clusters[i] for i in left(got, clusters)}
            )
        else:
            got[worker].append(position)
    assert not left(got, clusters)
    for cluster in "xyz":
        owners = [w for w, positions in got.items() if any(clusters[i] == cluster for i in positions)]
        assert len(owners) <= 1
        assert cluster != "z" or owners in ([], [3])
        for worker in owners:
            mine = [i for i in got[worker] if clusters[i] == cluster]
            assert mine == [i for i, name in enumerate(clusters) if name == cluster]


def left(got: dict[int, list[int]], clusters: list[str | None]) -> set[int]:
    return set(range(len(clusters))) - {position for positions in got.values() for position in positions}


def test_without_clusters_or_when_nobody_looks_back_it_is_who_comes_first() -> None:
    dealing = Dealing(cases_of(["x", "x", "y"]), homes := {})
    assert [dealing.next(worker, together=False) for worker in (1, 2, 1, 2)] == [0, 1, 2, None]
    assert homes == {}
    alone = Dealing(Cases(["a", "b"], ["", ""], [(), ()]), homes)
    assert [alone.next(worker, together=True) for worker in (1, 2, 1)] == [0, 1, None]


def test_what_a_worker_did_not_come_to_is_its_next() -> None:
    dealing = Dealing(cases_of(["x", "x", "y", "y"]), {})
    assert [dealing.next(1, together=True), dealing.next(2, together=True), len(dealing)] == [0, 2, 2]
    dealing.put_back(1, 0)
    assert len(dealing) == 3
    assert [dealing.next(worker, together=True) for worker in (2, 2, 1, 1)] == [3, None, 0, 1]
    loose = Dealing(cases_of([None, None]), {})
    assert loose.next(1, together=False) == 0
    loose.put_back(1, 0)
    assert [loose.next(2, together=False) for _ in range(3)] == [0, 1, None]
