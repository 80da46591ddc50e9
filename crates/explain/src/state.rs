//! What is known at some moment of an explanation, and the facts from which it is known.

use super::fact::{Claim, Place, Quantity, Term};
use super::scene::{Id, Scene, Var};
use super::step::Rule;
use fukumen_language::digits::DigitSet;
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::number::Exact;
use std::collections::HashMap;

/// What a rule needs to know, with facts by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RawProof {
    pub over: Vec<Term>,
    pub modulo: Option<u64>,
    pub combine: Vec<(Id, i128)>,
    pub divide: Option<i128>,
    pub exchange: Vec<(Place, Place)>,
}

/// A fact: given, assumed or concluded.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub claim: Claim,
    /// The rule, if it was concluded.
    pub rule: Option<Rule>,
    pub proof: RawProof,
    /// Its name, if it is given.
    pub name: Option<String>,
    /// What was known of the same thing before.
    pub prior: Option<Id>,
    /// What a state learns from it, if it was concluded.
    pub news: Option<News>,
}

/// All facts, in the order in which they were found.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    pub facts: Vec<Fact>,
    named: HashMap<String, Id>,
}

impl Arena {
    pub fn of(scene: &Scene) -> Self {
        let mut arena = Self { facts: Vec::new(), named: HashMap::new() };
        for given in &scene.givens {
            arena.given(given.id.clone(), given.claim.clone());
        }
        arena
    }

    /// A fact of the puzzle.
    pub fn given(&mut self, name: String, claim: Claim) -> Id {
        if let Some(id) = self.named.get(&name) {
            return *id;
        }
        let id = self.add(Fact {
            claim,
            rule: None,
            proof: RawProof::default(),
            name: Some(name.clone()),
            prior: None,
            news: None,
        });
        self.named.insert(name, id);
        id
    }

    /// The fact that these places differ.
    pub fn distinct(&mut self, scene: &Scene, places: &[usize]) -> Id {
        let names: Vec<&str> = places.iter().map(|place| scene.name(*place)).collect();
        let claim = Claim::Distinct(places.iter().map(|place| Place::new(*place)).collect());
        self.given(format!("distinct:{}", names.join(",")), claim)
    }

    pub fn add(&mut self, fact: Fact) -> Id {
        self.facts.push(fact);
        self.facts.len() - 1
    }

    pub fn is_given(&self, id: Id) -> bool {
        self.facts[id].name.is_some()
    }
}

/// What a step concludes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum News {
    Digit(usize, DigitSet),
    Carry(usize, Vec<i64>),
    /// A numeral is at least one number, at most another, or both: each end is a fact of its own, so that steps which need one
    /// do not need what led to the other.
    Range(usize, Option<i128>, Option<i128>),
    /// A numeral is one of these numbers.
    Values(usize, Vec<i128>),
    Relation(Vec<(Var, i64)>, i64),
    /// A condition that follows from others.
    Order(usize),
    False,
}

/// What is known of a numeral besides its digits.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Size {
    pub least: i128,
    pub most: i128,
    pub values: Option<Vec<i128>>,
    /// The facts of each end, and the fact that lists the values.
    ends: [Option<Id>; 2],
    listed: Option<Id>,
    /// All of them.
    pub why: Vec<Id>,
}

impl Size {
    /// What the length of a numeral says.
    fn of_length(scene: &Scene, numeral: usize) -> Self {
        let length = u32::try_from(scene.numerals[numeral].len()).unwrap_or(u32::MAX);
        let most = i128::from(scene.b()).checked_pow(length).map_or(i128::MAX, |above| above - 1);
        Self { least: 0, most, values: None, ends: [None, None], listed: None, why: Vec::new() }
    }

    /// The same with the facts that there are now.
    fn known(self) -> Self {
        let mut why: Vec<Id> = self.ends.into_iter().chain([self.listed]).flatten().collect();
        why.dedup();
        Self { why, ..self }
    }
}

/// A relation that was combined: factors of variables, the constant, and the fact.
pub(super) type Combined = (Vec<(Var, i64)>, i64, Id);

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// For each place the digits that it may have, by facts about it alone, and the facts.
    pub digits: Vec<(DigitSet, Vec<Id>)>,
    pub carries: Vec<(Vec<i64>, Vec<Id>)>,
    pub sizes: Vec<Option<Size>>,
    /// Whether any of these is known.
    pub has_sizes: bool,
    /// Relations that were combined.
    pub relations: Vec<Combined>,
    /// Which [orders](Scene::order) are known, with the fact.
    pub orders: Vec<Option<Id>>,
    /// A contradiction.
    pub broken: Option<Id>,
    /// Counts changes, and when each variable and numeral changed last.
    pub now: u32,
    pub since_digits: Vec<u32>,
    pub since_carries: Vec<u32>,
    pub since_sizes: Vec<u32>,
}

/// What is known of all digits and carries.
pub(super) type Known = Option<(Vec<u64>, Vec<Vec<i64>>)>;

impl State {
    pub fn of(scene: &Scene) -> Self {
        Self {
            digits: scene
                .allowed
                .iter()
                .map(|(digits, why)| (*digits, why.iter().copied().collect()))
                .collect(),
            carries: scene.carries.iter().map(|carry| (carry.values.clone(), vec![carry.given])).collect(),
            sizes: vec![None; scene.numerals.len()],
            has_sizes: false,
            relations: Vec::new(),
            orders: vec![None; scene.rests.len() + scene.exchanges.len()],
            broken: None,
            now: 1,
            since_digits: vec![1; scene.cells.len()],
            since_carries: vec![1; scene.carries.len()],
            since_sizes: vec![1; scene.numerals.len()],
        }
    }

    /// The digits that a place may still have, without those that places which differ from it are known to have.
    pub fn open(&self, scene: &Scene, place: usize) -> DigitSet {
        let mut set = self.digits[place].0;
        if set.len() > 1 {
            for other in self.takers(scene, place) {
                set = set.minus(self.digits[other].0);
            }
        }
        set
    }

    /// The known places that differ from a place and have a digit that it might have.
    pub fn takers(&self, scene: &Scene, place: usize) -> impl Iterator<Item = usize> {
        self.takers_of(scene, place, self.digits[place].0)
    }

    /// The same of some digits.
    pub fn takers_of(&self, scene: &Scene, place: usize, digits: DigitSet) -> impl Iterator<Item = usize> {
        let takes = move |other: &usize| {
            scene.differ[place][*other]
                && self.digits[*other].0.only().is_some_and(|digit| digits.contains(digit))
        };
        (0..self.digits.len()).filter(takes)
    }

    /// The digits and carries that are left; nothing after a contradiction.
    pub fn known(&self) -> Known {
        let digits = self.digits.iter().map(|(set, _)| set.bits()).collect();
        let carries = self.carries.iter().map(|(values, _)| values.clone()).collect();
        self.broken.is_none().then_some((digits, carries))
    }

    /// Whether digits for all places are still possible.
    pub fn leaves(&self, digits: &[u8]) -> bool {
        digits.iter().zip(&self.digits).all(|(digit, (set, _))| set.contains(*digit))
    }

    pub fn digit(&self, place: usize) -> Option<u8> {
        self.digits[place].0.only()
    }

    /// The values of a variable.
    pub fn values(&self, scene: &Scene, var: Var) -> Vec<i64> {
        match var {
            Var::Place(place) => {
                let open = self.open(scene, place);
                let mut values = Vec::with_capacity(open.len());
                values.extend(open.iter().map(i64::from));
                values
            }
            Var::Carry(carry) => self.carries[carry].0.clone(),
        }
    }

    /// How many values a variable has.
    pub fn count(&self, scene: &Scene, var: Var) -> usize {
        match var {
            Var::Place(place) => self.open(scene, place).len(),
            Var::Carry(carry) => self.carries[carry].0.len(),
        }
    }

    /// The facts from which the values of a variable are known, without what others take.
    pub fn why(&self, var: Var) -> &[Id] {
        match var {
            Var::Place(place) => &self.digits[place].1,
            Var::Carry(carry) => &self.carries[carry].1,
        }
    }

    pub fn value(&self, var: Var) -> Option<i64> {
        match var {
            Var::Place(place) => self.digit(place).map(i64::from),
            Var::Carry(carry) => match self.carries[carry].0[..] {
                [value] => Some(value),
                _ => None,
            },
        }
    }

    pub fn since(&self, var: Var) -> u32 {
        match var {
            Var::Place(place) => self.since_digits[place],
            Var::Carry(carry) => self.since_carries[carry],
        }
    }

    /// The least and greatest value of a numeral.
    pub fn bounds(&self, scene: &Scene, numeral: usize) -> Option<(i128, i128)> {
        let (mut least, mut most) = (0_i128, 0_i128);
        for element in &scene.numerals[numeral] {
            let (low, high) = match element {
                Element::Shown(digit) => (*digit, *digit),
                Element::Hidden(place) => {
                    let set = self.digits[place.index()].0;
                    (set.min()?, set.max()?)
                }
            };
            least = least.checked_mul(scene.b().into())?.checked_add(low.into())?;
            most = most.checked_mul(scene.b().into())?.checked_add(high.into())?;
        }
        let Some(size) = &self.sizes[numeral] else { return Some((least, most)) };
        Some((least.max(size.least), most.min(size.most)))
    }

    /// The facts from which the bounds of a numeral are known.
    pub fn why_bounds(&self, scene: &Scene, numeral: usize) -> Vec<Id> {
        let mut why: Vec<Id> = self.sizes[numeral].iter().flat_map(|size| size.why.iter().copied()).collect();
        for element in &scene.numerals[numeral] {
            if let Element::Hidden(place) = element {
                why.extend_from_slice(&self.digits[place.index()].1);
            }
        }
        why
    }

    /// The fact about the same thing that this news replaces.
    pub fn prior(&self, news: &News) -> Option<Id> {
        let why = match news {
            News::Digit(place, _) => &self.digits[*place].1,
            News::Carry(carry, _) => &self.carries[*carry].1,
            News::Range(numeral, None, Some(_)) => return self.sizes[*numeral].as_ref()?.ends[1],
            News::Range(numeral, ..) | News::Values(numeral, _) => &self.sizes[*numeral].as_ref()?.why,
            News::Relation(..) | News::Order(_) | News::False => return None,
        };
        why.first().copied()
    }

    /// Whether it says as much as some news.
    pub fn implies(&self, scene: &Scene, news: &News) -> bool {
        match news {
            News::Digit(place, set) => self.digits[*place].0.minus(*set).is_empty(),
            News::Carry(carry, values) => self.carries[*carry].0.iter().all(|value| values.contains(value)),
            News::Range(numeral, least, most) => self.bounds(scene, *numeral).is_some_and(|(low, high)| {
                least.is_none_or(|least| least <= low) && most.is_none_or(|most| high <= most)
            }),
            News::Values(numeral, values) => {
                let known = self.sizes[*numeral].as_ref().and_then(|size| size.values.as_ref());
                known.is_some_and(|known| known.iter().all(|value| values.contains(value)))
            }
            News::Relation(terms, equals) => {
                self.relations.iter().any(|(known, sum, _)| known == terms && sum == equals)
            }
            News::Order(index) => self.orders[*index].is_some(),
            News::False => self.broken.is_some(),
        }
    }

    /// Adds what a step concludes, as a fact; the step uses what was known before.
    pub fn learn(&mut self, scene: &Scene, news: &News, id: Id) {
        self.now += 1;
        self.has_sizes |= matches!(news, News::Range(..) | News::Values(..));
        match news {
            News::Digit(place, set) => {
                self.digits[*place] = (*set, vec![id]);
                self.since_digits[*place] = self.now;
                // Those that differ from it may lose a digit.
                if set.len() == 1 {
                    for other in 0..self.digits.len() {
                        if scene.differ[*place][other] {
                            self.since_digits[other] = self.now;
                        }
                    }
                }
            }
            News::Carry(carry, values) => {
                self.carries[*carry] = (values.clone(), vec![id]);
                self.since_carries[*carry] = self.now;
            }
            News::Range(numeral, least, most) => {
                let known = self.sizes[*numeral].take();
                let mut size = known.unwrap_or_else(|| Size::of_length(scene, *numeral));
                if let Some(least) = least {
                    (size.least, size.ends[0]) = (*least, Some(id));
                }
                if let Some(most) = most {
                    (size.most, size.ends[1]) = (*most, Some(id));
                }
                self.sizes[*numeral] = Some(size.known());
                self.since_sizes[*numeral] = self.now;
            }
            // Bounds stay what facts say of bounds alone: a list is no range to the checker.
            News::Values(numeral, values) => {
                let known = self.sizes[*numeral].take();
                let size = known.unwrap_or_else(|| Size::of_length(scene, *numeral));
                let size = Size { values: Some(values.clone()), listed: Some(id), ..size };
                self.sizes[*numeral] = Some(size.known());
                self.since_sizes[*numeral] = self.now;
            }
            News::Relation(terms, equals) => self.relations.push((terms.clone(), *equals, id)),
            News::Order(rest) => self.orders[*rest] = Some(id),
            News::False => self.broken = Some(id),
        }
    }
}

impl News {
    /// The claim of a conclusion.
    pub fn claim(&self, scene: &Scene) -> Claim {
        match self {
            Self::Digit(place, set) => Claim::Digit(Place::new(*place), *set),
            Self::Carry(carry, values) => Claim::Carry(scene.carries[*carry].carry, values.clone()),
            Self::Range(numeral, least, most) => Claim::Range(
                quantity(scene, *numeral),
                least.map(Exact::from_i128),
                most.map(Exact::from_i128),
            ),
            Self::Values(numeral, values) => {
                let digits = u32::try_from(scene.numerals[*numeral].len()).unwrap_or(u32::MAX);
                let modulo = u64::try_from(scene.b()).unwrap_or(10).saturating_pow(digits);
                let values = values.iter().filter_map(|value| u64::try_from(*value).ok()).collect();
                Claim::Residue(quantity(scene, *numeral), modulo, values)
            }
            Self::Relation(terms, equals) => Claim::Relation(scene.relation(terms, *equals)),
            Self::Order(index) => order(scene.order(*index)),
            Self::False => Claim::False,
        }
    }
}

/// A numeral as what ranges speak of.
pub(super) fn quantity(scene: &Scene, numeral: usize) -> Quantity {
    Quantity::Expr(Expr::Numeral(Numeral::whole(scene.numerals[numeral].clone())))
}

/// `left < right` as a fact.
fn order(expr: &Expr) -> Claim {
    match expr {
        Expr::Chain(chain) if chain.rest.len() == 1 => Claim::Order {
            left: Quantity::Expr((*chain.first).clone()),
            right: Quantity::Expr(chain.rest[0].1.clone()),
            strict: true,
        },
        other => Claim::Condition(other.clone()),
    }
}
