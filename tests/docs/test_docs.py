"""Every example in docs/ runs as written: the sessions in fenced blocks, in order, one namespace a page."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    page
    for folder in (DOCS, ROOT / "lab" / "docs")
    for page in folder.rglob("*.md")
    if ">>>" in page.read_text(encoding="utf-8")
)


def session(markdown: str) -> str:
    """The text inside fences, all else blank, so that a failure names the page's own line."""
    inside, lines = False, []
    for line in markdown.splitlines():
        fence = line.lstrip().startswith("```")
        lines.append(line if inside and not fence else "")
        inside ^= fence
    return "\n".join(lines) + "\n"


def failures(name: str, markdown: str) -> tuple[int, int, str]:
    """Examples that fail, examples tried, and what doctest has to say."""
    said: list[str] = []
    examples = doctest.DocTestParser().get_doctest(session(markdown), {"__name__": "__main__"}, name, name, 0)
    result = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    return result.failed, result.attempted, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    markdown = page.read_text(encoding="utf-8")
    failed, tried, said = failures(page.name, markdown)
    assert not failed, said
    assert tried == sum(line.lstrip().startswith(">>>") for line in markdown.splitlines())


def test_the_theory_is_among_the_pages() -> None:
    assert DOCS / "theory.md" in PAGES


def test_a_wrong_example_is_found() -> None:
    failed, tried, said = failures("page.md", "Text\n\n```python\n>>> 1 + 1\n3\n>>> 2\n2\n```\n")
    assert (failed, tried) == (1, 2)
    assert 'File "page.md", line 4' in said


def test_the_closing_fence_is_no_output() -> None:
    assert failures("page.md", "```python\n>>> 1 + 1\n2\n```\nprose\n")[:2] == (0, 1)
