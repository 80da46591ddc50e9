"""The classes in the manners of Python: sequences, mappings, copies, notebooks."""

import collections.abc
import copy
import html.parser
import json
import pickle
import subprocess
import sys
import time

import fukumen
import pytest
from fukumen import Puzzle

SUM = "  SEND\n+ MORE\n------\n MONEY"


FIELDS = "status exhausted count unique essentially undecided best engine reason stopped_by nodes seconds rules notes".split()


@pytest.mark.parametrize(
    "text, options",
    [
        ("AB*C=DE", {"maximize": "DE", "show": "A+B"}),
        ("AB+CD=EF", {"essentially": True}),
        ("AB+CD=EF", {"max_solutions": 3}),
        ("A=A+1", {}),
        ("SEND+MORE=MONEX", {"misprint": 1}),
        ("@base 16\nA+B+C+D+E+F<G+H+I+J+K+L", {"max_solutions": 2, "where": "A<B"}),
        ("A+B=C", {"timeout": 0}),
    ],
)
def test_an_answer_pickles(text, options):
    answer = fukumen.solve(text, **options)
    again = pickle.loads(pickle.dumps(answer))
    for _ in range(2):
        assert type(again) is fukumen.Answer
        for field in FIELDS:
            assert getattr(again, field) == getattr(answer, field), field
        assert list(again) == list(answer) and [one.text for one in again] == [one.text for one in answer]
        assert again.to_dict() == answer.to_dict() and again.to_dicts() == answer.to_dicts()
        assert [one.misprints for one in again] == [one.misprints for one in answer]
        assert repr(again) == repr(answer) and again._repr_html_() == answer._repr_html_()
        # A puzzle that was unpickled can be pickled again.
        again = pickle.loads(pickle.dumps(again))


def test_what_was_stopped_pickles():
    with pytest.raises(fukumen.Stopped) as caught:
        fukumen.count("AB+CD=EF", max_solutions=3)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.answer.count) == (str(caught.value), 3)


def test_an_answer_is_a_sequence():
    answer = fukumen.solve("A+B=C")
    assert isinstance(answer, collections.abc.Sequence)
    every = list(answer)
    assert len(answer) == len(every) == 32 == answer.count
    assert answer[0] == every[0] and answer[-1] == every[-1] and answer[2:5] == every[2:5]
    assert answer[::-3] == every[::-3] and list(reversed(answer)) == every[::-1]
    assert every[7] in answer and {"A": 1} not in answer and answer.index(every[7]) == 7
    for index in [32, -33, 10**30]:
        with pytest.raises(IndexError):
            answer[index]
    with pytest.raises(ValueError):
        answer.index({"A": 1})
    assert repr(answer) == "<Answer: 32 solutions>"


def test_a_solution_is_a_mapping():
    solution = fukumen.solve("SEND+MORE=MONEY")[0]
    digits = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    assert isinstance(solution, collections.abc.Mapping)
    assert solution == digits and digits == solution and dict(solution) == digits and {**solution} == digits
    assert list(solution) == list("SENDMORY") and len(solution) == 8
    assert list(solution.keys()) == list(digits) and list(solution.items()) == list(digits.items())
    assert solution.get("M") == 1 and solution.get("X") is None and solution.get("X", 3) == 3
    assert "M" in solution and "X" not in solution and 3 not in solution
    assert solution["m"] == 1
    with pytest.raises(KeyError):
        solution["X"]
    assert solution != {"S": 9} and solution != 3 and len({solution, solution}) == 1
    assert copy.copy(solution) == copy.deepcopy(solution) == solution
    assert str(solution) == solution.text == "9567+1085=10652"


def test_a_puzzle_says_what_it_is():
    puzzle = Puzzle("@where S<T\nSEND+MORE=MONET", base=12, leading_zeros=True, digits=range(12))
    assert puzzle.symbols == tuple("SENDMORT") and not puzzle.is_drawn
    assert (puzzle.rules["base"], puzzle.rules["leading_zeros"]) == (12, "allowed")
    with pytest.raises(TypeError):
        puzzle.rules["base"] = 10
    with pytest.raises(AttributeError):
        puzzle.text = "A+B=C"
    assert eval(repr(puzzle), {"Puzzle": Puzzle}) == puzzle
    assert copy.copy(puzzle) is puzzle and copy.deepcopy([puzzle]) == [puzzle]
    assert Puzzle("A + B=C") == Puzzle("A+B=C") and hash(Puzzle("A + B=C")) == hash(Puzzle("A+B=C"))
    assert Puzzle("A+B=C") != Puzzle("A+B=D") and Puzzle("A+B=C") != "A+B=C"
    assert "unique" not in Puzzle("A+B=C").plan() and Puzzle("A+B=C").plan()["asked"]


def test_a_puzzle_among_words_stays_one():
    puzzle = fukumen.read("My aunt wrote TWO+TWO=FOUR. T is close to W.", digits="0-9", assign={"T": 7})
    assert puzzle.count() == 2 and puzzle.groups("O") == {"4": 1, "5": 1}
    assert puzzle.unread == (("My aunt wrote", False), ("T is close to W", True))
    for again in [pickle.loads(pickle.dumps(puzzle)), eval(repr(puzzle), {"read": fukumen.read})]:
        assert again == puzzle and again.text == puzzle.text and again.unread == puzzle.unread
    twice = fukumen.read("twice(A)=B", functions={"twice": lambda n: 2 * n})
    assert twice.count() == 4
    # Words around a puzzle may part it into several; the language never does.
    crowded = Puzzle("ABC+DEF=GHI, JKL+MNO=PQR")
    assert crowded.count() == 0 and crowded.why()["closing"].startswith("No solution")


def test_settings_take_the_types_of_python():
    assert Puzzle("A+B=C", digits=[1, 2, 3]).count() == 2 == Puzzle("A+B=C", digits="1-3").count()
    assert Puzzle("A+B=C", assign={"A": 1, "B": [2, 3]}).count() == 2
    assert Puzzle("A+B=C", where=["A<B", "B<5"]).count() == Puzzle("A+B=C", where="A<B && B<5").count()
    assert Puzzle("AB+CD=EF", distinct=["AB", "CD"]).count() == Puzzle("AB+CD=EF", distinct="AB,CD").count()
    assert Puzzle("e+e=A", blank={"e": "2,4"}, distinct="none").count() == 4
    assert Puzzle("e+e=A", blank={"e": [2, 4]}, distinct="none").count() == 4
    assert Puzzle("A+B=C", no_zero=False, lone_zero=False, graphemes=False, wrong=False, base=None).count() == 32
    shown = fukumen.solve("AB=B^2", show=["A+B", "A/B"])[0]
    assert (shown.show, shown.shows) == ("7", ("7", "2/5"))
    assert fukumen.solve("AB=B^2", show=["A+B", "A/B"]).to_dicts()[0] == {"A": 2, "B": 5, "A+B": 7, "A/B": "2/5"}


def test_the_dictionary_is_the_json_of_the_command_line():
    command = [sys.executable, "-m", "fukumen", "--format=json", "--threads=1", "--digits=1-9", "A/BC+D/EF+G/HI=1"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    made = Puzzle("A/BC+D/EF+G/HI=1", digits="1-9").solve(threads=1).to_dict()
    for of in (printed, made):
        for name in ("seconds", "times", "plan"):
            del of[name]
    assert made == printed


def test_drawings():
    puzzle = Puzzle(SUM)
    assert puzzle.is_drawn and puzzle.draw() == SUM + "\n"
    solution = puzzle.solve()[0]
    assert solution.draw() == "  9567\n+ 1085\n------\n 10652\n"
    assert puzzle.draw("svg").startswith("<svg") and puzzle.draw("latex") and puzzle.draw("markdown")
    with pytest.raises(fukumen.SettingError, match="text, markdown, html, latex, svg"):
        puzzle.draw("png")


class Seen(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = set(), ""

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not any("http" in (value or "") or name.startswith("on") for name, value in attrs if name != "xmlns")

    def handle_data(self, data):
        self.text += data


def test_notebooks():
    answer = Puzzle("AB+CD=EF").solve()
    seen = Seen()
    seen.feed(answer._repr_html_())
    assert seen.tags == {"p", "table", "thead", "tbody", "tr", "th", "td"}
    assert "476 solutions" in seen.text and "… and 456 more" in seen.text
    assert answer._repr_markdown_().count("\n| ") == 22
    assert Puzzle(SUM)._repr_html_().startswith("<svg") and "A+B=C" in Puzzle("A+B=C")._repr_html_()
    assert Puzzle(SUM).solve()[0]._repr_html_().startswith("<svg")
    assert fukumen.solve("A=A+1")._repr_html_() == "<p>no solution</p>"


def test_what_comes_from_a_puzzle_is_escaped():
    puzzle = Puzzle("@symbols <\n@symbols >\n@symbols &\n< + > = &<")
    for shown in [puzzle, puzzle.solve(), *puzzle.first()]:
        seen = Seen()
        seen.feed(shown._repr_html_())
        assert not seen.tags - {"p", "table", "thead", "tbody", "tr", "th", "td", "code", "pre"}
    evil = Puzzle("A+B=C\n# <script>alert(1)</script>")
    assert "<script" not in evil._repr_html_() + evil.solve()._repr_html_() + evil.first()[0]._repr_html_()
    drawn = Puzzle("@symbols &\n  &A\n+ &B\n----\n CDE")
    assert drawn.is_drawn and ">&<" not in drawn._repr_html_() and "&amp;" in drawn._repr_html_()


def test_what_the_library_makes():
    made = list(fukumen.generate("words", words=["send", "more", "money", "less"], form="A+B=C"))
    assert [one.puzzle.text for one in made] == ["send+more=money", "more+less=money"]
    assert made[0].solution.text == "9567+1085=10652" and made[0].measures["letters"] == 8
    again = [one.puzzle for one in fukumen.generate("skeleton", random="3x2", most=3, seed=1)]
    assert again == [one.puzzle for one in fukumen.generate("skeleton", random="3x2", most=3, seed=1)]
    assert all(puzzle.is_unique() and Puzzle(str(puzzle)) == puzzle for puzzle in again)
    for kind, options, words in [
        ("poems", {}, "kinds are"),
        ("words", {}, "words is missing"),
        ("words", {"words": "a", "frm": "A"}, "did you mean 'form'"),
        ("skeleton", {"random": "x"}, "a size such as"),
        ("skeleton", {"none_hidden": 3}, "True or False"),
    ]:
        with pytest.raises(fukumen.FukumenError, match=words):
            list(fukumen.generate(kind, **options))


def test_a_wrong_order_names_its_option():
    for name, value in [("random", "x"), ("clues", "few"), ("where_measure", "x"), ("where_measure", "nodes<")]:
        with pytest.raises(fukumen.SettingError) as caught:
            list(fukumen.generate("skeleton", **{"random": "3x2", name: value, "most": 1}))
        assert caught.value.setting == name and str(caught.value).startswith(f"{name}: ")


def test_a_list_of_words_may_be_a_file(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("send\nmore\nmoney\n")
    assert [one.puzzle.text for one in fukumen.generate("words", words=path, form="A+B=C")] == ["send+more=money"]
    with pytest.raises(FileNotFoundError):
        fukumen.generate("words", words=tmp_path / "none.txt")


def test_making_stops():
    ended = fukumen.generate("words", words=["send", "more", "money"], form="A+B=C", timeout=60)
    assert (len(list(ended)), ended.stopped_by) == (1, None)
    late = fukumen.generate("skeleton", random="12x9", timeout=0)
    assert (len(list(late)), late.stopped_by) == (0, "timeout")
    with fukumen.generate("skeleton", random="3x2", timeout=60) as making:
        next(making)
    assert list(making) == []
    assert len(list(fukumen.generate("skeleton", random="3x3", timeout=0.2))) < 10_000
    start = time.monotonic()
    list(fukumen.generate("skeleton", random="12x9", timeout=0.3))
    assert time.monotonic() - start < 10


def test_explanations():
    puzzle = Puzzle("SEND+MORE=MONEY")
    told = puzzle.explain(style="markdown")
    assert (told["status"], told["complete"]) == ("unique", True) and told["paragraphs"] and told["document"]
    assert puzzle.explain(lang="ja")["paragraphs"] != told["paragraphs"]
    assert puzzle.hint(known={"M": 1})["steps"] and puzzle.hint(known="M=2")["hint"]
    assert puzzle.rate()["rating"]["value"] > 1
    assert puzzle.check("S=8")["verdict"] == "dead end" and puzzle.check(puzzle.solve()[0])["verdict"] == "right"
    assert puzzle.why("E=5")["complete"] and Puzzle("A+B=C").why()["open"] == ["A", "B"]
    with pytest.raises(fukumen.PuzzleError):
        puzzle.why("E+")
    with pytest.raises(fukumen.SettingError, match="did you mean 'lang'"):
        puzzle.explain(lag="en")
    for options in [{"lang": "xx"}, {"techniques": ["foo"]}]:
        (name,) = options
        with pytest.raises(fukumen.SettingError, match=f"{name}: must be ") as caught:
            puzzle.explain(**options)
        assert caught.value.setting == name
    with pytest.raises(fukumen.FukumenError, match="functions of its own"):
        Puzzle("f(A)=B", functions={"f": abs}).explain()


def test_letters_that_are_printed_wrongly():
    answer = fukumen.solve("SEND+MORE=MONEX", misprint=True, max_solutions=5)
    assert answer.count and all(solution.misprints for solution in answer)
    for solution in answer:
        assert solution.puzzle != answer[0].puzzle or solution is not None
        (numeral, place, printed, right), = solution.misprints
        assert printed != right and place >= 1


def test_solutions_differ_by_their_blanks():
    solutions = fukumen.solve("2□×□=□6")
    assert len(set(solutions)) == len(solutions) == 5 and solutions[0] != solutions[1]


def test_groups_by_an_unknown_symbol_are_refused():
    with pytest.raises(fukumen.PuzzleError):
        Puzzle("A+B=C").groups("Z")
    assert sum(Puzzle("A+B=C").groups("A").values()) == 32
