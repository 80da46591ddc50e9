"""The types: strict checkers over a program that uses everything, and the stub against the module."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent


def checked(*command, folder):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=300, cwd=folder)
    return done.returncode, done.stdout + done.stderr


def test_mypy(tmp_path):
    pytest.importorskip("mypy")
    status, printed = checked("mypy", "--strict", str(HERE / "typed.py"), folder=tmp_path)
    assert status == 0, printed


def test_mypy_finds_what_is_wrong(tmp_path):
    pytest.importorskip("mypy")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import fukumen\n"
        "fukumen.solve(3)\n"
        "fukumen.solve('A+B=C', bass=3)\n"
        "fukumen.Puzzle('A+B=C', base='many', timeout=3)\n"
        "x: str = fukumen.count('A+B=C')\n"
    )
    status, printed = checked("mypy", "--strict", str(wrong), folder=tmp_path)
    lines = {line.split(":")[1] for line in printed.splitlines() if ": error:" in line}
    assert (status, lines) == (1, {"2", "3", "4", "5"}), printed


def test_pyright(tmp_path):
    pytest.importorskip("pyright")
    if checked("pyright", "--version", folder=tmp_path)[0]:
        pytest.skip("pyright, which is no Python, cannot be had here")
    status, printed = checked("pyright", "--pythonpath", sys.executable, str(HERE / "typed.py"), folder=tmp_path)
    assert status == 0, printed


def test_the_stub_says_what_the_module_has(tmp_path):
    pytest.importorskip("mypy")
    status, printed = checked("mypy.stubtest", "fukumen", "--allowlist", str(HERE / "stubtest.txt"), folder=tmp_path)
    assert status == 0, printed


def test_the_typed_program_runs(tmp_path):
    status, printed = (lambda done: (done.returncode, done.stderr))(
        subprocess.run([sys.executable, str(HERE / "typed.py")], capture_output=True, text=True, cwd=tmp_path)
    )
    assert status == 0, printed
