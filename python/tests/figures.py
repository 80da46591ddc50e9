"""Measures what the package promises, on the installed wheel: `make python-figures`. FUKUMEN is the program to compare with.

Times are of processors where other work on the machine would change them.
"""

import os
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import fukumen
from fukumen import Puzzle

BULK = Path(__file__).resolve().parents[2] / "tests" / "puzzles" / "unique.txt"
# Minutes of work on one thread.
LONG = "A*B*C*D*E*F*G*H*I*J*K*L*M*N*O*P=Q^R+S, A+B^C>D^E"


def tell(what, figure, promise):
    print(f"| {what} | {figure} | {promise} |", flush=True)


def median(call, times):
    took = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


def importing():
    def started(program):
        command = [sys.executable, "-c", program]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    with_it = statistics.median(started("import fukumen") for _ in range(20))
    without = statistics.median(started("pass") for _ in range(20))
    tell("import, of a processor", f"{1000 * (with_it - without):.1f} ms", "30 ms")


def solving():
    puzzle = Puzzle("SEND+MORE=MONEY")
    tell("solve of a Puzzle, warm, median", f"{1e6 * median(puzzle.solve, 3000):.0f} µs", "80 µs")
    of_text = median(lambda: fukumen.solve("SEND+MORE=MONEY"), 3000)
    tell("solve of a text, warm, median", f"{1e6 * of_text:.0f} µs", "80 µs")


def many():
    texts = BULK.read_text("utf-8").splitlines()
    taken = []
    for _ in range(4):
        before = time.process_time()
        answers = list(fukumen.solve_many(texts, lone_zero=False, graphemes=False, threads=1))
        taken.append(time.process_time() - before)
        assert all(answer.count in (1, 2) for answer in answers)
    ours = min(taken)
    program = os.environ.get("FUKUMEN")
    if not program:
        tell("solve_many over the bulk, one thread", f"{ours:.2f} s of a processor", "1.3 times the command line")
        return
    command = [program, "solve", "--threads=1", "--lone-zero=forbidden", "--graphemes=off", "-f", str(BULK)]
    times = []
    for _ in range(4):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    theirs = min(times)
    figure = f"{ours:.2f} s of a processor, the command line {theirs:.2f} s: {ours / theirs:.2f} times"
    tell("solve_many over the bulk, one thread", figure, "1.3 times")


def iterating():
    start, busy = time.perf_counter(), time.process_time()
    number = sum(1 for _ in Puzzle("A+B+C+D+E+F=GH", distinct="none").solutions(max_solutions=10**6, threads=1))
    took, busy = time.perf_counter() - start, time.process_time() - busy
    tell(f"iteration over {number} solutions", f"{number / took:,.0f} a second ({busy:.2f} s of processors)", "200,000 a second")


def accepting():
    calls = 0

    def accept(solution):
        nonlocal calls
        calls += 1
        return solution["A"] == 3

    start = time.perf_counter()
    busy = time.process_time()
    Puzzle("A+B+C+D+E+F=GH", distinct="none").count(accept=accept)
    took, busy = time.perf_counter() - start, time.process_time() - busy
    tell(f"accept, {calls:,} calls", f"{calls / took:,.0f} a second, {calls / busy:,.0f} in a second of a processor", "300,000 a second")


def stopping():
    late = []
    for seconds in [0.2, 0.3, 0.5, 0.7, 1.0]:
        start = time.perf_counter()
        fukumen.solve(LONG, distinct="none", timeout=seconds, threads=1, max_memory=1 << 30)
        late.append(time.perf_counter() - start - seconds)
    tell("a timeout's lateness, the worst of 5", f"{1000 * max(late):.0f} ms", "100 ms")
    took = []
    for _ in range(5):
        pressed = []

        def press():
            time.sleep(0.3)
            pressed.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=press).start()
        try:
            fukumen.solve(LONG, distinct="none", threads=1, max_memory=1 << 31)
        except KeyboardInterrupt:
            took.append(time.perf_counter() - pressed[0])
    tell("Ctrl-C to the exception, the worst of 5", f"{1000 * max(took):.0f} ms", "200 ms")


def beside():
    def loop(seconds):
        end, rounds = time.thread_time() + seconds, 0
        wall = time.perf_counter()
        while time.thread_time() < end:
            for _ in range(1000):
                rounds += 1
        return rounds / (time.perf_counter() - wall), rounds / seconds

    alone = loop(1.5)

    def search():
        fukumen.solve(LONG, distinct="none", threads=1, timeout=2, max_memory=1 << 31)

    thread = threading.Thread(target=search)
    thread.start()
    both = loop(1.5)
    thread.join()
    figure = f"{100 * both[0] / alone[0]:.0f} % of its speed ({100 * both[1] / alone[1]:.0f} % for each second of a processor)"
    tell("another thread's loop during a search", figure, "80 %")


def memory():
    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    puzzle = Puzzle("SEND+MORE=MONEY")
    for _ in range(1000):
        puzzle.solve()
    before = resident()
    for _ in range(9000):
        puzzle.solve()
    tell("resident after 10,000 solves against after 1,000", f"{resident() - before:+.2f} MiB", "+5 MB")


if __name__ == "__main__":
    print("| what | measured | promised |\n| --- | --- | --- |")
    for measure in [importing, solving, many, iterating, accepting, stopping, beside, memory]:
        measure()
    wheels = sorted(Path(sys.argv[1]).glob("fukumen-*.whl")) if len(sys.argv) > 1 else []
    for wheel in wheels:
        tell("wheel", f"{wheel.stat().st_size / 1e6:.2f} MB", "6 MB")
