"""GNU Prolog, compiled for the one puzzle. Letters with the fewest digits left go first."""

import subprocess
from pathlib import Path

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
        f"fd_domain(Letters, {puzzle.digits[0]}, {puzzle.digits[-1]})",
        "fd_all_different(Letters)",
        *constraints(puzzle, form, "**"),
        "fd_labelingff(Letters)",
    ]
    return f"{PROGRAM}\n{MAIN}\nsolution :-\n    " + ",\n    ".join(goals) + ".\n"
