"""The published puzzles: their counts, through solve_many and one by one, and what pickle makes of them."""

import pickle

import fukumen
import pytest
from conftest import QUICK, bulk, entries
from fukumen import Answer, Puzzle, PuzzleError

# Of the puzzles that are known for one solution, these many have two.
SEVERAL = 3


def test_the_bulk_has_one_solution_each():
    texts = bulk()
    answers = list(fukumen.solve_many(texts, lone_zero=False, graphemes=False))
    assert len(answers) == len(texts) > 100
    assert all(answer.count in (1, 2) and answer.exhausted for answer in answers)
    if not QUICK:
        assert sum(answer.count == 2 for answer in answers) == SEVERAL


def test_the_bulk_pickles():
    for text in bulk():
        puzzle = Puzzle(text, lone_zero=False, graphemes=False)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and again.text == text and hash(again) == hash(puzzle)


def test_entries_have_their_counts_and_pickle():
    checked = 0
    for entry, settings in entries():
        if QUICK and checked % 3 != 0:
            checked += 1
            continue
        puzzle = Puzzle(entry["text"], **settings)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and hash(again) == hash(puzzle) and again.text == puzzle.text, entry["name"]
        assert eval(repr(puzzle), {"Puzzle": Puzzle}) == puzzle
        assert puzzle.count() == entry["count"], entry["name"]
        for solution in puzzle.first():
            copy = pickle.loads(pickle.dumps(solution))
            assert copy == solution and copy.text == solution.text and hash(copy) == hash(solution)
            assert copy.puzzle == solution.puzzle and copy.shows == solution.shows, entry["name"]
        checked += 1
    assert checked > 100


def test_answers_come_in_the_order_of_the_texts():
    texts = ["A+B=C", "A+", "SEND+MORE=MONEY", "AB=B^2"] * 20
    answers = list(fukumen.solve_many(iter(texts)))
    assert [type(answer) for answer in answers] == [Answer, PuzzleError, Answer, Answer] * 20
    assert [answer.count for answer in answers if isinstance(answer, Answer)] == [32, 1, 2] * 20


def test_answers_may_come_as_they_are_found():
    texts = ["A+B=C", "A+", "SEND+MORE=MONEY", "AB=B^2"] * 20
    answers = list(fukumen.solve_many(texts, ordered=False, threads=2))
    assert sorted(answer.count for answer in answers if isinstance(answer, Answer)) == [1] * 20 + [2] * 20 + [32] * 20


def test_texts_are_taken_as_they_are_needed():
    taken = []

    def texts():
        for i in range(10**6):
            taken.append(i)
            yield "A+B=C"

    with fukumen.solve_many(texts(), threads=1) as answers:
        for _ in range(5):
            next(answers)
    assert len(taken) < 100
    assert list(answers) == []


def test_what_the_texts_raise_is_raised():
    def texts():
        yield "A+B=C"
        raise RuntimeError("the file ended early")

    answers = fukumen.solve_many(texts(), threads=1)
    with pytest.raises(RuntimeError, match="ended early"):
        list(answers)
    assert next(answers, None) is None
    with pytest.raises(TypeError, match="must be a str, not int"):
        list(fukumen.solve_many([12]))
    with pytest.raises(TypeError, match="not one text"):
        fukumen.solve_many("A+B=C")


def test_puzzles_may_stand_among_texts():
    puzzle = Puzzle("A+B=C", base=5)
    alone, text = fukumen.solve_many([puzzle, "A+B=C"], base=4)
    assert (alone.rules["base"], text.rules["base"]) == (5, 4)


def test_bases():
    found = dict(fukumen.bases("AB+BA=CBC", 2, 12))
    assert [base for base, answer in found.items() if answer.unique] == [4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert [base for base, _ in fukumen.bases("A9+1=BC", 8, 12)] == [10, 11, 12]
    with pytest.raises(PuzzleError):
        list(fukumen.bases("A+", 8, 12))
    with pytest.raises(fukumen.SettingError):
        list(fukumen.bases("A+B=C", 12, 8))
    with pytest.raises(fukumen.SettingError, match="fukumen.bases"):
        fukumen.solve("A+B=C", base="2..9")
