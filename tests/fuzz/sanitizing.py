"""The extensions in C built for AddressSanitizer and UBSan, and the same fuzzing with them."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "-g", "-O1", "-fno-omit-frame-pointer", "-ffp-contract=off", "-fPIC", "-shared", "-Wl,--no-undefined-version",
    "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined",
)  # fmt: skip


def again(arguments: Sequence[str]) -> int:
    """Copy the package, build its extensions anew, and run the same command on the copy."""
    compiler = shutil.which("gcc")
    runtime = (
        compiler
        and subprocess.run(
            [compiler, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    if not runtime or not os.path.isabs(runtime):
        sys.exit("--sanitize needs gcc with libasan; install them, or leave --sanitize away")
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src", Path(folder) / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        for extension in project["tool"]["setuptools"]["ext-modules"]:
            made = Path(folder, "src", *extension["name"].split(".")).with_suffix(
                sysconfig.get_config_var("EXT_SUFFIX")
            )
            headers = f"-I{sysconfig.get_paths()['include']}"
            subprocess.run([compiler, *FLAGS, headers, *extension["sources"], "-o", made], cwd=folder, check=True)
            print(f"built {extension['name']} with sanitizers", flush=True)
        environment = {
            **os.environ,
            "PYTHONPATH": f"{folder}/src",
            "MURHO_KERNEL": "compiled",
            "LD_PRELOAD": f"{runtime} {_beside(compiler, 'libubsan.so')}",
            # Python frees what it holds for its own life never; its allocator would hide what is read behind the end.
            "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
        command = [sys.executable, Path(__file__).with_name("run.py"), *arguments]
        return subprocess.run(command, env=environment, check=False).returncode


def _beside(compiler: str, name: str) -> str:
    command = [compiler, f"-print-file-name={name}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
