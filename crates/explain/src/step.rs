//! An explanation as data: steps that replay, of which sentences, pages and JSON are made.

use super::fact::{Claim, Place};
use fukumen_language::digits::Digit;

/// A fact within an explanation: `col:1.0` of the puzzle, `4b` of step 4.
pub type FactId = String;

/// How a technique comes to a conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Rule {
    /// Enumerate: all tuples of values were gone through.
    K1,
    /// Bound: exact intervals exclude the rest.
    K2,
    /// Combine: an integer combination of relations.
    K3,
    /// Residue: an equation modulo a number excludes the rest.
    K4,
    /// Distinct: different digits in a group.
    K5,
    /// Cases: all values of one fact.
    K6,
    /// Equal: equal things put for each other.
    K7,
    /// Symmetry: an order between things that may change places.
    K8,
}

/// What the checker needs to know of a conclusion. All but the exchange is advice: it is not believed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// Equations are looked at modulo this number.
    pub modulo: Option<u64>,
    /// Relations that are added, each with its factor.
    pub combine: Vec<(FactId, i128)>,
    /// What their sum is divided by.
    pub divide: Option<i128>,
    /// The places that change places.
    pub exchange: Vec<(Place, Place)>,
}

/// A fact of the puzzle itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Its name: `lead:S`, `eq:2`, `row:5`.
    pub id: FactId,
    /// What it says.
    pub claim: Claim,
}

/// What a step concludes.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    /// Its name: `4b`.
    pub id: FactId,
    /// What it says.
    pub claim: Claim,
    /// How its technique came to it: it decides what is said, and not whether it is right.
    pub(super) rule: Option<Rule>,
    /// What helps to see that it follows from what the step uses, and from the conclusions before it in the step.
    pub proof: Proof,
}

impl Conclusion {
    /// A conclusion that no technique came to.
    #[must_use]
    pub fn new(id: FactId, claim: Claim, proof: Proof) -> Self {
        Self { id, claim, rule: None, proof }
    }
}

/// How a case ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// In a contradiction.
    False,
    /// With these facts, known at its end.
    Facts(Vec<FactId>),
}

/// One case of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What is assumed; a fact like others, within the case.
    pub assume: Given,
    /// What follows.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: End,
}

/// Where a step looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The equation or row, as in ids.
    pub equation: Option<usize>,
    /// Columns of the equation.
    pub columns: Vec<usize>,
}

/// A glyph of the drawing that a step speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The row of the [sheet](fukumen_language::puzzle::Sheet), counted from 0.
    pub row: usize,
    /// The column of the sheet, counted from 0.
    pub column: usize,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text as it stands: a symbol, an equation.
    Text(String),
    /// A formula with words of the language in braces: `{carry}`, `{multiple:10}`.
    Formula(String),
    /// A number that decides between singular and plural.
    Number(i128),
    /// Several texts, joined as the language joins them: `A, B and C`.
    List(Vec<String>),
}

/// A sentence, or several that belong together: its key in the catalogues of all languages, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The name of its template.
    pub key: &'static str,
    /// Its values, by name.
    pub params: Vec<(&'static str, Value)>,
}

/// One step of an explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, in the order of telling; cases number their own steps: `3.1.2`.
    pub id: String,
    /// The technique, by its name in the table.
    pub technique: &'static str,
    /// Where it looks.
    pub at: At,
    /// The facts that it uses.
    pub uses: Vec<FactId>,
    /// What it concludes.
    pub gives: Vec<Conclusion>,
    /// The fact whose values are the cases.
    pub on: Option<FactId>,
    /// The cases.
    pub cases: Vec<Case>,
    /// How many ways a reader goes through by hand.
    pub ways: u64,
    /// What it costs a person, in hundredths.
    pub weight: u64,
    /// What it costs to find: its weight and how many places there were to look at, in hundredths.
    pub effort: u64,
    /// The glyphs that it speaks of.
    pub marks: Vec<Mark>,
    /// What is said.
    pub sentences: Vec<Sentence>,
}

/// How the search for an explanation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The puzzle has one solution.
    Unique,
    /// It has several.
    Several,
    /// It has none.
    None,
    /// The search for its solutions was stopped.
    Stopped,
}

/// How a person finds the answer of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The places, by number: a symbol as first typed, a blank `_1`.
    pub names: Vec<String>,
    /// How many solutions there are, and what stopped the search if something did.
    pub status: Status,
    /// The number of solutions that were found.
    pub solutions: u128,
    /// Whether these are all: the search for them was neither stopped nor ended by there being very many.
    pub exhausted: bool,
    /// All solutions if there are at most twelve: the digits by place.
    pub answers: Vec<Vec<Digit>>,
    /// Whether the steps reach the answer.
    pub complete: bool,
    /// The facts of the puzzle that steps use.
    pub given: Vec<Given>,
    /// The steps.
    pub steps: Vec<Step>,
}
