//! Each text here is read as the clean one beside it.

use crate::Reader;
use fukumen_engine::Solve;
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

fn keys(puzzle: &Puzzle) -> Vec<&'static str> {
    puzzle.notes().iter().map(|note| note.message.key()).collect()
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

#[test]
fn copied_formulas_are_put_together() {
    for (typed, clean) in [
        // KaTeX: tokens and formula, denominators first, columns of a table.
        ("A\nB\n+\nC\n=\nD\nE\nAB+C=DE", "AB+C=DE"),
        ("AB+C=DE\\mathbf{AB}+C=DEAB+C=DE", "AB+C=DE"),
        ("BC\nA\n\u{200B}\n + \nEF\nD\n\u{200B}\n =1", "A/BC+D/EF=1"),
        ("B+ \nD\nC\n\u{200B}\n \nA\n\u{200B}\n = \nGH\nEF\n", "A/(B+C/D)=EF/GH"),
        ("AB+C\nA×C\n\u{200B}\n  \n=DE\n=F\n\u{200B}\n", "AB+C=DE\nA×C=F"),
        (
            "+\n\u{200B}\n  \nM\n\u{200B}\n  \nS\nM\nO\n\u{200B}\n  \nE\nO\nN\n\u{200B}\n  \nN\nR\nE\n\u{200B}\n  \nD\nE\nY\n\u{200B}\n",
            " SEND\n+MORE\n-----\nMONEY",
        ),
        // MathML and MathJax: a token a line.
        ("𝐴\n𝐵\n𝐶\n÷\n𝐷\n=\n𝐸\n𝐹", "ABC÷D=EF"),
        ("𝐴\n𝐵\u{2062}𝐶\n +\n𝐷\n𝐸\u{2062}𝐹\n =1", "A/BC+D/EF=1"),
        ("EVE\nDID\n=\n0.\nTALK\n‾", "EVE/DID=0.(TALK)"),
        ("S\nE\nN\nD\n+\nM\nO\nR\nE\nM\nO\nN\nE\nY", " SEND\n+MORE\n-----\nMONEY"),
        // PDF: numerators, signs and denominators on three lines, letters apart.
        (" A   D    G\n   +    +    =1\nBC   EF   HI", "A/BC+D/EF+G/HI=1"),
        ("A\nD\n+\n=1\nBC\nEF", "A/BC+D/EF=1"),
        ("A\nBC + D\nEF = 1", "A/BC+D/EF=1"),
        ("    B    E\nA     + D = 10\n    C    F", "(A+B/C)+(D+E/F)=10"),
        ("    ABC\n⌊       ⌋=F\n    DE", "floor(ABC/DE)=F"),
        ("(AB + C ) × D = EF G", "(AB+C)×D=EFG"),
        ("A\t+\tD\t=1\nBC\tEF", "A/BC+D/EF=1"),
    ] {
        let puzzle = read(typed);
        let clean = Reader::new().literal().read(clean).unwrap_or_else(|error| panic!("{clean}: {error}"));
        assert_eq!(puzzle.count().expect("it is counted"), clean.count().expect("it is counted"), "{typed}");
    }
}

#[test]
fn lost_signs_are_a_note() {
    let puzzle = read("AB2 = CDE");
    assert_eq!((puzzle.count().expect("it is counted"), keys(&puzzle)), (0, vec!["note-lost-power-count"]));
    assert_eq!(puzzle.notes()[0].message.params()[1].1, "4");
    assert_eq!(keys(&read("BCA\u{200B}+EFD\u{200B}=1")), ["note-lost-bar"]);
    assert!(keys(&read("SEND+MORE=MONEY")).is_empty());
    assert!(keys(&read("TOM*13=DALEY")).is_empty());
}
