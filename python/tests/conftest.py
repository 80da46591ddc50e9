"""Fixtures that several tests need."""

import os
import pathlib
import subprocess
import sys

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib

PUZZLES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "puzzles"

# A part of the corpus is enough for a library that is built quickly.
QUICK = bool(os.environ.get("QUICK"))


def entries():
    """The published puzzles with the number of their solutions, and their settings as keyword arguments."""
    for name in ["corpus.toml", "layouts.toml"]:
        for entry in tomllib.loads((PUZZLES / name).read_text("utf-8"))["puzzle"]:
            settings = entry.get("settings", {})
            yield entry, {name.replace("-", "_"): values for name, values in settings.items()}


def bulk():
    """The puzzles that are known for one solution each."""
    lines = (PUZZLES / "unique.txt").read_text("utf-8").splitlines()
    return lines[::12] if QUICK else lines


@pytest.fixture
def python(tmp_path):
    """Runs a program of its own, and returns what it prints."""

    def run(program, timeout=60):
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
