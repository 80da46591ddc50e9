"""The other systems: how each is asked for all solutions of a puzzle, and how it tells its time."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from typing import Protocol

from benches.peers.puzzle import Puzzle

WHOLE = "whole"
COLUMNS = "columns"


class Unsuitable(Exception):
    """A puzzle that a system, or a form of its model, is not for."""


class Model(NamedTuple):
    """A puzzle made ready for a system."""

    # The process that finds all solutions, as a user would start it.
    process: list[str]
    # Finds all solutions without its start-up being timed.
    timing: list[str]
    # From what `timing` prints: the number of solutions and the seconds of a search.
    read: Callable[[str], tuple[int, float]]


class System(Protocol):
    """One of the peers."""

    name: str
    # How the solve time is measured.
    clock: str
    # Whether a model with an equation for each column of a sum can be faster.
    knows_columns: bool
    # Whether its models have tables and values that differ.
    knows_tables: bool

    def version(self) -> str | None:
        """`None` where it is not installed."""

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        """Writes what the system needs into a folder of its own. May raise `Unsuitable`."""


def count_and_seconds(output: str) -> tuple[int, float]:
    """Our own programs print nothing else."""
    count, seconds = output.split()
    return int(count), float(seconds)


def linear(weights: dict[str, int], name: Callable[[str], str] = str) -> str:
    """`10*A + -1*B`, as all of these languages read it."""
    return " + ".join(f"{weight}*{name(letter)}" for letter, weight in weights.items() if weight) or "0"


def place_values(letters: str, base: int) -> dict[str, int]:
    """The weights of a numeral's letters."""
    weights: dict[str, int] = {}
    for place, letter in enumerate(reversed(letters)):
        weights[letter] = weights.get(letter, 0) + base**place
    return weights
