//! All choices of words for an order, and the forms that they are put into.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::drawn::Drawn;
use super::plan::Plan;
use super::ready::{Lengths, Ready};
use crate::count;
use crate::error::{GenerateError, wrong};
use crate::finds::Finds;
use crate::form::Form;
use crate::lexicon::Lexicon;
use crate::measures::{Comparison, Letters};
use crate::order::{Given, Order};
use crate::verbal;
use fukumen_language::message::message;
use fukumen_language::puzzle::{Distinct, Rules};

/// The most candidates of a part on average, if its first word alone makes one. Otherwise the first two words do, and it may
/// have any number of them.
pub(super) const PART: u128 = 2_000_000;
/// The most words in such a sum: each takes a frame on the stack of a thread.
pub(super) const MOST_ADDED: usize = 1000;
/// The puzzles to make.
pub(super) enum Wanted {
    Form(Form),
    /// A product that is drawn.
    Drawn(Form, Drawn),
    /// Sums of at least this number of words, and at most the other, if there is one.
    Sums(usize, Option<usize>),
}

/// The requirements on words and puzzles, whatever the form.
struct Wishes {
    /// The lengths of the words.
    lengths: RangeInclusive<usize>,
    /// The number of different letters in a puzzle.
    letters: Option<usize>,
    sample: Option<usize>,
}

impl Wishes {
    fn read(given: Given<'_>, most_letters: usize) -> Result<Self, GenerateError> {
        let number = |name| given.number(name).map(|number| number as usize);
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
pub(super) struct Choosing {
    pub rules: Rules,
    pub list: Lexicon,
    pub words: Vec<Ready>,
    pub forms: Vec<Task>,
    /// How each choice of words is drawn, if it is.
    pub drawn: Option<Drawn>,
    /// The requirements of every puzzle, a bit each: a word, or one of several.
    pub needs: u64,
    /// The requirements that only one word meets.
    pub single_needs: u64,
    /// The number of different letters in a puzzle: the most, and the exact one.
    pub most_letters: usize,
    pub letters: Option<usize>,
    /// The comparisons that the measures of a puzzle must satisfy.
    pub measures: Vec<Comparison>,
    /// Whether each letter has a digit of its own.
    pub are_different: bool,
    /// The bounds of a word's value, for each length.
    pub lengths: Vec<(f64, f64)>,
    /// Whether sums with too few solutions can be excluded early, and those with too many.
    pub is_cut: bool,
    pub is_countable: bool,
    pub sample: Option<u64>,
    pub seed: u64,
}

/// One form and its parts.
pub(super) struct Task {
    pub form: Form,
    /// How many words are fixed in a part.
    pub depth: u32,
    pub parts: u64,
    pub candidates: u128,
    /// The plan, made when the form is searched.
    pub plan: OnceLock<Plan>,
}

impl Choosing {
    pub fn new(
        order: &Order,
        given: Given<'_>,
        list: Lexicon,
        wanted: Wanted,
    ) -> Result<Self, GenerateError> {
        let rules = &order.rules;
        let most_letters = match rules.distinct {
            Distinct::All => rules.allowed_digits().len(),
            _ => usize::MAX,
        };
        let wishes = Wishes::read(given, most_letters)?;
        let all: Vec<usize> = (0..list.words().len())
            .filter(|word| wishes.lengths.contains(&list.words()[*word].letters.len()))
            .collect();
        let lengths = Lengths::of(&list, &all, rules);
        let needs = needs(order, given, &list)?;
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

    /// Returns the form of a part, and the number of the part among those of the form.
    pub fn task(&self, part: u64) -> Option<(&Task, u64)> {
        let mut left = part;
        for task in &self.forms {
            if left < task.parts {
                return Some((task, left));
            }
            left -= task.parts;
        }
        None
    }

    /// Returns how many parts there are, without those that a sample repeats.
    pub fn own_parts(&self) -> u64 {
        self.forms.iter().map(|task| task.parts).fold(0, u64::saturating_add)
    }

    /// Returns whether a puzzle may have `letters` different letters.
    pub fn may_have(&self, letters: usize) -> bool {
        let (digits, are_different) = (self.rules.allowed_digits().len(), self.are_different);
        let known = Letters { letters, digits, are_different };
        self.letters.is_none_or(|wanted| wanted == letters)
            // The blanks of a drawing have digits too.
            && (self.drawn.is_some() || self.measures.iter().all(|comparison| comparison.may_hold(known)))
    }

    pub fn propose(&self, task: &Task, chosen: &[u32], finds: &mut Finds<'_>) -> bool {
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

/// Returns the requirements, each as the places of the words that meet it.
fn needs(order: &Order, given: Given<'_>, list: &Lexicon) -> Result<Vec<HashSet<usize>>, GenerateError> {
    let mut needs: Vec<HashSet<usize>> = Vec::new();
    // One word may meet two requirements.
    let mut add = |need: HashSet<usize>| {
        if !needs.contains(&need) {
            needs.push(need);
        }
    };
    for word in given.all("contains") {
        let place = list.find(word).ok_or_else(|| GenerateError::NotInList(word.trim().into()))?;
        add(HashSet::from([place]));
    }
    for theme in given.all("theme") {
        let theme = Lexicon::read_until(&order.interrupt, theme, &order.rules)?;
        let places = list.find_all(theme.words().iter().map(|word| &*word.shown));
        if places.is_empty() {
            return Err(GenerateError::NoTheme);
        }
        add(places);
    }
    // A bit each; no puzzle has that many words.
    if needs.len() > 64 { Err(GenerateError::ManyNeeds) } else { Ok(needs) }
}

impl Task {
    /// Makes a form over a list of `all` words, with `ready` of them ready.
    fn new(form: Form, all: usize, ready: usize) -> Self {
        let candidates = form.choices(all);
        let is_fine = candidates / (all.max(1) as u128) <= PART || form.words() < 3;
        let depth = if is_fine { 1 } else { 2 };
        let parts = (ready as u64).saturating_pow(depth);
        Self { form, depth, parts, candidates, plan: OnceLock::new() }
    }

    pub fn plan(&self, lengths: &[(f64, f64)], rules: &Rules) -> &Plan {
        self.plan.get_or_init(|| Plan::of(&self.form, lengths, rules))
    }

    /// Returns how many candidates count for a part.
    pub fn share(&self, number: u64) -> u128 {
        let parts = u128::from(self.parts.max(1));
        let rest_up_to = |number: u64| self.candidates % parts * u128::from(number) / parts;
        self.candidates / parts + rest_up_to(number + 1) - rest_up_to(number)
    }
}
