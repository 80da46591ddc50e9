//! Finds the mistake in a text that the grammar refuses.
//!
//! Each place takes one of two things: an operand or an operator. Knowing this, and with a stack of brackets, the diagnosis
//! follows the pieces of the text from left to right, up to the first that does not fit. It says more than the grammar could,
//! which knows where it failed but not what a person meant.

use std::ops::Range;

use super::script::Script;
use super::tokens;
use super::tokens::{Sort, Token};
use super::tree::Whole;
use crate::message::{Message, message};
use crate::puzzle::PuzzleError;
use crate::text::error::{Mistake, Origin, TextError};
use crate::vocabulary::{Tier, Vocabulary};

/// Returns the error of the first piece that does not fit; `None` if all seem to.
pub(super) fn diagnose(script: &Script, whole: Whole, vocabulary: &Vocabulary) -> Option<TextError> {
    let tokens = tokens::tokens(script);
    let diagnosis = Diagnosis { script, whole, vocabulary, tokens: &tokens, brackets: Vec::new() };
    diagnosis.follow().err()
}

/// The kinds of pieces that may be at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// An operand, perhaps with `¬` before it.
    Condition,
    /// An operand, perhaps with a sign.
    Number,
    /// An operand without a sign, as after a root.
    Atom,
    /// An operator, or a closing bracket.
    Operator,
}

struct Diagnosis<'a, 'b> {
    script: &'a Script<'b>,
    whole: Whole,
    vocabulary: &'a Vocabulary,
    tokens: &'a [Token],
    /// The open brackets, each with whether it holds arguments.
    brackets: Vec<(&'a Token, bool)>,
}

impl Diagnosis<'_, '_> {
    fn follow(mut self) -> Result<(), TextError> {
        let mut place = Place::Condition;
        for i in 0..self.tokens.len() {
            place = match place {
                Place::Operator => self.after_operand(i)?,
                _ => self.before_operand(i, place)?,
            };
        }
        self.at_the_end(place)
    }

    fn before_operand(&mut self, i: usize, place: Place) -> Result<Place, TextError> {
        let token = &self.tokens[i];
        match &token.sort {
            Sort::Wrong(error) => Err(self.size(error.clone())),
            Sort::Numeral => Ok(Place::Operator),
            // The bracket of the name comes next.
            Sort::Name => Ok(Place::Condition),
            Sort::Open => self.open(i),
            Sort::Close if self.closes_nothing(i) => self.after_operand(i),
            Sort::Sign if place == Place::Atom => {
                let error = misplaced(self.script, token, message!("help-bracket-sign"));
                Err(match self.tokens.get(i + 1) {
                    Some(next) if matches!(next.sort, Sort::Numeral) => {
                        let at = token.at.start..next.at.end;
                        let signed = format!("({})", self.script.typed(at.clone()));
                        error.repair(at, signed)
                    }
                    _ => error,
                })
            }
            Sort::Sign => Ok(Place::Number),
            Sort::Root => Ok(Place::Atom),
            Sort::Not if place == Place::Condition => Ok(Place::Condition),
            Sort::Not => Err(misplaced(self.script, token, message!("help-bracket-condition"))),
            Sort::NewLine if self.is_between_conditions(i) => Ok(Place::Condition),
            _ => Err(self.missing(i)),
        }
    }

    /// Adds a repair to a bar where an operand should begin, if another bar closes it: the absolute value of the part between
    /// them.
    fn size(&self, error: TextError) -> TextError {
        let characters = self.script.characters();
        let start = error.at.start;
        if characters.get(start).is_none_or(|bar| bar.sign != '|') {
            return error;
        }
        let mut depth = 0_usize;
        let behind = characters[start + 1..].iter().position(|character| match character.sign {
            '(' => {
                depth += 1;
                false
            }
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            ',' | '|' => depth == 0,
            sign => ");\n".contains(sign),
        });
        let Some(end) = behind.map(|length| start + 1 + length) else { return error };
        let inside = self.script.typed(start + 1..end).trim();
        if characters[end].sign != '|' || inside.is_empty() {
            return error;
        }
        let size = format!("abs({inside})");
        error.repair(start..end + 1, size)
    }

    fn open(&mut self, i: usize) -> Result<Place, TextError> {
        let token = &self.tokens[i];
        let is_call = i > 0 && matches!(self.tokens[i - 1].sort, Sort::Name);
        match self.tokens.get(i + 1) {
            Some(next) if matches!(next.sort, Sort::Close) && !is_call => {
                Err(TextError::new(Mistake::EmptyBrackets, token.at.start..next.at.end))
            }
            _ => {
                self.brackets.push((token, is_call));
                Ok(Place::Condition)
            }
        }
    }

    /// Returns whether a call has no arguments. The arity check reports that.
    fn closes_nothing(&self, i: usize) -> bool {
        i > 1
            && matches!(self.tokens[i - 1].sort, Sort::Open)
            && matches!(self.tokens[i - 2].sort, Sort::Name)
    }

    /// Returns whether a condition begins at this piece: it is the first, or comes after a separator other than a comma between
    /// arguments.
    fn is_between_conditions(&self, i: usize) -> bool {
        let is_separator =
            |token: &Token| matches!(token.sort, Sort::Comma | Sort::Semicolon | Sort::NewLine);
        self.brackets.is_empty() && (i == 0 || is_separator(&self.tokens[i - 1]))
    }

    /// Returns the error of an operand missing before the piece `i`, or before the end. It points to the operator or the comma
    /// before, if there is one.
    fn missing(&self, i: usize) -> TextError {
        let found = self.tokens.get(i);
        let before = i.checked_sub(1).map(|i| &self.tokens[i]).filter(|before| {
            before.needs_operand() || matches!(before.sort, Sort::Comma) && !self.is_between_conditions(i)
        });
        let Some(before) = before else { return self.missing_at(found) };
        let mistake = match before.sort {
            Sort::Infix(Tier::Relation) => Mistake::MissingRightSide,
            _ => Mistake::MissingOperand,
        };
        let error = TextError::new(mistake, before.at.clone());
        let pair = |end: &Token| before.at.start..end.at.end;
        let Some(at) = found.map(pair) else { return error };
        // The sign was typed twice, with a space between.
        let sign = self.script.typed(before.at.clone());
        let is_same = |found: &Token| {
            matches!(found.sort, Sort::Infix(Tier::Relation)) && self.script.typed(found.at.clone()) == sign
        };
        if found.is_some_and(is_same) {
            return error.repair(at, sign);
        }
        match self.script.typed(at.clone()) {
            "=>" => error.help(message!("help-at-least")).repair(at, ">="),
            "=<" => error.help(message!("help-at-most")).repair(at, "<="),
            _ => error,
        }
    }

    /// Returns the error of an operand missing before the first piece of a condition.
    fn missing_at(&self, found: Option<&Token>) -> TextError {
        let end = self.script.characters().len();
        let Some(found) = found else { return TextError::new(Mistake::MissingOperand, end..end) };
        let at = found.at.clone();
        match found.sort {
            Sort::Infix(Tier::Relation) => TextError::new(Mistake::MissingLeftSide, at),
            Sort::Close if self.brackets.is_empty() => TextError::new(Mistake::Unopened(')'), at),
            Sort::Comma | Sort::Semicolon | Sort::NewLine => TextError::new(Mistake::MissingCondition, at),
            Sort::Postfix if self.script.typed(at.clone()) == "!" => {
                TextError::new(Mistake::MissingOperand, at.clone()).help(message!("help-not")).repair(at, "¬")
            }
            _ => TextError::new(Mistake::MissingOperand, at),
        }
    }

    fn after_operand(&mut self, i: usize) -> Result<Place, TextError> {
        let token = &self.tokens[i];
        match &token.sort {
            Sort::Wrong(error) => Err(error.clone()),
            Sort::Infix(Tier::Or | Tier::And) => Ok(Place::Condition),
            Sort::Infix(_) | Sort::Sign => Ok(Place::Number),
            Sort::Postfix => Ok(Place::Operator),
            Sort::Dots if self.is_operand(i + 1) => Ok(Place::Number),
            Sort::Dots => Err(TextError::new(Mistake::NothingRepeats, token.at.clone())),
            Sort::Close => match self.brackets.pop() {
                Some(_) => Ok(Place::Operator),
                None => Err(TextError::new(Mistake::Unopened(')'), token.at.clone())),
            },
            Sort::Comma | Sort::Semicolon | Sort::NewLine => self.separator(i),
            Sort::Numeral | Sort::Name | Sort::Open | Sort::Root | Sort::Not => self.side_by_side(i),
        }
    }

    fn is_operand(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(Token::begins_operand)
    }

    fn separator(&self, i: usize) -> Result<Place, TextError> {
        let token = &self.tokens[i];
        let typed = self.script.typed(token.at.clone());
        let error = TextError::new(Mistake::MisplacedSeparator(typed.into()), token.at.clone());
        match (self.brackets.last(), &token.sort) {
            (None, _) if self.whole == Whole::Conditions => Ok(Place::Condition),
            (None, Sort::NewLine) if self.are_new_lines_alone(i) => Ok(Place::Operator),
            (None, _) => Err(error.help(message!("help-one-expression"))),
            (Some((_, true)), Sort::Comma) => Ok(Place::Condition),
            (Some((_, true)), _) => {
                Err(error.help(message!("help-comma-between-arguments")).repair(token.at.clone(), ","))
            }
            (Some((bracket, _)), _) if !self.is_closed(i) => {
                Err(TextError::new(Mistake::Unclosed('('), bracket.at.clone()))
            }
            (Some(_), _) => {
                Err(error.help(message!("help-and-in-brackets")).repair(token.at.clone(), " && "))
            }
        }
    }

    fn are_new_lines_alone(&self, i: usize) -> bool {
        self.tokens[i..].iter().all(|token| matches!(token.sort, Sort::NewLine))
    }

    /// Returns whether the innermost bracket is closed after the piece `i`.
    fn is_closed(&self, i: usize) -> bool {
        let mut depth = 1;
        self.tokens[i..].iter().any(|token| {
            match token.sort {
                Sort::Open => depth += 1,
                Sort::Close => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// Handles an operand directly after an operand: the times sign `x`, the sign of a remainder, or a mistake.
    fn side_by_side(&self, i: usize) -> Result<Place, TextError> {
        let (before, token) = (&self.tokens[i - 1], &self.tokens[i]);
        let word = self.script.typed(token.at.clone());
        if self.is_between_spaces(&token.at) && self.is_operand(i + 1) && self.is_mark(token) {
            return Ok(Place::Number);
        }
        if let Some((bracket, _)) = self.brackets.last()
            && self.is_broken(before.at.end..token.at.start)
        {
            return Err(TextError::new(Mistake::Unclosed('('), bracket.at.clone()));
        }
        let left = self.script.typed(before.at.clone());
        let error = |mistake| TextError::new(mistake, token.at.clone());
        if left.eq_ignore_ascii_case("not") && self.begins_condition(i - 1) {
            let error = error(Mistake::SideBySide(left.into(), word.into()));
            return Err(error.help(message!("help-word-not")).repair(before.at.start..token.at.start, "¬"));
        }
        Err(match (&before.sort, &token.sort) {
            (Sort::Numeral, Sort::Open) => {
                self.product_with_bracket(error(Mistake::NumeralBeforeBracket(left.into())), before, left)
            }
            _ => self.product(error(Mistake::SideBySide(left.into(), word.into())), before, token, i),
        })
    }

    /// Returns whether a condition may begin with this piece.
    fn begins_condition(&self, i: usize) -> bool {
        i.checked_sub(1).is_none_or(|before| {
            let sort = &self.tokens[before].sort;
            matches!(
                sort,
                Sort::Comma
                    | Sort::Semicolon
                    | Sort::NewLine
                    | Sort::Open
                    | Sort::Infix(Tier::Or | Tier::And)
            )
        })
    }

    /// Compares the sign as the grammar sees it: a full-width x is an x, too.
    fn is_mark(&self, token: &Token) -> bool {
        let signs = &self.script.characters()[token.at.clone()];
        matches!(signs, [only] if "xrR".contains(only.sign))
    }

    fn is_between_spaces(&self, at: &Range<usize>) -> bool {
        let is_space = |i: usize| self.script.characters().get(i).is_some_and(|c| c.sign == ' ');
        at.start.checked_sub(1).is_some_and(is_space) && is_space(at.end)
    }

    /// Returns whether a line ends within these characters.
    fn is_broken(&self, at: Range<usize>) -> bool {
        self.script.characters()[at].iter().any(|character| character.shown == "\n")
    }

    /// Adds a proposal for `A(…)`: a product, unless the numeral ends with the name of a function.
    fn product_with_bracket(&self, error: TextError, before: &Token, numeral: &str) -> TextError {
        let names = self.vocabulary.names().filter(|name| name.len() > 1 && numeral.ends_with(name));
        let name = names.max_by_key(|name| name.len()).unwrap_or_default();
        let left = &numeral[..numeral.len() - name.len()];
        let end = before.at.end - name.chars().count();
        if left.is_empty() {
            // The whole numeral is the name of a function, which was refused for another reason.
            return error;
        }
        error
            .help(message!("help-product", left = left, right = format!("{name}(…)")))
            .repair(end..end, " × ")
    }

    fn product(&self, error: TextError, before: &Token, token: &Token, i: usize) -> TextError {
        let typed = |token: &Token| self.script.typed(token.at.clone());
        let (left, right, at) = (typed(before), typed(token), token.at.clone());
        let is_operand = self.is_operand(i + 1);
        match right.to_lowercase().as_str() {
            "and" if is_operand => return error.help(message!("help-word-and")).repair(at, "&&"),
            "or" if is_operand => return error.help(message!("help-word-or")).repair(at, "||"),
            "mod" if is_operand => return error.help(message!("help-word-mod")).repair(at, "%"),
            "x" | "✕" | "✖" | "╳" if is_operand => {
                return error.help(message!("help-times-sign")).repair(at, "×");
            }
            "and" => return error.help(message!("help-word-and")),
            "or" => return error.help(message!("help-word-or")),
            "mod" => return error.help(message!("help-word-mod")),
            "not" => return error.help(message!("help-word-not")),
            "in" => return error.help(message!("help-word-in", example = "A in {1,2}")),
            _ => {}
        }
        let between = at.start..at.start;
        match (&before.sort, &token.sort) {
            (Sort::Numeral, Sort::Numeral) if right.starts_with('.') => {
                error.help(message!("help-one-point"))
            }
            (Sort::Numeral, Sort::Numeral) => {
                error.help(message!("help-product-or-numeral", left = left, right = right))
            }
            (_, Sort::Not) => error.help(message!("help-and-or")),
            _ => error.help(message!("help-times-between")).repair(between, " × "),
        }
    }

    fn at_the_end(&self, place: Place) -> Result<(), TextError> {
        let end = self.tokens.len();
        if self.tokens.iter().all(|token| matches!(token.sort, Sort::NewLine)) {
            let is_puzzle = self.script.origin() == Origin::Puzzle;
            let empty = if is_puzzle { PuzzleError::Empty.into() } else { Mistake::MissingOperand };
            return Err(TextError::new(empty, 0..0));
        }
        let is_open = |token: &Token| matches!(token.sort, Sort::Open);
        let is_missing = place != Place::Operator && !self.is_between_conditions(end);
        if is_missing && !self.tokens.last().is_some_and(is_open) {
            return Err(self.missing(end));
        }
        match self.brackets.last() {
            Some((bracket, _)) => Err(TextError::new(Mistake::Unclosed('('), bracket.at.clone())),
            None => Ok(()),
        }
    }
}

fn misplaced(script: &Script, token: &Token, help: Message) -> TextError {
    let sign = script.typed(token.at.clone());
    TextError::new(Mistake::MisplacedSign(sign.into()), token.at.clone()).help(help)
}
