//! `SubstitutedDivision`: a long division, drawn as on paper.
//!
//! The first argument is `dividend / divisor = quotient`. Each other argument is the subtraction `x - y = z` of one digit of the
//! quotient, from the left, or empty if that digit is 0. Step k ends under digit k. `?` is a blank. A last `z` of 0 says that the
//! division is exact; no other number is 0.

use super::arguments::{Arguments, Different, set_different};
use super::names::Names;
use super::tree::Tree;
use super::writer::Writer;
use crate::Draft;
use crate::refusal;
use crate::typed::Typed;
use fukumen_language::digits::DigitSet;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Assignment, Distinct, Permission, Rules};
use fukumen_language::text::TextError;

const BLANK: char = '?';

/// A subtraction `x - y = z`; the remainder of the last one may be empty.
struct Step {
    above: Vec<char>,
    product: Vec<char>,
    rest: Vec<char>,
}

/// The rows of a drawing, and the pairs of digits that must be equal.
struct Sketch {
    rows: Vec<String>,
    equal: Vec<(char, char)>,
}

pub(super) fn draft(arguments: &Arguments) -> Result<Draft, TextError> {
    let (head, steps) = arguments.puzzles.split_first().expect("it was checked that there is one");
    let [dividend, divisor, mut quotient] = parts(head, &['/', '='])?;
    if quotient.len() != steps.len() || quotient.len() > dividend.len() {
        let found = steps.len();
        return Err(refusal(
            message!("import-steps", digits = quotient.len(), found = found),
            head.at.clone(),
        ));
    }
    let steps = steps
        .iter()
        .map(|step| {
            if step.text().trim().is_empty() {
                return Ok(None);
            }
            let [above, product, rest] = parts(step, &['-', '='])?;
            Ok(Some((Step { above, product, rest }, step)))
        })
        .collect::<Result<Vec<_>, TextError>>()?;
    // The digit without a subtraction is 0, even if `--digits` leaves 0 out.
    for (digit, _) in
        quotient.iter_mut().zip(&steps).filter(|(digit, step)| **digit == BLANK && step.is_none())
    {
        *digit = '0';
    }
    let mut all: Vec<char> = [&dividend, &divisor, &quotient].into_iter().flatten().copied().collect();
    for (step, _) in steps.iter().flatten() {
        all.extend(step.above.iter().chain(&step.product).chain(&step.rest));
    }
    let mut symbols: Vec<char> = Vec::new();
    for symbol in all {
        if symbol != BLANK && !symbol.is_ascii_digit() && !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    let mut rules = Rules { base: arguments.base, ..Rules::default() };
    // The last remainder is not 0 unless the drawing says so; a blank needs a name for that rule.
    let mut rest = last_rest(&steps);
    let mut named = None;
    if rest == Some(BLANK) {
        named = ('A'..='Z').find(|c| !symbols.iter().any(|symbol| symbol.eq_ignore_ascii_case(c)));
        rest = named;
    }
    let typed: Vec<char> = symbols.iter().copied().chain(named).collect();
    let names = Names::of(&typed).ok_or_else(|| refusal(message!("import-symbols"), head.at.clone()))?;
    names.set(&mut rules);
    let may_exceed = matches!(steps.last(), Some(Some((step, _)))
        if step.rest.len() >= divisor.len() && step.rest != ['0']);
    let sketch = sketch([dividend, divisor, quotient], &steps, named)?;
    let word = |text: &str| text.chars().map(|c| names.name(c)).collect::<String>();
    let body = sketch.rows.iter().map(|row| word(row)).collect::<Vec<_>>().join("\n");
    for (left, right) in &sketch.equal {
        rules.wheres.push(format!("{}={}", names.name(*left), names.name(*right)));
    }
    arguments.set_digits(&mut rules, &symbols, &names)?;
    if let Some(rest) = rest.filter(|rest| !rest.is_ascii_digit()) {
        rules.assign.push(Assignment::new(names.name(rest), DigitSet::one(0), Permission::Forbidden));
    }
    set_different(&arguments.different, &mut rules, &symbols, &names);
    if matches!(arguments.different, Different::All) {
        rules.distinct_blanks = arguments.says_different;
        if named.is_some() && !arguments.says_different {
            let group: String = symbols.iter().map(|symbol| names.name(*symbol)).collect();
            rules.distinct = if symbols.len() > 1 { Distinct::Groups(vec![group]) } else { Distinct::None };
        }
    }
    let none = std::collections::BTreeSet::new();
    let mut writer = Writer::new(&names, arguments.base, &none);
    for extra in arguments.extras()? {
        rules.wheres.push(writer.condition(&extra)?);
    }
    rules.shows =
        arguments.shows()?.iter().map(|show: &Tree| writer.shown(show)).collect::<Result<_, _>>()?;
    let mut notes = writer.notes();
    notes.extend(may_exceed.then(|| message!("note-import-remainder").into()));
    notes.extend(arguments.notes.iter().cloned());
    Ok(Draft { rules, body, notes, first: None, at: 0..0 })
}

/// Splits a text into three numbers with these signs between them, with or without spaces.
fn parts(typed: &Typed, signs: &[char; 2]) -> Result<[Vec<char>; 3], TextError> {
    let is_between = |c: char| c.is_whitespace() || signs.contains(&c);
    let parts = typed.split(is_between).into_iter().filter(|part| !part.marks.is_empty());
    let is_digit = |c: &char| c.is_alphanumeric() || *c == BLANK;
    let mut numbers: Vec<Vec<char>> = Vec::new();
    for part in parts {
        let number: Vec<char> = part.text().chars().filter(|c| !['{', '}'].contains(c)).collect();
        if number.is_empty() || !number.iter().all(is_digit) {
            return Err(refusal(message!("import-digits"), part.at));
        }
        numbers.push(number);
    }
    numbers.try_into().map_err(|_| {
        let form = if signs[0] == '/' { "a / b = c" } else { "x - y = z" };
        refusal(message!("import-form", form = form), typed.at.clone())
    })
}

/// Returns the remainder of the last step, if it is one digit and not 0.
fn last_rest(steps: &[Option<(Step, &Typed)>]) -> Option<char> {
    match steps.last()? {
        Some((step, _)) => match step.rest.as_slice() {
            [only] if *only != '0' => Some(*only),
            _ => None,
        },
        None => None,
    }
}

fn sketch(
    [dividend, divisor, quotient]: [Vec<char>; 3],
    steps: &[Option<(Step, &Typed)>],
    named: Option<char>,
) -> Result<Sketch, TextError> {
    let start = divisor.len() + 1;
    let before = dividend.len() - quotient.len();
    let mut equal = Vec::new();
    let mut dividend = dividend;
    let row = |end: usize, digits: &[char]| {
        let left = (start + end + 1).saturating_sub(digits.len());
        " ".repeat(left) + &digits.iter().collect::<String>()
    };
    let mut below: Vec<String> = Vec::new();
    // The remainder of the step before, and the next digit to bring down.
    let (mut rest, mut next) = (Vec::new(), 0);
    for (k, step) in steps.iter().enumerate() {
        let Some((step, typed)) = step else { continue };
        let end = before + k;
        let brought = &dividend[next..=end];
        if step.above.len() != rest.len() + brought.len() {
            let digits = rest.len() + brought.len();
            return Err(refusal(message!("import-brought", digits = digits), typed.at.clone()));
        }
        let expected: Vec<char> = rest.iter().chain(brought).copied().collect();
        let above = merged(&step.above, &expected, &mut equal);
        if next == 0 {
            dividend[..=end].copy_from_slice(&above);
        } else {
            below.push(row(end, &above));
        }
        below.push(row(end, &step.product));
        let width = above.len().max(step.product.len());
        below.push(row(end, &vec!['-'; width]));
        rest = if step.rest == ['0'] { Vec::new() } else { step.rest.clone() };
        next = end + 1;
    }
    if next == 0 {
        // A quotient of zeros leaves the whole dividend.
        return Ok(Sketch {
            rows: vec![format!("{}/{}={}", text(&dividend), text(&divisor), text(&quotient))],
            equal,
        });
    }
    let last = match (rest.as_slice(), named) {
        ([BLANK], Some(name)) if next == dividend.len() => vec![name],
        (rest, _) => rest.iter().chain(&dividend[next..]).copied().collect::<Vec<_>>(),
    };
    let last = if last.is_empty() { vec!['0'] } else { last };
    below.push(row(dividend.len() - 1, &last));
    let mut rows = vec![
        row(dividend.len() - 1, &quotient),
        row(dividend.len() - 1, &vec!['-'; dividend.len()]),
        format!("{}){}", text(&divisor), text(&dividend)),
    ];
    rows.extend(below);
    Ok(Sketch { rows, equal })
}

fn text(digits: &[char]) -> String {
    digits.iter().collect()
}

/// Merges two spellings of the same digits: a symbol wins over a blank.
fn merged(left: &[char], right: &[char], equal: &mut Vec<(char, char)>) -> Vec<char> {
    left.iter()
        .zip(right)
        .map(|(left, right)| match (*left, *right) {
            (BLANK, other) | (other, BLANK) => other,
            (left, right) => {
                if left != right {
                    equal.push((left, right));
                }
                left
            }
        })
        .collect()
}
