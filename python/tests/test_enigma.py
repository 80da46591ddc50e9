"""The solvers of enigma.py: published teasers, Python's own functions and expressions, and what is printed."""

import doctest
import json
import pathlib
import shlex

import pytest
from fukumen import PuzzleError, SettingError, enigma
from fukumen.enigma import SubstitutedDivision, SubstitutedExpression, SubstitutedSum, substituted_expression

TEASERS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "import" / "enigma.jsonl"


def teasers():
    for line in TEASERS.read_text("utf-8").splitlines():
        yield json.loads(line)


@pytest.mark.parametrize("teaser", list(teasers()), ids=lambda teaser: teaser["id"])
def test_teasers(teaser, tmp_path):
    path = tmp_path / "teaser.run"
    path.write_text("\n".join([teaser["solver"], *map(shlex.quote, teaser["arguments"])]), "utf-8")
    solver = SubstitutedExpression.from_file(path)
    found = [found[0] if isinstance(found, tuple) else found for found in solver.solve()]
    assert len(found) == teaser["count"]
    for expected in teaser["solutions"]:
        # A drawing of blanks has its solution as text.
        if isinstance(expected, dict):
            assert any(all(own.get(symbol, digit) == digit for symbol, digit in expected.items()) for own in found)
    if "shown" in teaser:
        values = ["".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in solver.answers()]
        assert sorted(values)[0].startswith(sorted(teaser["shown"])[0])


def test_a_sum():
    solver = SubstitutedSum(["SEND", "MORE"], "MONEY")
    (solution,) = solver.solve()
    assert solution == {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    assert solver.substitute(solution, "DOOM") == "7001" and solver.substitute(solution, "{MEN} SEND") == "156 SEND"
    assert list(SubstitutedSum("AB + BA = CBC", base=4).solve()) == [{"A": 3, "B": 2, "C": 1}]
    assert list(SubstitutedSum("A + B = C", digits=[0, 1, 2, 3], s2d={"A": 1}, d2i={0: "BC"}).solve()) == [
        {"A": 1, "B": 2, "C": 3}
    ]


def test_digits_are_symbols_of_sums():
    for solution in SubstitutedSum(["1A", "2B"], "3C").solve():
        one = {symbol: solution[symbol] for symbol in "1A2B3C"}
        assert 10 * one["1"] + one["A"] + 10 * one["2"] + one["B"] == 10 * one["3"] + one["C"]
        break
    else:
        raise AssertionError("there are solutions")


def test_answers():
    solver = SubstitutedExpression(["SEND + MORE = MONEY"], answer="MONEY")
    assert list(solver.answers()) == [10652] and list(solver.solve())[0][1] == 10652
    pair = SubstitutedExpression("A * B = CD", answer="(CD, A + B)", first=1)
    ((solution, (product, total)),) = pair.solve()
    assert product == solution["A"] * solution["B"] and total == solution["A"] + solution["B"]
    with pytest.raises(ValueError, match="answer="):
        list(SubstitutedSum("A + B = C").answers())


def is_lucky(n):
    return n % 13 == 0


def test_functions_of_the_caller():
    found = [s for s in SubstitutedExpression(["is_lucky(AB)", ("A + B", 9)], env={"is_lucky": is_lucky}).solve()]
    assert {10 * s["A"] + s["B"] for s in found} == {n for n in range(10, 99) if n % 13 == 0 and n // 10 + n % 10 == 9}
    alone = SubstitutedExpression("is_lucky(AB) and K < AB", env={"is_lucky": is_lucky, "K": 30}, symbols="AB")
    assert {10 * s["A"] + s["B"] for s in alone.solve()} == {39, 52, 65, 78, 91}
    shown = SubstitutedExpression("A + B = 9", env={"twice": lambda n: 2 * n}, answer="twice(AB)")
    assert set(shown.answers()) == {2 * n for n in (18, 27, 36, 45, 54, 63, 72, 81, 90)}


def test_what_the_language_does_not_know_is_evaluated():
    reversed_ = SubstitutedExpression(["str(AB)[::-1] == str(BA)", "A + B = 9"])
    assert {10 * s["A"] + s["B"] for s in reversed_.solve()} == {18, 27, 36, 45, 54, 63, 72, 81}
    divided = SubstitutedExpression("(lambda x: 12 // x == 4)(A)", first=5)
    assert [s for s in divided.solve()] == [{"A": 3}]
    braces = SubstitutedExpression("str({AB}) + 'CD' == '12CD'")
    assert [s for s in braces.solve()] == [{"A": 1, "B": 2}]


def test_checks():
    odd = lambda s: s["A"] % 2 == 1
    solver = SubstitutedExpression("A + B = C", check=odd)
    found = list(solver.solve(check=lambda s: s["B"] > 5))
    assert found and all(s["A"] % 2 == 1 and s["B"] > 5 for s in found)
    assert list(substituted_expression("A + B = C", check=lambda s: False)) == []
    with pytest.raises(ZeroDivisionError):
        list(SubstitutedSum("A + B = C", check=lambda s: 1 / 0).solve())


def test_what_is_printed(capsys):
    SubstitutedExpression(["SEND + MORE = MONEY"], answer="MONEY").run()
    assert capsys.readouterr().out == (
        "(SEND + MORE = MONEY)\n"
        "(9567 + 1085 = 10652) / D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n"
        "MONEY = 10652 [1 solution]\n"
    )
    SubstitutedSum("A + A = BA").run()
    assert capsys.readouterr().out == "(A + A = BA)\n[0 solutions]\n"
    seen = []
    SubstitutedSum("AB + BA = CBC", base=4, output=lambda p, s: seen.append((p.text, s))).run()
    assert seen == [("@base 4\nAB+BA=CBC", {"A": 3, "B": 2, "C": 1})] and capsys.readouterr().out == ""
    SubstitutedSum("AB + BA = CBC", base=4, template="{AB} and {BA}").run()
    assert capsys.readouterr().out.splitlines()[:2] == ["AB and BA", "32 and 23 / A=3 B=2 C=1"]


def test_files_are_never_evaluated(tmp_path):
    path = tmp_path / "evil.run"
    path.write_text("SubstitutedExpression \"__import__('os').abort() or A = 1\"")
    with pytest.raises(PuzzleError):
        SubstitutedExpression.from_file(path)
    with pytest.raises(PuzzleError, match="Python"):
        SubstitutedExpression.from_args(["str(AB)[::-1] == str(BA)"])
    assert list(SubstitutedExpression.from_args("--base=4 'AB + BA = CBC' --answer=C").answers()) == [1]


def test_a_division():
    division = SubstitutedDivision("????? / ?x = ??x", ["??? - ?? = ?", "", "??? - ??x = 0"])
    assert division.puzzle.is_drawn and [s for s in division.solve()] == [{"x": 6}]
    assert SubstitutedDivision(["????? / ?x = ??x", "??? - ?? = ?", "", "??? - ??x = 0"]).text == division.text


def test_the_example_of_the_module():
    assert doctest.testmod(enigma).attempted == 3 and doctest.testmod(enigma).failed == 0


def test_mistakes():
    with pytest.raises(PuzzleError):
        SubstitutedExpression("A + + = B)")
    with pytest.raises(TypeError, match="nosuch"):
        SubstitutedExpression("A + B = C", nosuch=3)
    with pytest.raises(TypeError):
        SubstitutedExpression([3])
    with pytest.raises(PuzzleError):
        SubstitutedSum("A + B = C", base=1)
    with pytest.raises(SettingError):
        enigma._fukumen._translate("none", "")
