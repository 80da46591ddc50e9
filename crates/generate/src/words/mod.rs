//! Sums, products and any other puzzles made of the words of a list.
//!
//! A form such as `A+B=C` gives the places of words. They are chosen one after the other, the result first, and most choices
//! end early.
//!
//! * Sets of letters are masks of bits. Each chosen word thins the list of words that can follow without too many letters.
//! * Intervals over the lengths skip lengths that cannot meet (`plan`). They are kept for each combination of lengths that
//!   has occurred; for sums, the intervals of the words chosen so far are enough.
//! * Symmetries of the form (`compile::symmetry`) say which words come in the order of the list: along a chain of
//!   stabilisers, the first of each orbit comes before the others (J.-F. Puget, Breaking symmetries in all different
//!   problems, 2005). So a form may have any number of words.
//!
//! `count` counts the remaining sums, without making a puzzle; sums that pass are proposed.
//!
//! Products may be drawn, as long multiplications and divisions (`drawn`).
//!
//! A sample takes the parts in a random order, one puzzle from each, and the rest in a second round. If a part has more
//! candidates than can be listed, words are drawn one after the other.

mod choosing;
mod drawn;
mod plan;
mod ready;
mod sample;
mod walk;

use std::ops::ControlFlow;

use choosing::{Choosing, MOST_ADDED, Wanted};
use walk::{Known, Walk};

use crate::error::{GenerateError, Thing};
use crate::finds::Finds;
use crate::form::Form;
use crate::kind::Kind;
use crate::lexicon::Lexicon;
use crate::order::{Choice, Given, Order};
use crate::space::Space;
use crate::speller;

/// The form of a sum of any words.
const ANY_SUM: &str = "+";
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
        let given = order.given(self);
        let list = given.file("words").ok_or(GenerateError::Missing(&[Thing::Option("words")]))?;
        let list = Lexicon::read_until(&order.interrupt, list, &order.rules)?;
        let wanted = wanted(order, given)?;
        list.check(&order.rules)?;
        Ok(Box::new(Choosing::new(order, given, list, wanted)?))
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

fn wanted(order: &Order, given: Given<'_>) -> Result<Wanted, GenerateError> {
    if let Some((form, drawn)) = drawn::form(order, given)? {
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
