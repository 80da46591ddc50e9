//! Formulas whose pieces were copied one below the other: a token a line, or numerators and denominators on lines of their own.

use super::expression::{Expression, PRIME, is_digit, is_operator, is_outside, is_relation};
use super::lines::{Line, Look, signs};

/// One line after the other without anything between: `S`, `E`, `N`, `D`, `+` and so on. Rows of a table are lines.
pub(super) fn glued(lines: &[Line]) -> Vec<Expression> {
    let all = rows(lines);
    // Where spaces part the operators from what is one a line, lines are no tokens.
    let is_apart =
        signs(lines).iter().any(|line| line.row.starts_with(' ') && line.text.starts_with(is_operator));
    if is_apart && signs(lines).iter().any(|line| !line.row.starts_with(' ')) {
        return Vec::new();
    }
    let is_list = |row: &Vec<&Line>| row.len() > 1 && row.iter().all(|line| line.is_token());
    let is_torn = |row: &Vec<&Line>| row.iter().any(|line| line.text.starts_with([PRIME, '!']));
    let has_words = all.iter().flat_map(|row| row.windows(2)).any(|pair| {
        let digits = |line: &Line| line.digits().unwrap_or_default();
        digits(pair[0]) > 0 && digits(pair[1]) > 0 && digits(pair[0]).max(digits(pair[1])) > 1
    });
    if all.iter().all(is_list) && !has_words || all.len() == 1 && all.iter().all(is_torn) {
        let glue = |row: &Vec<&Line>| Expression::joined(row.iter().map(|line| line.expression()), "");
        let rows: Vec<Expression> = all.iter().map(glue).collect();
        if rows.iter().all(Expression::relates) {
            let broken = all.first().filter(|_| all.len() == 1).map(|row| broken(row)).unwrap_or_default();
            return [Expression::joined(rows, "\n")].into_iter().chain(broken).collect();
        }
    }
    Vec::new()
}

/// The lines as two equations, if two relations are there: between them, one ends where no operator is.
fn broken(row: &[&Line]) -> Vec<Expression> {
    let relations: Vec<usize> = (0..row.len()).filter(|i| row[*i].text.contains(is_relation)).collect();
    let [first, second] = relations.as_slice() else { return Vec::new() };
    let glue = |row: &[&Line]| Expression::joined(row.iter().map(|line| line.expression()), "");
    let is_break = |at: &usize| row[at - 1].digits().is_some() && row[*at].digits().is_some();
    let breaks = (first + 2..*second).rev().filter(is_break);
    breaks.map(|at| glue(&row[..at]).with("\n").then(glue(&row[at..]))).collect()
}

/// The rows of a table that was copied a cell a line: more blank lines are between rows than between cells. Any other text is
/// one row.
pub(super) fn rows(lines: &[Line]) -> Vec<Vec<&Line>> {
    let has_tabs = lines.iter().any(|line| line.look == Look::Tabs);
    let (mut rows, mut blank): (Vec<Vec<&Line>>, usize) = (vec![Vec::new()], 0);
    for line in lines {
        match line.look {
            Look::Blank => blank += 1,
            Look::Signs => {
                if (blank > 1 || blank > 0 && has_tabs) && rows.last().is_some_and(|row| !row.is_empty()) {
                    rows.push(Vec::new());
                }
                if let Some(row) = rows.last_mut() {
                    row.push(line);
                }
                blank = 0;
            }
            Look::Tabs | Look::Strut => {}
        }
    }
    rows
}

/// Operands with no operator between them are numerators and denominators: `A`, `BC`, `+`, `D`, `EF`, `= 1`.
pub(super) fn fractions(lines: &[Line]) -> Vec<Expression> {
    // An equation is no part of a fraction.
    let is_inside =
        |line: &Line| line.parts().iter().any(|part| part.text().contains(is_digit) && part.relates());
    if lines.iter().any(is_inside) {
        return Vec::new();
    }
    let mut parts: Vec<Expression> = Vec::new();
    let mut run: Vec<Expression> = Vec::new();
    let mut after_blank = true;
    for (i, line) in lines.iter().enumerate() {
        if line.look != Look::Signs {
            continue;
        }
        let is_last = lines[i + 1..].first().is_none_or(|next| next.look != Look::Signs);
        let own = line.parts();
        for (place, part) in own.iter().cloned().enumerate() {
            let is_sign = part.text().chars().all(is_outside);
            let goes_on = is_sign && place > 0 && !after_blank && !is_last;
            match (is_sign, goes_on) {
                // `B+` with a fraction below belongs to it.
                (true, true) => match run.pop() {
                    Some(last) => run.push(last.then(part)),
                    None => return Vec::new(),
                },
                (true, false) => {
                    let Some(built) = fraction(std::mem::take(&mut run)) else { return Vec::new() };
                    parts.extend([built, part]);
                }
                _ => run.push(part),
            }
        }
        after_blank = is_last;
    }
    let Some(built) = fraction(run) else { return Vec::new() };
    parts.push(built);
    vec![Expression::joined(parts, "")]
}

/// Reads a run of operands: one, a fraction of two, a whole number and a fraction of three.
fn fraction(run: Vec<Expression>) -> Option<Expression> {
    let mut run = run.into_iter();
    let Some(first) = run.next() else { return Some(Expression::default()) };
    let rest: Vec<Expression> = run.collect();
    match rest.len() {
        0 => Some(first),
        _ if first.ends_with(is_operator) => Some(first.then(fraction(rest)?)),
        // `A`, `B + C`, `D`: a fraction is the last term of the denominator.
        2 if rest[0].is_operand() && rest[0].text().contains(is_operator) => {
            let below = Expression::joined(rest, "/");
            Some(first.over(below))
        }
        2 if !rest.iter().any(|part| part.ends_with(is_operator)) => Some(mixed(first, fraction(rest)?)),
        _ if rest.len() > 1 && !rest[0].ends_with(is_operator) => None,
        _ => Some(first.over(fraction(rest)?)),
    }
}

/// A whole number and a fraction, `2 1/2`.
pub(super) fn mixed(whole: Expression, fraction: Expression) -> Expression {
    whole.with("+").then(fraction).enclosed("(")
}

/// A new line, or a space between two numbers, is a fraction bar: `A`, `BC + D`, `EF = 1`.
pub(super) fn bars(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let calculates = |c: char| is_operator(c) && !is_relation(c);
    let is_inner = |line: &&Line| line.text.contains(calculates) && line.text.starts_with(is_digit);
    let is_other = |line: &&Line| line.is_equation() || !line.text.contains(is_digit);
    // Words above an equation are no numerator, and rows of signs are those of a grid.
    if lines.len() < 2 || !lines.iter().any(is_inner) || lines.iter().any(is_other) {
        return Vec::new();
    }
    let mut all = Expression::default();
    for line in &lines {
        for word in spread(&line.text).split_whitespace() {
            let own = Expression::new(word, line.at.clone());
            let is_bar = all.ends_with(is_digit) && own.begins_with(is_digit);
            all = if is_bar { all.with("/").then(own) } else { all.then(own) };
        }
    }
    let whole = lines[0].expression();
    let first_is_whole = whole.is_operand() && whole.text().contains(is_operator);
    let rest = || Expression::joined(lines[1..].iter().map(|line| line.expression()), "");
    let numerator = first_is_whole.then(|| whole.bracketed().with("/").then(rest()));
    numerator.into_iter().chain([all]).collect()
}

/// A text with spaces around its operators.
fn spread(text: &str) -> String {
    text.chars().flat_map(|c| if is_operator(c) { vec![' ', c, ' '] } else { vec![c] }).collect()
}

/// Numerators first, then all signs, then denominators: `A`, `D`, `+`, `=1`, `BC`, `EF`.
pub(super) fn levels(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    let Some(first) = lines.iter().position(is_sign_line) else { return Vec::new() };
    let last = lines.iter().rposition(is_sign_line).unwrap_or(first);
    let words = |lines: &[&Line]| -> Vec<Expression> {
        let line = |line: &&Line| -> Vec<Expression> {
            if line.text.contains(is_operator) {
                return vec![line.expression()];
            }
            line.text.split_whitespace().map(|word| Expression::new(word, line.at.clone())).collect()
        };
        lines.iter().flat_map(line).collect()
    };
    let (mut above, below) = (words(&lines[..first]), words(&lines[last + 1..]));
    let middle: Vec<Expression> = lines[first..=last].iter().flat_map(|line| terms(line)).collect();
    let opening = match above.first() {
        Some(first) if !first.text().contains(is_digit) => Some(above.remove(0)),
        _ => None,
    };
    let is_apart = lines[first..=last].iter().all(is_sign_line)
        && (middle.len() > 1 || middle[0].text().contains(is_digit));
    let signs = middle.iter().filter(|term| !term.text().contains(is_digit)).count();
    let needed = above.len().saturating_sub(1);
    if above.is_empty()
        || above.len() != below.len()
        || !is_apart
        || middle.len() < needed
        || signs + 1 < needed
    {
        return Vec::new();
    }
    let mut all = opening.unwrap_or_default();
    let mut middle = middle.into_iter();
    for (above, below) in above.into_iter().zip(below) {
        all = all.then(above.over(below));
        all = all.then(middle.next().unwrap_or_default());
    }
    vec![middle.fold(all, Expression::then)]
}

fn is_sign_line(line: &&Line) -> bool {
    line.text.starts_with(is_operator) || line.text.starts_with(['⌋', '⌉', ')'])
}

/// The signs of a line, each with the operand after it.
fn terms(line: &Line) -> Vec<Expression> {
    let mut terms: Vec<String> = Vec::new();
    for c in line.text.chars().filter(|c| !c.is_whitespace()) {
        match terms.last_mut() {
            Some(last) if !is_operator(c) || last.chars().all(|c| !is_operator(c)) => last.push(c),
            _ => terms.push(c.to_string()),
        }
    }
    terms.into_iter().map(|term| Expression::new(term, line.at.clone())).collect()
}

/// A token a line, of which each run between two operators has as many digits: all may be numerators of one digit, or of all but
/// one.
pub(super) fn lost_bars(lines: &[Line]) -> Vec<Expression> {
    let lines = signs(lines);
    if !lines.iter().all(|line| line.is_token())
        || lines.iter().any(|line| line.digits().is_some_and(|digits| digits > 2))
    {
        return Vec::new();
    }
    let runs: Vec<&[&Line]> =
        lines.chunk_by(|left, right| left.digits().is_some() == right.digits().is_some()).collect();
    let longest =
        runs.iter().filter(|run| run[0].digits().is_some()).map(|run| run.len()).max().unwrap_or_default();
    let fits = |run: &&&[&Line]| run.len() == longest && longest > 1;
    if runs.iter().filter(fits).count() < 2 {
        return Vec::new();
    }
    let at = |split: usize| {
        let built = runs.iter().map(|run| {
            let glue = |lines: &[&Line]| Expression::joined(lines.iter().map(|line| line.expression()), "");
            if fits(&run) { glue(&run[..split]).over(glue(&run[split..])) } else { glue(run) }
        });
        Expression::joined(built, "")
    };
    (1..longest).map(at).collect()
}
