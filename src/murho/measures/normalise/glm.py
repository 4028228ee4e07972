"""The rules of a NIST global map file (.glm), by which `csrfilt` prepares transcripts for scoring.

    ;; the first word of the file marks comments
    * format = 'NIST1'
    * case_sensitive = 'F'
    UH            => %HESITATION  / [ ] __ [ ]
    CATALOGUE     => CATALOG                     ;; anywhere, inside words too
    [HE'S]        => [{HE IS / HE HAS}] / [ ] __ [ ]

A rule replaces the characters left of `=>` by those right of it, where the context of the last `/` stands around them
(`__` is their place); brackets or double quotes hold blanks that matter. The text, with a blank before and after it, is
read from the left; at each character the first rule of the file that fits is applied to what was written there
originally, and reading goes on behind it. Braces in a replacement are alternatives (`murho.measures.text.origins`).

After the documents that come with NIST's SCTK (GLMRules.txt) and checked against its `rfilter1`. As `csrfilt` does, the
text is first put in capitals, unless `upper=False`. What follows a comment `INPUT_DEPENDENT_APPLICATION = "hyp"` is
for answers only, after `"ref"` for references only.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from murho.core.errors import InputError, UsageError
from murho.core.notation import shown
from murho.formats.opening import Held, Path, held, line_blocks

SIDES = {"ref": "reference", "hyp": "answer"}
"""What map files call the two sides."""


class Rule(NamedTuple):
    """`old` becomes `new` between `before` and `after`."""

    old: str
    new: str
    before: str
    after: str
    sides: tuple[str, ...] = tuple(SIDES.values())
    """The sides that it applies to."""


@dataclass(frozen=True, repr=False)
class glm:  # noqa: N801  a step is typed and printed in lower case
    """The rules of a file; the text is put in capitals first where `upper` is true."""

    path: str | Held
    upper: bool = True
    side: str = ""
    """`reference` or `answer`: only the rules that apply to this side."""

    def __post_init__(self) -> None:
        if self.side not in ("", *SIDES.values()):
            raise UsageError(f"glm: no side {self.side!r}; known: {', '.join(SIDES.values())}")

    @property
    def _rules(self) -> "Rules":
        return read(self.path, self.side)

    def __repr__(self) -> str:
        return shown(self)

    def on(self, side: str) -> "glm":
        """The rules that apply to one side, as the file has them now."""
        return replace(self, path=held(self.path), side=side)

    @property
    def marks(self) -> bool:
        """Whether any replacement holds alternatives."""
        return any("{" in rule.new for rule in self._rules.rules)

    def __call__(self, text: str) -> str:
        """The text with the rules applied."""
        # With a blank at both ends, for which the contexts of rules ask.
        line = f" {' '.join(text.split())} "
        return " ".join(self._rules.apply(line.upper() if self.upper else line).split())


@dataclass(frozen=True)
class Rules:
    """The rules in the order of the file."""

    rules: tuple[Rule, ...]
    case_sensitive: bool = True
    copy_no_hit: bool = True

    @cached_property
    def _by_start(self) -> dict[str, list[tuple[Rule, "re.Pattern[str]"]]]:
        by_start: dict[str, list[tuple[Rule, re.Pattern[str]]]] = {}
        for rule in self.rules:
            # A look-behind, for the context is what stood there originally, not what replaced it.
            pattern = f"(?<={re.escape(rule.before)})" if rule.before else ""
            pattern += re.escape(rule.old) + (f"(?={re.escape(rule.after)})" if rule.after else "")
            compiled = re.compile(pattern, 0 if self.case_sensitive else re.I)
            by_start.setdefault(self._fold(rule.old[0]), []).append((rule, compiled))
        return by_start

    def _fold(self, sign: str) -> str:
        return sign if self.case_sensitive else sign.lower()

    def apply(self, text: str) -> str:
        """The text with the first rule that fits applied at each place."""
        parts, position = [], 0
        while position < len(text):
            for rule, pattern in self._by_start.get(self._fold(text[position]), ()):
                if pattern.match(text, position):
                    parts.append(rule.new)
                    position += len(rule.old)
                    break
            else:
                parts.append(text[position] if self.copy_no_hit else "")
                position += 1
        return "".join(parts)


_TRUE, _FALSE = ("t", "yes", "true"), ("f", "no", "false")


def read(path: Path, side: str = "") -> Rules:
    """The rules of a file in UTF-8 or, where it is not that, Latin-1; those that apply to one side, if one is named.

    Raises InputError that names file and line for what is no rule.
    """
    return _read(held(path), side)


@lru_cache(maxsize=16)
def _read(path: Held, side: str) -> Rules:
    raw = [line for _, block in line_blocks(path) for line in block]
    try:
        lines = [line.decode() for line in raw]
    except UnicodeDecodeError:
        lines = [line.decode("latin-1") for line in raw]
    comment = (lines[0].split() or [""])[0] if lines else ""
    settings = {"case_sensitive": True, "copy_no_hit": True}
    rules: list[Rule] = []
    sides = SIDES
    for number, line in enumerate(lines[1:], 2):
        content = (line.partition(comment)[0] if comment else line).strip()
        try:
            if not content:
                sides = _sides(line) or sides  # it holds until the next such comment
            elif content.startswith("*"):
                settings |= _setting(content)
            else:
                rules.append(_rule(content)._replace(sides=tuple(sides.values())))
        except ValueError as error:
            raise InputError(str(error), "see docs/words.md for what a rule may be", path=path, line=number) from None
    return Rules(tuple(rule for rule in rules if not side or side in rule.sides), **settings)


def _sides(comment: str) -> dict[str, str] | None:
    """The sides that a comment restricts what follows to; None for any other comment."""
    match = re.search(r'INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"', comment)
    if match is None:
        return None
    try:
        applies = re.compile(match[1], re.I)
    except re.error:
        raise ValueError(f"{match[1]!r} is no regular expression") from None
    sides = {short: side for short, side in SIDES.items() if applies.search(short)}
    if not sides:
        raise ValueError(f"rules for {match[1]!r}, which is neither ref nor hyp")
    return sides


def _setting(line: str) -> dict[str, bool]:
    """A line such as `* case_sensitive = 'F'`; names, descriptions and sizes say nothing about the rules."""
    value = re.search(r"""(["'])(.*?)\1""", line)
    name = re.search(r"NAME|DESC|MAX_NRULES|FORMAT|COPY_NO_HIT|CASE_SENSITIVE", line.upper())
    if value is None or name is None:
        raise ValueError(f"{line!r} is no setting")
    if name[0] == "FORMAT" and value[2].upper() not in ("NIST1", "NIST2"):
        raise ValueError(f"the format {value[2]!r} is unknown")
    if name[0] in ("COPY_NO_HIT", "CASE_SENSITIVE"):
        if value[2].lower() not in _TRUE + _FALSE:
            raise ValueError(f"{value[2]!r} is neither T nor F")
        return {name[0].lower(): value[2].lower() in _TRUE}
    return {}


def _rule(line: str) -> Rule:
    old, arrow, rest = line.partition("=>")
    if not arrow:
        raise ValueError(f"no => in {line!r}")
    new, before, after = rest, "", ""
    slash = rest.rfind("/")
    if slash >= 0 and not _inside_brackets(rest, slash):
        new, context = rest[:slash], rest[slash + 1 :]
        sides = re.split("_+", context)
        if len(sides) != 2:
            raise ValueError(f"no __ in the context {context.strip()!r}")
        before, after = map(_bare, sides)
    rule = Rule(_bare(old), _bare(new), before, after)
    if not rule.old:
        raise ValueError("nothing before =>")
    return rule


def _inside_brackets(text: str, slash: int) -> bool:
    """Whether a slash belongs to `[{A / B}]` and starts no context."""
    closing, opening = text.find("]", slash), text.find("[", slash)
    return closing >= 0 and (opening < 0 or closing < opening)


def _bare(part: str) -> str:
    part = part.strip()
    if len(part) > 1 and (part[0], part[-1]) in (("[", "]"), ('"', '"')):
        return part[1:-1]
    return part
