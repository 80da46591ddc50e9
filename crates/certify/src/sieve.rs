//! Finds the rule that closes a digit of a cell.

use fukumen_check::{Rule, Statement, Walk};

use fukumen_language::expr::{Cell, Element, Expr};
use fukumen_language::puzzle::Puzzle;
use fukumen_language::vocabulary::{Algebra, Logic, Meaning, Tier};

/// The largest modulus is below 2^63.
const LARGEST_MODULUS: u64 = 1 << 62;

/// The rules to try for each cell. Those that last closed a digit come first.
pub(super) struct Sieve {
    of_cell: Vec<Vec<Try>>,
    equations: Vec<Option<Equation>>,
    base: u64,
    /// The primes that divide the base.
    primes: Vec<u64>,
}

/// A rule without its modulus, which depends on the known digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Try {
    Rule(Rule),
    Residue(usize),
    /// The value of a linear equation. It goes beyond bounds only if one side is known.
    Reading(usize),
}

/// An equation, or an `and` that contains some.
struct Equation {
    /// Its whole numerals, units first.
    numerals: Vec<Vec<Element>>,
    /// The cells of the two sides of a single equation.
    sides: Vec<Vec<Cell>>,
}

impl Sieve {
    /// With `is_linear`, only bounds and divisors are tried.
    pub fn new(puzzle: &Puzzle, statement: &Statement, walk: &Walk, is_linear: bool) -> Self {
        let base = u64::from(puzzle.rules().base.get());
        let equations: Vec<Option<Equation>> = puzzle.all_conditions().map(Equation::of).collect();
        let mut of_cell = vec![Vec::new(); statement.names.len()];
        for (k, equation) in equations.iter().enumerate() {
            for cell in walk.cells(k) {
                let tries: &mut Vec<Try> = &mut of_cell[*cell];
                match (walk.is_linear(k), equation) {
                    (true, Some(_)) => {
                        let rules = [Rule::Bounds(k), Rule::Divisor(k)].map(Try::Rule);
                        tries.extend(rules);
                        tries.extend((!is_linear).then_some(Try::Reading(k)));
                    }
                    (true, None) => tries.push(Try::Rule(Rule::Bounds(k))),
                    (false, Some(_)) => tries.extend([Try::Rule(Rule::Value(k)), Try::Residue(k)]),
                    (false, None) => tries.push(Try::Rule(Rule::Value(k))),
                }
            }
        }
        for (j, group) in statement.groups.iter().enumerate() {
            let digits = group.cells.iter().fold(0u64, |digits, cell| digits | statement.masks[*cell]);
            let is_tight = group.cells.len() as u64 >= u64::from(digits.count_ones()) * u64::from(group.most);
            if (group.least > 0 || is_tight) && !is_linear {
                group.cells.iter().for_each(|cell| of_cell[*cell].push(Try::Rule(Rule::Group(j))));
            }
        }
        let primes = (2..=base).filter(|p| base % p == 0 && (2..*p).all(|q| p % q != 0)).collect();
        Self { of_cell, equations, base, primes }
    }

    /// Returns a rule that excludes a digit from a cell, if there is one.
    pub fn closing(&mut self, walk: &mut Walk, cell: usize, digit: u8) -> Option<Rule> {
        walk.set(cell, digit);
        let tries = &self.of_cell[cell];
        let found = (0..tries.len()).find_map(|at| Some((at, self.rule(walk, tries[at])?)));
        walk.release(cell);
        let (at, rule) = found?;
        self.of_cell[cell][..=at].rotate_right(1);
        Some(rule)
    }

    fn rule(&self, walk: &mut Walk, tried: Try) -> Option<Rule> {
        match tried {
            Try::Rule(rule) => walk.applies(rule).then_some(rule),
            Try::Reading(k) => {
                let is_known = |cell: &Cell| walk.known()[cell.index()].is_some();
                let has_known =
                    |equation: &Equation| equation.sides.iter().any(|side| side.iter().all(is_known));
                let rule = Rule::Value(k);
                (self.equations[k].as_ref().is_some_and(has_known) && walk.applies(rule)).then_some(rule)
            }
            Try::Residue(k) => {
                let known = self.equations[k].as_ref()?.known_places(walk);
                if known == 0 {
                    // A factor may be 0 modulo a prime of the base, whatever the others are.
                    let mut rules = self.primes.iter().map(|prime| Rule::Residue(k, *prime));
                    return rules.find(|rule| walk.applies(*rule));
                }
                // Numbers that differ modulo a power of the base also differ modulo the next power.
                let modulus = (1..known).try_fold(self.base, |modulus, _| {
                    modulus.checked_mul(self.base).filter(|next| *next < LARGEST_MODULUS)
                });
                let modulus = modulus.unwrap_or_else(|| self.largest_power());
                let rule = Rule::Residue(k, modulus);
                walk.applies(rule).then_some(rule)
            }
        }
    }

    fn largest_power(&self) -> u64 {
        let next = |power: &u64| power.checked_mul(self.base).filter(|next| *next < LARGEST_MODULUS);
        std::iter::successors(Some(self.base), next).last().unwrap_or(self.base)
    }
}

impl Equation {
    fn of(condition: &Expr) -> Option<Self> {
        let Expr::Chain(chain) = condition else { return None };
        let is_and = |meaning| matches!(meaning, Meaning::Logic(Logic::And));
        let has_equation = match chain.tier() {
            Tier::Relation => chain.rest.iter().any(|(operator, _)| operator.algebra == Algebra::Equal),
            Tier::And => chain.rest.iter().any(|(operator, _)| is_and(operator.exact)),
            _ => false,
        };
        let mut numerals = Vec::new();
        condition.for_each_numeral(&mut |numeral| {
            if numeral.is_whole() {
                numerals.push(numeral.whole.iter().rev().copied().collect());
            }
        });
        let is_single = chain.tier() == Tier::Relation && chain.rest.len() == 1;
        let sides = if is_single { chain.operands().map(Expr::cells).collect() } else { Vec::new() };
        has_equation.then_some(Self { numerals, sides })
    }

    /// Returns how many places, counted from the units, are known in every numeral.
    fn known_places(&self, walk: &Walk) -> usize {
        let is_known = |element: &Element| match element {
            Element::Shown(_) => true,
            Element::Hidden(cell) => walk.known()[cell.index()].is_some(),
        };
        let places = |numeral: &Vec<Element>| numeral.iter().position(|element| !is_known(element));
        self.numerals.iter().filter_map(places).min().unwrap_or(usize::MAX)
    }
}
