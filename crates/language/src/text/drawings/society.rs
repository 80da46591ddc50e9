//! The one-line forms in which the American cryptogram societies print long calculations, one step after the other:
//! `divisor)dividend=quotient; -product=rest; …`, `radicand gives root ROOT; -product=rest; …`,
//! `AB × CD; partial; partial; product`. `one_line.rs` reads the other ways to type them.
//!
//! There are no columns here. If there are fewer steps than digits, the other digits are zero. The digits brought down may
//! determine which; if not, all places are tried (`open.rs`).

use super::drawing::{Drawing, Mark, Number, Piece, Stars};
use super::figure::{Figure, Open, Twin, Value};
use super::layout::Layout;
use super::long_division::Division;
use super::long_multiplication::Multiplication;
use super::pen::{Pen, Room};
use super::root::Extraction;
use super::staircase::{Staircase, Step};
use super::{one_line, pen};
use crate::message::message;
use crate::puzzle::{Builder, Role, RoleKind};
use crate::spelling::Character;
use crate::text::drawing_error::DrawingError;
use crate::text::error::TextError;
use crate::vocabulary::signs;

/// A result with more digits than this must have a step for each of them.
const MOST_UNCERTAIN: usize = 16;
/// The most figures that are tried. The rules of the puzzle allow fewer (`open.rs`).
const MOST_FIGURES: usize = 1024;

/// One-line forms.
pub(super) struct Society;

impl Layout for Society {
    fn name(&self) -> &'static str {
        one_line::LAYOUT
    }

    fn help(&self) -> &'static str {
        "a division, root or multiplication on one line, as American cryptogram societies print them"
    }

    fn example(&self) -> &'static str {
        "AE)ETFG=EAK; -EK=AF; -AE=KG; -KG=0"
    }

    fn stars(&self) -> Stars {
        Stars::Operators
    }

    fn recognises(&self, drawing: &Drawing) -> bool {
        drawing.rows.iter().any(|row| row.has(";"))
    }

    fn read(&self, drawing: &Drawing) -> Result<Figure, TextError> {
        let parts = parts(drawing);
        let Some((head, steps)) = parts.split_first() else {
            return Err(TextError::new(DrawingError::Missing(message!("missing-sum")), drawing.at(0)));
        };
        match (signs(head).as_slice(), numbers(head).as_slice()) {
            ([')', '=' | '('], [divisor, whole, result]) => division(divisor, whole, result, None, steps),
            ([')', '=' | '(', one_line::REMAINDER], [divisor, whole, result, rest]) => {
                division(divisor, whole, result, Some(rest), steps)
            }
            (['/' | '÷' | ':', '='], [whole, divisor, result]) => {
                division(divisor, whole, result, None, steps)
            }
            (['/' | '÷' | ':', '=', one_line::REMAINDER], [whole, divisor, result, rest]) => {
                division(divisor, whole, result, Some(rest), steps)
            }
            ([sign @ ('√' | '∛')], [whole, result]) | ([sign @ ('√' | '∛'), '='], [whole, result]) => {
                let exponent = if *sign == '√' { 2 } else { 3 };
                let root = Extraction { exponent, stairs: Staircase::root(whole, result, exponent) };
                root.check()?;
                figure(steps, result, &|steps| root.figure(steps))
            }
            (['×'], [multiplicand, multiplier]) => product(steps, multiplicand, multiplier, drawing),
            (signs, _) => {
                let is_starred = signs.iter().filter(|sign| **sign == '×').count() > 1;
                let help =
                    if is_starred { message!("help-society-star") } else { message!("help-society-head") };
                Err(TextError::new(DrawingError::Stray(message!("society-head")), at(head)).help(help))
            }
        }
    }

    /// Returns the room for a digit: there are no columns to keep.
    fn room(&self, drawing: &Drawing, builder: &Builder) -> Room {
        Room { columns: 1, ..Room::of(drawing, builder) }
    }

    fn draw(&self, drawing: &Drawing, pen: &mut Pen) {
        pen.row();
        for (i, part) in parts(drawing).iter().enumerate() {
            pen.text(if i == 0 { "" } else { "; " });
            for (j, piece) in part.iter().enumerate() {
                match piece {
                    Piece::Number(number) => pen.number(number, 0),
                    Piece::Sign { sign: '√', .. } if j > 0 => pen.text(" gives root "),
                    Piece::Sign { sign: '∛', .. } if j > 0 => pen.text(" gives cube root "),
                    Piece::Sign { sign: '×', .. } => pen.text(" × "),
                    Piece::Sign { sign: one_line::REMAINDER, .. } => pen.text(" R "),
                    Piece::Sign { sign, .. } => pen.text(pen::drawn(*sign)),
                    Piece::Rule { .. } => {}
                }
            }
        }
    }
}

/// Replaces the words `gives root` with a root sign.
pub(super) fn joined(characters: Vec<Character>) -> Vec<Character> {
    let is_part = |character: &Character| !character.sign.is_whitespace();
    let mut joined: Vec<Character> = Vec::with_capacity(characters.len());
    let mut words: Vec<(usize, String)> = Vec::new();
    for character in characters {
        let is_new = joined.last().is_none_or(|last| !is_part(last));
        if is_part(&character) {
            match words.last_mut() {
                Some((_, word)) if !is_new => word.push(character.sign.to_ascii_lowercase()),
                _ => words.push((joined.len(), character.sign.to_ascii_lowercase().to_string())),
            }
        } else if let Some((start, sign)) = root_sign(&words) {
            // The next character follows the sign, as it followed the words.
            let span = joined[start].span.start..character.span.start;
            joined.truncate(start);
            joined.push(Character { shown: sign.to_string().into(), sign, span });
            words.clear();
        }
        joined.push(character);
    }
    joined
}

/// Returns the place of the first word and the sign, if words end with those for a root.
fn root_sign(words: &[(usize, String)]) -> Option<(usize, char)> {
    let word = |back: usize| words.len().checked_sub(back).map(|i| (words[i].0, words[i].1.as_str()));
    match (word(3), word(2), word(1)) {
        (_, Some((start, "gives")), Some((_, "root"))) => Some((start, '√')),
        (Some((start, "gives")), Some((_, "square")), Some((_, "root"))) => Some((start, '√')),
        (Some((start, "gives")), Some((_, "cube")), Some((_, "root"))) => Some((start, '∛')),
        _ => None,
    }
}

/// Returns the pieces between semicolons and line breaks. An empty part between two semicolons of a line is the step of a digit
/// 0; an empty part at either end of a line is dropped.
fn parts(drawing: &Drawing) -> Vec<Vec<Piece>> {
    let is_end = |piece: &Piece| matches!(piece, Piece::Sign { sign: ';', .. });
    let mut all = Vec::new();
    for row in &drawing.rows {
        let parts: Vec<&[Piece]> = row.pieces.split(is_end).collect();
        let last = parts.len() - 1;
        let is_part = |(i, part): &(usize, &&[Piece])| !part.is_empty() || (1..last).contains(i);
        all.extend(parts.iter().enumerate().filter(is_part).map(|(_, part)| part.to_vec()));
    }
    all
}

fn signs(part: &[Piece]) -> Vec<char> {
    part.iter()
        .filter_map(|piece| if let Piece::Sign { sign, .. } = piece { Some(*sign) } else { None })
        .collect()
}

fn numbers(part: &[Piece]) -> Vec<&Number> {
    part.iter()
        .filter_map(|piece| if let Piece::Number(number) = piece { Some(number) } else { None })
        .collect()
}

fn at(part: &[Piece]) -> std::ops::Range<usize> {
    let place = |piece: &Piece| match piece {
        Piece::Number(number) => number.at(),
        Piece::Sign { at, .. } | Piece::Rule { at, .. } => at.clone(),
    };
    let (first, last) = (part.first().map(place), part.last().map(place));
    first.map_or(0, |first| first.start)..last.map_or(0, |last| last.end)
}

/// Returns the figure of a division. A remainder after the quotient is the remainder of the last step.
fn division(
    divisor: &Number,
    whole: &Number,
    result: &Number,
    remainder: Option<&Number>,
    steps: &[Vec<Piece>],
) -> Result<Figure, TextError> {
    let division = Division { divisor: divisor.clone(), stairs: Staircase::division(whole, result) };
    division.stairs.check()?;
    figure(steps, result, &|steps| {
        let mut figure = division.figure(steps)?;
        let last = steps.last().and_then(|step| step.rest.as_ref());
        if let Some((remainder, last)) = remainder.zip(last) {
            let value = |number: &Number| Value::Number(number.clone());
            figure.equal(Role::only(RoleKind::Remainder), value(last), value(remainder));
            figure.name(Role::only(RoleKind::Remainder), remainder);
        }
        Ok(figure)
    })
}

/// Returns the figure of steps `-product=rest`, each for the digit that it must belong to.
fn figure(
    parts: &[Vec<Piece>],
    result: &Number,
    figure: &dyn Fn(&[Step]) -> Result<Figure, TextError>,
) -> Result<Figure, TextError> {
    let written: Vec<&Vec<Piece>> = parts.iter().filter(|part| !part.is_empty()).collect();
    let steps = written.iter().map(|part| step(part)).collect::<Result<Vec<_>, _>>()?;
    if steps.is_empty() {
        let error = TextError::new(DrawingError::Missing(message!("missing-steps")), result.at());
        return Err(error.help(message!("help-society-step")));
    }
    if let Some(part) = written.get(result.len()) {
        return Err(TextError::new(DrawingError::Stray(message!("needless-step")), at(part)));
    }
    // If every digit has a step, an empty part comes from an extra semicolon.
    let is_placed = written.len() < parts.len() && written.len() < result.len();
    if is_placed && parts.len() != result.len() {
        let error = TextError::new(DrawingError::Stray(message!("society-step")), result.at());
        return Err(error.help(message!("help-society-empty", steps = parts.len(), digits = result.len())));
    }
    let of = |digits: &[usize]| {
        let placed = digits.iter().zip(&steps).map(|(digit, step)| Step { digit: *digit, ..step.clone() });
        figure(&placed.collect::<Vec<_>>())
    };
    if is_placed {
        let digits: Vec<usize> = (0..parts.len()).filter(|i| !parts[*i].is_empty()).collect();
        return of(&digits);
    }
    let lines: Vec<&Number> = steps.iter().map(|step| &step.product).collect();
    placed(result, &lines, &of)
}

/// Returns the figure of these lines and the digits of a number. If there are fewer lines than digits, the other digits are zero,
/// and all places are tried. If the signs allow only one place, it is certain; if not, it is open.
fn placed(
    number: &Number,
    lines: &[&Number],
    of: &dyn Fn(&[usize]) -> Result<Figure, TextError>,
) -> Result<Figure, TextError> {
    let all: Vec<usize> = (0..number.len()).collect();
    if lines.len() == number.len() {
        return of(&all);
    }
    let uncertain = || TextError::new(DrawingError::UncertainZero, number.at());
    if number.len() > MOST_UNCERTAIN {
        return Err(uncertain());
    }
    let chosen = (0u32..1 << number.len()).filter(|bits| bits.count_ones() as usize == lines.len());
    let digits = chosen.map(|bits| all.iter().copied().filter(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
    let possible = digits.filter(|digits| may_have_lines(number, digits, lines));
    let (mut figures, mut sound) = (Vec::new(), Vec::new());
    for digits in possible {
        let Ok(figure) = of(&digits) else { continue };
        if is_sound(&figure, number, &digits) {
            sound.push(figures.len());
        }
        figures.push(figure);
        if figures.len() > MOST_FIGURES {
            return Err(uncertain());
        }
    }
    match sound.as_slice() {
        [only] => Ok(figures.swap_remove(*only)),
        _ => Ok(Figure { open: Some(Open { figures, at: number.at() }), ..Figure::default() }),
    }
}

/// Returns whether the shown digits allow lines for these digits, and zeros for the others.
fn may_have_lines(number: &Number, digits: &[usize], lines: &[&Number]) -> bool {
    let is_shown = |i: usize| number.marks[i].given;
    let mut others = (0..number.len()).filter(|i| !digits.contains(i));
    let is_line_of = |(digit, line): (&usize, &&Number)| is_shown(*digit) != Some(0) || line.is_zero();
    others.all(|i| is_shown(i).is_none_or(|digit| digit == 0)) && digits.iter().zip(lines).all(is_line_of)
}

/// Returns whether equal digits are not shown as different, and zero digits are not shown as others.
fn is_sound(figure: &Figure, number: &Number, digits: &[usize]) -> bool {
    let is_blank =
        |mark: &Mark| signs::is_drawn_blank(mark.sign) || mark.sign.is_ascii_digit() && mark.given.is_none();
    let key = |mark: &Mark| mark.shown.to_lowercase();
    let are_equal =
        |Twin { above, below, .. }: &Twin| is_blank(above) || is_blank(below) || key(above) == key(below);
    let zeros: Vec<&Mark> =
        figure.zeros.iter().map(|(_, mark)| mark).filter(|mark| !is_blank(mark)).collect();
    let is_zero = |mark: &Mark| mark.given.is_none_or(|digit| digit == 0);
    let are_one = zeros.windows(2).all(|pair| key(pair[0]) == key(pair[1]));
    let is_used = |i: &usize| zeros.iter().any(|zero| key(zero) == key(&number.marks[*i]));
    figure.twins.iter().all(are_equal)
        && zeros.iter().all(|mark| is_zero(mark))
        && are_one
        && !digits.iter().any(is_used)
}

/// Reads `-product=rest`.
fn step(part: &[Piece]) -> Result<Step, TextError> {
    match (signs(part).as_slice(), numbers(part).as_slice()) {
        (['-', '='], [product, rest]) => {
            Ok(Step { digit: 0, product: (*product).clone(), rest: Some((*rest).clone()) })
        }
        _ => Err(TextError::new(DrawingError::Stray(message!("society-step")), at(part))
            .help(message!("help-society-step"))),
    }
}

/// Reads `AB × CD; partial; partial; product`.
fn product(
    parts: &[Vec<Piece>],
    multiplicand: &Number,
    multiplier: &Number,
    drawing: &Drawing,
) -> Result<Figure, TextError> {
    let lone = |part: &Vec<Piece>| match part.as_slice() {
        [Piece::Number(number)] => Ok(number.clone()),
        _ => Err(TextError::new(DrawingError::Stray(message!("society-part")), at(part))),
    };
    let mut rows = parts.iter().filter(|part| !part.is_empty()).map(lone).collect::<Result<Vec<_>, _>>()?;
    let missing =
        || TextError::new(DrawingError::Missing(message!("missing-product")), drawing.at(drawing.rows.len()));
    let product = rows.pop().ok_or_else(missing)?;
    if rows.len() > multiplier.len() {
        return Err(TextError::new(DrawingError::TooManyPartials, rows[multiplier.len()].at()));
    }
    let of = |digits: &[usize]| {
        let shifts = digits.iter().rev().map(|digit| multiplier.len() - 1 - digit);
        let partials = rows.iter().cloned().zip(shifts).collect();
        Ok(Multiplication { multiplicand, multiplier, partials, product: Some(&product) }.figure())
    };
    // The last row belongs to the first digit.
    let lines: Vec<&Number> = rows.iter().rev().collect();
    if rows.is_empty() { of(&[]) } else { placed(multiplier, &lines, &of) }
}
