"""A program that uses everything, for checkers of types."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import fukumen
from fukumen import Answer, Puzzle, PuzzleError, SettingError, Solution, Stopped


def power_sum(n: int) -> int:
    return sum(int(d) ** 3 for d in str(n))


def has_small_digits(solution: Solution) -> bool:
    return set(solution.values()) <= {0, 1, 2, 5, 6, 8, 9}


def watch(progress: fukumen.Progress) -> None:
    print(progress.done, progress.total, progress.found)


digit: int = fukumen.solve("SEND+MORE=MONEY")[0]["M"]
puzzle = Puzzle("A/BC+D/EF+G/HI=1", digits="1-9", assign={"A": [5, 7, 9]}, where=["A<10"])
number: int = puzzle.count(timeout=timedelta(seconds=30))
classes: int | None = puzzle.solve(essentially="terms", threads=1, progress=watch).essentially
unique: bool = fukumen.is_unique("AB*CDE=FGHIJ, AB+CD+EF+GH+IJ=CCC", timeout=20.0)
texts: list[str] = [solution.text for solution in Puzzle("AB+CD=EF").solutions(max_solutions=3)]
rows: list[dict[str, int | str]] = puzzle.solve().to_dicts()
cubes: int = Puzzle("ABC=power_sum(ABC)", functions={"power_sum": power_sum}).count()
small: int = fukumen.count("AB+CD=EF", accept=has_small_digits, distinct="all")
value: Fraction | None = puzzle.solve()[0].value("A/BC")
several: list[Solution] = puzzle.solve()[1:3]
groups: dict[str, int] = puzzle.groups("A")
worded: Puzzle = fukumen.read("Solve A+B=C.", strict=True, no_zero=True)
assert (digit, number, cubes, small, len(texts), len(rows), len(several)) == (1, 6, 4, 4, 3, 6, 2)

try:
    Puzzle("SEND + + = MONEY")
except PuzzleError as error:
    place: tuple[int, int, str | None] = (error.lineno, error.offset, error.help)
try:
    Puzzle("A+B=C", digits="a")
except SettingError as error:
    setting: str = error.setting
try:
    puzzle.count(max_solutions=1)
except Stopped as stopped:
    answer: Answer = stopped.answer

for result in fukumen.solve_many(["A+B=C", puzzle, "A+"], ordered=False, base=10):
    if isinstance(result, PuzzleError):
        print(result.msg)
    else:
        print(result.status, result.count, result.to_dict()["count"])
for base, found in fukumen.bases("AB+BA=CBC", 2, 6):
    print(base, found.unique)
for made in fukumen.generate("words", words=["send", "more", "money"], form="A+B=C", most=1):
    print(made.puzzle.text, made.solution.text, made.measures)
with puzzle.solutions(accept=lambda s: s["A"] == 5) as solutions:
    first: Solution | None = next(solutions, None)
