//! Orders of one kind, made option by option: typed constructors for programs that make puzzles.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::doubly_true::DoublyTrue;
use crate::error::GenerateError;
use crate::grid::Grids;
use crate::kind::Kind;
use crate::literary::Literary;
use crate::measures::Comparison;
use crate::near::Near;
use crate::numbers::Numbers;
use crate::order::{Order, Value, choice};
use crate::skeleton::Skeletons;
use crate::space::Space;
use crate::words::Words;
use fukumen_language::puzzle::Rules;

impl Order {
    /// Orders sums, or other forms, of the words of a list, one on each line.
    pub fn words(list: &str) -> OrderOf<Words> {
        OrderOf::new(Words, None).with("words", Value::File(list.into()))
    }

    /// Orders words, or a key, for the numbers of a true calculation.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::numbers("9567+1085=10652").keyword("OMYDWERTNS").space().is_ok());
    /// assert!(Order::numbers("9567+1085=10652").words("more\nsend\nmoney\n").space().is_ok());
    /// ```
    pub fn numbers(calculation: &str) -> OrderOf<Numbers> {
        OrderOf::new(Numbers, Some(calculation))
    }

    /// Orders names of numbers that add up, as numbers and as a puzzle.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::doubly_true().language("de").max(20).terms(2, 4).space().is_ok());
    /// assert!(Order::doubly_true().language("xx").space().is_err());
    /// ```
    pub fn doubly_true() -> OrderOf<DoublyTrue> {
        OrderOf::new(DoublyTrue, None)
    }

    /// Orders a calculation on paper with erased digits.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::skeleton("775*33").minimal().space().is_ok());
    /// assert!(Order::skeleton("775*33").only(7).minimal().space().is_err());
    /// ```
    pub fn skeleton(calculation: &str) -> OrderOf<Skeletons> {
        OrderOf::new(Skeletons, Some(calculation))
    }

    /// Orders random calculations of a size such as `4x3`, with erased digits.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::random_skeletons("3x2").seed(7).space().is_ok());
    /// ```
    pub fn random_skeletons(size: &str) -> OrderOf<Skeletons> {
        OrderOf::new(Skeletons, None).with("random", Value::Text(size.into()))
    }

    /// Orders crossed grids.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::grid().size(3, 4).operators("+-").digits_each(3).space().is_ok());
    /// assert!(Order::grid().digits_each(30).space().is_err());
    /// ```
    pub fn grid() -> OrderOf<Grids> {
        OrderOf::new(Grids, None)
    }

    /// Orders the sentences and lines of a text that are puzzles.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::literary("Please, send more money!").clauses().space().is_ok());
    /// ```
    pub fn literary(text: &str) -> OrderOf<Literary> {
        OrderOf::new(Literary, Some(text))
    }

    /// Orders repairs of a puzzle that has no solution, or several.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_generate as generate; pub use fukumen_language::*; }
    /// use fukumen::generate::Order;
    /// assert!(Order::near("SEND+MORE=MODEL").words("money\nmodel\n").pairs().space().is_ok());
    /// ```
    pub fn near(puzzle: &str) -> OrderOf<Near> {
        OrderOf::new(Near, Some(puzzle))
    }
}

/// An order of one kind, made option by option. [`OrderOf::space`] refuses options that cannot be combined.
#[derive(Clone, Debug)]
#[must_use]
pub struct OrderOf<K> {
    kind: K,
    order: Order,
}

impl<K: Kind> OrderOf<K> {
    fn new(kind: K, subject: Option<&str>) -> Self {
        Self { kind, order: Order { subject: subject.map(String::from), ..Order::default() } }
    }

    /// Adds an option; its value is checked when the order is carried out.
    fn with(mut self, name: &str, value: Value) -> Self {
        let choice = choice(self.kind.choices(), self.kind.name(), name)
            .expect("each method names an option of its kind");
        self.order.choices.add(choice, value);
        self
    }

    /// Sets the rules of the puzzles.
    pub fn rules(mut self, rules: Rules) -> Self {
        self.order.rules = rules;
        self
    }

    /// Sets the seed of puzzles that are chosen at random.
    pub fn seed(mut self, seed: u64) -> Self {
        self.order.seed = seed;
        self
    }

    /// Sets how many solutions each puzzle must have.
    pub fn solutions(mut self, solutions: u64) -> Self {
        self.order.solutions = solutions;
        self
    }

    /// Requires a measure of each puzzle. Puzzles without it may still be found.
    pub fn where_measure(mut self, comparison: Comparison) -> Self {
        self.order.measures.push(comparison);
        self
    }

    /// Ends the search when the flag is set.
    pub fn interrupt(mut self, interrupt: Arc<AtomicBool>) -> Self {
        self.order.interrupt = interrupt;
        self
    }

    /// Returns the space to search.
    ///
    /// # Errors
    /// [`GenerateError`] if the order cannot be carried out.
    pub fn space(&self) -> Result<Box<dyn Space>, GenerateError> {
        self.kind.space(&self.order)
    }
}

impl<K> From<OrderOf<K>> for Order {
    fn from(order: OrderOf<K>) -> Self {
        order.order
    }
}

/// Defines methods that set an option of a kind: `method(arguments) = "option", value;`.
macro_rules! options {
    ($kind:ty { $($(#[$doc:meta])* $method:ident($($name:ident: $type:ty),*) = $option:literal, $value:expr;)* }) => {
        impl OrderOf<$kind> {
            $($(#[$doc])* pub fn $method(self, $($name: $type),*) -> Self {
                self.with($option, $value)
            })*
        }
    };
}

options! { Words {
    /// Sets a form with a letter for each word, such as `A+B=C`; `+` for a sum of any words.
    form(form: &str) = "form", Value::Text(form.into());
    /// Sets how many words a sum of any words has, including its result.
    words_in_all(least: u64, most: Option<u64>) = "words-in-all", Value::Range(least, most);
    /// Requires a word in every puzzle.
    contains(word: &str) = "contains", Value::Text(word.into());
    /// Requires at least one of these words in every puzzle.
    theme(list: &str) = "theme", Value::File(list.into());
    /// Takes words of at least N letters.
    min_length(letters: u64) = "min-length", Value::Number(letters);
    /// Takes words of at most N letters.
    max_length(letters: u64) = "max-length", Value::Number(letters);
    /// Makes puzzles with exactly N different letters.
    letters(letters: u64) = "letters", Value::Number(letters);
    /// Makes N random puzzles instead of all.
    sample(puzzles: u64) = "sample", Value::Number(puzzles);
} }

options! { Numbers {
    /// Sets a list of words, one on each line; every number becomes one of them.
    words(list: &str) = "words", Value::File(list.into());
    /// Sets the letters of the digits from 0 up, instead of words.
    keyword(key: &str) = "keyword", Value::Text(key.into());
} }

options! { DoublyTrue {
    /// Sets your own names instead, one on each line, from 0 up.
    names(names: &str) = "names", Value::File(names.into());
    /// Sets the largest number.
    max(number: u64) = "max", Value::Number(number);
    /// Sets the smallest number.
    min(number: u64) = "min", Value::Number(number);
    /// Makes differences, not sums.
    differences() = "form", Value::One("difference");
    /// Makes products, not sums.
    products() = "form", Value::One("product");
    /// Sets the least and the most numbers before the equals sign.
    terms(least: u64, most: u64) = "addends", Value::Range(least, Some(most));
} }

options! { Skeletons {
    /// Lists all minimal sets of clues, instead of the fewest clues.
    minimal() = "clues", Value::One("minimal");
    /// Lists all sets of exactly N clues, instead of the fewest clues.
    clues(clues: u64) = "clues", Value::Number(clues);
    /// Shows every copy of this digit, and no other.
    only(digit: u64) = "only", Value::Number(digit);
    /// With [`OrderOf::only`]: blanks are not copies of the digit.
    none_hidden() = "none-hidden", Value::Flag;
    /// Sets the drawing, with `#` for places that stay and `□` for others.
    shape(drawing: &str) = "shape", Value::File(drawing.into());
    /// Uses letters for all digits.
    letters() = "as", Value::One("letters");
    /// Sets the letters of the digits from 0 up, of all digits or of those that are used.
    keyword(key: &str) = "keyword", Value::Text(key.into());
    /// Uses blanks, with letters for clues.
    blanks_and_letters() = "as", Value::One("both");
} }

options! { Grids {
    /// Sets the numbers down and across.
    size(rows: u64, columns: u64) = "size", Value::Text(format!("{rows}x{columns}"));
    /// Sets the operators that may occur, such as `+-`.
    operators(signs: &str) = "operators", Value::Text(signs.into());
    /// Sets the most digits of random numbers.
    digits_each(digits: u64) = "digits-each", Value::Number(digits);
    /// Sets words, one on each line, for grids of sums across and down, up to 4x4.
    words(list: &str) = "words", Value::File(list.into());
} }

options! { Literary {
    /// Sets the words that are equals signs, separated by commas.
    split(words: &str) = "split", Value::Text(words.into());
    /// Also examines the text between commas.
    clauses() = "clauses", Value::Flag;
} }

options! { Near {
    /// Sets words that may replace one of the puzzle, one on each line.
    words(list: &str) = "words", Value::File(list.into());
    /// Also makes two changes at a time.
    pairs() = "changes", Value::One("2");
} }

impl OrderOf<DoublyTrue> {
    /// Sets the code of the language of the names.
    pub fn language(self, code: &str) -> Self {
        // An unknown code is kept as text, which the option refuses when the order is carried out.
        let known = choice(self.kind.choices(), self.kind.name(), "lang").and_then(|lang| lang.read(code));
        self.with("lang", known.unwrap_or_else(|_| Value::Text(code.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;

    /// Each method of a builder names an option of its kind, with a value that it takes.
    #[test]
    fn every_method_names_an_option() {
        let orders: &[(&dyn Kind, Order)] = &[
            (
                &Words,
                Order::words("a")
                    .form("+")
                    .words_in_all(3, Some(4))
                    .contains("a")
                    .theme("a")
                    .min_length(1)
                    .max_length(2)
                    .letters(3)
                    .sample(1)
                    .into(),
            ),
            (&Numbers, Order::numbers("1").words("a").keyword("a").into()),
            (
                &DoublyTrue,
                Order::doubly_true()
                    .language("en")
                    .names("a")
                    .max(2)
                    .min(1)
                    .differences()
                    .products()
                    .terms(2, 3)
                    .into(),
            ),
            (
                &Skeletons,
                Order::random_skeletons("1x1")
                    .clues(3)
                    .minimal()
                    .only(1)
                    .none_hidden()
                    .shape("#")
                    .letters()
                    .keyword("a")
                    .blanks_and_letters()
                    .into(),
            ),
            (&Grids, Order::grid().size(3, 3).operators("+").digits_each(2).words("a").into()),
            (&Literary, Order::literary("a").split("is").clauses().into()),
            (&Near, Order::near("a").words("a").pairs().into()),
        ];
        for kind in KINDS {
            assert!(orders.iter().any(|(other, _)| other.name() == kind.name()), "{}", kind.name());
        }
        for (kind, order) in orders {
            assert_eq!(order.choices.check(kind.choices(), kind.name()), Ok(()), "{}", kind.name());
            for choice in kind.choices() {
                assert!(order.choices.get(choice.name).is_some(), "{} has no {}", kind.name(), choice.name);
            }
        }
    }
}
