"""clingo, for sums only: it writes out every product of two variables, which takes it too far."""

import importlib.util
import sys
from importlib import metadata
from pathlib import Path

from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import columns
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.tools import first_line
from benches.peers.tools import is_there

PROGRAM = """\
1 { at(Letter, Digit) : digit(Digit) } 1 :- letter(Letter).
{ at(Letter, Digit) : letter(Letter) } 1 :- digit(Digit).
:- at(Letter, 0), leading(Letter).
#show at/2.
"""

# The program tells hundredths of a second only; its library, as a Python package, can be timed.
TIMING = """\
import sys
import time

import clingo

limit, times = float(sys.argv[2]) / 1000, []
while not times or sum(times) < limit:
    control, count = clingo.Control(["--models=0"]), 0
    control.load(sys.argv[1])
    control.ground([("base", [])])
    start = time.process_time()
    with control.solve(yield_=True) as models:
        count = sum(1 for model in models)
    times.append(time.process_time() - start)
print(count, min(times))
"""


class Clingo:
    name = "clingo"
    clock = "processor time, the least of repeated searches inside the process, reading and grounding apart"
    knows_columns = True
    knows_tables = False

    def version(self) -> str | None:
        if not (is_there("clingo") and importlib.util.find_spec("clingo")):
            return None
        library = metadata.version("clingo")
        return f"{first_line(['clingo', '--version']).split()[-1]}, as a library {library}"

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if not puzzle.sum():
            raise Unsuitable("sums only")
        source = folder / "model.lp"
        source.write_text(text(puzzle, form))
        timing = folder / "timing.py"
        timing.write_text(TIMING)
        process = ["clingo", "--models=0", "--warn=none", str(source)]
        return Model(process, [sys.executable, str(timing), str(source), "1000"], count_and_seconds)


def text(puzzle: Puzzle, form: str) -> str:
    facts = [f"digit({puzzle.digits[0]}..{puzzle.digits[-1]})."]
    facts += [f"letter({letter.lower()})." for letter in puzzle.letters]
    facts += [f"leading({letter.lower()})." for letter in puzzle.leading]
    rules = by_columns(puzzle) if form == COLUMNS else [zero(puzzle.weights())]
    return PROGRAM + "\n".join([*facts, *rules]) + "\n"


def zero(weights: dict[str, int], *more: str) -> str:
    terms = [
        f"{weight}*Digit,{letter.lower()} : at({letter.lower()},Digit)"
        for letter, weight in weights.items()
        if weight
    ]
    return f":- #sum {{ {'; '.join([*terms, *more])} }} != 0."


def by_columns(puzzle: Puzzle) -> list[str]:
    rules, parts = [], columns(puzzle)
    for place, (letters, carry, _) in enumerate(parts):
        rules.append(f"1 {{ carry({place},0..{carry}) }} 1.")
        above = place + 1
        into, out = (
            f"Carry,into : carry({place},Carry)",
            f"{-puzzle.base}*Carry,out : carry({above},Carry)",
        )
        rules.append(zero(letters, into, out))
    return [*rules, f"carry({len(parts)},0)."]
