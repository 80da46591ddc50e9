//! Each text here is read as the clean one beside it.

use crate::Reader;
use fukumen_language::puzzle::Puzzle;

fn conditions(puzzle: &Puzzle) -> Vec<String> {
    puzzle.all_conditions().map(|condition| puzzle.write(condition)).collect()
}

fn read(text: &str) -> Puzzle {
    let puzzles = Reader::new().read_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    puzzles.into_iter().next().unwrap_or_else(|| panic!("{text} has a puzzle"))
}

fn same(typed: &str, clean: &str) {
    let expected = Reader::new().literal().read(clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
    assert_eq!(conditions(&read(typed)), conditions(&expected), "{typed}");
}

#[test]
fn marks_around_a_puzzle_come_off() {
    for typed in [
        "```\nON+NO=TOT\n```",
        "```ON+NO=TOT```",
        "> ON+NO=TOT",
        "// ON+NO=TOT",
        "\"ON + NO == TOT\"",
        "„ON + NO = TOT“",
        "«ON+NO=TOT»",
        "'ON' + 'NO' = 'TOT'",
        "\"puzzle\": \"ON + NO == TOT\",",
        "value=\"ON+NO==TOT\"",
        "Please solve **ON+NO=TOT** for me.",
        "Try `ON + NO = TOT` at home.",
        "Dear all,\n> ON+NO=TOT\nRegards",
        "Look:\n\n```python\n# puzzle\nON+NO=TOT\n```\n\nThanks!",
        "Can you solve \"ON + NO = TOT\"? It costs $5 and $6 each.",
        "**ON+NO=TOT**",
        "• ON + NO = TOT",
        "ON \\+ NO \\= TOT",
        "ON + NO = TOT |",
    ] {
        same(typed, "ON+NO=TOT");
    }
    same("> ON+NO=TOT\n> O<N", "ON+NO=TOT\nO<N");
    same("['ON + NO = TOT', 'O<N']", "ON+NO=TOT, O<N");
    same("-   AB+C=DE\n-   A×C=F", "AB+C=DE\nA×C=F");
    same("/**\n *  ON\n * +NO\n * ---\n * TOT\n */", " ON\n+NO\n---\nTOT");
    same("Hello,\n\n> ON\n> +NO\n> ---\n> TOT\n\nany idea?", " ON\n+NO\n---\nTOT");
}

#[test]
fn what_the_language_reads_stays_as_it_is() {
    for text in ["-A=B\n- C=D", "A<B>C", "A>B", "__ + __ = __A", "A!=B", "A*B=C*D", "AB = CD // EF"] {
        assert_eq!(
            conditions(&read(text)),
            conditions(&Reader::new().literal().read(text).expect(text)),
            "{text}"
        );
    }
    for text in ["8 KARU = SELO", "ON NO = TOT", "It is $A+$B=$C", "SEND\nMORE\nMONEY", "Sende\nmehr\nGeld"] {
        assert!(Reader::new().read_all(text).is_err(), "{text}");
    }
}

#[test]
fn formulas_of_tex_are_read_also_between_words() {
    for typed in [
        "\\( \\text{ON} + \\mathrm{NO} = \\text{TOT} \\).",
        "\\begin{align*} ON + NO &= TOT \\end{align*}",
        "$$\\boxed{ON} + \\;NO\\, =\\quad TOT$$",
        "$\\textcolor{blue}{ON} + NO \\hskip 1em = \\bm{TOT}$",
        "$ON$ + $NO$ = $TOT$",
        "What is $T$ if $\\underline{O}\\,\\underline{N} + \\overline{NO} = TOT$?",
        "Suppose that $$ON + NO = TOT$$ where letters are digits.",
    ] {
        same(typed, "ON+NO=TOT");
    }
    same("\\frac{A+B}{CD}=\\sqrt[3]{E}^{2}", "(A+B)/CD=∛(E)^2");
    same("$A\\frac{B}{C}=D$", "(A+B/C)=D");
    same("ABC_{12} \\times D \\ge EFG", "ABC@12 × D ≥ EFG");
    same("0.\\overline{AB} = C/D", "0.(AB) = C/D");
    same("$A!=BC0$", "A! = BC0");
    same("$A \\not= B, \\lfloor \\frac{AB}{C} \\rfloor = D$", "A ≠ B, floor(AB/C) = D");
    same("$\\boxed{}3 + 2\\rule{1cm}{0.4pt} = 81$", "□3 + 2□ = 81");
    same("\\begin{cases} AB+CD=EF \\\\ A+C=E \\end{cases}", "AB+CD=EF\nA+C=E");
}

#[test]
fn tables_are_drawings() {
    for typed in [
        "\\begin{array}{r} & O & N \\\\ + & N & O \\\\ \\hline T & O & T \\end{array}",
        "\\begin{tabular}{cccc} & \\multicolumn{2}{r}{O} & N \\\\ + & & N & O \\\\ \\hline & T & O & T \\end{tabular}",
        "In the sum\n$$\\begin{array}{r} ON \\\\ \\underline{+NO} \\\\ TOT \\end{array}$$\neach letter is a digit.",
        "|   | O | N |\n| + | N | O |\n|---|---|---|\n| T | O | T |",
        "+---+---+---+\n|   | O | N |\n| + | N | O |\n+---+---+---+\n| T | O | T |\n+---+---+---+",
        "||O||N\n+||N||O\nT||O||T",
        "<table><tr><td><td>O</td><td>N</td></tr><tr><td>+</td><td>N</td><td>O</td></tr><tr><td>T</td><td>O</td><td>T</td></tr></table>",
        "  --- --- ---\n      O   N\n  +   N   O\n  T   O   T\n  --- --- ---",
    ] {
        same(typed, " ON\n+NO\n---\nTOT");
    }
    same("|S|O|+|S|O|=|T|O|O|", "SO+SO=TOO");
    same(
        "□\t□\n×\t\t\t□\t□\n□\t□\t□\n□\t□\t□\t\n□\t7\t□\t□",
        "   □□\n×  □□\n-----\n  □□□\n □□□\n-----\n □7□□",
    );
}

#[test]
fn tags_and_entities_are_signs() {
    same("<p>Solve this.</p>\n<p class=\"puzzle\">ON &plus; <b>NO</b>&nbsp;&#x3D; TOT<br></p>", "ON+NO=TOT");
    same("<ul><li>AB+C=DE</li><li>A&times;C=F</li></ul>", "AB+C=DE\nA×C=F");
    same("AB<sup>2</sup> = CDE", "AB^2=CDE");
    same("<sup>A</sup>&frasl;<sub>BC</sub> + <sup>D</sup>&frasl;<sub>EF</sub> = 1", "A/BC+D/EF=1");
    let fraction = "<mfrac>\n <mi>A</mi>\n <mrow><mi>B</mi><mi>C</mi></mrow>\n</mfrac>";
    same(&format!("<math>{fraction}<mo>=</mo><msqrt><mi>D</mi></msqrt></math>"), "A/BC=√(D)");
    same("<p>TWO<br>+TWO<br>-----<br>FOUR</p>", "  TWO\n+ TWO\n-----\n FOUR");
}
