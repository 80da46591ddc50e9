//! Reads a puzzle into its shape.
//!
//! Everything here keeps the meaning: two expressions become one node only where they have the same
//! value, or none, for all digits. So a permutation that maps a shape to itself maps solutions to
//! solutions.

use super::Level;
use super::form::Form;
use super::form::work;
use super::shape::Draft;
use super::shape::Id;
use super::shape::Shape;
use super::shape::Tag;
use crate::digits::Base;
use crate::digits::DigitSet;
use crate::expr::Cell;
use crate::expr::Chain;
use crate::expr::Element;
use crate::expr::Expr;
use crate::expr::Numeral;
use crate::number::Exact;
use crate::puzzle::Puzzle;
use crate::vocabulary::Algebra;
use crate::vocabulary::FunctionRef;
use crate::vocabulary::Operator;
use crate::vocabulary::Tier;

/// Functions of the table whose arguments may change places.
const UNORDERED: &[&str] =
    &["sum", "product", "min", "max", "gcd", "lcm", "count", "coprime", "distinct", "pandigital"];

/// A numeral with more digits than this is not taken apart into place values, which would be long
/// numbers, and many of them.
const LONG: usize = 64;

/// How much work reading may take. Texts of a megabyte stay below; fractions whose common
/// denominator grows with every term do not.
const WORK: u64 = 1 << 24;

/// The shape of a puzzle; `None` where its numbers grow too long to tell.
pub(super) fn shape(puzzle: &Puzzle, level: Level) -> Option<Shape> {
    let cells = puzzle.hidden().iter().map(|hidden| format!("cell {}", hidden.digits));
    let mut draft = Draft::new(cells);
    let words = Words::new(&mut draft);
    let mut reader = Reader { base: puzzle.rules().base, level, draft, words, work: 0 };
    let root = reader.puzzle(puzzle);
    (reader.work <= WORK).then(|| reader.draft.finish(root))
}

/// Labels and roles that are met everywhere.
#[derive(Clone, Copy)]
struct Words {
    /// The role of parts that may change places.
    any: Tag,
    and: Tag,
    product: Tag,
    times: Tag,
    over: Tag,
    /// The role of a divisor's divisor: a factor that must not be zero.
    back: Tag,
}

impl Words {
    fn new(draft: &mut Draft) -> Self {
        Self {
            any: draft.tag("any"),
            and: draft.tag("and"),
            product: draft.tag("product"),
            times: draft.tag("times"),
            over: draft.tag("over"),
            back: draft.tag("back"),
        }
    }

    /// The role of a factor in a divisor.
    fn inverse(self, role: Tag) -> Tag {
        if role == self.over { self.back } else { self.over }
    }
}

struct Reader {
    base: Base,
    level: Level,
    draft: Draft,
    words: Words,
    work: u64,
}

impl Reader {
    /// All conditions and rules.
    fn puzzle(&mut self, puzzle: &Puzzle) -> Id {
        let conditions = puzzle.all_conditions().map(|condition| self.node(condition)).collect();
        let mut all = self.spliced(self.words.and, conditions);
        for group in puzzle.groups() {
            all.push(self.group(group.least, group.most, group.digits, &group.cells));
        }
        for (a, b) in puzzle.differ() {
            all.push(self.group(0, 1, DigitSet::EMPTY, &[*a, *b]));
        }
        self.set("puzzle", all)
    }

    fn group(&mut self, least: usize, most: usize, digits: DigitSet, cells: &[Cell]) -> Id {
        let cells = cells.iter().map(|cell| cell.index() as Id).collect();
        self.set(&format!("group {least} {most} {digits}"), cells)
    }

    /// An expression as a node.
    fn node(&mut self, expr: &Expr) -> Id {
        let form = self.form(expr);
        self.settled(&form)
    }

    /// An expression as a sum, if only of itself.
    fn form(&mut self, expr: &Expr) -> Form {
        self.work += 1;
        if self.work > WORK {
            return Exact::ZERO.into();
        }
        match expr {
            Expr::Constant(number) => number.clone().into(),
            Expr::Numeral(numeral) => self.numeral(numeral),
            Expr::Unary(operator, operand) => self.unary(operator, operand),
            Expr::Chain(chain) => match chain.tier() {
                Tier::And | Tier::Or => self.connected(chain),
                Tier::Relation => self.relations(chain),
                Tier::Sum => self.sum(chain),
                Tier::Product => self.product(chain),
                _ => self.power(chain),
            },
            Expr::Call(function, arguments) => self.call(function, arguments),
            Expr::Remainder(division) => {
                let parts = division.parts().map(|part| self.node(part));
                self.ordered("remainder", &parts).into()
            }
        }
    }
}

/// Numbers.
impl Reader {
    fn numeral(&mut self, numeral: &Numeral) -> Form {
        let length = numeral.elements().count();
        let is_plain = length == 1 && numeral.is_whole();
        let is_shown = || numeral.elements().all(|element| matches!(element, Element::Shown(_)));
        if length <= LONG && (self.level == Level::Digits || is_plain || is_shown()) {
            return self.place_values(numeral);
        }
        self.places(numeral).into()
    }

    /// A numeral as its digits times their place values. A repeating decimal has those too.
    fn place_values(&mut self, numeral: &Numeral) -> Form {
        let mut form = Form::from(Exact::ZERO);
        for (element, value) in numeral.elements().zip(values(numeral, self.base)) {
            let digit = match element {
                Element::Shown(digit) => Form::from(Exact::from(i64::from(digit))),
                Element::Hidden(cell) => Form::from(cell.index() as Id),
            };
            self.work += form.add(&digit, &value);
        }
        form
    }

    /// A numeral as its digits by place.
    fn places(&mut self, numeral: &Numeral) -> Id {
        let (whole, fraction) = (numeral.whole.len(), numeral.fraction.len());
        let mut label = format!("numeral {} {whole} {fraction}", numeral.base.unwrap_or(self.base));
        let mut parts = Vec::new();
        for (place, element) in numeral.elements().enumerate() {
            match element {
                Element::Shown(digit) => label.push_str(&format!(" {digit}")),
                Element::Hidden(cell) => {
                    label.push_str(" -");
                    parts.push((self.draft.tag(&format!("at {place}")), cell.index() as Id));
                }
            }
        }
        self.labelled(&label, parts)
    }

    fn unary(&mut self, operator: &Operator, operand: &Expr) -> Form {
        if operator.algebra == Algebra::Minus {
            return self.form(operand).scaled(&Exact::from(-1));
        }
        let operand = self.node(operand);
        self.ordered(&format!("{operator:?}"), &[operand]).into()
    }

    fn sum(&mut self, chain: &Chain) -> Form {
        let mut sum = self.form(&chain.first);
        for (operator, operand) in &chain.rest {
            let right = self.form(operand);
            match operator.algebra {
                Algebra::Plus => self.work += sum.add(&right, &Exact::ONE),
                Algebra::Minus => self.work += sum.add(&right, &Exact::from(-1)),
                _ => sum = self.binary(operator, &sum, &right),
            }
        }
        self.tidied(sum)
    }

    fn product(&mut self, chain: &Chain) -> Form {
        let words = self.words;
        let mut factors = vec![(words.times, self.form(&chain.first))];
        for (operator, operand) in &chain.rest {
            let right = self.form(operand);
            match operator.algebra {
                Algebra::Times => factors.push((words.times, right)),
                Algebra::Over => factors.push((words.over, right)),
                _ => {
                    let left = self.multiplied(factors);
                    factors = vec![(words.times, self.binary(operator, &left, &right))];
                }
            }
        }
        self.multiplied(factors)
    }

    /// The product of factors and divisors, with what is constant in them in front.
    fn multiplied(&mut self, factors: Vec<(Tag, Form)>) -> Form {
        let mut constant = Exact::ONE;
        let mut rest = Vec::new();
        for (role, factor) in factors {
            let is_outside = factor.value().is_some_and(|value| self.outside(role, value, &mut constant));
            if !is_outside {
                rest.push((role, factor));
            }
        }
        let product = match &rest[..] {
            [] => constant.into(),
            [(role, factor)] if *role == self.words.times => factor.scaled(&constant),
            _ => {
                let product = Form::from(self.factors(&rest, &mut constant));
                product.scaled(&constant)
            }
        };
        self.work += product.work();
        self.tidied(product)
    }

    /// A product of factors of which none is constant. Multiples leave their coefficients to the
    /// constant in front; products leave their factors to this one.
    fn factors(&mut self, factors: &[(Tag, Form)], constant: &mut Exact) -> Id {
        let words = self.words;
        let mut parts = Vec::new();
        for (role, factor) in factors {
            let node = match factor.lone() {
                Some((node, coefficient)) if self.outside(*role, coefficient, constant) => node,
                _ => self.settled(factor),
            };
            match self.draft.parts_of(node, words.product) {
                Some(inner) if *role == words.times => parts.extend_from_slice(inner),
                Some(inner) => parts.extend(inner.iter().map(|(role, part)| (words.inverse(*role), *part))),
                None => parts.push((*role, node)),
            }
        }
        self.draft.node(words.product, parts)
    }

    /// Takes one more number into the constant in front of a product. A division by zero stays where
    /// it is.
    fn outside(&mut self, role: Tag, value: &Exact, constant: &mut Exact) -> bool {
        let product =
            if role == self.words.times { Some(constant.times(value)) } else { constant.over(value) };
        let Some(product) = product else { return false };
        self.work += work(&product);
        *constant = product;
        true
    }

    /// Powers, right to left.
    fn power(&mut self, chain: &Chain) -> Form {
        let operands: Vec<&Expr> = chain.operands().collect();
        let mut power = self.form(operands[chain.rest.len()]);
        for ((operator, _), base) in chain.rest.iter().zip(&operands).rev() {
            let base = self.form(base);
            power = self.binary(operator, &base, &power);
        }
        power
    }

    fn call(&mut self, function: &FunctionRef, arguments: &[Expr]) -> Form {
        let nodes: Vec<Id> = arguments.iter().map(|argument| self.node(argument)).collect();
        match function {
            FunctionRef::Table(row) if UNORDERED.contains(&&*row.name) => {
                let any = self.words.any;
                let parts = nodes.into_iter().map(|node| (any, node)).collect();
                self.labelled(&format!("function {}", row.name), parts).into()
            }
            FunctionRef::Table(row) => self.ordered(&format!("function {}", row.name), &nodes).into(),
            // Two functions of a library user's own may have one name.
            FunctionRef::Own(own) => {
                let label = format!("function {} {:p}", own.name, std::sync::Arc::as_ptr(own));
                self.ordered(&label, &nodes).into()
            }
        }
    }

    fn binary(&mut self, operator: &Operator, left: &Form, right: &Form) -> Form {
        let sides = [self.settled(left), self.settled(right)];
        self.ordered(&format!("{operator:?}"), &sides).into()
    }

    /// A sum without the cells that cancel out; they always have a value.
    fn tidied(&self, mut sum: Form) -> Form {
        sum.terms.retain(|node, coefficient| !coefficient.is_zero() || !self.draft.is_cell(*node));
        sum
    }

    /// A sum as a node.
    fn settled(&mut self, sum: &Form) -> Id {
        if let Some((node, coefficient)) = sum.lone()
            && *coefficient == Exact::ONE
        {
            return node;
        }
        let parts = sum.terms.iter().map(|(node, coefficient)| {
            let role = format!("times {}", written(coefficient));
            (self.draft.tag(&role), *node)
        });
        let parts = parts.collect();
        self.labelled(&format!("sum {}", written(&sum.constant)), parts)
    }
}

/// Conditions.
impl Reader {
    fn connected(&mut self, chain: &Chain) -> Form {
        let tag = self.draft.tag(chain.tier().name());
        let operands = chain.operands().map(|operand| self.node(operand)).collect();
        self.joined(tag, operands).into()
    }

    /// A chain of relations: each holds between its neighbours. A run of `=` is one relation.
    fn relations(&mut self, chain: &Chain) -> Form {
        let sides: Vec<Form> = chain.operands().map(|operand| self.form(operand)).collect();
        let is_equal = |i: usize| chain.rest[i].0.algebra == Algebra::Equal;
        let mut relations = Vec::new();
        let mut first = 0;
        while first < chain.rest.len() {
            let mut last = first + 1;
            while is_equal(first) && last < chain.rest.len() && is_equal(last) {
                last += 1;
            }
            relations.push(self.relation(chain.rest[first].0, &sides[first..=last]));
            first = last;
        }
        self.joined(self.words.and, relations).into()
    }

    /// Conditions joined by and, or by or.
    fn joined(&mut self, label: Tag, operands: Vec<Id>) -> Id {
        let operands = self.distinct(self.spliced(label, operands));
        if let [(_, only)] = operands[..] { only } else { self.draft.node(label, operands) }
    }

    fn relation(&mut self, operator: &Operator, sides: &[Form]) -> Id {
        match (operator.algebra, sides) {
            (Algebra::Less, [lesser, greater]) | (Algebra::Greater, [greater, lesser]) => {
                self.compared("<", lesser, greater)
            }
            (Algebra::AtMost, [lesser, greater]) | (Algebra::AtLeast, [greater, lesser]) => {
                self.compared("≤", lesser, greater)
            }
            (Algebra::Equal | Algebra::Unequal, [left, right]) if self.level == Level::Digits => {
                let differences = [self.difference(left, right), self.difference(right, left)];
                self.set(operator.symbol(), differences.to_vec())
            }
            (Algebra::Equal | Algebra::Unequal, _) => {
                let sides = sides.iter().map(|side| self.settled(side)).collect();
                self.set(operator.symbol(), sides)
            }
            _ => {
                let sides: Vec<Id> = sides.iter().map(|side| self.settled(side)).collect();
                self.ordered(&format!("{operator:?}"), &sides)
            }
        }
    }

    fn compared(&mut self, label: &str, lesser: &Form, greater: &Form) -> Id {
        let sides = match self.level {
            Level::Terms => vec![self.settled(lesser), self.settled(greater)],
            Level::Digits => vec![self.difference(greater, lesser)],
        };
        self.ordered(label, &sides)
    }

    fn difference(&mut self, left: &Form, right: &Form) -> Id {
        let mut difference = left.clone();
        self.work += difference.add(right, &Exact::from(-1));
        let difference = self.tidied(difference);
        self.settled(&difference)
    }

    /// Operands, with those of operands of the same label instead of these.
    fn spliced(&self, label: Tag, operands: Vec<Id>) -> Vec<Id> {
        let mut all = Vec::new();
        for operand in operands {
            match self.draft.parts_of(operand, label) {
                Some(parts) => all.extend(parts.iter().map(|(_, part)| *part)),
                None => all.push(operand),
            }
        }
        all
    }
}

/// Nodes.
impl Reader {
    fn labelled(&mut self, label: &str, parts: Vec<(Tag, Id)>) -> Id {
        let label = self.draft.tag(label);
        self.draft.node(label, parts)
    }

    /// A node whose parts may change places, and of which one that stands twice counts once.
    fn set(&mut self, label: &str, parts: Vec<Id>) -> Id {
        let parts = self.distinct(parts);
        self.labelled(label, parts)
    }

    fn distinct(&self, mut parts: Vec<Id>) -> Vec<(Tag, Id)> {
        parts.sort_unstable();
        parts.dedup();
        parts.into_iter().map(|part| (self.words.any, part)).collect()
    }

    /// A node whose parts stay in their places.
    fn ordered(&mut self, label: &str, parts: &[Id]) -> Id {
        let parts = parts.iter().enumerate();
        let parts = parts.map(|(place, part)| (self.draft.tag(&format!("at {place}")), *part)).collect();
        self.labelled(label, parts)
    }
}

/// The place values of a numeral's elements, as they stand.
fn values(numeral: &Numeral, base: Base) -> impl Iterator<Item = Exact> {
    let base = Exact::from(i64::from(numeral.base.unwrap_or(base).get()));
    let (whole, fraction, period) = (numeral.whole.len(), numeral.fraction.len(), numeral.repetend.len());
    let mut powers = vec![Exact::ONE];
    for place in 0..numeral.elements().count() {
        powers.push(powers[place].times(&base));
    }
    // 0.f(r) is f/b^f + r/(b^f·(b^r - 1)).
    let repeated = powers[fraction].times(&powers[period].minus(&Exact::ONE));
    let places = (0..whole).rev().map(|place| (place, Exact::ONE));
    let places = places.chain((0..fraction).rev().map(|place| (place, powers[fraction].clone())));
    let places = places.chain((0..period).rev().map(|place| (place, repeated.clone())));
    let values = places.map(|(place, denom)| {
        powers[place].over(&denom).expect("a power of a base, less one or not, is not zero")
    });
    values.collect::<Vec<_>>().into_iter()
}

/// A number in lowest terms. Most are small whole ones, which need no reduction.
fn written(number: &Exact) -> String {
    number.to_i64().map_or_else(|| number.to_string(), |whole| whole.to_string())
}
