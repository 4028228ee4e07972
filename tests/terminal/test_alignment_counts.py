"""What was counted of alignments, in the terminal: lists that say what they leave out, words that can be seen."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import look_through
from murho.terminal.alignment_counts import show_findings

Seen = Callable[..., str]


def test_lists_are_cut_and_say_so(seen: Seen, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("said.txt", "heard.txt")]
    for file, text in zip(files, ("a b\na c\na\n", "x b\nx d\n\n"), strict=True):
        file.write_text(text)
    passing, findings = look_through(measure("words"), *map(str, files), rare=True)
    assert list(passing)

    def show(console: Console) -> None:
        show_findings(findings, console, most=1, confusions=True, frequencies_given=True)

    lines = [line.rstrip() for line in seen(show, width=100).splitlines()]
    assert lines[0] == "4 errors in 5 words, 80.00 %: S 3, D 1, I 0, 1 right; 3 of 3 utterances with an error"
    start = lines.index("confusion pairs  3, 2 different")
    assert lines[start + 1 : start + 6] == ["     2  a → x", "and 1 more", "", "deleted  1, 1 different", "     1  a"]
    assert lines[start + 6] == ""
    assert any(line.startswith("frequency in the file of frequencies; error:") for line in lines)
    assert lines[-1] == findings.signature
    plain = seen(lambda console: show_findings(findings, console))
    assert "confusion pairs" not in plain
    assert "frequency in these references" in " ".join(plain.split())
