//! Files of puzzles: blocks parted by blank lines.
//!
//! A block whose lines are relations is a puzzle a line, unless its second line is a side condition of the first, as `A<B`
//! is, or the first of the second; any other block of several lines is one text, as a drawing is, and so is one headed by `@one`.
//! `@each` makes every block a puzzle a line. Which it is shows in the first two lines, so that a stream of puzzles is answered
//! while it comes. `# …` is a comment. A line `@name value` holds for its block, at whose head it stands, or for the whole file if a
//! block at its head has nothing else.
//!
//! A text of a file that has no puzzle is words. If fewer than two of its texts are puzzles by themselves, all of the file is one
//! text; otherwise words belong to the puzzle before them, or to the first.

mod entry;
mod split;
mod words;

use std::collections::VecDeque;
use std::io;

pub use entry::Entry;

use crate::reader::is_prose;
use crate::several::several;
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{heading, lines};
use split::{Splitter, is_side_condition};

/// Only the beginning of a file shows whether it is one text, so that a stream stays one.
const BEGINNING: usize = 64_000;

/// The puzzles of a file, from its lines.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// use fukumen::text::Blocks;
/// use fukumen::puzzle::Rules;
///
/// let file = "@base 12\n\nSEND+MORE=MONEY\nTWO+TWO=FOUR\n\n@one\nAB+CD=EF\nA<B\n";
/// let lines = file.lines().map(|line| Ok(line.to_string()));
/// let entries: Vec<_> = Blocks::new(lines, Rules::default()).collect::<Result<_, _>>()?;
/// assert_eq!(entries.len(), 3);
/// assert_eq!(entries[1].text, "TWO+TWO=FOUR");
/// assert_eq!((entries[2].line, &*entries[2].text), (7, "AB+CD=EF\nA<B"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Blocks<Lines> {
    lines: Lines,
    rules: Rules,
    splitter: Splitter,
    /// Lines that were read ahead; none before the first puzzle is asked for.
    ahead: Option<VecDeque<io::Result<String>>>,
    is_whole: bool,
    is_strict: bool,
    is_over: bool,
    /// Words before the first puzzle, or in a stream before the next one.
    above: Option<Entry>,
    /// The last puzzle, if words below it may follow.
    waiting: Option<Entry>,
    ready: VecDeque<Entry>,
}

/// A text of a file.
enum Found {
    /// A puzzle, or a mistake.
    Puzzle(Entry),
    /// A text with several puzzles.
    Puzzles(Vec<Entry>),
    Words(Entry),
}

impl<Lines: Iterator<Item = io::Result<String>>> Blocks<Lines> {
    /// The puzzles in `lines`, whose settings start from `rules`.
    pub fn new(lines: Lines, rules: Rules) -> Self {
        Self {
            lines,
            splitter: Splitter::new(rules.clone()),
            rules,
            ahead: None,
            is_whole: false,
            is_strict: false,
            is_over: false,
            above: None,
            waiting: None,
            ready: VecDeque::new(),
        }
    }

    /// The lines are all there, as those of a file: a puzzle waits for the text below it, which may say something about it, and a
    /// short file with words in it is one text. If they come one by one, each puzzle is handed out when it is complete.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Blocks;
    /// use fukumen::puzzle::Rules;
    ///
    /// let file = "Two sums.\n\nSEND+MORE=MONEY\nTWO+TWO=FOUR\n\nIn both, no two letters are equal.\n";
    /// let blocks = || Blocks::new(file.lines().map(|line| Ok(line.to_string())), Rules::default());
    /// assert_eq!(blocks().whole().count(), 2);
    /// assert_eq!(blocks().count(), 3);
    /// ```
    #[must_use]
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// Every text of the file is a puzzle: words are mistakes.
    #[must_use]
    pub fn strict(self) -> Self {
        Self { is_strict: true, ..self }
    }

    fn next_line(&mut self) -> Option<io::Result<String>> {
        if self.ahead.is_none() {
            self.ahead = Some(VecDeque::new());
            if self.is_whole && !self.is_strict {
                self.begin();
            }
        }
        self.ahead.as_mut()?.pop_front().or_else(|| self.lines.next()).filter(|_| !self.is_over)
    }

    /// Reads ahead. If the file is one text, its puzzles are ready then.
    fn begin(&mut self) {
        let (mut begun, mut length) = (VecDeque::new(), 0);
        for line in &mut self.lines {
            length += line.as_ref().map_or(BEGINNING, |line| line.len() + 1);
            begun.push_back(line);
            if length >= BEGINNING {
                break;
            }
        }
        if length < BEGINNING && is_one_text(&begun, &self.rules) {
            let text: Vec<&str> = begun.iter().map(|line| line.as_deref().unwrap_or_default()).collect();
            let whole = Entry::new((1, text.join("\n")), Ok(self.rules.clone()));
            if let Some(entries) = whole.puzzles() {
                self.ready.extend(entries);
                self.is_over = true;
            }
        }
        self.ahead = Some(begun);
    }

    /// Takes the texts that are complete.
    fn sort_out(&mut self) {
        while let Some(entry) = self.splitter.next() {
            match if self.is_strict { Found::Puzzle(entry) } else { found(entry) } {
                Found::Puzzle(entry) => self.hand_out(vec![entry]),
                Found::Puzzles(entries) => self.hand_out(entries),
                Found::Words(words) => {
                    // Words in a block with settings of its own do not belong to the puzzle above.
                    let waiting = self.waiting.as_mut().filter(|waiting| waiting.rules == words.rules);
                    match waiting.or(self.above.as_mut()) {
                        Some(entry) => entry.join(&words),
                        None => self.above = Some(words),
                    }
                }
            }
        }
    }

    /// Hands puzzles out, the first with the words above it.
    fn hand_out(&mut self, mut entries: Vec<Entry>) {
        if let Some(mut words) = self.above.take()
            && let Some(first) = entries.first_mut()
        {
            words.join(first);
            let is_read = words.rules == first.rules && words.puzzles().is_some();
            if is_read {
                *first = Entry { notes: std::mem::take(&mut first.notes), ..words };
            } else {
                self.ready.push_back(words);
            }
        }
        self.ready.extend(self.waiting.take());
        self.ready.extend(entries);
        if self.is_whole && !self.is_strict {
            self.waiting = self.ready.pop_back();
        }
    }
}

/// Whether the lines of a whole file may be one text: fewer than two of its texts are puzzles by themselves, and one of the others is
/// words, or says something of the first, or they are lines of which the language reads all.
fn is_one_text(begun: &VecDeque<io::Result<String>>, rules: &Rules) -> bool {
    let mut splitter = Splitter::new(rules.clone());
    for line in begun {
        let Ok(line) = line else { return false };
        if lines::setting(line).is_some_and(|(name, _)| [heading::ONE, heading::EACH].contains(&name)) {
            return false;
        }
        splitter.take(line);
    }
    splitter.end();
    let entries: Vec<Entry> = std::iter::from_fn(|| splitter.next()).collect();
    let Some((first, others)) = entries.split_first().filter(|(_, others)| !others.is_empty()) else {
        return false;
    };
    let is_side =
        |entry: &Entry| is_side_condition(&first.text, &entry.text, rules) && words::calculates(&first.text);
    let is_about_first = |entry: &Entry| is_side(entry) || words::is_hint(&entry.text);
    let is_literal = |entry: &&Entry| entry.rules.as_ref().is_ok_and(|rules| is_puzzle(&entry.text, rules));
    let is_own = |entry: &&Entry| !is_about_first(entry) && is_literal(entry);
    let is_words = |entry: &Entry| matches!(found(entry.clone()), Found::Words(_));
    let are_lines = entries.iter().all(|entry| !entry.text.contains('\n'))
        && begun.iter().flatten().all(|line| lines::setting(line).is_none());
    let all = || begun.iter().flatten().map(String::as_str).collect::<Vec<_>>().join("\n");
    entries.iter().filter(is_own).take(2).count() < 2
        && (entries.iter().any(is_words)
            || others.iter().any(is_about_first)
            || are_lines && is_puzzle(&all(), rules))
}

/// Whether the language reads a text.
fn is_puzzle(text: &str, rules: &Rules) -> bool {
    fukumen_language::text::Reader::new().rules(rules).read(text).is_ok()
}

/// Tells puzzles and words in a file apart.
fn found(entry: Entry) -> Found {
    let Ok(rules) = &entry.rules else { return Found::Puzzle(entry) };
    let has_words = entry.text.lines().any(|line| words::has_words(line, rules));
    let is_single = !has_words && !words::is_mark(&entry.text) && several(&entry.text, rules).is_none();
    if is_single || is_puzzle(&entry.text, rules) {
        return Found::Puzzle(entry);
    }
    match entry.puzzles() {
        Some(entries) => Found::Puzzles(entries),
        None if words::is_like_a_puzzle(&entry.text) && !is_prose(&entry.text) => Found::Puzzle(entry),
        None => Found::Words(entry),
    }
}

impl<Lines: Iterator<Item = io::Result<String>>> Iterator for Blocks<Lines> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.pop_front() {
                return Some(Ok(entry));
            }
            if self.is_over {
                return self.waiting.take().or_else(|| self.above.take()).map(Ok);
            }
            match self.next_line() {
                Some(Ok(line)) => self.splitter.take(&line),
                Some(Err(error)) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
                None if self.is_over => continue,
                None => {
                    self.splitter.end();
                    self.is_over = true;
                }
            }
            self.sort_out();
        }
    }
}

#[cfg(test)]
mod tests;
