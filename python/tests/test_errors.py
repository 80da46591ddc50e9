"""Errors: their places, counted in code points from 1, and every kind of bad input."""

import datetime
import math
import pickle

import fukumen
import pytest
from fukumen import FukumenError, Puzzle, PuzzleError, SettingError, Stopped

# A text, and the line, the offset and the characters of its mistake.
PLACES = [
    ("SEND + + = MONEY", 1, 8, "+"),
    ("SEND+MORE=>MONEY", 1, 10, "="),
    ("A+B=C)", 1, 6, ")"),
    ("(A+B=C", 1, 1, "("),
    ("AB CD = EF", 1, 4, "CD"),
    ("SEND MORE = MONEY", 1, 6, "MORE"),
    ("A+B=", 1, 4, "="),
    ("=A+B", 1, 1, "="),
    ("A+B=C,,D=1", 1, 7, ","),
    ("nosuch(A)=B", 1, 1, "nosuch"),
    ("gcd()=B", 1, 1, "gcd()"),
    ("A+[x]=B", 1, 3, "[x]"),
    ("@base 1\nA+B=C", 1, 7, "1"),
    ("@basis 10\nA+B=C", 1, 2, "basis"),
    ("@base 12\nA+B==C+", 2, 7, "+"),
    ("犬+猫=×鳥", 1, 4, "="),
    ("犬猫+猫=鳥)", 1, 7, ")"),
    ("A +\tB = \t× C", 1, 7, "="),
    ("\U0001f436+\U0001f431=\U0001f436)", 1, 6, ")"),
    ("e\u0301+B=C)", 1, 7, ")"),
    ("@where A<\nA+B=C", 1, 2, "<"),
]


@pytest.mark.parametrize("text, line, offset, mistake", PLACES)
def test_places(text, line, offset, mistake):
    with pytest.raises(PuzzleError) as caught:
        Puzzle(text)
    error = caught.value
    assert (error.lineno, error.offset) == (line, offset)
    assert error.text[error.offset - 1 : error.end_offset - 1] == mistake
    assert error.msg and str(error).startswith(f"{error.origin}, line {line}: {error.msg}")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.__dict__) == (str(error), error.__dict__)


def test_a_text_with_words_is_for_read():
    text = "TWO+TWO=FOUR, where T lies close to W"
    for ask in [Puzzle, fukumen.solve, lambda text: next(fukumen.solve_many([text]))]:
        try:
            error = ask(text)
        except PuzzleError as raised:
            error = raised
        assert "fukumen.read(text)" in error.help
    with pytest.raises(PuzzleError) as caught:
        Puzzle("SEND + + = MONEY, where S is 9")
    assert "read(" not in caught.value.help
    with pytest.raises(PuzzleError, match="lies close to") as caught:
        fukumen.read(text, strict=True)
    assert "read(" not in caught.value.help


def test_the_mark_stands_below_wide_characters_and_tabs():
    with pytest.raises(PuzzleError) as caught:
        Puzzle("犬+猫=×鳥")
    assert str(caught.value).splitlines()[1:] == ["    犬+猫=×鳥", "         ^ " + caught.value.label]
    with pytest.raises(PuzzleError) as caught:
        Puzzle("A +\tB = \t× C")
    assert str(caught.value).splitlines()[2].startswith("       \t  ^")


def test_errors_are_values_and_of_the_package():
    assert issubclass(PuzzleError, ValueError) and issubclass(PuzzleError, FukumenError)
    assert issubclass(SettingError, ValueError) and issubclass(Stopped, FukumenError)
    assert PuzzleError.__module__ == "fukumen"


@pytest.mark.parametrize("text", ["", " ", "\n\n", "# only a remark"])
def test_no_text(text):
    with pytest.raises(PuzzleError, match="empty|write"):
        Puzzle(text)


def test_a_text_too_long_is_not_printed_whole():
    with pytest.raises(PuzzleError, match="too long") as caught:
        Puzzle("A" * (2 << 20))
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("text, line, offset", [("\ud800+A=B", 1, 1), ("A+B=C\n\nA+\udfff=C", 3, 3)])
def test_half_a_character(text, line, offset):
    with pytest.raises(PuzzleError, match="surrogate") as caught:
        Puzzle(text)
    assert (caught.value.lineno, caught.value.offset) == (line, offset)
    str(caught.value).encode()


@pytest.mark.parametrize("text", [None, 12, b"A+B=C", ["A+B=C"]])
def test_what_is_no_text(text):
    for call in [Puzzle, fukumen.solve, fukumen.count, fukumen.iter_solutions]:
        with pytest.raises(TypeError, match="must be a str"):
            call(text)


# Settings that are none, the name that the error gives, and what it says.
BAD_SETTINGS = [
    ({"base": 1}, "base", "from 2 to 64, not 1"),
    ({"base": 65}, "base", "from 2 to 64"),
    ({"base": -1}, "base", ""),
    ({"base": True}, "base", "not a bool"),
    ({"base": 10.0}, "base", "not float"),
    ({"base": 10**100}, "base", ""),
    ({"digits": "a"}, "digits", "not a list of digits"),
    ({"digits": [0, "x"]}, "digits", "not a list of digits"),
    ({"digits": range(10**9)}, "digits", "too many"),
    ({"digits": object()}, "digits", "not object"),
    ({"bass": 10}, "bass", "did you mean 'base'"),
    ({"timeout": 1}, "timeout", "no option"),
    ({"leading_zeroes": True}, "leading_zeroes", "did you mean 'leading_zeros'"),
    ({"leading_zeros": "maybe"}, "leading_zeros", "allowed, forbidden"),
    ({"wrong": "often"}, "wrong", "same, each"),
    ({"blank": {"+": "1"}}, "blank", ""),
    ({"blank": "e"}, "blank", ""),
    ({"assign": "A"}, "assign", "A=1"),
    ({"assign": {"A": object()}}, "assign", ""),
    ({"misprint": "lots"}, "misprint", ""),
    ({"where": "\ud800<1"}, "where", "surrogate"),
    ({"functions": {"gcd": math.gcd}}, "functions", "has a function 'gcd' already"),
    ({"functions": {"f": 3}}, "functions", "cannot be called"),
    ({"functions": {"F": abs}}, "functions", "small letters"),
    ({"functions": {"": abs}}, "functions", "small letters"),
]


@pytest.mark.parametrize("settings, name, words", BAD_SETTINGS)
def test_bad_settings(settings, name, words):
    for call in [Puzzle, fukumen.solve]:
        if call is fukumen.solve and "timeout" in settings:
            continue
        with pytest.raises(SettingError) as caught:
            call("A+B=C", **settings)
        assert caught.value.setting == name and words in str(caught.value)


@pytest.mark.parametrize(
    "settings, error", [({"functions": [abs]}, TypeError), ({"functions": {3: abs}}, TypeError)]
)
def test_types(settings, error):
    with pytest.raises(error):
        Puzzle("A+B=C", **settings)


def test_a_symbol_that_is_not_there():
    for settings in [{"assign": {"X": 1}}, {"where": "X<1"}, {"distinct": ["AX"]}]:
        with pytest.raises(PuzzleError, match="X"):
            Puzzle("A+B=C", **settings)
    with pytest.raises(PuzzleError, match="X"):
        Puzzle("A+B=C").solve(maximize="X")
    with pytest.raises(PuzzleError) as caught:
        fukumen.solve("A+B=C")[0].value("A+")
    assert (caught.value.origin, caught.value.offset) == ("expression", 2)


BAD_SEARCHES = [
    ({"timeout": -1}, "timeout"),
    ({"timeout": math.nan}, "timeout"),
    ({"timeout": datetime.timedelta(seconds=-1)}, "timeout"),
    ({"threads": 10**9}, "threads"),
    ({"threads": -1}, "threads"),
    ({"max_solutions": 0}, "max_solutions"),
    ({"max_memory": -5}, "max_memory"),
    ({"engine": "steam"}, "engine"),
    ({"engine": "linear"}, "engine"),
    ({"evaluator": "wild"}, "evaluator"),
    ({"engin": "linear"}, "engin"),
]


@pytest.mark.parametrize("how, name", BAD_SEARCHES)
def test_bad_searches(how, name):
    puzzle = Puzzle("A*B=C, D^E=F")
    for call in [puzzle.solve, puzzle.first, puzzle.count, puzzle.is_unique, lambda **how: list(puzzle.solutions(**how))]:
        with pytest.raises(SettingError) as caught:
            call(**how)
        assert caught.value.setting == name


@pytest.mark.parametrize(
    "how", [{"timeout": "1"}, {"threads": 1.5}, {"accept": 3}, {"progress": "x"}, {"engine": 3}, {"max_memory": "1"}]
)
def test_types_of_searches(how):
    with pytest.raises(TypeError):
        Puzzle("A+B=C").solve(**how)


def test_numbers_of_solutions():
    for n in [0, -1]:
        with pytest.raises(SettingError):
            fukumen.first("A+B=C", n)
    with pytest.raises(TypeError):
        fukumen.first("A+B=C", 1.5)
    assert len(fukumen.first("A+B=C", 10**18)) == 32
    with pytest.raises(SettingError, match="must be 1 or more"):
        fukumen.solve("A+B=C", max_solutions=0)
    with pytest.raises(SettingError, match=r"must be less than 2\*\*64"):
        fukumen.solve("A+B=C", max_solutions=2**70)


def test_a_limit_is_no_exception_unless_it_must_be():
    puzzle = Puzzle("AB+CD=EF")
    answer = puzzle.solve(max_solutions=5)
    assert (answer.status, answer.stopped_by, len(answer), answer.unique) == ("stopped", "max-solutions", 5, False)
    with pytest.raises(Stopped) as caught:
        puzzle.count(max_solutions=5)
    assert caught.value.answer.count == 5 and "5 solutions were found" in str(caught.value)
    with pytest.raises(Stopped):
        puzzle.groups("A", max_solutions=5)
    assert puzzle.is_unique(max_solutions=5) is False
    long = Puzzle("A*B*C*D*E*F*G*H*I*J*K*L*M*N*O*P=Q^R+S", distinct="none", where="A+B^C>D^E")
    answer = long.solve(timeout=0)
    assert (answer.status, answer.stopped_by) == ("stopped", "timeout")
    with pytest.raises(Stopped):
        long.is_unique(timeout=0.0)
    with pytest.raises(Stopped):
        fukumen.count("AB+CD=EF", timeout=datetime.timedelta(0))


def test_an_answer_that_is_none_yet_is_still_json():
    answer = fukumen.solve("AB+CD=EF", timeout=0)
    assert answer.to_dict()["status"] == "stopped" and answer.to_dict()["puzzle"] == "AB+CD=EF"
    assert list(answer) == [] and answer.rules["base"] == 10 and "stopped" in repr(answer)


def test_a_goal():
    answer = Puzzle("AB*C=DE").solve(minimize="AB")
    assert answer.best == "12" and all(solution.value("AB") == 12 for solution in answer)
    with pytest.raises(SettingError, match="one goal"):
        Puzzle("A+B=C").solve(minimize="A", maximize="B")
    with pytest.raises(SettingError, match="misprint"):
        fukumen.solve("SEND+MORE=MONEX", misprint=1, accept=bool)
    with pytest.raises(SettingError, match="'terms' or 'digits'"):
        Puzzle("A+B=C").solve(essentially="sums")
