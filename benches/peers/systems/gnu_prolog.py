"""GNU Prolog, compiled for the one puzzle. Letters with the fewest digits left go first."""

import itertools
import re
import subprocess
from pathlib import Path

from benches.peers.puzzle import Call
from benches.peers.puzzle import Operation
from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import Tree
from benches.peers.puzzle import written
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.systems.prolog import MAIN
from benches.peers.systems.prolog import constraints
from benches.peers.systems.prolog import name
from benches.peers.tools import first_line
from benches.peers.tools import is_there

# Whole numbers end here, silently.
LARGEST = 2**28
# Added to differences.
SHIFT = 100
# Of longer tables no program is made in time.
MOST_ROWS = 10_000
POWER = re.compile(r"\((\w) \*\* (\w)\)")

PROGRAM = """\
:- initialization(main).

main :-
    argument_value(1, Argument),
    number_atom(Limit, Argument),
    run(Limit).

now(Milliseconds) :- user_time(Milliseconds).

solutions(Count) :- g_read(count, Count).

count :-
    g_assign(count, 0),
    (   solution, g_inc(count), fail
    ;   true
    ).
"""


class GnuProlog:
    name = "GNU Prolog"
    clock = "processor time of repeated searches inside the compiled program, milliseconds divided by runs"
    knows_columns = True
    knows_tables = True

    def version(self) -> str | None:
        if not is_there("gplc"):
            return None
        return first_line(["gplc", "--version"]).split()[-1]

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if puzzle.has_functions:
            raise Unsuitable("no model")
        if is_too_large(puzzle, form):
            raise Unsuitable("its numbers end at 2^28")
        if any(len(rows) > MOST_ROWS for rows in puzzle.tables.values()):
            raise Unsuitable("its table would be too long")
        source, program = folder / "model.pl", folder / "model"
        source.write_text(text(puzzle, form))
        compiler = ["gplc", "--no-top-level", "-o", program, source]
        subprocess.run(compiler, check=True, capture_output=True)
        return Model([str(program), "0"], [str(program), "1000"], count_and_seconds)


def is_too_large(puzzle: Puzzle, form: str) -> bool:
    if form == COLUMNS or not puzzle.sum():
        return False
    weights = puzzle.weights().values()
    return sum(weight for weight in weights if weight > 0) * puzzle.digits[-1] >= LARGEST


def text(puzzle: Puzzle, form: str) -> str:
    letters = ", ".join(puzzle.letters)
    goals = [
        f"Letters = [{letters}]",
        *tables_fit(puzzle),
        f"fd_domain(Letters, {puzzle.digits[0]}, {puzzle.digits[-1]})",
        *(["fd_all_different(Letters)"] if puzzle.is_distinct else []),
        *(relation(word) for word in puzzle.tables),
        *(goal for at, group in enumerate(puzzle.apart) for goal in different(group, at)),
        *with_tables(constraints(puzzle, form, "**"), puzzle),
        "fd_labelingff(Letters)",
    ]
    solution = "solution :-\n    " + ",\n    ".join(goals) + "."
    return "\n".join([PROGRAM, MAIN, *rows_as_facts(puzzle), solution, ""])


def rows_as_facts(puzzle: Puzzle) -> list[str]:
    """Tables are too large for a clause."""
    return [f"row_{word.lower()}({row})." for word, rows in puzzle.tables.items() for row in rows]


def relation(word: str) -> str:
    table = f"Table{word}"
    rows = f"findall(Row{word}, row_{word.lower()}(Row{word}), {table})"
    return f"{rows}, fd_relation({table}, [{', '.join(word)}])"


def different(group: list[Tree], at: int) -> list[str]:
    """Values that differ, each as a variable of its own."""
    names = [f"V{at}_{place}" for place in range(len(group))]
    values = [f"{own} #= {distance(tree)}" for own, tree in zip(names, group)]
    return [*values, f"fd_all_different([{', '.join(names)}])"]


def distance(tree: Tree) -> str:
    """The system knows the distance of two numbers in place of absolute values. It has no negative
    numbers, so differences are moved up."""
    if isinstance(tree, Call):
        [of] = tree.arguments
        return f"dist({written(of.left, name)}, {written(of.right, name)})"
    return f"{written(tree, name)} + {SHIFT}" if "-" in written(tree, name) else written(tree, name)


def tables_fit(puzzle: Puzzle) -> list[str]:
    """Tables need domains with gaps, of values or of the numbers of rows, which are kept up to a bound."""
    sides = [side for equation in puzzle.equations for side in equation]
    has_powers = any(isinstance(side, Operation) and side.sign == "^" for side in sides)
    bounds = [len(rows) for rows in puzzle.tables.values()] + [largest(puzzle)] * has_powers
    return [f"fd_set_vector_max({max(bounds)})"] if bounds else []


def largest(puzzle: Puzzle) -> int:
    """No numeral is larger, and so no power that equals one."""
    return puzzle.base ** max((len(numeral.letters) for numeral in puzzle.numerals()), default=1) - 1


def with_tables(goals: list[str], puzzle: Puzzle) -> list[str]:
    """Powers of one unknown by another are tables: `**` wants a number on one side."""
    powers = sorted(set(POWER.findall(" ".join(goals))))
    pairs = itertools.product(puzzle.digits, repeat=2)
    values = [[base, exponent, base**exponent] for base, exponent in pairs]
    table = [value for value in values if value[2] <= largest(puzzle)]
    tables = [f"fd_relation({table}, [{a}, {b}, P{a}{b}])" for a, b in powers]
    return tables + [POWER.sub(r"P\1\2", goal) for goal in goals]
