"""clingo, for sums only: it writes out every product of two variables, which takes it too far."""

import re
from pathlib import Path

from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import columns
from benches.peers.systems import COLUMNS
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.tools import first_line
from benches.peers.tools import is_there

PROGRAM = """\
1 { at(Letter, Digit) : digit(Digit) } 1 :- letter(Letter).
{ at(Letter, Digit) : letter(Letter) } 1 :- digit(Digit).
:- at(Letter, 0), leading(Letter).
#show at/2.
"""


class Clingo:
    name = "clingo"
    clock = "its own solving time, grounding and reading apart"

    def version(self) -> str | None:
        return first_line(["clingo", "--version"]).split()[-1] if is_there("clingo") else None

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if not puzzle.sum():
            raise Unsuitable("sums only")
        source = folder / "model.lp"
        source.write_text(text(puzzle, form))
        command = ["clingo", "--models=0", "--warn=none", str(source)]
        return Model(command, [*command, "--quiet"], read)


def read(output: str) -> tuple[int, float]:
    count = re.search(r"Models\s*: (\d+)", output)
    seconds = re.search(r"Solving: ([\d.]+)s", output)
    return int(count.group(1)), float(seconds.group(1))


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
