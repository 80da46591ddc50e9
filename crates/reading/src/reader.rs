//! The entry point: a text goes through one stage after the other, and the first that reads it decides.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::label::{Label, answer, label};
use crate::others::with_question;
use crate::passage::{self, has_solution};
use crate::several::several;
use crate::{Aids, Piece, alphabets, doubts, said, spans, surface};
use fukumen_language::expr::{Cell, Expr};
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Puzzle, Rules, Unread};
use fukumen_language::text;
use fukumen_language::text::{
    Draft, DrawingError, Edit, Mistake, Origin, ParseError, TextError, conventions, lines,
};
use fukumen_language::vocabulary::Vocabulary;

/// A text with more plain words is words in which no puzzle was found; one with fewer is a puzzle with a mistake.
const MOST_WORDS: usize = 4;

/// A longer text, in bytes, is no page that someone pastes; the language alone reads it. The slowest page that was made of 16 kB
/// took 0.14 s in release, and of 60 kB more than a second.
const LONGEST_PAGE: usize = 32_000;

/// Words of the language that only forms on one line have.
const FORMS: [&str; 2] = [" gives root ", " gives cube root "];

/// Reads a puzzle as people type it, under the default rules but for its own settings.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// let puzzle = fukumen::read("My neighbour showed me \"send+more=money\" this morning.")?;
/// assert_eq!(puzzle.to_string(), fukumen::read("send+more=money")?.to_string());
/// assert!(puzzle.unread()[0].text.starts_with("My neighbour showed me"));
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] if there is no puzzle in it.
pub fn read(text: &str) -> Result<Puzzle, ParseError> {
    Reader::new().read(text)
}

/// Reads puzzles, each a text of its own.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// use fukumen::text::Reader;
/// use fukumen::vocabulary::{Function, Vocabulary};
///
/// let vocabulary = Vocabulary::default()
///     .with(Function::number("twice", 1..=1, |x, _| Ok(x[0].plus(&x[0]))));
/// let puzzle = Reader::new().vocabulary(&vocabulary).read("twice(TWO) = FOUR")?;
/// assert_eq!(puzzle.symbols().count(), 6);
///
/// let drawn = Reader::new().read("  SEND\n+ MORE\n------\n MONEY")?;
/// assert!(drawn.is_drawn());
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rules: Option<&'a Rules>,
    vocabulary: Option<&'a Vocabulary>,
    interrupt: &'a dyn Interrupt,
    without: &'a [&'a str],
    is_literal: bool,
    is_alone: bool,
    is_strict: bool,
}

impl<'a> Reader<'a> {
    /// A reader with the default rules and functions.
    #[must_use]
    pub fn new() -> Self {
        Self {
            rules: None,
            vocabulary: None,
            interrupt: &Never,
            without: &[],
            is_literal: false,
            is_alone: false,
            is_strict: false,
        }
    }

    /// Reads under these rules; the settings of a text change them.
    #[must_use]
    pub fn rules(self, rules: &'a Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// Reads with functions of the caller's own.
    #[must_use]
    pub fn vocabulary(self, vocabulary: &'a Vocabulary) -> Self {
        Self { vocabulary: Some(vocabulary), ..self }
    }

    /// Stops reading soon after the interrupt is raised. The error is then [`Mistake::Interrupted`].
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Does without some of the [`rows`](crate::rows) of statements and rules of the surface.
    #[doc(hidden)]
    #[must_use]
    pub fn without(self, rows: &'a [&'a str]) -> Self {
        Self { without: rows, ..self }
    }

    /// Reads texts by the language alone, without its conventions of paper and keyboard: for texts that a program wrote.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Reader;
    /// assert!(Reader::new().read("Solve A+B=C").is_ok());
    /// assert!(Reader::new().literal().read("Solve A+B=C").is_err());
    /// ```
    #[must_use]
    pub fn literal(self) -> Self {
        Self { is_literal: true, ..self }
    }

    /// Reads texts by the language with its conventions: words around a puzzle are mistakes.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Reader;
    /// assert!(Reader::new().alone().read("Puzzle: A+B=C").is_ok());
    /// assert!(Reader::new().alone().read("Solve A+B=C").is_err());
    /// ```
    #[must_use]
    pub fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    /// Refuses a text with words that were not read and may change the answer.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Reader;
    /// let text = "TWO+TWO=FOUR. In this sum T is close to W.";
    /// assert!(Reader::new().read(text)?.unread()[0].may);
    /// let error = Reader::new().strict().read(text).unwrap_err();
    /// assert_eq!(error.message().key(), "unread");
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn strict(self) -> Self {
        Self { is_strict: true, ..self }
    }

    /// Reads a text: conditions, or a drawing, or either among words. Of several puzzles it is the first that is asked for, with a
    /// note.
    ///
    /// # Errors
    /// [`ParseError`] if there is no puzzle in it.
    pub fn read(&self, text: &str) -> Result<Puzzle, ParseError> {
        let mut puzzles = self.read_all(text)?;
        let count = puzzles.len();
        let first = puzzles.swap_remove(0);
        let is_said = first.notes().iter().any(|note| note.message.key() == "note-several");
        let note = (count > 1 && !is_said).then(|| message!("note-several", count = count).into());
        Ok(first.with_notes(note.as_slice()))
    }

    /// Reads all puzzles of a text, the one that is asked for first.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Reader;
    /// assert_eq!(Reader::new().read_all("a) AB+C=DE  b) TWO+TWO=FOUR")?.len(), 2);
    /// # Ok::<(), fukumen::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError`] if there is no puzzle in it.
    pub fn read_all(&self, text: &str) -> Result<Vec<Puzzle>, ParseError> {
        Ok(self.pieces(text)?.into_iter().map(|piece| piece.puzzle).collect())
    }

    /// Reads all puzzles of a text, with their own texts; there is at least one.
    pub(crate) fn pieces(&self, text: &str) -> Result<Vec<Piece>, ParseError> {
        let (rules, vocabulary) = (Rules::default(), Vocabulary::default());
        let mut rules = self.rules.unwrap_or(&rules);
        let aids = Aids {
            vocabulary: self.vocabulary.unwrap_or(&vocabulary),
            interrupt: self.interrupt,
            without: self.without,
        };
        text::check_size(text, Origin::Puzzle)?;
        let mut draft = Draft::new(text);
        text::write_out(&mut draft, rules);
        if self.is_literal {
            let read = text::read_written_out(draft.text(), rules, aids.of_language());
            return match read {
                Ok(puzzle) => Ok(vec![Piece::whole(draft.finished(puzzle))]),
                Err(error) => Err(draft.located(error, text)),
            };
        }
        if self.is_alone {
            let read = conventions::read(draft, rules, aids.of_language());
            return match read {
                Ok(puzzle) => Ok(vec![Piece::whole(puzzle)]),
                Err((error, draft)) => Err(draft.located(error, text)),
            };
        }
        let in_signs = wheres_in_signs(rules);
        rules = in_signs.as_ref().unwrap_or(rules);
        let mut pieces = staged(text, draft, rules, aids)?;
        if !text.is_ascii() {
            for piece in &mut pieces {
                let note = alphabets::twins(&piece.puzzle);
                piece.puzzle = piece.puzzle.clone().with_notes(note.as_slice());
            }
        }
        match pieces[0].puzzle.unread().iter().find(|unread| unread.may).filter(|_| self.is_strict) {
            Some(unread) => {
                let slip = TextError::new(
                    DrawingError::Stray(message!("unread", words = unread.text)),
                    unread.span.clone(),
                );
                Err(ParseError::new(slip.help(message!("help-unread")), text, Origin::Puzzle))
            }
            None => Ok(pieces),
        }
    }
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads a text by one stage after the other.
fn staged(text: &str, draft: Draft, rules: &Rules, aids: Aids) -> Result<Vec<Piece>, ParseError> {
    let (error, bare) = match conventions::read(draft.clone(), rules, aids.of_language()) {
        Ok(puzzle) => return Ok(as_it_stands(puzzle, draft, text, rules, aids)),
        Err((error, draft)) => (draft.located(error, text), draft),
    };
    if error.mistake == Mistake::Interrupted {
        return Err(error);
    }
    // A form with a mistake is no equation among words.
    if text.len() > LONGEST_PAGE || FORMS.iter().any(|form| text.contains(form)) {
        return Err(error);
    }
    if let Some(parts) = several(text, rules) {
        let note = Note::from(message!("note-several", count = parts.len()));
        let piece = |part: Range<usize>| {
            let own = text[part.clone()].to_owned();
            // One with several puzzles would lose the others.
            let mut pieces = staged(&own, Draft::new(&own), rules, aids).ok().filter(|all| all.len() == 1)?;
            let puzzle = pieces.pop()?.puzzle.with_notes(std::slice::from_ref(&note));
            Some(Piece::of_part(puzzle, (part.start, own)))
        };
        let pieces: Option<Vec<Piece>> = parts.into_iter().map(piece).collect();
        if let Some(pieces) = pieces {
            return Ok(pieces);
        }
    }
    if let Some(label) = label(bare.text())
        && let pieces = without_label(&bare, &label, rules, aids)
        && !pieces.is_empty()
    {
        return Ok(pieces);
    }
    let pieces = unwrapped(text, bare, rules, aids);
    if !pieces.is_empty() {
        return Ok(pieces);
    }
    if aids.interrupt.is_raised() {
        return Err(ParseError::new(TextError::new(Mistake::Interrupted, 0..0), text, Origin::Puzzle));
    }
    Err(if is_prose(text) { nothing_found(text) } else { error })
}

/// Reads a text without what is wrapped around it: as it is then, as the copy of a formula, or the puzzle among words.
fn unwrapped(text: &str, mut bare: Draft, rules: &Rules, aids: Aids) -> Vec<Piece> {
    if let Some(piece) = likeliest(surface::doubled(&bare, aids.without), rules, aids) {
        return vec![piece];
    }
    // Quotation marks belong to lists.
    let is_changed =
        [settings_in_signs(&mut bare), spans::sum_lists(&mut bare), surface::unwrap(&mut bare, aids.without)];
    let is_wrapped = is_changed.contains(&true);
    if is_wrapped {
        match conventions::read(bare, rules, aids.of_language()) {
            Ok(puzzle) => return vec![with_loss(puzzle, text, rules, aids)],
            Err((_, draft)) => bare = draft,
        }
    }
    let copied = likeliest(surface::copied(&bare, aids.without), rules, aids);
    copied.map_or_else(|| passage::read(&bare, is_wrapped, rules, aids), |piece| vec![piece])
}

/// The first reading with a solution. Nobody shows a formula without one, so another reading is right then.
fn likeliest(readings: Vec<Draft>, rules: &Rules, aids: Aids) -> Option<Piece> {
    let read = |draft| conventions::read(draft, rules, aids.of_language()).ok();
    readings.into_iter().filter_map(read).find(|puzzle| has_solution(puzzle) != Some(false)).map(Piece::whole)
}

/// The drawing below its label, or beside it. Words may say something of the drawing.
fn without_label(draft: &Draft, label: &Label, rules: &Rules, aids: Aids) -> Vec<Piece> {
    if label.has_words {
        let pieces = passage::read(draft, false, rules, aids);
        if pieces.iter().any(|piece| piece.puzzle.is_drawn()) {
            return pieces;
        }
    }
    let (words, at) = (draft.text()[label.at.clone()].to_owned(), draft.typed(label.at.clone()));
    let mut bare = draft.clone();
    bare.edit(std::slice::from_ref(&label.edit));
    let read = conventions::read(bare, rules, aids.of_language()).ok().filter(Puzzle::is_drawn);
    let quoted = |puzzle: Puzzle| {
        let note = message!("note-unread", words = format!("\"{words}\"")).into();
        Piece::whole(puzzle.with_notes(&[note]).with_unread([Unread::new(words, at, false)]))
    };
    read.map(quoted).into_iter().collect()
}

/// A text that the language reads keeps its meaning, with a note if copying may have lost a sign. An exception is the label of a
/// drawing that does not stand in its columns, `Task 3`. The others have no solution: more symbols than digits and words that run
/// into them, a question at the end, an answer below a drawing, and the signs in `doubts`.
fn as_it_stands(puzzle: Puzzle, draft: Draft, text: &str, rules: &Rules, aids: Aids) -> Vec<Piece> {
    let is_crowded = puzzle.crowded().is_some();
    if text.len() > LONGEST_PAGE {
        return vec![Piece::whole(puzzle)];
    }
    if puzzle.is_drawn()
        && let Some(label) = label(draft.text()).or_else(|| answer(draft.text()))
        && (label.is_apart || has_solution(&puzzle) == Some(false))
        && let pieces = without_label(&draft, &label, rules, aids)
        && pieces.first().is_some_and(|piece| has_solution(&piece.puzzle) != Some(false))
    {
        return pieces;
    }
    if let Some((asked, other)) = with_question(text)
        && has_solution(&puzzle) == Some(false)
        && let Ok(other_puzzle) = crate::read_written(&other, rules, aids)
        && has_solution(&other_puzzle) != Some(false)
    {
        let note = message!("note-read", words = format!("\"{asked}=?\" as @show {asked}")).into();
        return vec![Piece::of_part(other_puzzle.with_notes(&[note]), (0, other))];
    }
    let may_be_other = doubts::may_be_other(text, puzzle.is_drawn());
    let is_impossible = may_be_other && has_solution(&puzzle) == Some(false);
    if is_impossible {
        let others = unwrapped(text, draft, rules, aids);
        if others.first().is_some_and(|other| has_solution(&other.puzzle) == Some(true)) {
            return others;
        }
    }
    if is_crowded && let Some(pieces) = apart(&puzzle, rules, aids) {
        return pieces;
    }
    let may_lack = || (is_impossible && surface::is_copied(text)).then(|| message!("note-lost-bar").into());
    let note = surface::lost(text, rules, aids).or_else(may_lack);
    vec![Piece::whole(puzzle.with_notes(note.as_slice()))]
}

/// A puzzle with a note on what copying its text may have lost.
fn with_loss(puzzle: Puzzle, text: &str, rules: &Rules, aids: Aids) -> Piece {
    let note = surface::lost(text, rules, aids);
    Piece::whole(puzzle.with_notes(note.as_slice()))
}

/// The puzzles of conditions with more symbols than digits, of which some have no symbol in common with the others.
fn apart(puzzle: &Puzzle, rules: &Rules, aids: Aids) -> Option<Vec<Piece>> {
    if puzzle.is_drawn() || puzzle.all_conditions().count() > puzzle.conditions().len() {
        return None;
    }
    let mut groups: Vec<(BTreeSet<Cell>, Vec<&Expr>)> = Vec::new();
    for condition in puzzle.conditions() {
        let cells: BTreeSet<Cell> = condition.cells().into_iter().collect();
        let (linked, others) = groups.into_iter().partition(|(other, _)| !other.is_disjoint(&cells));
        let joined = |(mut all, mut conditions): (BTreeSet<Cell>, Vec<_>),
                      (cells, more): (BTreeSet<Cell>, Vec<_>)| {
            all.extend(cells);
            conditions.extend(more);
            (all, conditions)
        };
        let linked: Vec<_> = linked;
        let (cells, mut conditions) = linked.into_iter().fold((cells, Vec::new()), joined);
        conditions.push(condition);
        groups = others;
        groups.push((cells, conditions));
    }
    let piece = |(_, conditions): (_, Vec<&Expr>)| {
        let settings: String =
            puzzle.rules().changes().into_iter().map(|(name, value)| format!("@{name} {value}\n")).collect();
        let conditions: Vec<String> =
            conditions.into_iter().map(|condition| puzzle.write(condition)).collect();
        let own = settings + &conditions.join(", ");
        let puzzle =
            crate::read_written(&own, rules, aids).ok().filter(|puzzle| puzzle.crowded().is_none())?;
        Some(Piece::of_part(puzzle, (0, own)))
    };
    if groups.len() < 2 { None } else { groups.into_iter().map(piece).collect() }
}

/// Rules in which conditions that are said in words stand in signs; none if there are no such conditions.
fn wheres_in_signs(rules: &Rules) -> Option<Rules> {
    let in_signs = |condition: &String| said::in_signs(condition).filter(|_| condition.contains(' '));
    let changed: Vec<Option<String>> = rules.wheres.iter().map(in_signs).collect();
    changed.iter().any(Option::is_some).then(|| {
        let mut rules = rules.clone();
        for (condition, changed) in rules.wheres.iter_mut().zip(changed) {
            *condition = changed.unwrap_or_else(|| std::mem::take(condition));
        }
        rules
    })
}

/// Puts the words of lines `@where E is odd` into signs, and says whether there were any.
fn settings_in_signs(draft: &mut Draft) -> bool {
    let text = draft.text().to_owned();
    let mut edits = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(("where", Some(condition))) = lines::setting(line)
            && let Some(signs) = said::in_signs(condition)
            && let Some(at) = line.find(condition)
        {
            edits.push(Edit::new(start + at..start + at + condition.len(), signs));
        }
        start += line.len();
    }
    draft.edit(&edits);
    !edits.is_empty()
}

/// Whether a text has so many words in small letters that it is no puzzle with a mistake. In a script without capitals, a word has more
/// letters than one.
pub(crate) fn is_prose(text: &str) -> bool {
    let is_small = |c: char| c.is_alphabetic() && !c.is_uppercase();
    let words = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().filter(|c| is_small(*c)).count() > 1);
    words.count() > MOST_WORDS
}

/// The error of words without a puzzle.
fn nothing_found(text: &str) -> ParseError {
    let slip = TextError::new(DrawingError::Stray(message!("no-puzzle-found")), 0..text.trim_end().len());
    ParseError::new(slip.help(message!("help-no-puzzle-found")), text, Origin::Puzzle)
}

#[cfg(test)]
mod tests;
