"""The files that a command is made of."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from murho.systems.command_files import of_command

Made = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Makes files in a folder to work in; scripts can be run."""
    monkeypatch.chdir(tmp_path)

    def make(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
            (tmp_path / name).chmod(0o755)
        return tmp_path

    return make


THERE = {
    "answer.py": "import helper",
    "helper.py": "",
    "model.bin": "",
    "rules.cfg": "",
    "pkg/__init__.py": "",
    "pkg/__main__.py": "from . import work",
    "pkg/work.py": "import helper",
    "tools/say.py": "import beside",
    "tools/beside.py": "",
    "app/__main__.py": "import parts",
    "app/parts.py": "",
    "program": "#!/usr/bin/env python3\nimport helper\n",
    "run.sh": "#!/bin/sh\n# not: model.bin\nexec python3 answer.py --rules=rules.cfg 2>> errors.log\n",
    "there.sh": '#!/bin/bash\ncd "$(dirname "$0")"\nexec python3 -u -m pkg "$@"\n',
    "tools/wrap.sh": '#!/bin/sh\npython3 "$(dirname "$0")/say.py" < /dev/null\n',
    "tools/variable.sh": '#!/bin/sh\nDIR=`dirname $0`\npython3 "$DIR/say.py" \\\n   -c x\n',
    "twice.sh": "#!/bin/sh\n./run.sh\n./twice.sh\n",
    "open.sh": "#!/bin/sh\necho 'it goes\non' && cat model.bin\n",
    "errors.log": "",
}
PKG = ["helper.py", "pkg/__init__.py", "pkg/__main__.py", "pkg/work.py"]
SAY = ["tools/beside.py", "tools/say.py"]


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("python3 answer.py --fast", ["answer.py", "helper.py"]),
        ("python3 -u -W ignore answer.py", ["answer.py", "helper.py"]),
        (f"{sys.executable} answer.py", ["answer.py", "helper.py"]),
        ("python3 -m pkg --model model.bin", [*PKG, "model.bin"]),
        ("python3 -W ignore -X dev -m pkg", PKG),
        ("python3 -um pkg.work", ["helper.py", "pkg/__init__.py", "pkg/work.py"]),
        ("env X=1 python3.11 -m pkg", ["env", *PKG]),
        ("python3 -c 'import helper; helper.main()'", ["helper.py"]),
        ("python3 tools/say.py", SAY),
        ("python3 app", ["app/__main__.py", "app/parts.py"]),
        ("python3 -m json.tool", []),
        ("python3 absent.py", []),
        ("./program", ["./program", "helper.py"]),
        ("./run.sh", ["./run.sh", "answer.py", "helper.py", "rules.cfg"]),
        ("sh run.sh --model=model.bin", ["answer.py", "helper.py", "model.bin", "rules.cfg", "run.sh", "sh"]),
        ("./there.sh", ["./there.sh", *PKG]),
        ("sh -c 'python3 -m pkg'", ["sh", *PKG]),
        ("bash -c './run.sh | cat > model.bin'", ["answer.py", "bash", "helper.py", "rules.cfg", "run.sh"]),
        ("tools/wrap.sh", [*SAY, "tools/wrap.sh"]),
        ("tools/variable.sh", [*SAY, "tools/variable.sh"]),
        ("./twice.sh", ["./twice.sh", "answer.py", "helper.py", "rules.cfg", "run.sh"]),
        ("./open.sh", ["./open.sh", "model.bin"]),
        ("./no-such-program model.bin", ["model.bin"]),
        ("'open", []),
        ("", []),
    ],
)
def test_the_files_of_a_command(made: Made, command: str, wanted: list[str]) -> None:
    made(THERE)
    assert sorted(of_command(command).files) == sorted(wanted)


def test_another_folder_of_modules(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    here = made({"lib/deep.py": "", "tools/say.py": "import deep"})
    monkeypatch.setenv("PYTHONPATH", str(here / "lib"))
    assert sorted(of_command("python3 tools/say.py").files) == ["deep.py", "tools/say.py"]


def test_a_large_file_is_no_wrapper(made: Made) -> None:
    here = made({"model.bin": ""})
    (here / "big.sh").write_bytes(b"#!/bin/sh\n" + b"#" * (1 << 20) + b"\nmodel.bin")
    assert list(of_command("cat big.sh").files) == ["cat", "big.sh"]
