"""What all tests share: real data, runs of recorded answers, a browser and axe, and hypothesis without deadlines."""

import os
import random
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

if TYPE_CHECKING:
    from murho.core.case import Answers, Cases
    from murho.store import Run

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored under nohup, and by all that is started here; tests send it

EXAMPLES = {"quick": 20, "full": 60, "thorough": 1000}
"""How many a law is tried on: by the fast tests, by `dev.py test --slow` and with it CI, by who wants to know."""
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "quick")
for profile, examples in EXAMPLES.items():
    settings.register_profile(
        profile,
        deadline=None,
        max_examples=examples,
        derandomize=profile != "thorough",  # the same examples every time: what passes here passes in CI
        # How quickly examples are drawn is the machine's affair, and what fixtures make here no example changes.
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
settings.load_profile(PROFILE)
if settings().derandomize:
    # Hypothesis also tries the constants that stand in the modules loaded so far, a set that is another one in every
    # worker (tests load systems from files of their own): with none of them the examples are the same everywhere.
    providers._get_local_constants = lambda: providers._local_constants

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What murho keeps on this machine is kept by no other process that tests it, nor was it kept before.

    Servers of the tests are asked without a proxy, whatever the environment names.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MURHO_CACHE", str(tmp_path_factory.mktemp("cache")))
        for name in ("NO_PROXY", "no_proxy"):
            patch.setenv(name, "127.0.0.1,localhost")
        yield


@pytest.fixture(scope="session")
def data() -> Path:
    """The real data, `MURHO_DATA` or ../shared/data; the test is skipped, visibly, where it is absent."""
    folder = Path(os.environ.get("MURHO_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no real data at {folder}; set MURHO_DATA")
    return folder


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens at, for who cannot take any and tell which.

    It lies below those that the system gives to whoever asks for any, and to connections: one of these might be given
    away again before it is used here.
    """
    for port in random.SystemRandom().sample(range(10_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("100 ports are taken")


CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Debian's chromium, driven by Playwright; no longer than a module, since while it runs no other event loop can."""
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}; install Debian's chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def expect() -> Callable[..., Any]:
    """Playwright's `expect`, which waits until a page shows what it shall: events go on when a click has returned."""
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=60_000)  # how long a slow machine may take; what is right is seen at once
    return playwright.expect  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def barriers() -> Callable[[Any], list[str]]:
    """What axe-core finds on a page, as it stands in the browser, that is serious or critical: a line for each place.

    It looks at what is shown: open what is folded first.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def found(page: Any) -> list[str]:
        return [
            f"{one['impact']}: {one['help']} ({one['id']}): {node['html'][:200]}"
            for one in axe.run(page).response["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]

    return found


def record_run(
    folder: Path, cases: "Cases", answers: "Answers", measures: Sequence[str] = ("meanings",), **plan: Any
) -> "Run":
    """A complete run of these answers."""
    from murho.measures import measure
    from murho.pipeline.runs.plan import Plan
    from murho.pipeline.runs.run import run
    from murho.pipeline.scoring.reading import Reading
    from murho.systems import Recorded
    from murho.weighting import weighting

    weight = weighting(plan.pop("weight", "given"))
    read = {name: plan.pop(name) for name in ("level", "method", "seed") if name in plan}
    plan["reading"] = Reading(weight, **read)
    spec = plan.pop("spec", "said.jsonl")
    return run(iter([cases]), Recorded(lambda: [answers], spec), folder, Plan([measure(m) for m in measures], **plan))


@pytest.fixture(scope="session")
def record() -> "Callable[..., Run]":
    """A complete run of these answers: folder, cases, answers, measures, and the settings of a plan."""
    return record_run


def questions(n: int = 60) -> "tuple[Cases, Answers]":
    """Questions with every relation between answer and reference, features of all sorts, clusters, causes, times."""
    from murho.core.case import Answers, Cases
    from murho.core.meaning import UNDEFINED

    said: list[Any] = [("a", "b"), UNDEFINED, (), ("a",), ("a", "b", "c"), ("a", "c"), ("c",)]
    ids = [f"q{i}" for i in range(n)]
    cases = Cases(
        ids,
        [f"question number {i}" + " please" * (i % 4) for i in range(n)],
        [("a", "b")] * n,
        clusters=[f"d{i // 3}" if i % 5 else None for i in range(n)],
        weights=[(1.0, 0.5, 0.25)[i % 3] for i in range(n)],
        features={
            "topic": ["fees", "hours"] * (n // 2),
            "tags": [["x"], ["x", "y"], []] * (n // 3),
            "count": [1 + i % 40 for i in range(n)],
            "name": ids,
        },
    )
    answers = Answers(
        ids,
        [said[i % 7] for i in range(n)],
        seconds=[0.002 * (1 + i) for i in range(n)],
        failures=["TimeoutError: 5 s" if i % 14 == 1 else "crashed" if i % 7 == 1 else None for i in range(n)],
        extras={"cause": [["linguistic/ellipsis", "conceptual"] if i % 7 == 6 else None for i in range(n)]},
    )
    return cases, answers


@pytest.fixture(scope="session")
def plain_suite() -> "Callable[..., tuple[Cases, Answers]]":
    """So many questions with answers of every kind."""
    return questions


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> "Run":
    """A run of sixty questions with answers of every kind."""
    cases, answers = questions()
    about = {"goal": "see whether pages tell the truth", "domain": "questions"}
    folder = tmp_path_factory.mktemp("plain") / "run"
    return record_run(folder, cases, answers, ("meanings(shifting=mu3())", "graded"), about=about)
