"""The list of targets: what is timed, and what the answer must be."""

from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("targets.txt")


class Target(NamedTuple):
    """A line of targets.txt."""

    name: str
    settings: list[str]
    count: int
    text: str

    def arguments(self) -> list[str]:
        """The puzzle as `fukumen` takes it."""
        return [f"--{setting}" for setting in self.settings] + ["--", self.text]


def targets() -> list[Target]:
    """Every target, in the order of the file."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [target(line) for line in lines if line and not line.startswith("#")]


def target(line: str) -> Target:
    name, settings, count, text = line.split("\t")
    return Target(name, [] if settings == "-" else settings.split(), int(count), text)
