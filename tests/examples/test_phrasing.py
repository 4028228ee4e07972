"""Festival, a real phraser, on the first 1,000 utterances of the Helsinki prosody corpus, by the example's function."""

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from murho.core.case import Cases, join
from murho.face.score import score
from murho.formats.breaks import read_helsinki_cases

PHRASING = Path(__file__).parents[2] / "examples" / "breaks" / "phrasing.py"


@pytest.fixture(scope="module")
def phrasing() -> ModuleType:
    if shutil.which("festival") is None:
        pytest.skip("Debian's festival is not installed")
    if subprocess.run(["festival", "-b", "(voice_kal_diphone)"], capture_output=True, check=False).returncode:
        pytest.skip("festival has no voice; install festvox-kallpc16k")
    spec = importlib.util.spec_from_file_location("phrasing", PHRASING)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_label_for_every_token(phrasing: ModuleType) -> None:
    said = ["He hoped for \"stew\" , 'fat' mutton \\ and turnips .", "Mr Smith's dogs cost $5 in 1998 ?", "", "so"]
    found = phrasing.festival(said)
    assert [len(labels) for (labels,) in found] == [len(text.split()) for text in said]
    assert {label for (labels,) in found for label in labels} <= {"0", "1", "2"}
    assert found[1][0][-1] == "2"
    assert found[3][0][-1] != "0"
    assert found[0][0][3] == "1"


@pytest.fixture(scope="module")
def first(data: Path) -> Cases:
    return join(list(read_helsinki_cases(data / "breaks" / "test.txt.gz"))).take(range(1000))


@pytest.mark.slow
@pytest.mark.parametrize("final", ["keep", "skip"])
def test_better_than_no_skill(phrasing: ModuleType, first: Cases, final: str) -> None:
    """As one type of break, Festival has more junctures right than either floor; breaks alone tell how few it finds."""
    said = phrasing.festival(list(first.expressions))
    assert all(answer is not None for answer in said)
    found = score(f"breaks({final!r}, types=False)", first.references, said, clusters=first.clusters, level=0.95)
    floors = found.also["floors"]
    assert found.also["junctures_correct"] > max(floor["junctures_correct"] for floor in floors.values())
    assert found.also["f1"] > max(floor["f1"] for floor in floors.values())
    assert 30 < found.also["breaks_correct"] < 60
