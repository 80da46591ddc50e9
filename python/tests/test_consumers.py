"""What other packages make of puzzles and answers. Those that are not installed are left out."""

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
    puzzle = Puzzle(text)
    solution = puzzle.first()[0]
    latex, _ = nbconvert.LatexExporter().from_notebook_node(notebook(puzzle, solution))
    assert puzzle.draw("latex").strip() in latex and solution.draw("latex").strip() in latex
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook(puzzle, solution))
    assert ("<svg " in page) == puzzle.is_drawn
