"""SWI-Prolog with library(clpfd), from source. Letters with the fewest digits left go first."""

from pathlib import Path

from benches.peers.puzzle import Puzzle
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.systems.prolog import MAIN
from benches.peers.systems.prolog import constraints
from benches.peers.tools import first_line
from benches.peers.tools import is_there

PROGRAM = """\
:- use_module(library(clpfd)).
:- initialization(main, main).

main([Argument]) :-
    atom_number(Argument, Limit),
    run(Limit).

now(Milliseconds) :-
    statistics(cputime, Seconds),
    Milliseconds is Seconds * 1000.

solutions(Count) :- nb_getval(count, Count).

count :-
    nb_setval(count, 0),
    (   solution, nb_getval(count, Before), After is Before + 1, nb_setval(count, After), fail
    ;   true
    ).
"""


class SwiProlog:
    name = "SWI-Prolog"
    clock = "processor time of repeated searches inside the process"
    knows_columns = True
    knows_tables = False

    def version(self) -> str | None:
        if not is_there("swipl"):
            return None
        return first_line(["swipl", "--version"]).split()[2]

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if puzzle.has_functions:
            raise Unsuitable("no model")
        source = folder / "model.pl"
        source.write_text(text(puzzle, form))
        command = ["swipl", str(source)]
        return Model([*command, "0"], [*command, "1000"], count_and_seconds)


def text(puzzle: Puzzle, form: str) -> str:
    letters = ", ".join(puzzle.letters)
    goals = [
        f"Letters = [{letters}]",
        f"Letters ins {puzzle.digits[0]}..{puzzle.digits[-1]}",
        "all_different(Letters)",
        *constraints(puzzle, form, "^"),
        "labeling([ff], Letters)",
    ]
    return f"{PROGRAM}\n{MAIN}\nsolution :-\n    " + ",\n    ".join(goals) + ".\n"
