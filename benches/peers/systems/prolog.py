"""The common parts of the models of GNU Prolog and SWI-Prolog.

Digits are `A`, `B`, … as in the puzzle, numerals of several letters `NAB`. The program takes the
milliseconds that it may spend, solves again until they are over, and prints the number of solutions
and the seconds that one run took.
"""

from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import columns
from benches.peers.puzzle import written
from benches.peers.systems import COLUMNS
from benches.peers.systems import linear
from benches.peers.systems import place_values

MAIN = """\
run(Limit) :-
    now(Start),
    repeated(Start, Limit, 0, Runs, Spent),
    Seconds is Spent / Runs / 1000,
    solutions(Count),
    write(Count), write(' '), write(Seconds), nl.

repeated(Start, Limit, Before, Runs, Spent) :-
    count,
    After is Before + 1,
    now(Now),
    Used is Now - Start,
    (   Used >= Limit
    ->  Runs = After, Spent = Used
    ;   repeated(Start, Limit, After, Runs, Spent)
    ).
"""


def constraints(puzzle: Puzzle, form: str, power: str) -> list[str]:
    """The goals of a puzzle, but for the domains of its letters."""
    goals = [f"{letter} #\\= 0" for letter in puzzle.leading if puzzle.digits[0] == 0]
    if form == COLUMNS:
        return goals + by_columns(puzzle)
    if puzzle.sum():
        return goals + [equation(puzzle.weights())]
    for numeral in puzzle.numerals():
        if len(numeral.letters) > 1:
            value = linear(place_values(numeral.letters, puzzle.base))
            goals.append(f"{name(numeral.letters)} #= {value}")
    sides = [(written(e.left, name, power), written(e.right, name, power)) for e in puzzle.equations]
    return goals + [f"{left} #= {right}" for left, right in sides]


def name(letters: str) -> str:
    return letters if len(letters) == 1 else f"N{letters}"


def equation(weights: dict[str, int]) -> str:
    """Terms with a negative weight stand on the other side: systems that know no negative numbers
    have the equation too."""
    left = {letter: weight for letter, weight in weights.items() if weight > 0}
    right = {letter: -weight for letter, weight in weights.items() if weight < 0}
    return f"{linear(left)} #= {linear(right)}"


def by_columns(puzzle: Puzzle) -> list[str]:
    goals, parts = [], columns(puzzle)
    for place, (letters, carry, _) in enumerate(parts):
        goals.append(f"C{place} #>= 0, C{place} #=< {carry}")
        goals.append(equation({**letters, f"C{place}": 1, f"C{place + 1}": -puzzle.base}))
    return [*goals, f"C{len(parts)} #= 0"]
