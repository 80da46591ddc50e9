//! Equations within sentences, and rows of drawings between them.

use std::ops::Range;

use crate::typed::clauses;
use crate::typed::marks::is_without_case;
use crate::typed::view::View;
use fukumen_language::text::lines;
use fukumen_language::vocabulary::{OPERATORS, Tier};

/// Signs in drawings besides numbers and operators.
const OF_DRAWINGS: &str = "()|│┃┆┌┐└┘├┤┬┴┼─━═—–_‾¯-=.,' \t:";

/// A longer word of a script without capitals is hardly a number.
const LONGEST_ROW: usize = 12;

/// What an atom of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A numeral.
    Word,
    Operator,
    Relation,
    Open,
    Close,
    Other,
}

/// Some characters of a line that belong together.
#[derive(Clone, Debug)]
struct Atom {
    at: Range<usize>,
    kind: Kind,
}

/// Whether a line may be a row of a drawing: a number with a sign, or numbers in capitals between which spaces and bars stand.
pub(super) fn is_row(view: &View, line: &Range<usize>) -> bool {
    if lines::is_rule(view.typed(line.clone())) {
        return true;
    }
    let is_sign =
        |i: usize| view.is_digit(i) || OF_DRAWINGS.contains(view.letter(i)) || tier(view.sign(i)).is_some();
    let atoms = atoms(view, line);
    let words: Vec<&Atom> = atoms.iter().filter(|atom| atom.kind == Kind::Word).collect();
    let is_lone = |atom: &Atom| atom.at.len() == 1;
    let numbers = words.windows(2).filter(|pair| !(is_lone(pair[0]) && is_lone(pair[1]))).count() + 1;
    let is_small = |i: usize| view.letter(i).is_lowercase() || is_without_case(view.letter(i));
    let signs = view.signs(line.clone());
    let is_long = |atom: &&Atom| {
        atom.at.clone().any(|i| is_without_case(view.letter(i))) && atom.at.len() > LONGEST_ROW
    };
    let is_equation = equations(view, line).iter().any(|equation| equation == line);
    line.clone().all(is_sign)
        && !is_equation
        && !words.is_empty()
        && !words.iter().any(is_long)
        && !clauses::is_of_puzzles(&signs)
        && !signs.ends_with([':', '.', ','])
        && (numbers == 1 || !line.clone().any(is_small))
}

/// The tier of an operator of one sign.
fn tier(sign: char) -> Option<Tier> {
    let is_sign = |spelling: &&str| spelling.chars().eq([sign]);
    OPERATORS.iter().find(|row| row.spellings.iter().any(is_sign)).map(|row| row.tier)
}

/// Whether a character is a raised digit: `AB²`.
fn is_exponent(view: &View, at: usize) -> bool {
    view.typed(at..at + 1).contains(['²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
}

/// Whether a colon stands between a letter and the one other number before a relation: `ABCD:EF=GH`.
fn divides_alone(view: &View, colon: usize) -> bool {
    let is_letter = |i: usize| view.is_hidden(i) && view.letter(i).is_uppercase();
    let end = (colon + 1..view.len()).find(|i| !view.is_digit(*i)).filter(|end| *end > colon + 1);
    let relation = end.and_then(|end| view.behind(end)).map(|i| view.sign(i));
    colon > 0 && is_letter(colon - 1) && relation.is_some_and(|sign| tier(sign) == Some(Tier::Relation))
}

/// The parts of a line.
fn atoms(view: &View, line: &Range<usize>) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    for i in line.clone().filter(|i| !view.is_space(*i)) {
        let sign = view.sign(i);
        if let Some(last) = atoms.last_mut().filter(|last| last.at.end == i && is_exponent(view, i)) {
            last.at.end = i + 1;
            continue;
        }
        let is_times = matches!(sign, 'x' | 'X' | 'х' | 'Х') && view.stands_alone(i);
        let is_apart = (i == 0 || view.is_space(i - 1)) && view.is_space(i + 1);
        let is_remainder = matches!(sign, 'r' | 'R' | '…') && view.stands_alone(i);
        let kind = match sign {
            _ if is_times || is_remainder => Kind::Operator,
            '(' => Kind::Open,
            ')' => Kind::Close,
            ':' => {
                let is_behind_word = view.before(i).is_some_and(|before| view.letter(before).is_lowercase());
                let divides = is_apart && !is_behind_word || divides_alone(view, i);
                if divides { Kind::Operator } else { Kind::Other }
            }
            _ if view.is_digit(i) && sign != '*' => Kind::Word,
            _ => match tier(sign) {
                Some(Tier::Relation) => Kind::Relation,
                Some(Tier::Sum | Tier::Product | Tier::Power | Tier::Root) => Kind::Operator,
                _ => Kind::Other,
            },
        };
        let is_other = |at: usize| is_without_case(view.letter(at));
        let goes_on = |last: &&mut Atom| {
            last.at.end == i && last.kind == kind && kind == Kind::Word && is_other(i) == is_other(i - 1)
                || last.at.end == i && last.kind == kind && kind == Kind::Relation
        };
        match atoms.last_mut().filter(goes_on) {
            Some(last) => last.at.end = i + 1,
            None => atoms.push(Atom { at: i..i + 1, kind }),
        }
    }
    atoms
}

/// The equations of a line: from each relation as far to both sides as numbers and operators alternate.
pub(super) fn equations(view: &View, line: &Range<usize>) -> Vec<Range<usize>> {
    let atoms = atoms(view, line);
    let mut equations: Vec<Range<usize>> = Vec::new();
    for (i, atom) in atoms.iter().enumerate() {
        let is_done = equations.last().is_some_and(|last| atom.at.start < last.end);
        if atom.kind != Kind::Relation || is_done {
            continue;
        }
        let last = reach(&atoms, i + 1..atoms.len(), false);
        let first = reach(&atoms, 0..i, true);
        // `Exercise 2 : AB = C × D`.
        let first = first.map(|first| {
            let is_number = atoms[first].at.clone().all(|i| view.sign(i).is_ascii_digit());
            let is_label = first > 0 && is_number && view.sign(atoms[first + 1].at.start) == ':';
            first + if is_label { 2 } else { 0 }
        });
        if let (Some(first), Some(last)) = (first, last) {
            equations.push(atoms[first].at.start..atoms[last].at.end);
        }
    }
    equations
}

/// How far a calculation reaches from a relation, to one side: the last atom with which it is complete.
fn reach(atoms: &[Atom], of: Range<usize>, is_backwards: bool) -> Option<usize> {
    let order: Box<dyn Iterator<Item = usize>> = if is_backwards { Box::new(of.rev()) } else { Box::new(of) };
    let (mut depth, mut needs, mut last, mut complete) = (0usize, true, None::<usize>, None);
    for i in order {
        let atom = &atoms[i];
        let gap = last.map_or(0, |last: usize| {
            let (a, b) = if is_backwards { (i, last) } else { (last, i) };
            atoms[b].at.start - atoms[a].at.end
        });
        let opens = if is_backwards { Kind::Close } else { Kind::Open };
        match atom.kind {
            Kind::Word if needs => needs = false,
            Kind::Word => {
                let last = &atoms[last?];
                let is_spaced =
                    atom.at.len() == 1 && last.at.len() == 1 && gap == 1 && last.kind == Kind::Word;
                let is_glued = gap == 0 && matches!(last.kind, Kind::Open | Kind::Close);
                if !is_spaced && !is_glued {
                    break;
                }
            }
            Kind::Operator | Kind::Relation if needs => {
                // A sign before a number, seen from the right, stands before an operator.
                if is_backwards || atom.kind == Kind::Relation {
                    break;
                }
            }
            Kind::Operator | Kind::Relation => needs = true,
            kind if kind == opens => {
                if !needs && gap > 0 {
                    break;
                }
                depth += 1;
                needs = true;
            }
            Kind::Open | Kind::Close => {
                if needs || depth == 0 {
                    break;
                }
                depth -= 1;
            }
            Kind::Other => break,
        }
        last = Some(i);
        if !needs && depth == 0 {
            complete = Some(i);
        }
    }
    complete
}

/// Whether an equation calculates with something hidden: more than a value is given.
pub(super) fn calculates(view: &View, at: &Range<usize>) -> bool {
    let atoms = atoms(view, at);
    (atoms.iter().any(|atom| atom.kind == Kind::Operator) || at.clone().any(|i| is_exponent(view, i)))
        && atoms
            .iter()
            .filter(|atom| atom.kind == Kind::Word && atom.at.clone().any(|i| view.is_hidden(i)))
            .count()
            > 1
}
