//! Facts as constraints, and claims as forms.

use crate::claim::{Claim, Quantity, Term, Variable};
use crate::expression::{Element, Expression};
use crate::number::Number;
use crate::words::{Deed, EQUAL, GREATER, LESS, Word};

use super::domain::{Domain, ENDLESS, Empty};
use super::form::{Form, Item};
use super::model::{Congruence, Constraint, Model, Node, Sign};

/// The largest exponent of an item.
const EXPONENT: u32 = 64;

/// How a form stands to 0 by a claim, or its residues modulo a number.
pub type Said = (Form, Sign, Option<(i128, Vec<u64>)>);

impl Model {
    /// Takes a claim for true.
    pub fn state(&mut self, fact: &Claim) -> Result<(), Empty> {
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

    /// The sign of a form by a claim, or its residues, if the claim is linear.
    pub fn as_form(&mut self, claim: &Claim) -> Option<Said> {
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
