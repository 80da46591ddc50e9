//! Equations within a line: outwards from each relation sign, while operands and operators alternate.

use std::ops::Range;

use super::atoms::{Atom, Kind, Style};

/// An equation as it was found.
#[derive(Clone, Debug)]
pub struct Equation {
    /// Its bytes.
    pub at: Range<usize>,
    /// Whether an operator stands between two of its numbers.
    pub calculates: bool,
}

/// The equations of a line, in their order. None overlaps another.
pub fn equations(text: &str, atoms: &[Atom]) -> Vec<Equation> {
    let mut found: Vec<Equation> = Vec::new();
    for relation in (0..atoms.len()).filter(|i| atoms[*i].kind == Kind::Relation) {
        if found.last().is_some_and(|last| atoms[relation].at.start < last.at.end) {
            continue;
        }
        let mut style = Style::Signs;
        let ends = reach(text, atoms, relation, Direction::Forward, &mut style);
        let begins = reach(text, atoms, relation, Direction::Backward, &mut style);
        if let (Some(first), Some(last)) = (begins, ends) {
            let is_free = found.last().is_none_or(|before| before.at.end <= atoms[first].at.start);
            let calculates = |atom: &Atom| {
                matches!(atom.kind, Kind::Sum | Kind::Operator | Kind::Root)
                    || atom.is_cross(text)
                    || has_raised(text, atom)
            };
            if is_free {
                found.push(Equation {
                    at: atoms[first].at.start..atoms[last].at.end,
                    calculates: atoms[first..=last].iter().any(calculates),
                });
            }
        }
    }
    found
}

fn has_raised(text: &str, atom: &Atom) -> bool {
    text[atom.at.clone()].contains(['²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// How far an equation goes from a relation sign: its last whole operand on that side.
fn reach(
    text: &str,
    atoms: &[Atom],
    relation: usize,
    direction: Direction,
    style: &mut Style,
) -> Option<usize> {
    let is_forward = direction == Direction::Forward;
    let order: Box<dyn Iterator<Item = usize>> =
        if is_forward { Box::new(relation + 1..atoms.len()) } else { Box::new((0..relation).rev()) };
    let (opens, closes) = if is_forward { (Kind::Open, Kind::Close) } else { (Kind::Close, Kind::Open) };
    let (mut needs, mut depth, mut complete, mut last) = (true, 0usize, None, relation);
    for i in order {
        let atom = &atoms[i];
        // The space between this atom and the one before it on the way.
        let gap = if is_forward { atom.gap } else { atoms[last].gap };
        let is_operator = !needs && is_between(text, atoms, i);
        match atom.kind {
            _ if is_operator => needs = true,
            Kind::Numeral(own) => {
                let is_lone = atom.is_lone() || *style == Style::Upper && atoms[last].is_lone();
                let goes_on =
                    needs || is_spaced(&atoms[last], atom, gap) || gap == 0 && atoms[last].kind == closes;
                if !goes_on || !style.goes_with(own, is_lone) {
                    break;
                }
                if *style == Style::Signs || *style == Style::Upper && own == Style::Title {
                    *style = own;
                }
                needs = false;
            }
            // A sign before a number; seen from the right, one that a number or bracket is glued to.
            Kind::Sum | Kind::Root if is_forward && needs => {}
            Kind::Sum | Kind::Root if !is_forward && !needs => {
                let before = i.checked_sub(1).map(|i| atoms[i].kind);
                let is_prefix = gap == 0 && !matches!(before, Some(Kind::Numeral(_)));
                if atom.kind == Kind::Root || is_prefix {
                    complete = Some(i).filter(|_| depth == 0).or(complete);
                    last = i;
                    continue;
                }
                needs = true;
            }
            Kind::Sum | Kind::Operator | Kind::Relation if !needs => needs = true,
            kind if kind == opens && (needs || gap == 0) => {
                depth += 1;
                needs = true;
            }
            kind if kind == closes && !needs && depth > 0 => depth -= 1,
            _ => break,
        }
        last = i;
        if !needs && depth == 0 {
            complete = Some(i);
        }
    }
    complete
}

/// Whether an x stands between two numbers, with spaces around it.
fn is_between(text: &str, atoms: &[Atom], at: usize) -> bool {
    let is_apart = |i: usize| atoms.get(i).is_some_and(|atom| atom.gap > 0);
    let is_operand = |atom: Option<&Atom>| {
        atom.is_some_and(|atom| matches!(atom.kind, Kind::Numeral(_) | Kind::Open | Kind::Close))
    };
    atoms[at].is_cross(text)
        && is_apart(at)
        && is_apart(at + 1)
        && is_operand(at.checked_sub(1).and_then(|i| atoms.get(i)))
        && is_operand(atoms.get(at + 1))
}

/// Whether two signs with one space between them are digits of one number.
fn is_spaced(last: &Atom, atom: &Atom, gap: usize) -> bool {
    last.is_lone() && atom.is_lone() && gap == 1
}

#[cfg(test)]
mod tests {
    use super::super::atoms::atoms;
    use super::*;

    fn of(line: &str) -> Vec<&str> {
        equations(line, &atoms(line, 0)).into_iter().map(|equation| &line[equation.at]).collect()
    }

    #[test]
    fn equations_end_where_words_begin() {
        assert_eq!(of("My neighbour showed me SEND+MORE=MONEY this morning."), ["SEND+MORE=MONEY"]);
        assert_eq!(of("HORSE+ HORSE= KNIGHTthis type"), ["HORSE+ HORSE= KNIGHT"]);
        assert_eq!(of("Easy - TWO+TWO=FOUR?"), ["TWO+TWO=FOUR"]);
        assert_eq!(of("digit: A x BC = DE and DE + FG = HI"), ["A x BC = DE", "DE + FG = HI"]);
        assert_eq!(of("(X+Y)^2=XY, where"), ["(X+Y)^2=XY"]);
        assert_eq!(of("P+Q=R, P x R=S, S – R=R"), ["P+Q=R", "P x R=S", "S – R=R"]);
        assert_eq!(of("so S E N D + M O R E = M O N E Y holds"), ["S E N D + M O R E = M O N E Y"]);
        assert_eq!(of("2つの条件はABC×5/13=CABです。"), ["ABC×5/13=CAB"]);
        assert_eq!(of("solve send+more=money now"), ["send+more=money"]);
        assert_eq!(of("the answer = SEND"), [""; 0]);
        assert_eq!(of("-A+B=C, A<B<C"), ["-A+B=C", "A<B<C"]);
    }
}
