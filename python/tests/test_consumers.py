"""What other packages make of puzzles and answers. Those that are not installed are left out."""

from pathlib import Path

import fukumen
import pytest
from fukumen import Puzzle

DIVISION = "    □7\n   ---\n1□)4□□\n   3□\n   --\n   □□\n   □□\n   --\n    0"


def notebook(*objects):
    """A notebook that shows these objects, as IPython does."""
    formatters = pytest.importorskip("IPython.core.formatters")
    nbformat = pytest.importorskip("nbformat")
    cells = []
    for shown in objects:
        data, metadata = formatters.DisplayFormatter().format(shown)
        output = nbformat.v4.new_output("execute_result", data=data, metadata=metadata, execution_count=1)
        cells.append(nbformat.v4.new_code_cell("shown", outputs=[output], execution_count=1))
    return nbformat.v4.new_notebook(cells=cells)


@pytest.mark.parametrize("text", ["SEND+MORE=MONEY", "  SEND\n+ MORE\n------\n MONEY", DIVISION, "A/B+C/D=1"])
def test_a_notebook_becomes_latex_without_inkscape(text, monkeypatch):
    # Neither Inkscape nor pandoc is found.
    monkeypatch.setenv("PATH", "")
    nbconvert = pytest.importorskip("nbconvert")
    # Its templates are beside it, which need not be where this interpreter is.
    monkeypatch.setenv("JUPYTER_PATH", str(Path(nbconvert.__file__).parents[4] / "share" / "jupyter"))
    puzzle = Puzzle(text)
    solution = puzzle.first()[0]
    latex, _ = nbconvert.LatexExporter().from_notebook_node(notebook(puzzle, solution))
    assert puzzle.draw("latex").strip() in latex and solution.draw("latex").strip() in latex
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook(puzzle, solution))
    assert ("<svg " in page) == puzzle.is_drawn


@pytest.mark.parametrize("library, text", [("pandas", "string"), ("polars", "String")])
def test_frames_have_the_same_types_for_every_answer(library, text):
    pytest.importorskip(library)

    def frame(puzzle):
        """The types of the columns, and the rows."""
        made = getattr(fukumen.solve(puzzle), f"to_{library}")()
        types = dict(zip(made.columns, map(str, made.dtypes)))
        if library == "pandas":
            made = made.astype(object).where(made.notna(), None)
            return types, [tuple(row) for row in made.values.tolist()]
        return types, made.rows()

    digits = {"A": "Int64", "B": "Int64"}
    types, rows = frame("@show A+B\n@show A/B\nAB=B^2")
    assert types == {**digits, "A+B": "Int64", "A/B": text, "solution": text}
    assert rows == [(2, 5, 7, "2/5", "25=5^2"), (3, 6, 9, "1/2", "36=6^2")]
    assert frame("AB=B^2+100") == ({**digits, "solution": text}, [])
    # Numbers of more than 64 bits, and no number at all.
    types, rows = frame("@show A^30\nA<B")
    assert types["A^30"] == text and rows[-1][2] == str(8**30)
    types, rows = frame("@show B/A\nA<B")
    assert types["B/A"] == text and rows[0][:3] == (0, 1, None)
    types, rows = frame("@base 16\n□□=6*□1")
    assert types == {"blanks": text, "solution": text} and ("661", "66=6*11") in rows
    # The letter that should be there is in none of the columns of the text.
    types, rows = frame("@misprint 1\nAA+AA=AAB")
    assert set(types) >= set(digits)
