//! Files of puzzles: blocks parted by blank lines.
//!
//! A block whose lines are relations is a puzzle a line, unless its second line is a side condition of the first, as `A<B`
//! is; any other block of several lines is one puzzle, a drawing, and so is one headed by `@one`. `@each` makes every block
//! a puzzle a line. Which it is shows in the first two lines, so that a stream of puzzles is answered while it comes. `# …` is a comment. A line `@name value` holds for
//! its block, at whose head it stands, or for the whole file where a block at its head has nothing else.

mod passage;

use std::collections::VecDeque;
use std::io;

use crate::Reader;
use crate::several::several;
use crate::typed;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::text::{LONGEST, Mistake, Origin, ParseError, Slip, drawings, heading, lines};
use fukumen_language::vocabulary::{Vocabulary, signs};

/// How many blocks may say something about the puzzle above them.
const MOST_JOINED: usize = 16;

/// The most words of a heading above what is said of a puzzle.
const MOST_WORDS_OF_HEADING: usize = 3;

/// One puzzle of a file, not yet read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The line of the file on which its text begins, from 1.
    pub line: usize,
    /// The text.
    pub text: String,
    /// The rules, with the settings of file and block; or what is wrong with these.
    pub rules: Result<Rules, ParseError>,
    /// How it was told from its neighbours, where that may surprise.
    pub notes: Vec<Note>,
}

impl Entry {
    /// Reads it.
    ///
    /// # Errors
    /// [`ParseError`], with its line in the file.
    pub fn puzzle(&self, vocabulary: &Vocabulary) -> Result<Puzzle, ParseError> {
        let rules = self.rules.as_ref().map_err(Clone::clone)?;
        let read = Reader::new().rules(rules).vocabulary(vocabulary).read(&self.text);
        read.map(|puzzle| puzzle.with_notes(&self.notes)).map_err(|error| error.in_file(self.line))
    }
}

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
    /// The lines taken so far.
    number: usize,
    /// The rules of every block, and of this one.
    file: Result<Rules, ParseError>,
    block: Result<Rules, ParseError>,
    state: State,
    /// Whether `@each` makes all of the file, and this block, a puzzle a line.
    is_each: bool,
    is_each_here: bool,
    /// The puzzle of the block above, if it waits: the next block may be the result that it lacks, or say something about it.
    open: Option<Entry>,
    /// A drawing of the block above that was handed out.
    above: Option<Entry>,
    /// Whether puzzles wait for the block below them.
    is_whole: bool,
    /// How many blocks were joined to the puzzle above.
    joined: usize,
    /// The first block of sentences before a puzzle, with the notes on all of them.
    title: Option<Entry>,
    /// The rest of the block is the answer to its puzzles.
    is_answered: bool,
    /// No line of this block is about the puzzle above.
    is_each_below: bool,
    /// Dashes before the puzzles of the block are marks of a list.
    is_dashed: bool,
    /// No puzzle has come yet.
    is_head: bool,
    /// There are no more lines.
    is_over: bool,
    /// What is ready to be handed out.
    ready: VecDeque<Entry>,
    /// Lines that were read ahead, as far as they were; nothing before the first line is asked for.
    ahead: Option<VecDeque<io::Result<String>>>,
}

/// A line of the file with its number.
type Line = (usize, String);

/// What is known of a block.
#[derive(Debug)]
enum State {
    /// It has no puzzle yet. The first setting.
    Start(Option<Line>),
    /// Everything belongs to one puzzle, for `@one` says so. The first line may be still to come.
    Together(Option<Box<Entry>>),
    /// One line, and the settings and comments behind it. The next line will tell.
    Held(Line, Vec<Line>),
    /// Lines that say something of one letter each. The puzzle may be on the next line.
    Said(Vec<Line>),
    /// A puzzle a line. The first.
    List(String),
    /// Lines that say something about the puzzle of the block above, which waits.
    Below(Vec<Line>),
}

impl<Lines: Iterator<Item = io::Result<String>>> Blocks<Lines> {
    /// The puzzles in `lines`, whose settings start from `rules`.
    pub fn new(lines: Lines, rules: Rules) -> Self {
        Self {
            lines,
            number: 0,
            file: Ok(rules.clone()),
            block: Ok(rules),
            state: State::Start(None),
            is_each: false,
            is_each_here: false,
            open: None,
            above: None,
            is_whole: false,
            joined: 0,
            title: None,
            is_answered: false,
            is_each_below: false,
            is_dashed: false,
            is_head: true,
            is_over: false,
            ready: VecDeque::new(),
            ahead: None,
        }
    }

    /// The lines are all there, as those of a file: a puzzle waits for the block below it, which may say something about it. If
    /// they come one by one, each puzzle is handed out when its block ends, and again with what the next block says. A short text of
    /// which some part is no puzzle by itself is one puzzle if it can be read so as a whole: a passage with words around a puzzle.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
    /// use fukumen::text::Blocks;
    /// use fukumen::puzzle::Rules;
    ///
    /// let file = "SEND\n+MORE\n-----\nMONEY\n\nwhere E = 5\n";
    /// let blocks = || Blocks::new(file.lines().map(|line| Ok(line.to_string())), Rules::default());
    /// assert_eq!(blocks().whole().count(), 1);
    /// assert_eq!(blocks().count(), 2);
    /// ```
    #[must_use]
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    fn next_line(&mut self) -> Option<io::Result<String>> {
        if self.ahead.is_none() {
            let ahead = if self.is_whole { passage::begun(&mut self.lines) } else { VecDeque::new() };
            if let Ok(rules) = &self.file
                && let Some(entry) = passage::of_lines(&ahead, rules)
            {
                self.ahead = Some(VecDeque::new());
                self.is_over = true;
                self.ready.push_back(entry);
                return None;
            }
            self.ahead = Some(ahead);
        }
        self.ahead.as_mut()?.pop_front().or_else(|| self.lines.next())
    }

    fn take(&mut self, text: String) {
        self.number += 1;
        let text = text.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        let parts = match (&self.state, &self.block) {
            (State::Together(_), _) | (_, Err(_)) => None,
            (_, Ok(rules)) => several(text, rules),
        };
        match parts {
            None => self.take_line((self.number, text.into())),
            Some(parts) => {
                parts.into_iter().for_each(|part| self.take_line((self.number, text[part].into())))
            }
        }
    }

    /// Takes a line, or one of several puzzles on it.
    fn take_line(&mut self, line: Line) {
        // A line of nothing but tags parts blocks as a fence does.
        if lines::is_blank(&typed::bare_line(&line.1)) || lines::is_fence(&line.1) {
            self.end_block();
            return;
        }
        let is_special = lines::special(&line.1).is_some();
        let state = std::mem::replace(&mut self.state, State::Start(None));
        self.state = match state {
            State::Start(first) if is_special => self.start(first, line),
            State::Start(None) if self.heads_below(&line) || self.is_below(&line) => State::Below(vec![line]),
            State::Below(mut lines) if lines.len() < MOST_JOINED && self.is_below(&line) => {
                lines.push(line);
                State::Below(lines)
            }
            // They are puzzles of their own after all.
            State::Below(lines) => {
                self.is_each_below = true;
                lines.into_iter().chain([line]).for_each(|line| self.take_line(line));
                self.is_each_below = false;
                return;
            }
            State::Start(_) if lines::begins_formula(&line.1) || typed::begins_brace(&line.1) => {
                State::Together(Some(Box::new(self.join(None, line))))
            }
            State::Start(_) => State::Held(line, Vec::new()),
            State::Together(entry) => {
                State::Together(Some(Box::new(self.join(entry.map(|entry| *entry), line))))
            }
            State::Held(held, mut specials) if is_special => {
                specials.push(line);
                State::Held(held, specials)
            }
            State::Held(held, specials) if specials.is_empty() && self.is_said(&[&held, &line]) => {
                State::Said(vec![held, line])
            }
            State::Held(held, specials) => self.decide(held, specials, line),
            State::Said(said) if said.len() < MOST_JOINED && self.is_said(&[&line]) => {
                State::Said([said, vec![line]].concat())
            }
            State::Said(said) => self.decide_said(said, line),
            State::List(first) => {
                self.later(&first, line);
                State::List(first)
            }
        };
    }

    /// A setting or a comment before any puzzle of the block.
    fn start(&mut self, first: Option<Line>, line: Line) -> State {
        match lines::setting(&line.1) {
            None => State::Start(first),
            Some((heading::ONE, _)) => State::Together(None),
            Some((heading::EACH, _)) => {
                self.is_each_here = true;
                State::Start(first.or(Some(line)))
            }
            Some(_) => {
                self.set(&line);
                State::Start(first.or(Some(line)))
            }
        }
    }

    /// Takes a setting over into the rules of the block. The first mistake stays.
    fn set(&mut self, (number, line): &Line) {
        if let Ok(rules) = &mut self.block
            && let Err(slip) = heading::set(rules, line)
        {
            self.block = Err(ParseError::new(slip, line, Origin::Setting).in_file(*number));
        }
    }

    /// Adds a line to a puzzle of several; past the longest text it would be refused anyway.
    fn join(&self, entry: Option<Entry>, (number, line): Line) -> Entry {
        let Some(mut entry) = entry else {
            return Entry { line: number, text: line, rules: self.block.clone(), notes: Vec::new() };
        };
        if entry.text.len() <= LONGEST {
            entry.text.push('\n');
            entry.text.push_str(&line);
        }
        entry
    }

    /// Two lines tell a list from a drawing.
    fn decide(&mut self, held: Line, specials: Vec<Line>, line: Line) -> State {
        let default = Rules::default();
        let rules = self.block.as_ref().unwrap_or(&default);
        let dashed = [&held, &line].map(|(_, line)| undashed(line, rules).filter(|_| rules.layout.is_none()));
        // `- TWO+TWO=FOUR`, `- T>7`.
        let is_side_of = |first, line| !self.is_each_here && is_side_condition(first, line, rules);
        let is_side_item = matches!(dashed, [Some(first), Some(line)] if is_side_of(first, line));
        if matches!(dashed, [Some(_), Some(_)]) && !is_side_item {
            self.is_dashed = true;
        }
        let (above, below) = (typed::bare_line(&held.1), typed::bare_line(&line.1));
        let is_drawing = match rules.layout.as_deref() {
            _ if self.is_each_here => false,
            Some(name) => name != Rules::NO_LAYOUT,
            None if self.is_dashed || is_side_item => false,
            None => {
                lines::are_of_a_drawing(&above, &below, rules) || drawings::begins_in_steps(&above, &below)
            }
        };
        let is_one = self.is_each_here || self.is_dashed;
        let is_side = is_side_item || !is_drawing && !is_one && is_side_condition(&above, &below, rules);
        let may_say = !is_drawing && !is_side && !is_one;
        let header = may_say.then(|| typed::said_by(&above, &below, rules)).flatten();
        let tells =
            || typed::said_by(&below, &above, rules).is_some() || typed::is_told_of(&above, &below, rules);
        let is_side = is_side || may_say && tells();
        let is_list = lines::is_condition_like(&below, rules);
        let (first, second) = (above.into_owned(), below.into_owned());
        if let Some(said) = header.as_ref().filter(|said| !said.is_of_letters()) {
            said.settings.iter().for_each(|setting| self.set(&(held.0, setting.clone())));
            self.set_aside(held, said.note.clone());
            return State::Held(line, specials);
        }
        let all = [vec![held], specials, vec![line]].concat();
        if is_drawing || is_side || header.is_some() {
            let mut together = all.into_iter().fold(None, |entry, line| Some(self.join(entry, line)));
            let note = match () {
                () if is_side => Some(message!("note-side-condition")),
                () if header.is_some() => Some(message!("note-said-above")),
                () => None,
            };
            together.iter_mut().for_each(|entry| entry.notes.extend(note.clone().map(Note::from)));
            if header.is_none() || !is_list {
                return State::Together(together.map(Box::new));
            }
            together.into_iter().for_each(|entry| self.emit_of_list(entry));
            return State::List(second);
        }
        // Settings between the two lines hold for the whole block, of which nothing was handed out yet.
        let (settings, puzzles): (Vec<Line>, Vec<Line>) =
            all.into_iter().partition(|(_, line)| lines::special(line).is_some());
        settings.iter().for_each(|line| self.set(line));
        puzzles.into_iter().for_each(|line| self.list(line));
        State::List(first)
    }

    /// Whether a line of a block says something about the puzzle above it. Below a puzzle of one line, a relation in signs alone is
    /// a puzzle of its own, but for those beside words.
    fn is_below(&self, (_, line): &Line) -> bool {
        let (Some(above), Ok(rules)) = (&self.open, &self.block) else { return false };
        let bare = typed::bare_line(line);
        let said = typed::unmarked_line(&bare);
        self.is_whole
            && !self.is_each_here
            && !self.is_each_below
            && above.rules.as_ref() == Ok(rules)
            && lines::special(line).is_none()
            && (lines::compares_symbols(&above.text, said, rules)
                || typed::said_by(said, &above.text, rules).is_some_and(|said| said.is_of_letters())
                || typed::is_told_of(&above.text, &bare, rules))
    }

    /// Whether a line may head what is said below it of the puzzle above: `Hints:`.
    fn heads_below(&self, (_, line): &Line) -> bool {
        let name = line.trim().strip_suffix(':');
        let is_name = |name: &str| {
            name.split_whitespace().count() <= MOST_WORDS_OF_HEADING
                && name.contains(char::is_lowercase)
                && name.chars().all(|c| c.is_alphabetic() || c == ' ')
        };
        self.is_whole
            && !self.is_each_here
            && !self.is_each_below
            && self.open.is_some()
            && name.is_some_and(is_name)
    }

    /// Adds lines to the puzzle above them.
    fn join_below(&mut self, lines: Vec<Line>) {
        let is_told = |(_, line): &Line| {
            line.contains(char::is_lowercase) || typed::unmarked_line(line).len() < line.trim_start().len()
        };
        let is_only_headed = matches!(&*lines, [line] if self.heads_below(line));
        let is_joined = |above: &mut Entry| {
            !is_only_headed && (above.text.contains('\n') || lines.len() > 1 && lines.iter().any(is_told))
        };
        let Some(mut above) = self.open.take_if(is_joined) else {
            self.is_each_below = true;
            lines.into_iter().for_each(|line| self.take_line(line));
            self.is_each_below = false;
            return self.end_block();
        };
        let bare = |(number, line): Line| (number, typed::unmarked_line(&line).to_owned());
        let mut below = lines.into_iter().map(bare).fold(None, |entry, line| Some(self.join(entry, line)));
        below.iter_mut().for_each(|below| join_block(&mut above, below));
        above.notes.push(message!("note-said-below").into());
        self.open = Some(above);
    }

    /// Whether each of some lines says something of one letter.
    fn is_said(&self, lines: &[&Line]) -> bool {
        let rules = self.block.as_ref().ok().filter(|rules| !self.is_each_here && rules.layout.is_none());
        rules.is_some_and(|rules| lines.iter().all(|(_, line)| typed::says_letter(line, rules)))
    }

    /// The line below several that say something of letters tells whether they are about it.
    fn decide_said(&mut self, said: Vec<Line>, line: Line) -> State {
        let default = Rules::default();
        let rules = self.block.as_ref().unwrap_or(&default);
        let below = typed::bare_line(&line.1).into_owned();
        let is_about = |(_, said): &Line| typed::said_by(said, &below, rules).is_some();
        let is_list = lines::is_condition_like(&below, rules);
        // Of a drawing, only the first row is known.
        let fits = if is_list { said.iter().all(is_about) } else { said.iter().any(is_about) };
        if lines::special(&line.1).is_some() || !fits {
            let first = said[0].1.clone();
            said.into_iter().chain([line]).for_each(|line| self.list(line));
            return State::List(first);
        }
        let all = said.into_iter().chain([line]);
        let mut together = all.fold(None, |entry, line| Some(self.join(entry, line)));
        together.iter_mut().for_each(|entry| entry.notes.push(message!("note-said-above").into()));
        if !is_list {
            return State::Together(together.map(Box::new));
        }
        together.into_iter().for_each(|entry| self.emit_of_list(entry));
        State::List(below)
    }

    /// A line of a list behind the second.
    fn later(&mut self, first: &str, line: Line) {
        let default = Rules::default();
        let rules = self.block.as_ref().unwrap_or(&default);
        let is_side = !self.is_each_here && is_side_condition(first, &typed::bare_line(&line.1), rules);
        self.list(line);
        if is_side && let Some(entry) = self.open.as_mut().or(self.ready.back_mut()) {
            entry.notes.push(message!("note-alone").into());
        }
    }

    /// One line of a list.
    fn list(&mut self, line: Line) {
        if lines::setting(&line.1).is_some() {
            self.emit(late_setting(line.0, line.1));
        } else if self.is_answered {
            // The note on the head of the answer speaks of this line, too.
        } else if let Some(note) = self.aside(&line.1) {
            self.set_aside(line, note);
        } else if lines::special(&line.1).is_none() {
            let rules = self.block.clone();
            let mut entry = Entry { line: line.0, text: line.1, rules, notes: Vec::new() };
            // A title has items below it.
            if (self.is_dashed || self.title.is_some())
                && let Ok(rules) = &entry.rules
                && let Some(text) = undashed(&entry.text, rules).map(str::to_owned)
            {
                entry = Entry { text, notes: vec![message!("note-dash").into()], ..entry };
            }
            self.emit_of_list(entry);
        }
    }

    /// A puzzle of a list. That of a file waits for the next line, on which there may be a note.
    fn emit_of_list(&mut self, entry: Entry) {
        self.emit(entry);
        if self.is_whole {
            self.open = self.ready.pop_back();
        }
    }

    /// The note on a line of a list that is no puzzle: a sentence, or the answer to what stands above it.
    fn aside(&mut self, line: &str) -> Option<Note> {
        let rules = self.block.as_ref().ok().filter(|_| !self.is_each_here)?;
        let answer = typed::answer_of(line).filter(|_| !self.is_head);
        self.is_answered = answer == Some(typed::Answer::Below);
        answer.map(|_| answer_note(line)).or_else(|| typed::sentences_alone(line, rules))
    }

    /// Leaves a line out, with a note on the puzzle above it if that waits, or on the next one.
    fn set_aside(&mut self, (line, text): Line, note: Note) {
        match self.open.as_mut().or(self.title.as_mut()) {
            Some(entry) => entry.notes.push(note),
            None => {
                let rules = self.block.clone();
                self.title = Some(Entry { line, text, rules, notes: vec![note] });
            }
        }
    }

    fn emit(&mut self, mut entry: Entry) {
        self.is_head = false;
        self.ready.extend(self.open.take());
        self.above = None;
        entry.notes.splice(0..0, self.title.take().into_iter().flat_map(|title| title.notes));
        self.ready.push_back(entry);
    }

    /// The puzzle of a block has ended.
    fn finish(&mut self, mut entry: Entry) {
        let is_about =
            |said: &mut Entry| self.is_whole && said.rules == entry.rules && is_said_above(said, &entry);
        if let Some(mut said) = self.open.take_if(is_about) {
            join_block(&mut said, &entry);
            said.notes.push(message!("note-said-above").into());
            said.notes.append(&mut entry.notes);
            entry = said;
        }
        let lacks_result = lines::is_sum_without_result(&entry.text);
        self.emit(entry);
        self.joined = 0;
        if self.is_whole || lacks_result {
            self.open = self.ready.pop_back();
        } else {
            self.above = self.ready.back().filter(|entry| entry.text.contains('\n')).cloned();
        }
    }

    /// Adds a block to the puzzle above it, if it says something about that; sentences that say nothing new become a note.
    /// Otherwise gives it back.
    fn beside(&mut self, block: Entry) -> Option<Entry> {
        let Ok(rules) = &block.rules else { return Some(block) };
        if self.is_each_here {
            return Some(block);
        }
        let is_room = self.joined < MOST_JOINED;
        // With settings of its own a block is a puzzle of its own.
        let is_said_of = |above: &mut Entry| {
            let is_told = || {
                let has_words = block.text.contains(char::is_lowercase);
                let mut lines = block.text.lines();
                let tells = |line| {
                    typed::said_by(line, &above.text, rules).is_some()
                        || typed::is_told_of(&above.text, line, rules)
                };
                has_words && lines.all(tells)
            };
            is_room
                && above.rules == block.rules
                && (typed::is_said_of(&above.text, &block.text, rules) || is_told())
        };
        if let Some(mut above) = self.open.take_if(is_said_of) {
            join_block(&mut above, &block);
            self.open = Some(above);
            self.joined += 1;
            return None;
        }
        if let Some(mut above) = self.above.take_if(is_said_of) {
            join_block(&mut above, &block);
            above.notes.push(message!("note-again").into());
            self.emit(above);
            return None;
        }
        let head = block.text.lines().next().filter(|_| !self.is_head).unwrap_or_default();
        let answer = typed::answer_of(head).map(|_| answer_note(head));
        let Some(note) = answer.or_else(|| typed::sentences_alone(&block.text, rules)) else {
            return Some(block);
        };
        self.set_aside((block.line, block.text), note);
        None
    }

    fn end_block(&mut self) {
        match std::mem::replace(&mut self.state, State::Start(None)) {
            State::Start(Some(_)) if self.is_head => {
                self.file = self.block.clone();
                self.is_each = self.is_each_here;
            }
            State::Start(Some((line, text))) => self.emit(settings_alone(line, &text)),
            State::Below(lines) => self.join_below(lines),
            State::Held((number, line), specials) => {
                let is_result = specials.is_empty() && lines::is_number(&line);
                let is_open = |open: &mut Entry| is_result && lines::is_sum_without_result(&open.text);
                if let Some(mut sum) = self.open.take_if(is_open) {
                    let rules = sum.rules.clone();
                    join_block(&mut sum, &Entry { line: number, text: line, rules, notes: Vec::new() });
                    self.emit(sum);
                } else {
                    specials.iter().for_each(|line| self.set(line));
                    let block =
                        Entry { line: number, text: line, rules: self.block.clone(), notes: Vec::new() };
                    if let Some(block) = self.beside(block) {
                        self.finish(block);
                    }
                }
            }
            State::Together(Some(entry)) => {
                if let Some(entry) = self.beside(*entry) {
                    self.finish(entry);
                }
            }
            State::Said(said) => {
                said.into_iter().for_each(|line| self.list(line));
                self.ready.extend(self.open.take());
            }
            // A list stands by itself: the next block is not about its last line.
            State::List(_) => self.ready.extend(self.open.take()),
            State::Start(None) | State::Together(None) => {}
        }
        self.block = self.file.clone();
        self.is_each_here = self.is_each;
        self.is_answered = false;
        self.is_dashed = false;
    }

    /// At the end of a file without puzzles, a mistake in its settings has not been told yet.
    fn end(&mut self) {
        self.end_block();
        self.ready.extend(self.open.take());
        // Behind the last puzzle of a stream they have nothing to belong to.
        let title = self.title.take().filter(|_| self.is_head);
        self.ready.extend(title.map(|title| Entry { notes: Vec::new(), ..title }));
        self.is_over = true;
        if self.is_head && self.file.is_err() {
            self.emit(Entry { line: 1, text: String::new(), rules: self.file.clone(), notes: Vec::new() });
        }
    }
}

/// What stands behind a dash and a space, if it is a condition.
fn undashed<'a>(line: &'a str, rules: &Rules) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(|c| signs::DASHES.contains(c))?;
    let is_apart = rest.starts_with(char::is_whitespace) && lines::is_condition_like(rest, rules);
    is_apart.then(|| rest.trim_start())
}

/// Whether a block of one line says something about the letters of the puzzle below it: `T is odd`, or `T > 7` above a drawing.
fn is_said_above(said: &Entry, puzzle: &Entry) -> bool {
    let Ok(rules) = &said.rules else { return false };
    let line = typed::unmarked_line(&said.text);
    let is_line = !said.text.contains('\n') && !puzzle.text.is_empty();
    let in_words = || typed::said_by(line, &puzzle.text, rules).is_some_and(|said| said.is_of_letters());
    let is_drawn = puzzle.text.contains('\n');
    let is_told =
        || lines::compares_symbols(&puzzle.text, line, rules) || typed::is_told_of(&puzzle.text, line, rules);
    is_line && (in_words() || is_drawn && is_told())
}

fn answer_note(line: &str) -> Note {
    message!("note-answer", words = line.trim()).into()
}

/// Adds a block to the puzzle of the one above it, with the blank lines between them.
fn join_block(above: &mut Entry, block: &Entry) {
    let gap = block.line.saturating_sub(above.line + above.text.lines().count());
    above.text += &"\n".repeat(gap + 1);
    above.text += &block.text;
}

/// A setting below puzzles that were handed out without it.
fn late_setting(line: usize, text: String) -> Entry {
    let slip = Slip::new(Mistake::LateSetting, 0..text.len()).help(message!("help-move-setting"));
    let error = ParseError::new(slip, &text, Origin::Setting).in_file(line);
    Entry { line, text, rules: Err(error), notes: Vec::new() }
}

fn settings_alone(line: usize, text: &str) -> Entry {
    let slip = Slip::new(Mistake::SettingsAlone, 0..text.len()).help(message!("help-settings-place"));
    let error = ParseError::new(slip, text, Origin::Setting).in_file(line);
    Entry { line, text: String::new(), rules: Err(error), notes: Vec::new() }
}

impl<Lines: Iterator<Item = io::Result<String>>> Iterator for Blocks<Lines> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.pop_front() {
                return Some(Ok(entry));
            }
            if self.is_over {
                return None;
            }
            match self.next_line() {
                Some(Ok(line)) => self.take(line),
                Some(Err(error)) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
                None if self.is_over => {}
                None => self.end(),
            }
        }
    }
}

/// Whether a condition says something about the symbols of the one before it, and calculates nothing: `A<B`, `is_prime(AB)`.
fn is_side_condition(first: &str, line: &str, rules: &Rules) -> bool {
    let line = typed::unmarked_line(line);
    lines::is_condition_like(first, rules) && lines::compares_symbols(first, line, rules)
}

#[cfg(test)]
mod tests;
