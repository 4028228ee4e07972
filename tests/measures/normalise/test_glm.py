"""Global map files: the rules of rfilter1, and which lines are none."""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.measures import measure
from murho.measures.normalise import chain
from murho.measures.normalise.glm import read

RULES = """;; Rules for a test, in the layout of NIST's files
* name "test.glm"
* desc "some of each kind"
* format = 'NIST1'
* max_nrules = '100'
* copy_no_hit = 'T'
* case_sensitive = 'F'

UH              => %HESITATION  / [ ] __ [ ]   ;; whole words only
%UH             => %HESITATION  / [ ] __ [ ]
CATALOGUE       => CATALOG                     ;; inside words too
[HE'S]          => [{HE IS / HE HAS}] / [ ] __ [ ]
"O. K."         => "OKAY" / [ ] __ [ ]
FALKNER         => FAULKNER / [WILLIAM ] __
TEE             => T. / __ [ SHIRT]
AIRBAG          => AIR BAG      / [ ] __ [ ]
[AIR WING]      => AIRWING
WELL            =>              / [ ] __ [ ]
MM-HM           => %BCACK       / [ ] __ [ ]
MM              => %HESITATION  / [ ] __
A. B.           => A._B.
"""
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def save(content: str, encoding: str = "utf-8") -> str:
        path = tmp_path / f"rules{abs(hash(content))}.glm"
        path.write_bytes(content.encode(encoding))
        return str(path)

    return save


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("uh well catalogues", "%HESITATION CATALOGS"),
        ("he's here", "{HE IS / HE HAS} HERE"),
        ("she's here", "SHE'S HERE"),
        ("o. k. then", "OKAY THEN"),
        ("william falkner falkner", "WILLIAM FAULKNER FALKNER"),
        ("tee shirt tee", "T. SHIRT TEE"),
        ("the airbag's airbag", "THE AIRBAG'S AIR BAG"),
        ("air wing", "AIRWING"),
        ("mm-hm mm hmm", "%BCACK %HESITATION HMM"),
        ("uh uh uh", "%HESITATION %HESITATION %HESITATION"),
        ("", ""),
    ],
)
def test_rules(write: Write, text: str, expected: str) -> None:
    assert chain(f"glm({write(RULES)!r})")(text) == expected


def test_capitals_only_where_asked(write: Write) -> None:
    assert chain(f"glm({write(RULES)!r}, upper=False)")("uh the Catalogue") == "%HESITATION the CATALOG"
    strict = RULES.replace("= 'F'", "= 'T'")
    assert chain(f"glm({write(strict)!r}, upper=False)")("uh UH") == "uh %HESITATION"


def test_alternatives_that_rules_write_are_read(write: Write) -> None:
    path = write(RULES)
    how = measure(f"words(costs='sclite', normalize=\"glm({path!r})\")")
    judged = how.judge([("he has { gone / (uh) left }",), ("he's",)], [("he's gone",), ("He is",)])
    assert judged.loss.tolist() == [0, 0]
    with pytest.raises(UsageError, match="writes alternatives; give alternates=True with it"):
        measure(f'words(normalize="glm({path!r})")').judge([("a",)], [("a",)])


def test_rules_for_one_side(write: Write) -> None:
    path = write(RULES + ';; INPUT_DEPENDENT_APPLICATION = "hyp"\nDON\'T => [DO NOT] / [ ] __ [ ]\n')
    how = measure(f'words(alternates=True, normalize="glm({path!r})")')
    assert how.judge([("do not",), ("don't",)], [("don't",), ("don't",)]).loss.tolist() == [0, 2]
    both = write(RULES + ';; INPUT_DEPENDENT_APPLICATION = "ref|hyp"\nDON\'T => [DO NOT] / [ ] __ [ ]\n')
    how = measure(f'words(alternates=True, normalize="glm({both!r})")')
    assert how.judge([("don't",)], [("do not",)]).loss.tolist() == [0]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A -> B", "no => in 'A -> B'"),
        ("=> B", "nothing before =>"),
        ("[] => B", "nothing before =>"),
        ("A => B / [ ] [ ]", "no __ in the context '[ ] [ ]'"),
        ("WE'S => [{WE IS / WE HAS}", "no __ in the context 'WE HAS}'"),
        ("* format = 'XML'", "the format 'XML' is unknown"),
        ("* case_sensitive = 'maybe'", "'maybe' is neither T nor F"),
        ("* colour = 'red'", "\"* colour = 'red'\" is no setting"),
        ("* case_sensitive = F", "'* case_sensitive = F' is no setting"),
        (';; INPUT_DEPENDENT_APPLICATION = "stm"', "rules for 'stm', which is neither ref nor hyp"),
        (';; INPUT_DEPENDENT_APPLICATION = "("', "'(' is no regular expression"),
    ],
)
def test_what_is_no_rule_is_named(write: Write, line: str, found: str) -> None:
    path = write(RULES + line + "\n")
    with pytest.raises(InputError) as error:
        read(path)
    assert (
        str(error.value) == f"{path}:{len(RULES.splitlines()) + 1}: {found}; see docs/words.md for what a rule may be"
    )


def test_files_in_latin_1_are_read(write: Write) -> None:
    path = write(";; x\nCAF\u00c9 => COFFEE / [ ] __ [ ]\n", "latin-1")
    assert chain(f"glm({path!r})")("un café") == "UN COFFEE"


def test_an_empty_file_has_no_rules(write: Write) -> None:
    assert read(write("")).rules == ()


def test_the_rules_are_applied_as_rfilter1_applies_them(write: Write) -> None:
    program = shutil.which("rfilter1", path="/usr/lib/sctk/bin:/usr/local/bin:/usr/bin")
    if program is None:
        pytest.skip("no rfilter1 here; it comes with Debian's sctk")
    path = write(RULES)
    rules, draw = read(path), random.Random(1)
    words = " ".join(rule.before + rule.old + rule.after for rule in rules.rules).split()
    words += [word.lower() for word in words] + ["the", "'s", "a.", "air", "bags"]
    lines = [f" {' '.join(draw.choices(words, k=draw.randint(0, 10)))} " for _ in range(3000)]
    lines += ["".join(draw.choices("uh%. cataloguewel-m", k=20)) for _ in range(3000)]
    said = subprocess.run([program, path], input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    assert [rules.apply(line) for line in lines] == said.split("\n")
