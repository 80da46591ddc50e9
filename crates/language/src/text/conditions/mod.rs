//! Reads puzzles written as conditions on numerals with hidden digits.
//!
//! The language is that of `grammar/puzzle.pest`. A text goes through a few hands. `script.rs` turns it into one sign for each
//! character; `grammar.rs` has the grammar, and `tree.rs` makes trees of what it reads, by way of `numeral.rs`: these two alone know
//! pest. `signs.rs` says what each digit stands for, and if the grammar refuses a text, `diagnosis.rs` finds out why.

mod calls;
mod diagnosis;
pub(super) mod grammar;
mod numeral;
mod script;
mod signs;
mod tokens;
mod tree;

#[cfg(test)]
mod tests;

pub use grammar::is_symbol;

use std::ops::Range;

use script::Script;
use signs::{Showing, Signs};
use tree::{Reading, ReadingError, Whole};

use crate::expr::Expr;
use crate::interrupt::Never;
use crate::message::message;
use crate::puzzle::{Builder, Puzzle, PuzzleError, Rules};
use crate::spelling::{Character, Spelling};
use crate::text::aids::Aids;
use crate::text::error::{Mistake, Origin, ParseError, TextError};
use crate::text::heading::Heading;
use crate::text::lines;
use crate::text::size::check_size;
use crate::vocabulary::{Kind, Vocabulary};

/// Reads conditions as a puzzle, under rules and the text's own settings. The text is never read as a drawing, whatever the
/// layout in the rules.
///
/// # Errors
/// [`ParseError`] if the text is not a puzzle.
pub fn puzzle(text: &str, rules: &Rules) -> Result<Puzzle, ParseError> {
    check_size(text, Origin::Puzzle)?;
    let heading = Heading::read(text, rules)?;
    read_text(text, heading, Aids { vocabulary: &Vocabulary::default(), interrupt: &Never })
}

/// Reads the conditions below a heading as a puzzle.
pub(super) fn read_text(text: &str, mut heading: Heading, aids: Aids) -> Result<Puzzle, ParseError> {
    heading.rules.layout = heading.rules.layout.filter(|name| name == Rules::NO_LAYOUT);
    let mut builder = Builder::new(heading.rules.clone());
    let script = Script::new(text, Origin::Puzzle, &heading.lines, builder.spelling(), &|sign| {
        builder.is_blank(sign)
    })?;
    let reading = conditions(&script, &mut builder, aids)
        .map_err(|error| script.error(drawing(text, &heading, &script).unwrap_or(error)))?;
    let sheet = script.sheet(&reading.places, &builder);
    builder.sheet(sheet);
    for (condition, _) in reading.exprs {
        builder.condition(condition);
    }
    finish(builder, text, &heading, script.characters(), aids)
}

/// Finishes the puzzle of a text with these `characters`, after reading the settings that are expressions.
pub(super) fn finish(
    mut builder: Builder,
    text: &str,
    heading: &Heading,
    characters: &[Character],
    aids: Aids,
) -> Result<Puzzle, ParseError> {
    read_settings(&mut builder, aids)?;
    aids.interrupt
        .check()
        .map_err(|interrupted| ParseError::new(interrupted.into(), text, Origin::Puzzle))?;
    builder.build().map_err(|error| locate(error, text, heading, characters))
}

/// Reads a number or condition about a puzzle, in its own symbols: an expression to maximize, or to show.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::text;
/// use fukumen::vocabulary::Vocabulary;
/// let puzzle = "SEND+MORE=MONEY".parse()?;
/// let expr = text::expression("2*MONEY-D", &puzzle, &Vocabulary::default())?;
/// assert_eq!(puzzle.write(&expr), "2*MONEY-D");
/// assert!(text::expression("X", &puzzle, &Vocabulary::default()).is_err());
/// # Ok::<(), text::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] if it is neither, or has a symbol that the puzzle does not have.
pub fn expression(text: &str, puzzle: &Puzzle, vocabulary: &Vocabulary) -> Result<Expr, ParseError> {
    let aids = Aids { vocabulary, interrupt: &Never };
    lone_expression(text, Origin::Expression, &puzzle.rules().spelling(), &mut { puzzle }, aids)
}

/// Reads conditions, and refuses anything else.
fn conditions(script: &Script, signs: &mut dyn Signs, aids: Aids) -> Result<Reading, TextError> {
    let reading = read(script, Whole::Conditions, signs, aids)?;
    let is_number = |(expr, _): &&(Expr, Range<usize>)| expr.kind() == Kind::Number;
    match reading.exprs.iter().find(is_number) {
        None => Ok(reading),
        Some((_, at)) => Err(number_alone(script, at.clone(), reading.exprs.len())),
    }
}

/// Returns the error of a number as a whole condition, one of `count`.
fn number_alone(script: &Script, at: Range<usize>, count: usize) -> TextError {
    let is_digit = |i: usize| script.characters().get(i).is_some_and(|c| c.sign.is_ascii_digit());
    let is_comma = script.characters().get(at.end).is_some_and(|c| c.sign == ',');
    if is_comma && is_digit(at.end + 1) && is_digit(at.end - 1) {
        let comma = at.end..at.end + 1;
        return tree::number_for_condition(script, at)
            .help(message!("help-decimal-point"))
            .repair(comma, ".");
    }
    if count > 1 || script.origin() == Origin::Where {
        return tree::number_for_condition(script, at);
    }
    let help = message!("help-add-other-side", number = script.typed(at.clone()));
    TextError::new(Mistake::NoRelation, at).help(help)
}

fn read(script: &Script, whole: Whole, signs: &mut dyn Signs, aids: Aids) -> Result<Reading, TextError> {
    aids.interrupt.check()?;
    tree::read(script, whole, signs, aids).map_err(|error| match error {
        ReadingError::Sense(error) => error,
        ReadingError::Grammar(at) => diagnosis::diagnose(script, whole, aids.vocabulary)
            .unwrap_or_else(|| TextError::new(Mistake::Unreadable, at..at + 1)),
    })
}

/// Returns the error of a drawing: a text of several lines that does not begin like a list of conditions.
fn drawing(text: &str, heading: &Heading, script: &Script) -> Option<TextError> {
    let all = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some((*end - line.len()..*end, line))
    });
    let mut lines = all.filter(|(_, line)| !lines::is_blank(line) && lines::special(line).is_none());
    let (first, second) = (lines.next()?, lines.next()?);
    if !lines::are_of_a_drawing(first.1, second.1, &heading.rules) {
        return None;
    }
    let is_drawn = !lines::is_condition_like(first.1, &heading.rules);
    let at = if is_drawn { first.0 } else { second.0 };
    let help = message!("help-conditions-or-layout", layout = "grid");
    Some(TextError::new(Mistake::Layout, script.visible_at(at)).help(help))
}

/// Reads the settings that are expressions.
fn read_settings(builder: &mut Builder, aids: Aids) -> Result<(), ParseError> {
    for text in builder.rules().wheres.clone() {
        for condition in side_conditions(&text, builder, aids)? {
            builder.side_condition(condition);
        }
    }
    builder.begin_shows();
    for text in builder.rules().shows.clone() {
        let spelling = builder.spelling().clone();
        let expr = lone_expression(&text, Origin::Show, &spelling, &mut Showing(builder), aids)?;
        builder.show(expr);
    }
    Ok(())
}

fn side_conditions(text: &str, mut builder: &Builder, aids: Aids) -> Result<Vec<Expr>, ParseError> {
    let script = side_script(text, Origin::Where, builder.spelling(), &builder)?;
    let reading = conditions(&script, &mut builder, aids).map_err(|error| script.error(error))?;
    Ok(reading.exprs.into_iter().map(|(expr, _)| expr).collect())
}

fn lone_expression(
    text: &str,
    origin: Origin,
    spelling: &Spelling,
    signs: &mut dyn Signs,
    aids: Aids,
) -> Result<Expr, ParseError> {
    let script = side_script(text, origin, spelling, signs)?;
    let reading = read(&script, Whole::Expression, signs, aids).map_err(|error| script.error(error))?;
    let unreadable = || script.error(TextError::new(Mistake::Unreadable, 0..0));
    reading.exprs.into_iter().next().map(|(expr, _)| expr).ok_or_else(unreadable)
}

/// Returns the script of a setting. It must be one line, so that the puzzle can be written with it.
fn side_script<'a>(
    text: &'a str,
    origin: Origin,
    spelling: &Spelling,
    signs: &dyn Signs,
) -> Result<Script<'a>, ParseError> {
    check_size(text, origin)?;
    if let Some(at) = text.find(['\n', '\r']).filter(|_| origin != Origin::Expression) {
        let length = text[at..].chars().take_while(|c| ['\n', '\r'].contains(c)).count();
        let error = TextError::new(Mistake::LineBreak, at..at + 1)
            .help(message!("help-comma-between-conditions"))
            .repair(at..at + length, ", ");
        return Err(ParseError::new(error, text, origin));
    }
    Script::new(text, origin, &[], spelling, &|sign| signs.is_blank(sign))
}

/// Adds the place to a mistake of the whole puzzle: the line of a setting, a symbol, or the first line.
fn locate(error: PuzzleError, text: &str, heading: &Heading, characters: &[Character]) -> ParseError {
    let setting = match &error {
        PuzzleError::NoSuchSymbol { setting, symbol } => heading.find(text, setting, Some(symbol)),
        PuzzleError::SettingOutsideBase { setting, .. } => heading.find(text, setting, None),
        _ => None,
    };
    if let Some(at) = setting {
        return ParseError::new(TextError::new(error, at), text, Origin::Setting);
    }
    let at = match &error {
        PuzzleError::NothingLeft { symbol, .. } | PuzzleError::SameDigit { second: symbol, .. } => {
            let spelling = heading.rules.spelling();
            let key = spelling.key(symbol);
            characters.iter().find(|character| spelling.key(&character.shown) == key)
        }
        _ => None,
    };
    let at = at.map_or_else(|| first_line(characters), |character| character.span.clone());
    ParseError::new(TextError::new(error, at), text, Origin::Puzzle)
}

/// Returns the bytes of the first line that is not empty.
fn first_line(characters: &[Character]) -> Range<usize> {
    let visible = characters.iter().skip_while(|character| character.sign.is_whitespace());
    let mut line = visible.take_while(|character| character.shown != "\n").map(|character| &character.span);
    let Some(first) = line.next() else { return 0..0 };
    first.start..line.last().unwrap_or(first).end
}
