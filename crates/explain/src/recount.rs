//! Ways as a reader counts them: with all that was told before a step, and not only with what its proof needs.
//!
//! Few ways are listed, with the digits that are missing from them because they are taken.

use super::checker;
use super::checker::Way;
use super::fact::{Claim, Place, Quantity, Term};
use super::glances::Glances;
use super::scene::{Id, Scene, Var};
use super::search::RawStep;
use super::state::{Arena, RawProof};
use super::step::Rule;
use super::techniques::{DIFFERENT, Subject, table};
use super::ways::{Ways, fillings};
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::Exact;

/// The most ways that are listed.
const MOST_LISTED: usize = 4;

/// The most ways among which those are sought that taken digits exclude.
const MOST_LOOKED_AT: usize = 60;

/// The most taken digits that are named.
const MOST_TAKEN: usize = 2;

/// The most digits that are tried for the values of a number.
const MOST_TRIED: u64 = 200_000;

/// What a step goes through, as its reader sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    /// All ways, if they are few.
    pub ways: Vec<Way>,
    /// The digits that other places have, without which there would be more ways, or more would follow from them.
    pub taken: Vec<u8>,
    /// The places of a condition that a reader fills in to go through its ways, and in how many ways that can be done.
    pub filled: Option<(Vec<usize>, u64)>,
}

/// Counts the ways of all steps, in the order in which they are told.
pub(super) fn recount(scene: &Scene, arena: &Arena, steps: &mut [RawStep], watch: &Glances) {
    let known = Known {
        scene,
        arena,
        watch,
        digits: scene.allowed.iter().map(|(digits, _)| *digits).collect(),
        carries: scene.carries.iter().map(|carry| carry.values.clone()).collect(),
        numbers: Vec::new(),
    };
    known.steps(steps);
}

/// What was told so far.
#[derive(Clone)]
struct Known<'a> {
    scene: &'a Scene,
    arena: &'a Arena,
    watch: &'a Glances<'a>,
    /// The digits that each place may have, if those that others take are not left out.
    digits: Vec<DigitSet>,
    carries: Vec<Vec<i64>>,
    /// How large numbers are, and what their remainders are.
    numbers: Vec<Claim>,
}

/// What a step goes through.
struct Through {
    over: Vec<Term>,
    modulo: Option<u64>,
    /// What must hold.
    claims: Vec<Claim>,
    /// Whether ways are counted. If not, digits that are taken are of interest only if the conclusions need them.
    is_counted: bool,
}

impl Known<'_> {
    fn steps(mut self, steps: &mut [RawStep]) {
        for step in steps {
            for case in &mut step.cases {
                let mut inner = self.clone();
                inner.learn(case.assume, true);
                inner.steps(&mut case.steps);
            }
            self.count(step);
            let is_told = DIFFERENT.contains(&step.technique.name);
            step.gives.iter().for_each(|give| self.learn(*give, is_told));
        }
    }

    /// Learns a fact. That others take a digit is seen without being told, unless it is what a step is about.
    fn learn(&mut self, id: Id, is_told: bool) {
        let fact = &self.arena.facts[id];
        match &fact.claim {
            Claim::Digit(_, set) if !is_told && fact.rule == Some(Rule::K5) && set.len() > 1 => {}
            Claim::Digit(place, set) => {
                let digits = &mut self.digits[place.index()];
                *digits = *digits & *set;
            }
            Claim::Carry(carry, values) => {
                if let Some(at) = self.scene.carries.iter().position(|known| known.carry == *carry) {
                    self.carries[at].retain(|value| values.contains(value));
                }
            }
            Claim::Range(..) | Claim::Residue(..) => self.numbers.push(fact.claim.clone()),
            _ => {}
        }
    }

    /// The digits that places have from which this one differs.
    fn taken(&self, place: usize) -> DigitSet {
        let others = (0..self.digits.len()).filter(|other| self.scene.differ[place][*other]);
        let known = others.map(|other| self.digits[other]).filter(|digits| digits.len() == 1);
        known.fold(DigitSet::EMPTY, |all, digits| all | digits)
    }

    fn is_settled(&self, place: Place) -> bool {
        self.digits[place.index()].len() == 1
    }

    fn count(&self, step: &mut RawStep) {
        if let Subject::Numeral(numeral, _, digit) = step.subject
            && step.ways > 0
        {
            let used = step.uses.iter().map(|id| &self.arena.facts[*id].claim);
            let claims: Vec<&Claim> = used.chain(&self.numbers).collect();
            let digits = |place: usize| self.digits[place].minus(self.taken(place));
            let most = MOST_TRIED as usize;
            let table = values_of(self.scene, &digits, &claims, (numeral, digit), most, self.watch);
            step.ways = table.filter(|ways| *ways > 0).unwrap_or(step.ways);
        }
        if let Subject::Stated(stated) = step.subject {
            step.listed.filled = Some(self.filled(&self.scene.stated[stated].expr));
        }
        let Some(through) = self.through(step) else { return };
        let Some((count, ways)) = self.left(&through, true, MOST_LISTED) else { return };
        if count == 0 {
            return;
        }
        if through.is_counted {
            step.ways = count;
        }
        if !matches!(step.subject, Subject::Stated(_) | Subject::Two(..)) {
            step.listed.taken = self.missing(&through, step, count);
        }
        // What was told since may leave fewer ways than the step speaks of.
        if count <= MOST_LISTED as u64 && self.is_all(step, &ways) {
            step.listed.ways = ways;
        }
    }

    /// Whether ways have all digits and carries that a step leaves, but for those that are taken.
    fn is_all(&self, step: &RawStep, ways: &[Way]) -> bool {
        step.gives.iter().all(|give| match &self.arena.facts[*give].claim {
            Claim::Digit(place, set) => {
                let left = *set & self.digits[place.index()].minus(self.taken(place.index()));
                let is_there = |digit: u8| {
                    ways.iter().any(|way| way.digit(place.index()).is_none_or(|own| own == digit))
                };
                left.iter().all(is_there)
            }
            Claim::Carry(carry, values) => values.iter().all(|value| {
                ways.iter().any(|way| way.carry(*carry).is_none_or(|carried| carried == *value))
            }),
            _ => true,
        })
    }

    /// The open places of a condition that are filled in one by one, and in how many ways.
    fn filled(&self, expr: &Expr) -> (Vec<usize>, u64) {
        let open = |place: &usize| self.digits[*place].minus(self.taken(*place));
        let tried: Vec<usize> =
            table::tried(expr).into_iter().filter(|place| self.digits[*place].len() > 1).collect();
        let sets: Vec<DigitSet> = tried.iter().map(open).collect();
        let all = fillings(&sets, &|a, b| self.scene.differ[tried[a]][tried[b]]);
        (tried, all)
    }

    /// What a step goes through, if that is something of which ways are told.
    fn through(&self, step: &RawStep) -> Option<Through> {
        let facts = step.gives.iter().map(|give| &self.arena.facts[*give]);
        let proofs: Vec<&RawProof> =
            facts.filter(|fact| fact.rule == Some(Rule::K1)).map(|fact| &fact.proof).collect();
        let first = proofs.first()?;
        let used = || step.uses.iter().map(|id| &self.arena.facts[*id].claim);
        match &step.subject {
            Subject::Column(column) => {
                let column = &self.scene.columns[*column];
                let over = column.terms.iter().map(|(var, _)| self.term(*var)).collect();
                let claims = vec![self.scene.givens[column.given].claim.clone()];
                Some(Through { over, modulo: None, claims, is_counted: step.ways > 0 })
            }
            Subject::Pair(..) | Subject::Nines(_) => {
                let relation = step.combined(self.arena)?;
                let over = relation.terms.iter().map(|(term, _)| term.clone()).collect();
                let claims = vec![Claim::Relation(relation.clone())];
                Some(Through { over, modulo: None, claims, is_counted: true })
            }
            Subject::Together(..) => {
                let is_sum = |claim: &&Claim| matches!(claim, Claim::Relation(_));
                let claims: Vec<Claim> = used().filter(is_sum).cloned().collect();
                let terms = claims.iter().flat_map(|claim| match claim {
                    Claim::Relation(relation) => &relation.terms[..],
                    _ => &[],
                });
                let over = each_once(terms.map(|(term, _)| term));
                Some(Through { over, modulo: None, claims, is_counted: true })
            }
            Subject::Stated(_) | Subject::Two(..) if step.ways > 0 => {
                let over = each_once(proofs.iter().flat_map(|proof| &proof.over));
                let is_value = |claim: &&Claim| {
                    matches!(claim, Claim::Digit(..) | Claim::Carry(..) | Claim::Distinct(_))
                };
                let claims = used().filter(|claim| !is_value(claim)).cloned().collect();
                Some(Through { over, modulo: first.modulo, claims, is_counted: true })
            }
            _ => None,
        }
    }

    fn term(&self, var: Var) -> Term {
        match var {
            Var::Place(place) => Term::Place(Place::new(place)),
            Var::Carry(carry) => Term::Carry(self.scene.carries[carry].carry),
        }
    }

    /// How many ways there are, and the first of them; also as if no digit were taken.
    fn left(&self, through: &Through, with_taken: bool, most: usize) -> Option<(u64, Vec<Way>)> {
        let mut claims = through.claims.clone();
        let places = places(&through.over);
        for place in &places {
            let digits = self.digits[place.index()];
            let taken = if with_taken { self.taken(place.index()) } else { DigitSet::EMPTY };
            claims.push(Claim::Digit(*place, digits.minus(taken)));
        }
        let open: Vec<Place> = places.into_iter().filter(|place| !self.is_settled(*place)).collect();
        for (at, place) in open.iter().enumerate() {
            let differing = open[..at].iter().filter(|other| self.scene.differ[place.index()][other.index()]);
            claims.extend(differing.map(|other| Claim::Distinct(vec![*other, *place])));
        }
        for (carry, values) in self.scene.carries.iter().zip(&self.carries) {
            if through.over.contains(&Term::Carry(carry.carry)) {
                claims.push(Claim::Carry(carry.carry, values.clone()));
            }
        }
        let claims: Vec<&Claim> = claims.iter().collect();
        checker::ways(&self.scene.context, &claims, &through.over, through.modulo, most, self.watch)
    }

    /// The fewest taken digits without which there would be more ways, if these are few.
    fn missing(&self, through: &Through, step: &RawStep, count: u64) -> Vec<u8> {
        let is_listed = through.is_counted && count <= MOST_LISTED as u64;
        let Some((all, ways)) = self.left(through, false, MOST_LOOKED_AT) else { return Vec::new() };
        if all == count || all > MOST_LOOKED_AT as u64 {
            return Vec::new();
        }
        let open: Vec<Place> =
            places(&through.over).into_iter().filter(|place| !self.is_settled(*place)).collect();
        let taken_in = |way: &Way| {
            let taken = open.iter().filter_map(|place| {
                Some(DigitSet::one(way.digit(place.index())?) & self.taken(place.index()))
            });
            taken.fold(DigitSet::EMPTY, |all, digits| all | digits)
        };
        let agrees = |way: &Way| {
            step.gives.iter().all(|give| match &self.arena.facts[*give].claim {
                Claim::Digit(place, set) => way.digit(place.index()).is_none_or(|digit| set.contains(digit)),
                Claim::Carry(carry, values) => way.carry(*carry).is_none_or(|value| values.contains(&value)),
                _ => true,
            })
        };
        let mut excluded: Vec<DigitSet> = ways
            .iter()
            .map(|way| (way, taken_in(way)))
            .filter(|(way, taken)| !taken.is_empty() && (is_listed || !agrees(way)))
            .map(|(_, taken)| taken)
            .collect();
        let mut named = Vec::new();
        while !excluded.is_empty() {
            let names = |digit: u8| excluded.iter().filter(|taken| taken.contains(digit)).count();
            let all = excluded.iter().fold(DigitSet::EMPTY, |all, taken| all | *taken);
            let Some(digit) = all.iter().max_by_key(|digit| (names(*digit), u8::MAX - *digit)) else { break };
            excluded.retain(|taken| !taken.contains(digit));
            named.push(digit);
            if named.len() > MOST_TAKEN {
                return Vec::new();
            }
        }
        named.sort_unstable();
        named
    }
}

/// How many values facts leave for a number, or pairs of one with a digit, if they are not more than the limit.
pub(super) fn values(
    scene: &Scene,
    arena: &Arena,
    uses: &[Id],
    (numeral, digit): (usize, Option<usize>),
    limit: usize,
    watch: &Glances,
) -> Option<u64> {
    let claims: Vec<&Claim> = uses.iter().map(|id| &arena.facts[*id].claim).collect();
    let digits = |place: usize| {
        claims.iter().fold(DigitSet::all(scene.base), |all, claim| match claim {
            Claim::Digit(other, set) if other.index() == place => all & *set,
            Claim::Digits(set) => all & *set,
            _ => all,
        })
    };
    values_of(scene, &digits, &claims, (numeral, digit), limit, watch)
}

/// The same with the digits of each place, and claims of which some are about the number.
fn values_of(
    scene: &Scene,
    digits: &dyn Fn(usize) -> DigitSet,
    claims: &[&Claim],
    (numeral, digit): (usize, Option<usize>),
    limit: usize,
    watch: &Glances,
) -> Option<u64> {
    let elements = &scene.numerals[numeral];
    let mut places: Vec<usize> = Vec::new();
    let hidden = elements.iter().filter_map(|element| match element {
        Element::Hidden(place) => Some(place.index()),
        Element::Shown(_) => None,
    });
    for place in hidden.chain(digit) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let values: Vec<Vec<i64>> =
        places.iter().map(|place| digits(*place).iter().map(i64::from).collect()).collect();
    let number = |chosen: &[i64]| {
        elements.iter().fold(0, |number: i128, element| {
            let digit = match element {
                Element::Shown(digit) => i64::from(*digit),
                Element::Hidden(place) => {
                    places.iter().position(|own| *own == place.index()).map_or(0, |at| chosen[at])
                }
            };
            number.saturating_mul(scene.b().into()).saturating_add(digit.into())
        })
    };
    let (mut least, mut most, mut residues) = (0, i128::MAX, Vec::new());
    for claim in claims.iter().filter(|claim| is_of(claim, elements)) {
        match claim {
            Claim::Range(_, from, to) => {
                let ceiling =
                    |number: &Exact| number.floor().to_i128().map(|n| n + i128::from(!number.is_integer()));
                least = from.as_ref().and_then(ceiling).unwrap_or(0).max(least);
                most = to.as_ref().and_then(|to| to.floor().to_i128()).unwrap_or(i128::MAX).min(most);
            }
            Claim::Residue(_, modulo, values) => residues.push((i128::from(*modulo), values)),
            _ => {}
        }
    }
    let test = |chosen: &[i64]| {
        let number = number(chosen);
        (least..=most).contains(&number)
            && residues.iter().all(|(modulo, values)| values.contains(&(number.rem_euclid(*modulo) as u64)))
    };
    let differ = |a: usize, b: usize| scene.differ[places[a]][places[b]];
    let ways = Ways {
        values: &values,
        sums: &[],
        differ: &differ,
        test: &test,
        most: limit,
        work: MOST_TRIED,
        watch,
    };
    ways.all().ok().map(|(ways, _)| ways.len() as u64)
}

/// Whether a claim says how large a number is, or what its remainder is.
fn is_of(claim: &Claim, elements: &[Element]) -> bool {
    match claim {
        Claim::Range(Quantity::Expr(Expr::Numeral(numeral)), ..)
        | Claim::Residue(Quantity::Expr(Expr::Numeral(numeral)), ..) => {
            numeral.is_whole() && numeral.whole == elements
        }
        _ => false,
    }
}

/// Terms, each once.
fn each_once<'a>(terms: impl Iterator<Item = &'a Term>) -> Vec<Term> {
    let mut once: Vec<Term> = Vec::new();
    for term in terms {
        if !once.contains(term) {
            once.push(term.clone());
        }
    }
    once
}

/// The places of what is gone through, each once.
fn places(over: &[Term]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut add = |place: Place| {
        if !places.contains(&place) {
            places.push(place);
        }
    };
    for term in over {
        match term {
            Term::Place(place) => add(*place),
            Term::Numeral(elements) => elements.iter().for_each(|element| {
                if let Element::Hidden(place) = element {
                    add(*place);
                }
            }),
            Term::Carry(_) => {}
        }
    }
    places
}
