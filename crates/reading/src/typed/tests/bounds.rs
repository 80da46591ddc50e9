//! Texts without a sense: no rule takes longer than its text.

use super::*;

/// Texts without a sense, each of a head, a part that comes again and again, and as often what closes it.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("", "(", ""),
    ("", "(", ")"),
    ("", "prime (", ""),
    ("AB+CD=EF\n", "digits > 0\n", ""),
    ("", "(A<B) ", "AB+CD=EF "),
    ("AB+CD=EF /* ", "A<B /* */ ", ""),
    ("AB+CD=EF, ", "|A-B| = 1, ", ""),
    ("@digits 1-9\nAB+CD=EF. ", "All digits are odd. Digits 1-9. ", ""),
    ("AB+CD=EF, ", "A ist doppelt so groß wie B, ", ""),
    ("AB+CD=EF, A是B的2倍", "，A和B的和是9", ""),
    ("AB+CD=EF, A和B", "和B", "的和是9"),
    ("AB+CD=EF ", "(>0) ", ""),
    ("CRYPTARITHM\n", "AB+CD=EF\n", ""),
    ("", "no letter is 0 - ", "AB+CD=EF"),
    ("AB+CD=EF, A<B", " // A<B", ""),
    ("digits:", " 1 2 3", ":AB+CD=EF"),
    ("", "1,", "SEND+MORE=MONEY"),
    ("AB+CD=EF, ", "A = ___, ", ""),
    ("Solve **AB+CD=EF** ", "**a b** ", ""),
    ("AB+CD=EF", " - A is at least 5", ""),
    ("AB+CD=EF\n", "Hints:\n", ""),
    ("AB+CD=EF\n", "Hint 1: A<B\n", ""),
    ("AB\n+CD\n---\nEF\n", "Work in base 8.\n", ""),
    ("", "\"AB+CD=EF\", \"A is odd\" ", ""),
    ("AB+CD=EF (", "A je liché, ", ")"),
    ("| A |\n", "| + |   | - |\n", ""),
    ("AB+CD=EF. ", "Try A=3. ", ""),
    ("AB+CD=EF, ", "AB = 10A + B, ", ""),
    ("", "AB = 10A + B, ", "AB+CD=EF"),
    ("A+B=C", " (mod 7), A+B=C", " (mod 7)"),
    ("AB+CD=EF where A", ", A", " in {1,2}"),
    ("AB+CD=EF, ", "and ", "B is between A and C"),
    ("AB+CD=EF, ", "B is between A and C, ", ""),
    ("AB+CD=EF, ", "A and ", "B differ by 3"),
    ("AB+CD=EF, ", "if A<B then C<D, ", ""),
    ("AB+CD=EF. ", "If A<B, C<D. ", ""),
    ("AB+CD=EF ", "(unless A<B, C<D) ", ""),
    ("AB+CD=EF, ", "A<B => ", "C<D"),
    ("AB+CD=EF. ", "Is B=5? ", ""),
    ("AB+CD=EF ", ":) ", ""),
    ("A=B", "(A<B", ")"),
    ("EO*O=EEO ", "E is even, O is odd, ", ""),
    ("AB+CD=EF，", "B和", "D都是奇数"),
    ("AB+CD=EF, ", "digits > 0, ", ""),
    ("", "<B>", ""),
    ("A+B=C", " #= A", ""),
    ("A=B, ", "A = 1-3, ", ""),
    ("", "A° ", ""),
    ("□+△=1, ", "□=△, ", ""),
    ("A=B ", "8進法 ", ""),
    ("", "**A=B** ", ""),
    ("", "“A=B” a b ", ""),
    ("A\n+B\n---\nC\n", "- A>1\n", ""),
    ("", "ABC and ", "CBA are both squares"),
    ("12", "-3", ": A+B=C"),
    ("", "1<=A,", "B<=9"),
    ("..A\n+.B\n---\n", "..C\n", ""),
    ("```\nA=B\n", "```\n", ""),
    ("", "prime (", ")"),
    ("", "[1]", ""),
    ("", "A-", ""),
    ("", "\"", ""),
    ("A=B ", "“A” ", ""),
    ("", "\\frac{", ""),
    ("", "\\text{", "}"),
    ("", "\\sqrt{A", "}"),
    ("", "\\\\[", ""),
    ("", "$", ""),
    ("", "$A$ ", ""),
    ("so ", "$A=B$ a ", ""),
    ("A=1 ", "B=1 ", ""),
    ("A≠0 ", "A, ", "A≠0"),
    ("x ", "(a b ", ""),
    ("", "*AB* ", "*"),
    ("a) A+B=C ", "b) ", "A+B=C"),
    ("", "&nbsp;", ""),
    ("", "x ", ""),
    ("2", "x2", ""),
    ("A", " x A", ""),
    ("A", " X A", ""),
    ("", "A\n", ""),
    ("", "+\n", ""),
    ("A", "=\nA", ""),
    ("  A\n", "B  ", "\n---"),
    ("", "| A ", "|\n"),
    ("", "|", "\n|A|"),
    ("", "1 1/2 ", ""),
    ("", "1½ ", ""),
    ("", "1,000,", ""),
    ("", "A B ", ""),
    ("", " is prime", ""),
    ("", "A", " in {1,"),
    ("A in {", "1,", "}"),
    ("@same Ü=UE\n", "Ü ", ""),
    ("@same Ü=UE\n", "# A\n", "A "),
    ("@same Ü=UE\n", " ", "Ü"),
    ("", "A (bb b) ", ""),
    ("", "> ", "\n"),
    ("", "*A* ", ""),
    ("", "<b>", "</b>"),
    ("", "9(", ""),
    ("", "9(", ")"),
    ("", "(A)", ""),
    ("A\n+B\n---\nC\n", "where A=1\n", ""),
    ("A\n+B\n---\nC\n", "A=1, ", ""),
    ("A\n", "B\n", "B=1\n"),
    ("A=B\n", "ANSWER\n", "answer\n"),
    ("", "同じ文字、", "A=B。"),
    ("A ", "→ A ", ""),
    ("Jeder hier:\n", "A\n", "+B"),
    ("A÷B=C ", "rest ", "D"),
    ("1≤A", ",A", "≤9"),
    ("each x\n", "x", "=1"),
    ("A+B=C\n", "---\n", "A+B=C"),
    ("So A+B=C. ", "A is, ", "so"),
    ("", "Solve: ", "A"),
    ("A=B ", "the 2 digit number ", ""),
    ("AB=C ", "A is 1. ", ""),
    ("AB=C ", "A is 1: ", ""),
    ("AB=C ", "the sum of A, B and C is 1: ", ""),
    ("AB=C ", "the digits ", ""),
    ("A=B\n", "Nota: A=B\n", ""),
    ("A=B ", "(Nota: A=B ", ")"),
    ("AB+CD=EF", "求", ""),
    ("求", "1", "題AB+CD=EF"),
    ("AB+CD=EF\n", "12\n", ""),
    ("AB+CD=EF\n", "Bb bb\n", ""),
    ("AB+CD=EF - ", "bb ", ""),
    ("", "I: A=B\n", ""),
    ("  AB\n", "+CD  (1)\n", "---\n"),
    ("", "<p>", "</p>"),
    // In parts, since only the command line may name its options in one literal.
    ("A=B ", concat!("-", "-no-zero "), ""),
    ("A=B ", concat!("-", "-a "), ""),
    ("A", concat!(" -", "-base 8 A"), ""),
    ("A/B=C ", "r 3 ", ""),
    ("AB=C ", "where the letter ", ""),
    ("AB=C\n", "A = _ ", ""),
    ("A=B", "、ただし", ""),
    ("A=B", "数字1到9", ""),
    ("A=B", ", A+B", "=?"),
    ("", "Z is 1-5) ", ""),
    ("", "Z is {1,2} ", ""),
    ("A=B", ", C", " in 1..5"),
    ("A=B using 1", ", 1", ""),
    ("", "求A+B=C，", ""),
    ("A=B", " => A=B", ""),
    ("", "word ", "- A+B=C"),
    ("E: 1", " or 2", ""),
    ("A=B ", "求", "A"),
    ("A=B", "のとき", "A"),
    ("A=B, what is ", "A+", "A"),
    ("A=B, ", "what is A, ", ""),
    ("", "word.Word", "=A"),
    ("$AB=C", "sum$A", ""),
    ("", "FIND THE ", "A=B"),
    ("", "A+B=C ", ""),
    ("A=B ", "- A=B\n", ""),
    ("", "A.", "B=1"),
];

fn hostile((head, part, close): (&str, &str, &str), bytes: usize) -> String {
    let count = bytes / (part.len() + close.len());
    format!("{head}{}{}", part.repeat(count), close.repeat(count))
}

#[test]
fn no_rule_takes_longer_than_its_text() {
    const BYTES: usize = 800;
    let aids = Aids { vocabulary: &Vocabulary::default(), interrupt: &Never, without: &[] };
    let rules = Rules::default();
    for parts in HOSTILE {
        // What each rule looks at, and what it writes.
        let [short, long] = [BYTES, 4 * BYTES].map(|bytes| {
            let text = hostile(*parts, bytes);
            let heading = Heading::read(&text, &rules).expect("its settings are right");
            let of_rule = |rule: &Rule| {
                let view = View::new(&text, &heading, aids);
                view::WORK.set(0);
                let change = if (rule.may)(&text) { (rule.apply)(&view) } else { None };
                let edits = change.map_or(Vec::new(), |change| change.edits);
                (view::WORK.get(), edits.iter().map(|edit| edit.text.len()).sum::<usize>())
            };
            RULES.iter().map(of_rule).collect::<Vec<_>>()
        });
        for (rule, (short, long)) in RULES.iter().zip(short.iter().zip(&long)) {
            // Four times the text is four times the work, or sixteen times what grows with its square.
            let is_linear = |short: usize, long: usize| long <= 8 * short + 20 * BYTES;
            assert!(is_linear(short.0, long.0), "{} looks at {short:?}, {long:?}: {parts:?}", rule.name);
            assert!(is_linear(short.1, long.1), "{} writes {short:?}, {long:?}: {parts:?}", rule.name);
        }
    }
}

#[test]
fn a_long_text_without_a_sense_is_refused_soon() {
    for parts in HOSTILE {
        // It need not be a puzzle. It must come to an end, without a crash.
        let _ = crate::read(&hostile(*parts, 1 << 11));
    }
}
