"""GNU Prolog, compiled for the one puzzle. Letters with the fewest digits left go first."""

import itertools
import re
import subprocess
from pathlib import Path

from benches.peers.puzzle import Operation
from benches.peers.puzzle import Puzzle
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.systems.prolog import MAIN
from benches.peers.systems.prolog import constraints
from benches.peers.tools import first_line
from benches.peers.tools import is_there

# Whole numbers end here, silently.
LARGEST = 2**28
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

    def version(self) -> str | None:
        if not is_there("gplc"):
            return None
        return first_line(["gplc", "--version"]).split()[-1]

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if is_too_large(puzzle, form):
            raise Unsuitable("its numbers end at 2^28")
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
        *powers_fit(puzzle),
        f"fd_domain(Letters, {puzzle.digits[0]}, {puzzle.digits[-1]})",
        "fd_all_different(Letters)",
        *with_tables(constraints(puzzle, form, "**"), puzzle),
        "fd_labelingff(Letters)",
    ]
    return f"{PROGRAM}\n{MAIN}\nsolution :-\n    " + ",\n    ".join(goals) + ".\n"


def powers_fit(puzzle: Puzzle) -> list[str]:
    """Tables need domains with gaps, which are kept up to a bound."""
    is_needed = any(isinstance(side, Operation) and side.sign == "^" for e in puzzle.equations for side in e)
    return [f"fd_set_vector_max({largest(puzzle)})"] if is_needed else []


def largest(puzzle: Puzzle) -> int:
    """No numeral is larger, and so no power that equals one."""
    return puzzle.base ** max(len(numeral.letters) for numeral in puzzle.numerals()) - 1


def with_tables(goals: list[str], puzzle: Puzzle) -> list[str]:
    """Powers of one unknown by another are tables: `**` wants a number on one side."""
    powers = sorted(set(POWER.findall(" ".join(goals))))
    pairs = itertools.product(puzzle.digits, repeat=2)
    values = [[base, exponent, base**exponent] for base, exponent in pairs]
    table = [value for value in values if value[2] <= largest(puzzle)]
    tables = [f"fd_relation({table}, [{a}, {b}, P{a}{b}])" for a, b in powers]
    return tables + [POWER.sub(r"P\1\2", goal) for goal in goals]
