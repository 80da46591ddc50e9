"""The extension. Programs import `fukumen`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fukumen import Answer as Answer
from fukumen import Answers as Answers
from fukumen import Made as Made
from fukumen import Making as Making
from fukumen import Progress as Progress
from fukumen import Puzzle as Puzzle
from fukumen import Solution as Solution
from fukumen import Solutions as Solutions
from fukumen import count as count
from fukumen import first as first
from fukumen import generate as generate
from fukumen import is_unique as is_unique
from fukumen import read as read
from fukumen import solve as solve
from fukumen import solve_many as solve_many

__all__ = [
    "Answer",
    "Answers",
    "Made",
    "Making",
    "Progress",
    "Puzzle",
    "SEARCH",
    "Solution",
    "Solutions",
    "__version__",
    "_answer",
    "_end_all",
    "_puzzle",
    "_solution",
    "_translate",
    "count",
    "first",
    "generate",
    "is_unique",
    "main",
    "read",
    "setting_names",
    "solve",
    "solve_many",
]

__version__: Final[str]
SEARCH: Final[list[str]]

def main(arguments: Sequence[str]) -> int: ...
def setting_names() -> list[str]: ...
def _answer(
    puzzle: Puzzle | None, json: str, seconds: float, best: str | None, summary: str, solutions: Sequence[Solution]
) -> Answer: ...
def _end_all() -> None: ...
def _puzzle(text: str, given: Sequence[tuple[str, str | None]], functions: Mapping[str, Any], has_words: bool) -> Puzzle: ...
def _translate(kind: str, file: str) -> list[tuple[str, int | None, list[str]]]: ...
def _solution(
    puzzle: Puzzle, digits: Sequence[int], class_: int | None, misprints: Sequence[tuple[str, int, str, str]]
) -> Solution: ...
