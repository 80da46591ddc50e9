"""The package as it is installed: its version, its types, its command line."""

import doctest
import importlib.metadata
import itertools
import os
import pathlib
import re
import subprocess
import sys

import fukumen
import pytest
from fukumen import Puzzle, PuzzleError

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def test_it_is_the_installed_package_and_not_the_tree():
    assert not pathlib.Path(fukumen.__file__).resolve().is_relative_to(ROOT / "python")


def test_package_and_library_have_one_version():
    version = next(line for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("version = "))
    assert version == f'version = "{fukumen.__version__}"'
    assert importlib.metadata.version("fukumen") == fukumen.__version__


def test_the_stub_has_all_settings():
    from fukumen import _fukumen

    assert list(fukumen.Settings.__annotations__) == _fukumen.setting_names()
    assert set(fukumen.Search.__annotations__) == set(_fukumen.SEARCH)


def run(*arguments, text=None):
    command = [sys.executable, "-m", "fukumen", *arguments]
    return subprocess.run(command, input=text, capture_output=True, timeout=60)


def test_the_module_is_the_command_line():
    assert run("SEND+MORE=MONEY").stdout == b"9567+1085=10652\n1 solution, unique\n"
    assert run("SEND+=MONEY").returncode == 2
    assert run("A+B=A+C").returncode == 1
    assert run("--count", "-", text=b"AB+CD=EF\n").stdout == b"AB+CD=EF: 476\n"


COMMANDS = [
    ["SEND+MORE=MONEY"],
    ["--format=markdown", "A/BC+D/EF+G/HI=1", "--digits=1-9"],
    ["--count", "AB+CD=EF", "--stats", "--threads=1", "--engine=lexicographic", "--format=csv"],
    ["SEND + + = MONEY"],
    ["--nosuch"],
    ["explain", "NRICH+MATHS=STARS"],
    ["list", "settings"],
    ["generate", "words", "--words", "nosuch.txt"],
    ["--color=always", "A+B="],
    ["draw", "--format=svg", "犬+猫=鳥"],
    ["\udcff+A=B"],
    [],
]


@pytest.mark.skipif("FUKUMEN" not in os.environ, reason="FUKUMEN names the program to compare with")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: " ".join(arguments).encode("ascii", "replace").decode())
def test_module_and_program_say_the_same_byte_for_byte(arguments):
    native = subprocess.run([os.environ["FUKUMEN"], *arguments], input=b"", capture_output=True, timeout=60)
    ours = run(*arguments, text=b"")
    assert ours.stdout == native.stdout and ours.returncode == native.returncode
    # Times differ.
    untimed = lambda text: re.sub(rb"[0-9.]+ ?(?:n|\xc2\xb5|m)?s\b", b"", text)
    assert untimed(ours.stderr) == untimed(native.stderr)


def test_the_program_is_the_command_line():
    program = pathlib.Path(sys.executable).with_name("fukumen")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    assert version.stdout == f"fukumen {fukumen.__version__}\n"


def test_the_examples_of_the_stub():
    stub = pathlib.Path(fukumen.__file__).with_name("__init__.pyi").read_text()
    names = {name: getattr(fukumen, name) for name in fukumen.__all__}
    tests = doctest.DocTestParser().get_doctest(stub, names, "fukumen", "__init__.pyi", 0)
    # One docstring ends where the next line of code begins: each example is one of its own here.
    tests.examples = [example_of(example) for example in tests.examples]
    result = doctest.DocTestRunner().run(tests)
    assert result.attempted > 15 and result.failed == 0


@pytest.mark.parametrize("page", ["docs/guide/python.md", "python/README.md"])
def test_the_examples_of_the_guide(page):
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    tests = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    result = doctest.DocTestRunner().run(tests)
    assert result.attempted > 0 and result.failed == 0


def example_of(example):
    lines = example.want.splitlines(keepends=True)
    ends = itertools.takewhile(lambda line: line.strip() != '"""', lines)
    example.want = "".join(ends).replace("\\\\", "\\")
    return example


def test_one_letter():
    assert fukumen.solve("SEND+MORE=MONEY")[0]["M"] == 1


def test_counts_and_classes():
    p = Puzzle("A/BC+D/EF+G/HI=1", digits="1-9")
    assert (p.count(), p.solve(essentially=True).essentially) == (6, 1)


def test_uniqueness():
    assert fukumen.is_unique("AB*CDE=FGHIJ, AB+CD+EF+GH+IJ=CCC") is True


def test_a_stream_stops_with_its_loop():
    assert [s.text for s in itertools.islice(Puzzle("AB+CD=EF"), 3)] == ["14+25=39", "15+24=39", "24+15=39"]


def test_rows_for_tables():
    rows = Puzzle("A/BC+D/EF+G/HI=1", digits="1-9").solve().to_dicts()
    assert (len(rows), list(rows[0])) == (6, list("ABCDEFGHI"))


def test_a_function():
    functions = {"power_sum": lambda n: sum(int(d) ** 3 for d in str(n))}
    assert Puzzle("ABC=power_sum(ABC)", functions=functions).count() == 4


def test_a_condition():
    assert fukumen.count("AB+CD=EF", accept=lambda s: set(s.values()) <= {0, 1, 2, 5, 6, 8, 9}) == 4


def test_an_error():
    with pytest.raises(PuzzleError) as caught:
        Puzzle("SEND + + = MONEY")
    error = caught.value
    assert (error.lineno, error.offset) == (1, 8)
    assert "expected a numeral" in error.help
    assert str(error).splitlines()[1:3] == ["    SEND + + = MONEY", "           ^ " + error.help]
