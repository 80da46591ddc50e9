"""Python functions that a search calls: what they get, what they may do, and what happens if they do it."""

import gc
import itertools
import threading
import time
import weakref
from fractions import Fraction

import fukumen
import pytest
from fukumen import Puzzle, PuzzleError


def double(n):
    return 2 * n


def is_odd(n) -> bool:
    return n % 2 == 1


def test_arguments_are_ints_or_fractions():
    seen = []

    def look(x):
        seen.append(x)
        return x

    assert Puzzle("look(A/2)*2=A, A<4, A>0", functions={"look": look}).count() == 3
    assert {type(x) for x in seen} == {int, Fraction} and Fraction(3, 2) in seen


def test_numbers_of_any_size_go_both_ways():
    big = lambda n: 10**100 + n
    assert Puzzle("big(A)=10^100+B+1, A>0", functions={"big": big}, distinct="none").count() == 9
    answer = fukumen.solve("@show grow(A)\nA=5", functions={"grow": lambda n: -(10**40) * n})
    assert answer[0].show == "-5" + "0" * 40
    assert answer[0].value("grow(A)/3") == Fraction(-5 * 10**40, 3)


def test_none_is_no_value():
    functions = {"exact_root": lambda n: next((i for i in range(10) if i * i == n), None)}
    texts = [s.text for s in Puzzle("exact_root(A)=B", functions=functions).solve()]
    assert texts == ["exact_root(4)=2", "exact_root(9)=3"]


def test_too_large_is_undecided():
    answer = Puzzle("huge(A)=B", functions={"huge": lambda n: 1 << 10**6}).solve()
    assert answer.undecided > 0 and answer.status == "stopped"


@pytest.mark.parametrize("function", [is_odd, lambda n: n % 2 == 1])
def test_conditions(function):
    functions = {"odd": function}
    odd = Puzzle("odd(A), A+B=C", functions=functions).count()
    even = Puzzle("not(odd(A)), A+B=C", functions=functions).count()
    assert odd + even == 32 and odd and even
    assert Puzzle("A+B=C, odd(A) || odd(B)", functions=functions).count() == fukumen.count(
        "A+B=C", accept=lambda s: s["A"] % 2 == 1 or s["B"] % 2 == 1
    )


def test_the_number_of_arguments():
    functions = {"f": lambda a, b=1: a + b, "g": lambda *a: sum(a), "h": max}
    assert Puzzle("f(A)=f(B,C), g(A,B,C)=h(A,B,C)+5", functions=functions).count() > 0
    with pytest.raises(PuzzleError, match="1 to 2"):
        Puzzle("f(A,B,C)=1", functions=functions)


@pytest.mark.parametrize("result", ["5", 0.5, object(), [1], 1 + 2j])
def test_nonsense(result):
    with pytest.raises(TypeError, match="function 'f' must return an int, a Fraction, a bool or None"):
        Puzzle("f(A)=B", functions={"f": lambda n: result}).solve()


class Mine(Exception):
    pass


def fail(*arguments):
    raise Mine("as it is")


@pytest.mark.parametrize(
    "call",
    [
        lambda: Puzzle("f(A)=B", functions={"f": fail}).solve(),
        lambda: Puzzle("f(A)=B", functions={"f": fail}).count(threads=2),
        lambda: list(Puzzle("f(A)=B", functions={"f": fail})),
        lambda: fukumen.solve("AB+CD=EF", accept=fail),
        lambda: fukumen.count("AB+CD=EF", accept=fail, threads=2),
        lambda: list(fukumen.iter_solutions("AB+CD=EF", accept=fail)),
        lambda: list(fukumen.solve_many(["AB+CD=EF"] * 3, accept=fail)),
        lambda: fukumen.solve("@show f(A)\nA+B=C", functions={"f": fail}),
        lambda: fukumen.solve("A+B=C")[0].puzzle.solve(accept=fail),
    ],
)
def test_what_is_raised_is_raised_unchanged(call):
    with pytest.raises(Mine, match="as it is") as caught:
        call()
    assert any(entry.name == "fail" for entry in caught.traceback)


def test_what_progress_raises():
    slow = Puzzle("A*B*C*D*E*F*G*H*I*J*K*L*M*N*O*P=Q^R+S", distinct="none", where="A+B^C>D^E")
    with pytest.raises(Mine):
        slow.solve(progress=fail, timeout=30)


def test_progress_is_told():
    seen = []
    slow = Puzzle("A*B*C*D*E*F*G*H*I*J*K*L*M*N*O*P=Q^R+S", distinct="none", where="A+B^C>D^E")
    slow.solve(progress=seen.append, timeout=1, max_solutions=10**9)
    assert 1 <= len(seen) <= 15
    assert {"done", "total", "found"} <= set(dir(seen[0]))


def test_a_function_that_takes_a_second_does_not_stop_the_others():
    ticks = []

    def slow(solution):
        time.sleep(0.5)
        return True

    def tick():
        while not ticks or ticks[-1] is not None:
            ticks.append(1)
            time.sleep(0.01)
            if len(ticks) > 200:
                break

    thread = threading.Thread(target=tick)
    thread.start()
    assert fukumen.first("A+B=C", accept=slow).count == 1
    ticks.append(None)
    thread.join()
    assert len(ticks) > 10


def test_a_function_may_solve():
    def has_square(solution):
        return fukumen.count("AB=B^2") == 2 and fukumen.solve(f"{solution['A']}+X=Y").count > 0

    assert fukumen.count("A+B=C", accept=has_square) == 32


def test_functions_can_only_take_away():
    every = fukumen.solve("AB=B^2", accept=lambda s: True)
    assert [s.text for s in every] == ["25=5^2", "36=6^2"]
    assert fukumen.solve("AB=B^2", accept=lambda s: False).status == "none"
    assert fukumen.solve("AB=B^2", accept=lambda s: s["A"] == 3, evaluator="exact").unique is True


def test_a_function_that_changes_its_mind_is_noticed():
    answers = itertools.cycle([1, 0])
    with pytest.raises(fukumen.FukumenError, match="differently for the same numbers"):
        fukumen.solve("flip(A)=1, A+B=C", functions={"flip": lambda n: next(answers)})


def test_accept_sees_whole_solutions():
    seen = []
    fukumen.solve("SEND+MORE=MONEY", accept=lambda s: seen.append(s) or True)
    assert [dict(s) for s in seen] == [dict(fukumen.solve("SEND+MORE=MONEY")[0])]
    assert seen[0].puzzle.text == "SEND+MORE=MONEY"


def test_a_puzzle_with_functions_pickles():
    import pickle

    puzzle = Puzzle("double(A)=B", functions={"double": double})
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle and hash(again) == hash(puzzle) and again.count() == 4
    assert puzzle != Puzzle("double(A)=B", functions={"double": lambda n: 2 * n})
    with pytest.raises(Exception, match="lambda|pickle"):
        pickle.dumps(Puzzle("f(A)=B", functions={"f": lambda n: n}))


def test_a_function_may_know_its_puzzle():
    class Teaser:
        def __init__(self):
            self.puzzle = Puzzle("twice(A)=B", functions={"twice": self.twice})
            self.solutions = list(self.puzzle.solve())

        def twice(self, n):
            return 2 * n

    teasers = [Teaser() for _ in range(10)]
    gc.collect()
    assert all(len(teaser.solutions) == 4 and teaser.puzzle.count() == 4 for teaser in teasers)
    left = [weakref.ref(teaser) for teaser in teasers]
    del teasers
    gc.collect()
    assert not any(reference() for reference in left)


def test_counts_by_value():
    puzzle = Puzzle("odd(A), A+B=C", functions={"odd": is_odd})
    assert sum(puzzle.groups("B").values()) == puzzle.count()
    assert Puzzle("@show B\nA/B=C").groups("C/(B-2)")["no value"] > 0
