//! Lines into puzzles: blocks parted by blank lines, a puzzle a line or several lines for one.

use std::collections::VecDeque;

use super::entry::{Entry, Line};
use super::words::has_words;
use fukumen_language::message::message;
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Origin, ParseError, drawings, heading, lines};

/// Lines as they come, and what is known of the block that they are in.
#[derive(Clone, Debug)]
pub(super) struct Splitter {
    /// The lines taken so far.
    number: usize,
    /// The rules of every block, and of this one.
    file: Result<Rules, ParseError>,
    block: Result<Rules, ParseError>,
    state: State,
    /// Whether `@each` makes all of the file, and this block, a puzzle a line.
    is_each: bool,
    is_each_here: bool,
    /// No puzzle has come yet.
    is_head: bool,
    /// The puzzles that are complete.
    ready: VecDeque<Entry>,
}

/// The state of a block as its lines come.
#[derive(Clone, Debug)]
enum State {
    /// It has no puzzle yet. The first setting.
    Start(Option<Line>),
    /// Everything belongs to one text. With `@one`, its first line may be still to come.
    Together(Option<Box<Entry>>),
    /// One line, and the settings and comments below it. The next line will tell.
    Held(Line, Vec<Line>),
    /// A puzzle a line. The first.
    List(String),
}

impl Splitter {
    pub fn new(rules: Rules) -> Self {
        Self {
            number: 0,
            file: Ok(rules.clone()),
            block: Ok(rules),
            state: State::Start(None),
            is_each: false,
            is_each_here: false,
            is_head: true,
            ready: VecDeque::new(),
        }
    }

    /// The next puzzle that is complete.
    pub fn next(&mut self) -> Option<Entry> {
        self.ready.pop_front()
    }

    /// Takes the next line.
    pub fn take(&mut self, line: &str) {
        self.number += 1;
        let line = line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{FEFF}');
        let may_be_fence =
            self.block.as_ref().is_ok_and(|rules| !rules.symbols.iter().any(|all| all.contains('`')));
        if lines::is_blank(line) || may_be_fence && lines::is_fence(line) {
            return self.end_block();
        }
        let line = (self.number, line.to_owned());
        let is_special = lines::special(&line.1).is_some();
        let state = std::mem::replace(&mut self.state, State::Start(None));
        self.state = match state {
            State::Start(first) if is_special => self.start(first, line),
            State::Start(_) if lines::begins_formula(&line.1) => {
                State::Together(Some(Box::new(Entry::new(line, self.block.clone()))))
            }
            State::Start(_) => State::Held(line, Vec::new()),
            State::Together(None) => State::Together(Some(Box::new(Entry::new(line, self.block.clone())))),
            State::Together(Some(mut entry)) => {
                entry.push(&line.1);
                State::Together(Some(entry))
            }
            State::Held(held, mut specials) if is_special => {
                specials.push(line);
                State::Held(held, specials)
            }
            State::Held(held, specials) => self.decide(held, specials, line),
            State::List(first) => {
                self.later(&first, line);
                State::List(first)
            }
        };
    }

    /// Takes the end of the lines. In a file without puzzles, a mistake in its settings is reported here.
    pub fn end(&mut self) {
        self.end_block();
        if self.is_head && self.file.is_err() {
            self.ready.push_back(Entry::new((1, String::new()), self.file.clone()));
        }
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

    /// Tells by two lines whether the block is a list of puzzles or one text.
    fn decide(&mut self, held: Line, specials: Vec<Line>, line: Line) -> State {
        let default = Rules::default();
        let rules = self.block.as_ref().unwrap_or(&default);
        let (above, below) = (held.1.clone(), &line.1);
        let is_drawing = || match rules.layout.as_deref() {
            Some(name) => name != Rules::NO_LAYOUT,
            None => lines::are_of_a_drawing(&above, below, rules) || drawings::begins_in_steps(&above, below),
        };
        let is_side = || is_side_condition(&above, below, rules) || is_side_condition(below, &above, rules);
        let is_text = || [&above, below].into_iter().any(|line| has_words(line, rules));
        let (is_one, note) = match () {
            () if self.is_each_here => (false, None),
            () if is_drawing() => (true, None),
            () if is_side() => (true, Some(message!("note-side-condition"))),
            () => (is_text(), None),
        };
        let all = [vec![held], specials, vec![line]].concat();
        if is_one {
            let mut all = all.into_iter();
            let mut entry = all.next().map(|line| Entry::new(line, self.block.clone()));
            if let Some(entry) = &mut entry {
                all.for_each(|(_, line)| entry.push(&line));
                entry.notes.extend(note.map(Into::into));
            }
            return State::Together(entry.map(Box::new));
        }
        // Settings between the two lines hold for the whole block, of which nothing was handed out yet.
        let (settings, puzzles): (Vec<Line>, Vec<Line>) =
            all.into_iter().partition(|(_, line)| lines::special(line).is_some());
        settings.iter().for_each(|line| self.set(line));
        puzzles.into_iter().for_each(|line| self.emit(Entry::new(line, self.block.clone())));
        State::List(above)
    }

    /// A line of a list after the second.
    fn later(&mut self, first: &str, line: Line) {
        if lines::setting(&line.1).is_some() {
            return self.emit(Entry::late_setting(line));
        }
        if lines::special(&line.1).is_some() {
            return;
        }
        let default = Rules::default();
        let rules = self.block.as_ref().unwrap_or(&default);
        let is_side = !self.is_each_here && is_side_condition(first, &line.1, rules);
        let mut entry = Entry::new(line, self.block.clone());
        entry.notes.extend(is_side.then(|| message!("note-alone").into()));
        self.emit(entry);
    }

    fn emit(&mut self, entry: Entry) {
        self.is_head = false;
        self.ready.push_back(entry);
    }

    fn end_block(&mut self) {
        match std::mem::replace(&mut self.state, State::Start(None)) {
            State::Start(Some(_)) if self.is_head => {
                self.file = self.block.clone();
                self.is_each = self.is_each_here;
            }
            State::Start(Some(setting)) => self.emit(Entry::settings_alone(&setting)),
            State::Held(line, specials) => {
                specials.iter().for_each(|line| self.set(line));
                self.emit(Entry::new(line, self.block.clone()));
            }
            State::Together(Some(entry)) => self.emit(*entry),
            State::List(_) | State::Start(None) | State::Together(None) => {}
        }
        self.block = self.file.clone();
        self.is_each_here = self.is_each;
    }
}

/// Whether a condition compares symbols of the one before it, and calculates nothing: `A<B`, `is_prime(AB)`.
pub(super) fn is_side_condition(first: &str, line: &str, rules: &Rules) -> bool {
    lines::is_condition_like(first, rules) && lines::compares_symbols(first, line, rules)
}
