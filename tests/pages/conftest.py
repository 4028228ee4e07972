"""What the tests of pages share: a suite whose every field is hostile, and runs of recorded answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED, Answered
from murho.pages.report import write_report
from murho.store import Run

LONG = "endless " * 625
HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src="https://example.invalid/x.png" onerror="window.hacked = 2">',
    "</style><style>*{display:none}</style>",
    "' onmouseover='window.hacked = 3' x='",
    "</title></main></body></html>",
    "<!-- {{ 7 * 7 }} {% raw %} -->",
    "שלום عليكم hello",
    "\u202egnp.exe",
    LONG,
    "x" * 5000,
    "null \x00 bell \x07 escape \x1b[31m",
    "&lt;b&gt; &amp; &#0;",
)
"""Texts that a page must show as texts."""


def hostile_suite() -> tuple[Cases, Answers]:
    """Every hostile text as id, expression, meaning, feature, cluster, failure and extra; answers of every outcome."""
    n = len(HOSTILE)
    ids = [f"{i} {text}" for i, text in enumerate(HOSTILE)]
    said: list[Answered] = [
        [UNDEFINED, (), ({HOSTILE[i]: HOSTILE[-i]},), (HOSTILE[i], HOSTILE[i - 1])][i % 4] for i in range(n)
    ]
    cases = Cases(
        ids,
        list(HOSTILE),
        [({HOSTILE[i]: HOSTILE[i - 1], "same": 1}, HOSTILE[i]) for i in range(n)],
        clusters=list(HOSTILE),
        features={
            "<i>kind</i>": [HOSTILE[i % 3] for i in range(n)],
            "tags": [[HOSTILE[i], HOSTILE[i % 5]] for i in range(n)],
            "object": [{"deep": [HOSTILE[i]]} for i in range(n)],
            HOSTILE[1]: [i % 2 for i in range(n)],
        },
    )
    answers = Answers(
        ids,
        said,
        seconds=[0.001 * (i + 1) for i in range(n)],
        failures=[f"{HOSTILE[i]}: {HOSTILE[-i]}" if said[i] is UNDEFINED else None for i in range(n)],
        extras={
            "cause": [f"linguistic/{HOSTILE[i]}" if i % 2 else HOSTILE[i] for i in range(n)],
            HOSTILE[0]: [{"stage": text} for text in HOSTILE],
        },
    )
    return cases, answers


@pytest.fixture(scope="session")
def hostile_run(tmp_path_factory: pytest.TempPathFactory, record: Callable[..., Run]) -> Run:
    cases, answers = hostile_suite()
    about = {"goal": HOSTILE[0], "domain": HOSTILE[1], "representation": HOSTILE[8], "sample": HOSTILE[6]}
    folder = tmp_path_factory.mktemp("hostile") / "<b>run</b> 'quoted'"
    return record(folder, cases, answers, ("meanings", "graded"), about=about, spec=HOSTILE[1])


@pytest.fixture(scope="session")
def hostile() -> Sequence[str]:
    """Texts that a page must show as texts."""
    return HOSTILE


# --- reading pages

VOID = {"meta", "link", "br", "wbr", "img", "input", "hr"}
SHAPES = {"polygon", "line", "rect", "circle", "polyline", "path"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str | None]
    children: "list[Element | str]" = field(default_factory=list)

    def all(self) -> "list[Element]":
        found = [self]
        for child in self.children:
            if isinstance(child, Element):
                found += child.all()
        return found

    def find(self, name: str, of: str = "") -> "list[Element]":
        return [e for e in self.all() if e.name == name and (not of or of in (e.attributes.get("class") or "").split())]

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def by_id(self, name: str) -> "Element":
        return next(e for e in self.all() if e.attributes.get("id") == name)

    def table(self, section: str, heading: str) -> "Element":
        """The table of a section whose region is labelled by a heading that starts so."""
        for region in self.by_id(section).all():
            label = region.attributes.get("aria-labelledby")
            title = self.by_id(label).text if label and region.name == "div" else region.attributes.get("aria-label")
            if title and title.startswith(heading):
                return region.find("table")[0]
        raise AssertionError(f"no table {heading!r}")


class Strict(HTMLParser):
    """A tree of the page; every element must be closed where it should."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        assert len(attrs) == len(element.attributes), f"an attribute twice in <{tag}>"
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in SHAPES | VOID, f"<{tag}/> does not close itself in HTML"
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(text: str) -> Element:
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert parser.open == [parser.root]
    return parser.root


@pytest.fixture(scope="session")
def read() -> Callable[[str], Element]:
    """The tree of a page."""
    return parsed


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Element]:
    """The page of a run, written and read again."""

    def write_and_read(run: Run, **options: Any) -> Element:
        write_report(run, tmp_path / "page.html", **options)
        return parsed((tmp_path / "page.html").read_text(encoding="utf-8"))

    return write_and_read
