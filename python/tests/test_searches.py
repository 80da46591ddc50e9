"""Searches as threads: streams that are left, Ctrl-C, forks, several at once."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import fukumen
import pytest
from fukumen import Puzzle

ENDLESS = "A*B*C*D*E*F*G*H*I*J*K*L*M*N*O*P=Q^R+S, A+B^C>D^E"

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted as Linux shows them")


def threads():
    return len(os.listdir("/proc/self/task"))


def test_streams_that_are_left_half_way_leave_no_thread():
    before = threads()
    puzzle = Puzzle("ABC+DEF=GHI")
    for i in range(250):
        next(iter(puzzle))
        next(puzzle.solutions(threads=2))
        with puzzle.solutions() as solutions:
            next(solutions)
        assert next(solutions, None) is None
        solutions = puzzle.solutions()
        next(solutions)
        solutions.close()
        assert solutions.answer.stopped_by == "interrupt"
    assert threads() == before


def test_an_exception_in_the_loop_ends_the_search():
    before = threads()
    with pytest.raises(ZeroDivisionError):
        with Puzzle("ABC+DEF=GHI").solutions() as solutions:
            for solution in solutions:
                1 / 0
    assert threads() == before and solutions.answer.status == "stopped"


def test_two_streams_of_one_puzzle_are_independent():
    puzzle = Puzzle("AB+CD=EF")
    one, two = iter(puzzle), iter(puzzle)
    pairs = list(zip(one, two))
    assert len(pairs) == 476 and all(a == b for a, b in pairs)


def test_the_answer_of_a_stream():
    solutions = Puzzle("AB+CD=EF").solutions()
    assert solutions.answer is None
    assert len(list(solutions)) == 476
    assert (solutions.answer.status, solutions.answer.count, len(solutions.answer)) == ("solved", 476, 0)
    stopped = Puzzle("AB+CD=EF").solutions(max_solutions=7)
    assert len(list(stopped)) == 7 and stopped.answer.stopped_by == "max-solutions"


def test_a_stream_waits_for_whoever_takes_it():
    with Puzzle(ENDLESS, distinct="none").solutions() as solutions:
        for _ in range(3):
            time.sleep(0.1)
            next(solutions)
    assert solutions.answer.count < 5000


def test_several_threads_solve_at_once():
    results = [None] * 8

    def solve(i):
        answers = [fukumen.solve("SEND+MORE=MONEY")[0].text for _ in range(30)]
        counts = [Puzzle("AB+CD=EF").count() for _ in range(5)]
        results[i] = (set(answers), set(counts))

    workers = [threading.Thread(target=solve, args=(i,)) for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [({"9567+1085=10652"}, {476})] * 8


def test_a_stream_may_be_shared():
    solutions, found = iter(Puzzle("AB+CD=EF")), []

    def take():
        found.extend(solutions)

    workers = [threading.Thread(target=take) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 476 and len(set(found)) == 476


@pytest.mark.parametrize("seconds", [0.05, 0.4])
def test_a_timeout_is_kept(seconds):
    start = time.monotonic()
    answer = fukumen.solve(ENDLESS, distinct="none", timeout=seconds, max_memory=1 << 30)
    assert answer.stopped_by == "timeout" and time.monotonic() - start < seconds + 1
    start = time.monotonic()
    bases = list(fukumen.bases(ENDLESS, 10, 40, distinct="none", timeout=seconds))
    assert len(bases) == 31 and time.monotonic() - start < seconds + 2


INTERRUPTED = """
import os, signal, threading, time, fukumen
from fukumen import Puzzle
# A shell that starts this in the background lets it ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
puzzle = Puzzle({text!r}, distinct="none")
def press():
    time.sleep(0.5)
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
pressed = []
presser = threading.Thread(target=press)
presser.start()
try:
    {call}
except KeyboardInterrupt as error:
    answer = getattr(error, "answer", None)
    took = time.monotonic() - pressed[0]
    print(took < 1, answer if answer is None else (answer.status, answer.stopped_by, answer.count == len(answer)))
    presser.join()
    time.sleep(0.05)
    print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.parametrize(
    "call, told",
    [
        ("puzzle.solve(max_memory=1 << 31)", "('stopped', 'interrupt', True)"),
        ("puzzle.solve(threads=1, accept=lambda s: s['A'] == 20)", "('stopped', 'interrupt', True)"),
        ("puzzle.count(threads=2, accept=lambda s: True)", "('stopped', 'interrupt', False)"),
        ("for s in puzzle.solutions(accept=lambda s: False): pass", "('stopped', 'interrupt', True)"),
        ("for s in puzzle: pass", None),
        ("list(fukumen.solve_many([puzzle] * 3, accept=lambda s: False))", "None"),
        ("for made in fukumen.generate('skeleton', random='3x2'): time.sleep(0.01)", None),
        ("puzzle.first(10**9, accept=lambda s: puzzle.count(accept=lambda s: False))", "('stopped', 'interrupt', True)"),
    ],
)
def test_ctrl_c(python, call, told):
    printed = python(INTERRUPTED.format(text=ENDLESS, call=call)).splitlines()
    assert printed[0].startswith("True ") and printed[1] == "1"
    # Between two solutions Python itself raises, and the stream is left.
    if told is not None:
        assert printed[0] == f"True {told}"


def test_ctrl_c_on_the_command_line():
    command = [sys.executable, "-m", "fukumen", "--count", "--distinct=none", "--quiet", ENDLESS]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    printed, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (3, b"") and int(printed) >= 0


def test_a_child_may_search_before_its_parent_has(python):
    program = """
import os, fukumen
child = os.fork()
os.write(1, f"{'child' if child == 0 else 'parent'} {fukumen.count('AB=B^2')}\\n".encode())
if child:
    os.waitpid(child, 0)
"""
    assert sorted(python(program).splitlines()) == ["child 2", "parent 2"]


def test_a_child_is_told_that_threads_do_not_survive(python):
    program = """
import os, fukumen
fukumen.count("AB=B^2")
stream = iter(fukumen.Puzzle("ABC+DEF=GHI"))
next(stream)
child = os.fork()
if child == 0:
    try:
        fukumen.solve("AB=B^2")
    except fukumen.FukumenError as error:
        print("spawn" in str(error), flush=True)
    stream.close()
    os._exit(0)
os.waitpid(child, 0)
print(fukumen.count("AB=B^2"), len(list(stream)) > 100)
"""
    assert python(program).splitlines() == ["True", "2 True"]


def test_python_ends_while_streams_run(python):
    program = f"""
import fukumen
stream = fukumen.Puzzle({ENDLESS!r}, distinct="none").solutions(accept=lambda s: True)
print(next(stream) is not None)
many = fukumen.solve_many([{ENDLESS!r}] * 5, distinct="none", accept=lambda s: True)
"""
    assert python(program, timeout=20) == "True\n"


def test_memory_does_not_grow():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    puzzle = Puzzle("SEND+MORE=MONEY")

    def work(times):
        for _ in range(times):
            puzzle.solve()
            fukumen.solve("AB=B^2", accept=lambda s: True)
            next(iter(puzzle))

    work(300)
    before = resident()
    work(1500)
    assert resident() - before < 5 << 20
