//! Facts as constraints over items: what is linear as forms, products and powers as items of their own, and whatever
//! else there is as expressions.

use std::collections::HashMap;

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::{Element, Expression};
use crate::number::Number;
use crate::value::Bound;
use crate::words::{Deed, EQUAL, GREATER, LESS, Word};

use super::alike::are_alike;
use super::domain::{Domain, ENDLESS, Empty};
use super::form::{Form, Item};

/// The largest exponent of an item.
const EXPONENT: u32 = 64;
/// Between more variables it is not noted which ones differ: the table would be large.
const NOTED: usize = 2_000;

/// How a form stands to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Equal,
    Unequal,
    AtMost,
}

/// An item that is not a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The value of a form, which a line says.
    Sum,
    Product(Item, Item),
    Power(Item, u32),
}

#[derive(Clone, Debug)]
pub struct Line {
    pub form: Form,
    pub sign: Sign,
    /// Terms whose variables all differ and whose factors have one sign, the largest first.
    pub shares: Vec<Vec<usize>>,
}

/// A form has one of these residues, or none of them.
#[derive(Clone, Debug)]
pub struct Congruence {
    pub form: Form,
    pub modulus: i128,
    pub residues: Vec<u64>,
    pub is_one: bool,
}

#[derive(Clone, Debug)]
pub enum Constraint {
    Line(Line),
    Congruence(Congruence),
    /// Each two of these items differ.
    Different(Vec<Item>),
    Node(Item),
    OneOf(Item, Vec<i64>),
    /// A condition that holds, or does not, and its cells with their items.
    Truth(Expression, bool, Vec<(usize, Item)>),
}

pub struct Model {
    pub base: u32,
    pub cells: usize,
    pub variables: Vec<Variable>,
    /// The items after the variables.
    pub nodes: Vec<Node>,
    pub start: Vec<Domain>,
    pub constraints: Vec<Constraint>,
    /// The constraints of each item.
    pub touches: Vec<Vec<usize>>,
    pub bounds: Vec<Bound>,
    /// Items of each variable that differ from it, as bits.
    differ: Vec<Vec<u64>>,
    known_nodes: HashMap<Node, Item>,
    sums: Vec<(Form, Item)>,
}

impl Model {
    /// The model of facts. Of others, such as the conclusion, it only has the variables.
    pub fn new(base: u32, cells: usize, facts: &[&Claim], others: &[&Claim]) -> Result<Self, Empty> {
        let mut variables = Vec::new();
        facts.iter().chain(others).for_each(|claim| for_each_variable(claim, &mut |v| variables.push(v)));
        variables.sort_unstable();
        variables.dedup();
        let allowed = facts.iter().fold(u64::MAX >> (64 - base.clamp(1, 64)), |all, fact| match fact {
            Claim::Digits(digits) => all & digits,
            _ => all,
        });
        let domain = |variable: &Variable| match variable {
            Variable::Cell(_) => Domain::digits(allowed),
            Variable::Carry(..) => Ok(Domain::ANY),
        };
        let start = variables.iter().map(domain).collect::<Result<Vec<_>, _>>()?;
        let mut model = Self {
            base,
            cells,
            touches: vec![Vec::new(); start.len()],
            differ: Vec::new(),
            variables,
            nodes: Vec::new(),
            start,
            constraints: Vec::new(),
            bounds: Vec::new(),
            known_nodes: HashMap::new(),
            sums: Vec::new(),
        };
        facts.iter().for_each(|fact| model.note_differences(fact));
        facts.iter().try_for_each(|fact| model.state(fact))?;
        Ok(model)
    }

    /// Whether all cells are below their number.
    pub fn has_all_cells(&self) -> bool {
        self.variables.iter().all(|variable| !matches!(variable, Variable::Cell(cell) if *cell >= self.cells))
    }

    /// The digits of all cells: those that are known, and all that are left, as bits.
    pub fn digits(&self, domains: &[Domain]) -> (Vec<Option<u8>>, Vec<u64>) {
        let (mut known, mut digits) = (vec![None; self.cells], vec![0; self.cells]);
        for (variable, domain) in self.variables.iter().zip(domains) {
            if let Variable::Cell(cell) = variable {
                known[*cell] = domain.only().and_then(|digit| u8::try_from(digit).ok());
                digits[*cell] = domain.as_digits();
            }
        }
        (known, digits)
    }

    pub fn item(&self, variable: Variable) -> Option<Item> {
        self.variables.binary_search(&variable).ok()
    }

    fn note_differences(&mut self, fact: &Claim) {
        let Claim::Distinct(cells) = fact else { return };
        let count = self.variables.len();
        if count > NOTED {
            return;
        }
        self.differ.resize_with(count, || vec![0; count.div_ceil(64)]);
        let items: Vec<Item> = cells.iter().filter_map(|cell| self.item(Variable::Cell(*cell))).collect();
        for a in &items {
            items.iter().for_each(|b| self.differ[*a][b / 64] |= 1 << (b % 64));
        }
    }

    fn are_different(&self, a: Item, b: Item) -> bool {
        a != b
            && self
                .differ
                .get(a)
                .is_some_and(|row| row.get(b / 64).is_some_and(|word| word >> (b % 64) & 1 == 1))
    }

    /// Takes a claim for true.
    fn state(&mut self, fact: &Claim) -> Result<(), Empty> {
        match fact {
            Claim::Digit(cell, mask) => {
                if let Some(item) = self.item(Variable::Cell(*cell)) {
                    self.start[item].retain(|digit| mask >> digit & 1 == 1)?;
                }
            }
            Claim::Carry((equation, column), values) => {
                let item = self.item(Variable::Carry(*equation, *column));
                let ends = values.iter().min().zip(values.iter().max());
                let (Some(item), Some((low, high))) = (item, ends) else { return Err(Empty) };
                self.start[item].raise((*low).into())?;
                self.start[item].lower((*high).into())?;
                if self.start[item].is_listed() {
                    self.start[item]
                        .retain(|value| i64::try_from(value).is_ok_and(|v| values.contains(&v)))?;
                } else {
                    self.add(Constraint::OneOf(item, values.clone()));
                }
            }
            Claim::Range(quantity, from, to) => self.state_range(quantity, from.as_ref(), to.as_ref()),
            Claim::Distinct(cells) => {
                let items = cells.iter().filter_map(|cell| self.item(Variable::Cell(*cell))).collect();
                self.add(Constraint::Different(items));
            }
            Claim::Condition(condition) => self.state_condition(condition),
            Claim::False => return Err(Empty),
            Claim::Digits(_) => {}
            Claim::Relation { .. } | Claim::Residue(..) | Claim::Order { .. } | Claim::Same(..) => match self
                .as_form(fact)
            {
                Some((form, sign, None)) => self.add_line(form, sign),
                Some((form, _, Some((modulus, residues)))) => {
                    self.add(Constraint::Congruence(Congruence { form, modulus, residues, is_one: true }));
                }
                None => self.state_comparison(fact),
            },
        }
        Ok(())
    }

    fn state_range(&mut self, quantity: &Quantity, from: Option<&Number>, to: Option<&Number>) {
        if let Some(form) = self.quantity(quantity) {
            for line in [from.and_then(|from| not_below(&form, from)), to.and_then(|to| not_above(&form, to))]
            {
                line.into_iter().for_each(|line| self.add_line(line, Sign::AtMost));
            }
        } else if let Quantity::Expression(expression) = quantity {
            self.bounds.push((expression.clone(), from.cloned(), to.cloned()));
            self.add_truth(between(expression, from, to), true);
        }
    }

    /// An order or an equality of expressions that are not linear.
    fn state_comparison(&mut self, fact: &Claim) {
        if let Some(condition) = comparison(fact) {
            self.state_condition(&condition);
        }
    }

    fn state_condition(&mut self, condition: &Expression) {
        let Expression::Call(word, x) = condition else { return };
        match word.3 {
            Deed::And => x.iter().for_each(|part| self.state_condition(part)),
            Deed::Compare(relation) => self.state_relation(condition, relation, &x[0], &x[1]),
            Deed::Asks(_) if word.0 == "remainder" => {
                let forms: Option<Vec<Form>> = x.iter().map(|x| self.expression(x)).collect();
                if let Some([dividend, divisor, quotient, rest]) = forms.as_deref()
                    && let Some(product) = self.product(divisor, quotient)
                {
                    let sum = product.plus(rest, 1).and_then(|sum| sum.minus(dividend));
                    let one = Form { terms: Vec::new(), constant: 1 };
                    let less = rest.minus(divisor).and_then(|less| less.plus(&one, 1));
                    sum.into_iter().for_each(|form| self.add_line(form, Sign::Equal));
                    [less, rest.times(-1)]
                        .into_iter()
                        .flatten()
                        .for_each(|form| self.add_line(form, Sign::AtMost));
                } else {
                    self.add_truth(condition.clone(), true);
                }
            }
            _ => self.add_truth(condition.clone(), true),
        }
    }

    fn state_relation(
        &mut self,
        condition: &Expression,
        relation: u8,
        left: &Expression,
        right: &Expression,
    ) {
        let forms = self.expression(left).zip(self.expression(right));
        match forms.and_then(|(left, right)| compared(&left, &right, relation)) {
            Some((form, sign)) => self.add_line(form, sign),
            None => self.add_truth(condition.clone(), true),
        }
    }

    /// What a claim says of a form, if it is linear: its sign, or its residues.
    pub fn as_form(&mut self, claim: &Claim) -> Option<(Form, Sign, Option<(i128, Vec<u64>)>)> {
        match claim {
            Claim::Relation { terms, equals, modulo } => {
                let mut form = Form::number(equals.checked_neg()?)?;
                for (term, factor) in terms {
                    form = form.plus(&self.term(term)?, *factor)?;
                }
                let modulo = modulo.map(|modulo| (modulo, vec![0]));
                (modulo.as_ref().is_none_or(|(modulo, _)| (1..ENDLESS).contains(modulo))).then_some((
                    form,
                    Sign::Equal,
                    modulo,
                ))
            }
            Claim::Residue(quantity, modulus, residues) => {
                let form = self.quantity(quantity)?;
                (*modulus > 0).then_some((form, Sign::Equal, Some(((*modulus).into(), residues.clone()))))
            }
            Claim::Order { left, right, strict } => {
                let form = self.quantity(left)?.minus(&self.quantity(right)?)?;
                let form = form.plus(&Form { terms: Vec::new(), constant: (*strict).into() }, 1)?;
                Some((form, Sign::AtMost, None))
            }
            Claim::Same(left, right) => {
                Some((self.quantity(left)?.minus(&self.quantity(right)?)?, Sign::Equal, None))
            }
            Claim::Digit(cell, mask) if mask.is_power_of_two() => {
                let digit = Form::number(mask.trailing_zeros().into())?;
                Some((Form::item(self.item(Variable::Cell(*cell))?).minus(&digit)?, Sign::Equal, None))
            }
            Claim::Carry((equation, column), values) => {
                let [value] = &**values else { return None };
                let item = self.item(Variable::Carry(*equation, *column))?;
                Some((Form::item(item).minus(&Form::number((*value).into())?)?, Sign::Equal, None))
            }
            Claim::Range(quantity, Some(from), Some(to)) if from == to => {
                let value = Form::number(whole(from)?)?;
                Some((self.quantity(quantity)?.minus(&value)?, Sign::Equal, None))
            }
            Claim::Condition(Expression::Call(Word(.., Deed::Compare(relation)), x)) => {
                let (left, right) = (self.expression(&x[0])?, self.expression(&x[1])?);
                let (form, sign) = compared(&left, &right, *relation)?;
                Some((form, sign, None))
            }
            _ => None,
        }
    }

    pub fn quantity(&mut self, quantity: &Quantity) -> Option<Form> {
        match quantity {
            Quantity::Expression(expression) => self.expression(expression),
            Quantity::Carry(equation, column) => {
                self.item(Variable::Carry(*equation, *column)).map(Form::item)
            }
        }
    }

    pub fn term(&self, term: &Term) -> Option<Form> {
        match term {
            Term::Cell(cell) => self.item(Variable::Cell(*cell)).map(Form::item),
            Term::Carry(equation, column) => self.item(Variable::Carry(*equation, *column)).map(Form::item),
            Term::Numeral(elements) => self.numeral(elements, self.base),
        }
    }

    fn numeral(&self, elements: &[Element], base: u32) -> Option<Form> {
        let (mut form, mut weight) = (Form::default(), Some(1i128));
        for element in elements.iter().rev() {
            // The weight may be too large for a digit that is 0.
            form = match element {
                Element::Digit(0) => form,
                Element::Digit(digit) => form.plus(&Form::number((*digit).into())?, weight?)?,
                Element::Cell(cell) => form.plus(&Form::item(self.item(Variable::Cell(*cell))?), weight?)?,
            };
            weight = weight.and_then(|weight| weight.checked_mul(base.into()));
        }
        Some(form)
    }

    /// A whole number that always has a value, as a form. The depth of brackets bounds the recursion.
    pub fn expression(&mut self, expression: &Expression) -> Option<Form> {
        let (word, x) = match expression {
            Expression::Number(number) => return Form::number(whole(number)?),
            Expression::Numeral(numeral) if numeral.is_whole() => {
                return self.numeral(&numeral.whole, numeral.base);
            }
            Expression::Numeral(_) => return None,
            Expression::Call(word, x) => (word, x),
        };
        match word.3 {
            Deed::Plus => x.iter().try_fold(Form::default(), |sum, x| sum.plus(&self.expression(x)?, 1)),
            Deed::Neg => self.expression(&x[0])?.times(-1),
            Deed::Times => {
                let factors = x.iter().map(|x| self.expression(x)).collect::<Option<Vec<_>>>()?;
                self.product_of(&factors)
            }
            Deed::Power => {
                let (of, exponent) = (self.expression(&x[0])?, self.expression(&x[1])?);
                let exponent = u32::try_from(exponent.constant).ok().filter(|_| exponent.terms.is_empty())?;
                (exponent <= EXPONENT).then_some(())?;
                self.product_of(&vec![of; exponent as usize])
            }
            _ => None,
        }
    }

    fn product(&mut self, a: &Form, b: &Form) -> Option<Form> {
        self.product_of(&[a.clone(), b.clone()])
    }

    fn product_of(&mut self, factors: &[Form]) -> Option<Form> {
        let (mut number, mut items) = (1i128, Vec::new());
        for factor in factors {
            if factor.terms.is_empty() {
                number = number.checked_mul(factor.constant)?;
            } else {
                items.push(self.item_of(factor));
            }
        }
        items.sort_unstable();
        let mut product = None;
        for same in items.chunk_by(|a, b| a == b) {
            let power = match same {
                [one] => *one,
                [one, ..] => self.node(Node::Power(*one, same.len() as u32)),
                [] => continue,
            };
            product = Some(product.map_or(power, |product| self.node(Node::Product(product, power))));
        }
        product.map_or_else(|| Form::number(number), |item| Form::item(item).times(number))
    }

    /// The item that has the value of a form.
    fn item_of(&mut self, form: &Form) -> Item {
        if let ([(item, 1)], 0) = (&*form.terms, form.constant) {
            return *item;
        }
        if let Some((_, item)) = self.sums.iter().find(|(known, _)| known == form) {
            return *item;
        }
        let item = self.new_node(Node::Sum);
        self.sums.push((form.clone(), item));
        // The item comes last, so that the terms stay in order.
        let mut line = form.clone();
        line.terms.push((item, -1));
        self.add_line(line, Sign::Equal);
        item
    }

    fn node(&mut self, node: Node) -> Item {
        if let Some(item) = self.known_nodes.get(&node) {
            return *item;
        }
        let item = self.new_node(node);
        self.known_nodes.insert(node, item);
        self.add(Constraint::Node(item));
        item
    }

    fn new_node(&mut self, node: Node) -> Item {
        self.nodes.push(node);
        self.start.push(Domain::ANY);
        self.touches.push(Vec::new());
        self.start.len() - 1
    }

    /// The form of an item that is a sum.
    pub fn sum(&self, item: Item) -> Option<&Form> {
        self.sums.iter().find(|(_, own)| *own == item).map(|(form, _)| form)
    }

    pub fn add_line(&mut self, form: Form, sign: Sign) {
        let shares = self.shares(&form);
        self.add_last_digits(&form, sign);
        self.add(Constraint::Line(Line { form, sign, shares }));
    }

    /// An equation of numerals says something of its last digits, too. One of digits only says it as well by itself.
    fn add_last_digits(&mut self, form: &Form, sign: Sign) {
        let base = i128::from(self.base);
        let is_multiple = |(_, weight): &&(Item, i128)| weight % base == 0;
        let multiples = form.terms.iter().filter(is_multiple).count();
        let has_nodes = form.terms.iter().any(|(item, _)| *item >= self.variables.len());
        if sign == Sign::Equal && (multiples > 1 && multiples < form.terms.len() || has_nodes) {
            for places in 1..=3 {
                self.add_congruence(form, base.pow(places), vec![0], true);
            }
        }
    }

    /// Terms whose factors are multiples of the modulus say nothing.
    pub fn add_congruence(&mut self, form: &Form, modulus: i128, residues: Vec<u64>, is_one: bool) {
        let terms = form.terms.iter().map(|(item, weight)| (*item, weight.rem_euclid(modulus)));
        let terms = terms.filter(|(_, weight)| *weight != 0).collect();
        let form = Form { terms, constant: form.constant.rem_euclid(modulus) };
        self.add(Constraint::Congruence(Congruence { form, modulus, residues, is_one }));
    }

    /// Parts of a form whose variables all differ: each goes to the first part that it fits.
    fn shares(&self, form: &Form) -> Vec<Vec<usize>> {
        let mut shares: Vec<Vec<usize>> = Vec::new();
        if self.differ.is_empty() {
            return shares;
        }
        let mut order: Vec<usize> = (0..form.terms.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(form.terms[*at].1.unsigned_abs()));
        for at in order {
            let (item, weight) = form.terms[at];
            let fits = |other: &usize| {
                let (other, others) = form.terms[*other];
                (others > 0) == (weight > 0) && self.are_different(item, other)
            };
            match shares.iter_mut().find(|share| share.iter().all(fits)) {
                Some(share) => share.push(at),
                None => shares.push(vec![at]),
            }
        }
        shares.retain(|share| share.len() > 1);
        shares
    }

    pub fn add_truth(&mut self, condition: Expression, wanted: bool) {
        let mut cells = Vec::new();
        condition.for_each_cell(&mut |cell| cells.push(cell));
        cells.sort_unstable();
        cells.dedup();
        let item = |cell: usize| Some((cell, self.item(Variable::Cell(cell))?));
        let cells = cells.into_iter().filter_map(item).collect();
        self.add(Constraint::Truth(condition, wanted, cells));
    }

    pub fn add(&mut self, constraint: Constraint) {
        let at = self.constraints.len();
        constraint.items(self).into_iter().for_each(|item| self.touches[item].push(at));
        self.constraints.push(constraint);
    }

    /// Takes back the constraints from a number on.
    pub fn cut(&mut self, length: usize) {
        for constraint in self.constraints.split_off(length) {
            for item in constraint.items(self) {
                self.touches[item].retain(|at| *at < length);
            }
        }
    }

    /// Whether an expression surely has a value where the facts hold: a fact is false without it.
    pub fn is_needed(facts: &[&Claim], expression: &Expression) -> bool {
        facts.iter().any(|fact| match fact {
            Claim::Condition(condition) => needs(condition, expression),
            Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => quantity_needs(quantity, expression),
            Claim::Order { left, right, .. } | Claim::Same(left, right) => {
                quantity_needs(left, expression) || quantity_needs(right, expression)
            }
            _ => false,
        })
    }
}

impl Constraint {
    fn items(&self, model: &Model) -> Vec<Item> {
        match self {
            Self::Line(Line { form, .. }) => form.terms.iter().map(|term| term.0).collect(),
            Self::Congruence(Congruence { form, .. }) => {
                let mut items = Vec::new();
                form.terms.iter().for_each(|term| model.parts_of(term.0, &mut items));
                items.sort_unstable();
                items.dedup();
                items
            }
            Self::Different(items) => items.clone(),
            Self::Node(item) => match model.nodes[item - model.variables.len()] {
                Node::Product(a, b) => vec![*item, a, b],
                Node::Power(of, _) => vec![*item, of],
                Node::Sum => vec![*item],
            },
            Self::OneOf(item, _) => vec![*item],
            Self::Truth(_, _, cells) => cells.iter().map(|cell| cell.1).collect(),
        }
    }
}

impl Model {
    /// An item and all that it is made of.
    fn parts_of(&self, item: Item, parts: &mut Vec<Item>) {
        parts.push(item);
        match item.checked_sub(self.variables.len()).map(|node| self.nodes[node]) {
            Some(Node::Product(a, b)) => [a, b].into_iter().for_each(|part| self.parts_of(part, parts)),
            Some(Node::Power(of, _)) => self.parts_of(of, parts),
            Some(Node::Sum) => {
                let form = self.sum(item);
                form.into_iter().flat_map(|form| &form.terms).for_each(|term| self.parts_of(term.0, parts));
            }
            None => {}
        }
    }
}

/// Visits the numbers without which a condition is false.
fn needs(condition: &Expression, wanted: &Expression) -> bool {
    let Expression::Call(word, x) = condition else { return false };
    match word.3 {
        Deed::And => x.iter().any(|part| needs(part, wanted)),
        Deed::Compare(_) | Deed::Asks(_) => x.iter().any(|part| number_needs(part, wanted)),
        _ => false,
    }
}

fn quantity_needs(quantity: &Quantity, wanted: &Expression) -> bool {
    matches!(quantity, Quantity::Expression(expression) if number_needs(expression, wanted))
}

fn number_needs(number: &Expression, wanted: &Expression) -> bool {
    let is_inside = || match number {
        Expression::Call(word, x) => {
            let has_numbers = !word.is_condition() && !matches!(word.3, Deed::Count);
            has_numbers && x.iter().any(|part| number_needs(part, wanted))
        }
        _ => false,
    };
    are_alike(number, wanted) || is_inside()
}

/// A form that is at most 0 if another is not below a number.
pub fn not_below(form: &Form, from: &Number) -> Option<Form> {
    Form::number(whole(&from.negated().floor().negated())?)?.minus(form)
}

pub fn not_above(form: &Form, to: &Number) -> Option<Form> {
    form.minus(&Form::number(whole(&to.floor())?)?)
}

pub fn whole(number: &Number) -> Option<i128> {
    i128::try_from(number.whole()?).ok()
}

/// The form that stands so to 0 if two forms stand so to each other.
fn compared(left: &Form, right: &Form, relation: u8) -> Option<(Form, Sign)> {
    let one = Form { terms: Vec::new(), constant: 1 };
    Some(match relation {
        EQUAL => (left.minus(right)?, Sign::Equal),
        LESS => (left.minus(right)?.plus(&one, 1)?, Sign::AtMost),
        GREATER => (right.minus(left)?.plus(&one, 1)?, Sign::AtMost),
        _ if relation == LESS | EQUAL => (left.minus(right)?, Sign::AtMost),
        _ if relation == GREATER | EQUAL => (right.minus(left)?, Sign::AtMost),
        _ => (left.minus(right)?, Sign::Unequal),
    })
}

/// The condition of this name, which is in the table.
pub fn call(name: &str, x: Vec<Expression>) -> Option<Expression> {
    Word::named(name).map(|word| Expression::Call(word, x))
}

/// That an expression has a value and lies between two numbers.
pub fn between(expression: &Expression, from: Option<&Number>, to: Option<&Number>) -> Expression {
    let end =
        |name, end: Option<&Number>| call(name, vec![expression.clone(), Expression::Number(end?.clone())]);
    let mut parts: Vec<Expression> = [end(">=", from), end("<=", to)].into_iter().flatten().collect();
    if parts.is_empty() {
        parts.extend(call("=", vec![expression.clone(), expression.clone()]));
    }
    call("and", parts).unwrap_or_else(|| expression.clone())
}

/// An order or an equality as a condition.
pub fn comparison(claim: &Claim) -> Option<Expression> {
    let sides = |name, left: &Quantity, right: &Quantity| match (left, right) {
        (Quantity::Expression(left), Quantity::Expression(right)) => {
            call(name, vec![left.clone(), right.clone()])
        }
        _ => None,
    };
    match claim {
        Claim::Order { left, right, strict } => sides(if *strict { "<" } else { "<=" }, left, right),
        Claim::Same(left, right) => sides("=", left, right),
        _ => None,
    }
}

/// Visits the variables of a claim, each as often as it stands there.
pub fn for_each_variable(claim: &Claim, visit: &mut dyn FnMut(Variable)) {
    let of_quantity = |quantity: &Quantity, visit: &mut dyn FnMut(Variable)| match quantity {
        Quantity::Expression(expression) => expression.for_each_cell(&mut |cell| visit(Variable::Cell(cell))),
        Quantity::Carry(equation, column) => visit(Variable::Carry(*equation, *column)),
    };
    match claim {
        Claim::Digit(cell, _) => visit(Variable::Cell(*cell)),
        Claim::Carry((equation, column), _) => visit(Variable::Carry(*equation, *column)),
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => of_quantity(quantity, visit),
        Claim::Relation { terms, .. } => terms.iter().for_each(|(term, _)| match term {
            Term::Cell(cell) => visit(Variable::Cell(*cell)),
            Term::Carry(equation, column) => visit(Variable::Carry(*equation, *column)),
            Term::Numeral(elements) => elements.iter().for_each(|element| {
                if let Element::Cell(cell) = element {
                    visit(Variable::Cell(*cell));
                }
            }),
        }),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            of_quantity(left, visit);
            of_quantity(right, visit);
        }
        Claim::Condition(condition) => condition.for_each_cell(&mut |cell| visit(Variable::Cell(cell))),
        Claim::Distinct(cells) => cells.iter().for_each(|cell| visit(Variable::Cell(*cell))),
        Claim::False | Claim::Digits(_) => {}
    }
}
