//! Sums, products and any other puzzles made of the words of a list.
//!
//! A form such as `A+B=C` says where words stand. They are chosen one after the other, the result first, and
//! most choices end early.
//!
//! * Sets of letters are masks of bits. Each word that is chosen thins the list of words that can follow
//!   without too many letters.
//! * Intervals over the lengths skip what cannot meet (`plan`). They are kept for each combination of lengths
//!   that has come up; for sums, the intervals of the words chosen so far are enough.
//! * Symmetries of the form (`compile::symmetry`) say which words stand in the order of the list: along a
//!   chain of stabilisers, the first of each orbit stands before the others (J.-F. Puget, Breaking symmetries
//!   in all different problems, 2005). So a form may have any number of words.
//!
//! What is left of a sum is counted by `count`, without making a puzzle; what passes is proposed.
//!
//! Products may be drawn, as long multiplications and divisions (`drawn`).
//!
//! A sample takes the parts in a random order, one puzzle from each, and the rest in a second round. If a
//! part has more candidates than can be listed, words are drawn one after the other.

mod drawn;
mod plan;
mod ready;
mod sample;
mod walk;

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use crate::Kind;
use crate::Space;
use crate::count;
use crate::error::{GenerateError, Thing};
use crate::finds::Finds;
use crate::form::Form;
use crate::lexicon::Lexicon;
use crate::measures::{Comparison, Letters};
use crate::order::{Choice, Order};
use crate::speller;
use crate::verbal;
use crate::words::drawn::Drawn;
use crate::words::plan::Plan;
use crate::words::ready::{Lengths, Ready};
use crate::words::walk::{Known, Walk};
use crate::wrong;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Distinct, Rules};

/// Candidates of a part, on average and at most, where its first word alone makes one. Else the first two do, and it may have any
/// number of them.
const PART: u128 = 2_000_000;
/// The form of a sum of any words.
const ANY_SUM: &str = "+";
/// Words in such a sum, at most: one is put below the other on the stack of a thread.
const MOST_ADDED: usize = 1000;
/// The kind `words`.
#[derive(Clone, Copy, Debug)]
pub struct Words;

impl Kind for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn help(&self) -> &'static str {
        "sums, or any other form, of the words of a list"
    }

    fn example(&self) -> &'static [(&'static str, &'static str)] {
        &[("words", "list.txt"), ("form", "A+B=C")]
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn prepared(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        speller::check_blanks(&order.rules)?;
        let list =
            order.given(self).file("words").ok_or(GenerateError::Missing(&[Thing::Option("words")]))?;
        let list = Lexicon::read_until(&order.interrupt, list, &order.rules)?;
        let wanted = wanted(order)?;
        list.check(&order.rules)?;
        Ok(Box::new(Choosing::new(order, list, wanted)?))
    }
}

const CHOICES: &[Choice] = &[
    Choice::file("words", "the words, one a line"),
    Choice::text(
        "form",
        "FORM",
        "a letter for each word: A+B=C, A*B=C*D, …; + for a sum of any words; the layout of a long multiplication or \
         division draws A*B=C or A*A=B",
    )
        .by_default("A+B=C"),
    Choice::open_range(
        "words-in-all",
        3,
        MOST_ADDED as u64,
        "how many words a sum of any words has, its result among them (default 3.., of a sample 3..8)",
    ),
    Choice::text("contains", "WORD", "a word that is in every puzzle").repeated(),
    Choice::file("theme", "words of which one at least is in every puzzle").repeated(),
    Choice::number("min-length", 0, u64::MAX, "words of at least N letters"),
    Choice::number("max-length", 0, u64::MAX, "words of at most N letters"),
    Choice::number("letters", 0, u64::MAX, "puzzles with exactly N different letters: 10 uses every digit"),
    Choice::number("sample", 1, u64::MAX, "N random puzzles instead of all; the seed names them"),
];

/// What is wanted.
enum Wanted {
    Form(Form),
    /// A product that is drawn.
    Drawn(Form, Drawn),
    /// Sums of at least this number of words, and at most the other, if there is one.
    Sums(usize, Option<usize>),
}

fn wanted(order: &Order) -> Result<Wanted, GenerateError> {
    let given = order.given(&Words);
    if let Some((form, drawn)) = drawn::form(order)? {
        return Ok(Wanted::Drawn(form, drawn));
    }
    let form = given.text("form").unwrap_or_default();
    match form.trim() {
        ANY_SUM => {
            let most = given.is_given("sample").then_some(sample::MOST_SAMPLED as u64);
            let (least, most) = given.range("words-in-all").unwrap_or((3, most));
            Ok(Wanted::Sums(least as usize, most.map(|most| most as usize)))
        }
        _ if given.is_given("words-in-all") => Err(GenerateError::Needs {
            option: Thing::Option("words-in-all"),
            needs: Thing::Set("form", ANY_SUM),
        }),
        form => Form::read(form, &order.rules).map(Wanted::Form),
    }
}

/// What is asked of words and puzzles, whatever the form.
struct Wishes {
    /// The lengths of the words.
    lengths: RangeInclusive<usize>,
    /// Different letters of a puzzle.
    letters: Option<usize>,
    sample: Option<usize>,
}

impl Wishes {
    fn read(order: &Order, most_letters: usize) -> Result<Self, GenerateError> {
        let number = |name| order.given(&Words).number(name).map(|number| number as usize);
        let (least, most) = (number("min-length"), number("max-length"));
        if let Some((least, most)) = least.zip(most).filter(|(least, most)| least > most) {
            return Err(wrong("max-length", most, message!("expected-from-min-length", least = least)));
        }
        let (letters, sample) = (number("letters"), number("sample"));
        if let Some(letters) = letters.filter(|letters| *letters > most_letters) {
            return Err(wrong("letters", letters, message!("expected-letters", most = most_letters)));
        }
        Ok(Self { lengths: least.unwrap_or(0)..=most.unwrap_or(usize::MAX), letters, sample })
    }
}

/// All choices of words.
struct Choosing {
    rules: Rules,
    list: Lexicon,
    words: Vec<Ready>,
    forms: Vec<Task>,
    /// How each choice of words is drawn, if it is.
    drawn: Option<Drawn>,
    /// What must be there in every puzzle, a bit each: a word, or one of several.
    needs: u64,
    /// Those that only one word meets.
    single_needs: u64,
    /// Different letters of a puzzle, at most, and exactly.
    most_letters: usize,
    letters: Option<usize>,
    /// What is asked of the measures of a puzzle.
    measures: Vec<Comparison>,
    /// Whether each letter has a digit of its own.
    are_different: bool,
    /// Where the value of a word of each length lies.
    lengths: Vec<(f64, f64)>,
    /// Whether a sum that has too few solutions can be told beforehand, and one that has too many.
    is_cut: bool,
    is_countable: bool,
    sample: Option<u64>,
    seed: u64,
}

/// One form and its parts.
struct Task {
    form: Form,
    /// How many words are fixed in a part.
    depth: u32,
    parts: u64,
    candidates: u128,
    /// Made when it is searched.
    plan: OnceLock<Plan>,
}

impl Choosing {
    fn new(order: &Order, list: Lexicon, wanted: Wanted) -> Result<Self, GenerateError> {
        let rules = &order.rules;
        let most_letters = match rules.distinct {
            Distinct::All => rules.allowed_digits().len(),
            _ => usize::MAX,
        };
        let wishes = Wishes::read(order, most_letters)?;
        let all: Vec<usize> = (0..list.words().len())
            .filter(|word| wishes.lengths.contains(&list.words()[*word].letters.len()))
            .collect();
        let lengths = Lengths::of(&list, &all, rules);
        let needs = needs(order, &list)?;
        let mut words: Vec<Ready> = Vec::new();
        for word in &all {
            if order.interrupt.load(Ordering::Relaxed) {
                return Err(GenerateError::Interrupted);
            }
            let ready = lengths.word(&list, *word, &needs);
            if ready.mask.count_ones() as usize <= most_letters {
                words.push(ready);
            }
        }
        let needed = |is_needed: &dyn Fn(&HashSet<usize>) -> bool| {
            needs.iter().enumerate().filter(|(_, need)| is_needed(need)).fold(0, |bits, (i, _)| bits | 1 << i)
        };
        let (all_needs, single_needs) = (needed(&|_| true), needed(&|need| need.len() == 1));
        let drawn = if let Wanted::Drawn(_, drawn) = &wanted { Some(*drawn) } else { None };
        let forms = match wanted {
            Wanted::Form(form) | Wanted::Drawn(form, _) => vec![form],
            Wanted::Sums(least, most) => {
                let most = most.unwrap_or(MOST_ADDED).min(words.len());
                (least..=most).map(Form::Sum).collect()
            }
        };
        let tasks = forms.into_iter().map(|form| Task::new(form, all.len(), words.len()));
        Ok(Self {
            rules: rules.clone(),
            forms: tasks.collect(),
            drawn,
            words,
            list,
            needs: all_needs,
            single_needs,
            most_letters,
            letters: wishes.letters,
            measures: order.measures.clone(),
            are_different: rules.distinct == Distinct::All,
            lengths: lengths.bounds,
            is_cut: verbal::are_told_apart(rules) && usize::from(rules.base.get()) <= count::MOST_LETTERS,
            is_countable: count::is_countable(rules),
            sample: wishes.sample.map(|sample| sample as u64),
            seed: order.seed,
        })
    }

    /// The form that a part belongs to, and the number of the part among its own.
    fn task(&self, part: u64) -> Option<(&Task, u64)> {
        let mut left = part;
        for task in &self.forms {
            if left < task.parts {
                return Some((task, left));
            }
            left -= task.parts;
        }
        None
    }
}

impl Space for Choosing {
    fn parts(&self) -> u64 {
        let rounds = if self.sample.is_some() { sample::ROUNDS } else { 1 };
        self.own_parts().saturating_mul(rounds)
    }

    fn candidates(&self) -> Option<u64> {
        let all = self.forms.iter().map(|task| task.candidates).fold(0, u128::saturating_add);
        u64::try_from(all).ok()
    }

    fn notes(&self) -> Vec<String> {
        self.list.note().into_iter().collect()
    }

    fn enough(&self) -> Option<u64> {
        self.sample
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        if self.sample.is_some() {
            return self.sampled(part, finds);
        }
        let Some((task, number)) = self.task(part) else { return ControlFlow::Continue(()) };
        Walk::new(self, task, number, finds).descend(0, Known::default())?;
        finds.looked_at(u64::try_from(task.share(number)).unwrap_or(u64::MAX))
    }
}

impl Choosing {
    /// How many parts there are, without those that a sample goes through again.
    fn own_parts(&self) -> u64 {
        self.forms.iter().map(|task| task.parts).fold(0, u64::saturating_add)
    }

    /// Whether a puzzle may have `letters` different letters.
    fn may_have(&self, letters: usize) -> bool {
        let (digits, are_different) = (self.rules.allowed_digits().len(), self.are_different);
        let known = Letters { letters, digits, are_different };
        self.letters.is_none_or(|wanted| wanted == letters)
            // The blanks of a drawing have digits too.
            && (self.drawn.is_some() || self.measures.iter().all(|comparison| comparison.may_hold(known)))
    }

    fn propose(&self, task: &Task, chosen: &[u32], finds: &mut Finds<'_>) -> bool {
        let last = chosen.len() - 1;
        let word = |word: usize| &*self.words[chosen[last - word] as usize].shown;
        let text = task.form.written(word);
        match self.drawn {
            Some(drawn) => {
                let words: Vec<&str> = (0..chosen.len()).map(word).collect();
                drawn.propose(&text, &words, &self.rules, finds)
            }
            None => finds.propose_text(&text, &self.rules),
        }
    }
}

/// What must be there, each as the places of the words that meet it.
fn needs(order: &Order, list: &Lexicon) -> Result<Vec<HashSet<usize>>, GenerateError> {
    let mut needs: Vec<HashSet<usize>> = Vec::new();
    // One word may be all that is needed twice.
    let mut add = |need: HashSet<usize>| {
        if !needs.contains(&need) {
            needs.push(need);
        }
    };
    for word in order.given(&Words).all("contains") {
        let place = list.find(word).ok_or_else(|| GenerateError::NotInList(word.trim().into()))?;
        add(HashSet::from([place]));
    }
    for theme in order.given(&Words).all("theme") {
        let theme = Lexicon::read_until(&order.interrupt, theme, &order.rules)?;
        let places = list.find_all(theme.words().iter().map(|word| &*word.shown));
        if places.is_empty() {
            return Err(GenerateError::NoTheme);
        }
        add(places);
    }
    // A bit each; no puzzle has room for as many.
    if needs.len() > 64 { Err(GenerateError::ManyNeeds) } else { Ok(needs) }
}

impl Task {
    /// A form over a list of `all` words, of which `ready` are ready.
    fn new(form: Form, all: usize, ready: usize) -> Self {
        let candidates = form.choices(all);
        let is_fine = candidates / (all.max(1) as u128) <= PART || form.words() < 3;
        let depth = if is_fine { 1 } else { 2 };
        let parts = (ready as u64).saturating_pow(depth);
        Self { form, depth, parts, candidates, plan: OnceLock::new() }
    }

    fn plan(&self, lengths: &[(f64, f64)], rules: &Rules) -> &Plan {
        self.plan.get_or_init(|| Plan::of(&self.form, lengths, rules))
    }

    /// How many candidates count for a part.
    fn share(&self, number: u64) -> u128 {
        let parts = u128::from(self.parts.max(1));
        let rest_up_to = |number: u64| self.candidates % parts * u128::from(number) / parts;
        self.candidates / parts + rest_up_to(number + 1) - rest_up_to(number)
    }
}
