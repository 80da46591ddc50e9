"""Nested loops in C, one for each letter: what a programmer writes for one puzzle in ten minutes.
Letters take digits that are still free, and the equations are tested when all have one.
"""

import math
import subprocess
from pathlib import Path

from benches.peers.puzzle import Puzzle
from benches.peers.puzzle import written
from benches.peers.systems import Model
from benches.peers.systems import Unsuitable
from benches.peers.systems import count_and_seconds
from benches.peers.systems import linear
from benches.peers.systems import place_values
from benches.peers.tools import first_line
from benches.peers.tools import is_there

# Searches that take hours are not begun.
MOST = 1e10

PROGRAM = """\
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long power(long base, long exponent) {
    long result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

static long gcd(long a, long b) { return b ? gcd(b, a %% b) : a; }

static long lcm(long a, long b) { return a / gcd(a, b) * b; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static long solutions(void) {
    long count = 0;
%s
    return count;
}

int main(int arguments, char **argument) {
    double limit = atof(argument[1]) / 1000, spent = 0, least = 1e9;
    long count = 0;
    do {
        double start = now();
        count = solutions();
        double seconds = now() - start;
        spent += seconds;
        if (seconds < least) least = seconds;
    } while (spent < limit);
    printf("%%ld %%.9f\\n", count, least);
    return (void)arguments, (void)power, (void)lcm, 0;
}
"""


class Loops:
    name = "nested loops in C"
    clock = "processor time, the least of repeated searches inside the compiled program"
    knows_columns = False
    knows_tables = False

    def version(self) -> str | None:
        return first_line(["cc", "--version"]).split()[-1] if is_there("cc") else None

    def model(self, puzzle: Puzzle, form: str, folder: Path) -> Model:
        if math.perm(len(puzzle.digits), len(puzzle.letters)) > MOST:
            raise Unsuitable("would take hours")
        source, program = folder / "model.c", folder / "model"
        source.write_text(PROGRAM % body(puzzle))
        subprocess.run(["cc", "-O2", "-o", program, source], check=True)
        return Model([str(program), "0"], [str(program), "1000"], count_and_seconds)


def body(puzzle: Puzzle) -> str:
    lines, used = [], "0"
    for letter in puzzle.letters:
        least = max(puzzle.digits[0], int(letter in puzzle.leading))
        lines.append(f"for (long {letter} = {least}; {letter} <= {puzzle.digits[-1]}; {letter}++) {{")
        lines.append(f"if (({used}) >> {letter} & 1) continue;")
        lines.append(f"const unsigned used{letter} = {used} | 1u << {letter};")
        used = f"used{letter}"
    lines += [f"const long {value};" for value in values(puzzle)]
    lines += [f"if ({test(puzzle)}) count++;", "}" * len(puzzle.letters)]
    return "\n".join(lines)


def values(puzzle: Puzzle) -> list[str]:
    """The numerals of several letters."""
    words = [numeral.letters for numeral in puzzle.numerals() if len(numeral.letters) > 1]
    return [f"n{word} = {linear(place_values(word, puzzle.base))}" for word in words]


def test(puzzle: Puzzle) -> str:
    sides = [(written(e.left, name, "pow"), written(e.right, name, "pow")) for e in puzzle.equations]
    return " && ".join(f"{left} == {right}" for left, right in sides).replace("pow(", "power(")


def name(letters: str) -> str:
    return letters if len(letters) == 1 else f"n{letters}"
