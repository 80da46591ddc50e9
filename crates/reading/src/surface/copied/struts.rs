//! Formulas as KaTeX leaves them: a strut after each fraction, below which stands the denominator before the numerator, and after each column
//! of a table.

use super::expression::{Expression, is_digit, is_operator};
use super::lines::{Line, Look};
use super::rows::drawing;
use super::stacked::mixed;

/// Fractions: the denominator, the numerator, a strut.
pub(super) fn fractions(lines: &[Line]) -> Vec<Expression> {
    if !lines.iter().any(|line| line.look == Look::Strut) {
        return Vec::new();
    }
    let mut stack: Vec<Expression> = Vec::new();
    // The last strut of a selection is often not copied.
    let is_operand = |line: &Line| line.look == Look::Signs && !line.text.contains(is_operator);
    let end = match lines {
        [.., below, above] if is_operand(below) && is_operand(above) => {
            Some(Line { look: Look::Strut, ..above.clone() })
        }
        _ => None,
    };
    for line in lines.iter().chain(&end) {
        match line.look {
            Look::Signs => push(&mut stack, line.expression()),
            Look::Strut => {
                let (above, below) = (stack.pop(), stack.pop());
                let Some((above, below)) =
                    above.zip(below).filter(|(above, below)| above.is_operand() && below.is_operand())
                else {
                    return Vec::new();
                };
                push(&mut stack, above.over(below));
            }
            _ => {}
        }
    }
    // A number before a fraction makes a mixed number of it.
    let all = stack.into_iter().reduce(|all, part| {
        let is_mixed = all.ends_with(is_digit) && part.text().contains('/');
        match all.text().rfind(is_operator) {
            None if is_mixed => mixed(all, part),
            _ => all.with(" ").then(part),
        }
    });
    all.into_iter().collect()
}

/// Puts a piece after what is before it, if one of the two needs the other.
fn push(stack: &mut Vec<Expression>, piece: Expression) {
    let is_open = |last: &Expression| last.ends_with(|c| is_operator(c) || "([{⌊⌈√".contains(c));
    let is_closing = piece.begins_with(|c| is_operator(c) || ")]}⌋⌉,;!′".contains(c));
    let is_fraction = piece.text().contains('/');
    let is_period = |last: &Expression| last.ends_with(|c| c == '.');
    match stack.pop() {
        Some(last) if is_period(&last) && !is_closing => stack.push(last.then(piece.enclosed("("))),
        Some(last) if is_closing && stack.is_empty() => stack.push(last.then(piece)),
        Some(last) if is_closing || is_fraction && is_open(&last) => stack.push(last.then(piece)),
        Some(last) => stack.extend([last, piece]),
        None => stack.push(piece),
    }
}

/// A table, column by column: systems of equations, or a drawing.
pub(super) fn columns(lines: &[Line]) -> Vec<Expression> {
    let groups: Vec<Vec<&Line>> = lines
        .split(|line| matches!(line.look, Look::Strut | Look::Blank))
        .map(|group| group.iter().filter(|line| line.look == Look::Signs).collect())
        .filter(|group: &Vec<&Line>| !group.is_empty())
        .collect();
    let Some(height) = groups.iter().map(Vec::len).max().filter(|height| *height > 1) else {
        return Vec::new();
    };
    if groups.iter().all(|group| group.len() == height) {
        let row = |i: usize| Expression::joined(groups.iter().map(|group| group[i].expression()), "");
        let rows: Vec<Expression> = (0..height).map(row).collect();
        let is_system = rows.iter().all(Expression::relates);
        return if is_system {
            vec![Expression::joined(rows, "\n")]
        } else {
            drawing(&rows).into_iter().collect()
        };
    }
    if height < 3 || !groups.iter().flatten().all(|line| line.text.chars().count() == 1) {
        return Vec::new();
    }
    // A lone digit is above all others only in a difference.
    [height - 1, 0].into_iter().filter_map(|lone| placed(&groups, height, lone)).collect()
}

/// The rows of a drawing whose columns are at the bottom, but for its sign, which is before the last operand.
fn placed(groups: &[Vec<&Line>], height: usize, lone: usize) -> Option<Expression> {
    let mut rows = vec![Expression::default(); height];
    for group in groups {
        let (signs, digits): (Vec<&Line>, Vec<&Line>) =
            group.iter().partition(|line| line.text.starts_with(is_operator));
        if let [sign] = signs.as_slice() {
            rows[height - 2] = sign.expression().then(std::mem::take(&mut rows[height - 2]));
        }
        let first = if digits.len() == 1 { lone } else { height.checked_sub(digits.len())? };
        for (row, digit) in rows[first..].iter_mut().zip(digits) {
            *row = std::mem::take(row).then(digit.expression());
        }
    }
    drawing(&rows)
}
