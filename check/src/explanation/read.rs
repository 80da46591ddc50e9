//! Reads explanations from the JSON of `fukumen explain`. Fields that only sentences and pages need are not read.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use serde_json::{Map, Value};

use crate::claim::{Carry, Claim, Quantity, Term};
use crate::expression;
use crate::expression::{Cells, Element, Expression, constant, read_any};
use crate::number::Number;
use crate::statement::{count, is_name, start};

/// A fact, and the name by which steps use it.
pub struct Fact {
    pub id: String,
    pub claim: Claim,
}

pub struct Conclusion {
    pub fact: Fact,
    /// Relations that add up to it, or to a multiple, each with its factor: advice for the judge.
    pub combine: Vec<(String, i128)>,
    /// A modulus that decides: advice, too.
    pub modulo: Option<u64>,
    /// Cells that may change places, for which it is assumed.
    pub exchange: Vec<(usize, usize)>,
}

pub struct Step {
    pub id: String,
    pub uses: Vec<String>,
    pub gives: Vec<Conclusion>,
    /// The fact that the cases share out.
    pub on: Option<String>,
    pub cases: Vec<Case>,
}

pub struct Case {
    pub assume: Fact,
    pub steps: Vec<Step>,
    /// The facts that it ends with; nothing for a contradiction.
    pub ends: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Unique,
    Several,
    None,
    Stopped,
}

pub struct Explanation {
    pub base: u32,
    pub names: Vec<String>,
    pub status: Status,
    pub solutions: u128,
    /// The digits by cell.
    pub answers: Vec<Vec<u8>>,
    pub complete: bool,
    pub given: Vec<Fact>,
    pub steps: Vec<Step>,
}

type Read<T> = Result<T, String>;

/// The cells of an explanation by name. Where nothing else lists them, they are those that it speaks of.
struct Names {
    base: u32,
    list: RefCell<Vec<String>>,
    cells: RefCell<HashMap<String, usize>>,
    is_open: bool,
}

impl Names {
    fn new(base: u32, names: Vec<String>, is_open: bool) -> Self {
        let cells = names.iter().cloned().zip(0..).collect();
        Self { base, list: RefCell::new(names), cells: RefCell::new(cells), is_open }
    }

    fn find(&self, name: &str) -> Option<usize> {
        let known = self.cells.borrow().get(name).copied();
        let is_new = known.is_none() && self.is_open && is_name(name);
        known.or_else(|| {
            is_new.then(|| {
                let mut list = self.list.borrow_mut();
                list.push(name.to_owned());
                self.cells.borrow_mut().insert(name.to_owned(), list.len() - 1);
                list.len() - 1
            })
        })
    }

    fn symbol(&self, value: &Value) -> Read<usize> {
        let name = value.as_str().ok_or("expected the name of a symbol")?;
        self.find(name).ok_or_else(|| format!("there is no symbol `{}`", start(name)))
    }
}

impl Cells for Names {
    fn base(&self) -> u32 {
        self.base
    }

    /// Facts say which digits a cell may be; one too large for the base of a numeral does not make it unreadable.
    fn cell(&self, name: &str) -> Option<(usize, u32)> {
        self.find(name).map(|cell| (cell, 0))
    }

    fn may_be_bare(&self) -> bool {
        true
    }
}

/// The base of an explanation's puzzle.
pub fn base(object: &Map<String, Value>) -> Read<u32> {
    let of_rules = || object.get("rules").and_then(|rules| rules.get("base"));
    let base = object.get("base").or_else(of_rules).and_then(Value::as_u64);
    let base = base.filter(|base| (2..=64).contains(base));
    base.map(|base| base as u32).ok_or_else(|| "expected a base from 2 to 64".into())
}

/// Reads an explanation, whose cells have these names if they are known.
pub fn explanation(object: &Map<String, Value>, names: Option<&[String]>) -> Read<Explanation> {
    let base = base(object)?;
    let answers: Vec<&Map<String, Value>> = list(object, "answers")?
        .iter()
        .map(|answer| whole_object(answer, "an answer"))
        .collect::<Read<_>>()?;
    let of_answers = || answers.first().map(|answer| answer.keys().cloned().collect::<Vec<_>>());
    let known = names.map(<[String]>::to_vec).or_else(of_answers);
    let is_open = known.is_none();
    let names = Names::new(base, known.unwrap_or_default(), is_open);
    let reader = Reader { names: &names };
    let given = list(object, "given")?.iter().map(|given| reader.fact(whole_object(given, "a fact")?));
    let given = given.collect::<Read<_>>()?;
    let steps = reader.steps(object)?;
    let status = match text(object, "status")? {
        "unique" => Status::Unique,
        "several" => Status::Several,
        "none" => Status::None,
        "stopped" => Status::Stopped,
        other => return Err(format!("there is no status `{}`", start(other))),
    };
    let solutions = integer(field(object, "solutions")?)?;
    Ok(Explanation {
        base,
        status,
        solutions: u128::try_from(solutions).map_err(|_| "expected a number of solutions")?,
        answers: answers.iter().map(|answer| reader.answer(answer)).collect::<Read<_>>()?,
        complete: field(object, "complete")?.as_bool().ok_or("expected `complete` to be true or false")?,
        given,
        steps,
        names: names.list.into_inner(),
    })
}

pub fn whole_object<'v>(value: &'v Value, expected: &str) -> Read<&'v Map<String, Value>> {
    value.as_object().ok_or_else(|| format!("expected {expected}, which is an object"))
}

fn field<'v>(object: &'v Map<String, Value>, name: &str) -> Read<&'v Value> {
    object.get(name).ok_or_else(|| format!("the field `{name}` is missing"))
}

pub fn text<'v>(object: &'v Map<String, Value>, name: &str) -> Read<&'v str> {
    field(object, name)?.as_str().ok_or_else(|| format!("expected `{name}` to be a text"))
}

fn list<'v>(object: &'v Map<String, Value>, name: &str) -> Read<&'v [Value]> {
    let list = field(object, name)?.as_array();
    list.map(Vec::as_slice).ok_or_else(|| format!("expected `{name}` to be a list"))
}

fn texts(values: &[Value]) -> Read<Vec<String>> {
    let text = |value: &Value| value.as_str().map(str::to_owned).ok_or("expected names of facts");
    Ok(values.iter().map(text).collect::<Result<_, _>>()?)
}

/// A whole number, which is a text if it is long.
fn integer(value: &Value) -> Read<i128> {
    let number = value.as_i64().map(i128::from).or_else(|| value.as_str()?.parse().ok());
    number.ok_or_else(|| format!("expected a whole number, not `{}`", start(&value.to_string())))
}

fn positive(value: &Value) -> Read<u64> {
    let number = integer(value)?;
    u64::try_from(number).ok().filter(|n| *n > 0).ok_or_else(|| format!("expected a modulus, not {number}"))
}

/// A number, which is a text if it is long or a fraction.
fn number(value: &Value) -> Read<Number> {
    match value.as_str() {
        Some(text) => constant(text),
        None => integer(value).map(|number| BigInt::from(number).into()),
    }
}

struct Reader<'n> {
    names: &'n Names,
}

impl Reader<'_> {
    fn answer(&self, answer: &Map<String, Value>) -> Read<Vec<u8>> {
        let names = self.names.list.borrow();
        if answer.len() != names.len() {
            return Err(format!(
                "an answer has {} digits, and there are {} symbols",
                answer.len(),
                names.len()
            ));
        }
        let digit = |name: &String| {
            let digit = answer.get(name).and_then(Value::as_u64).filter(|d| *d < self.names.base.into());
            digit
                .map(|digit| digit as u8)
                .ok_or_else(|| format!("an answer has no digit for `{}`", start(name)))
        };
        names.iter().map(digit).collect()
    }

    fn fact(&self, object: &Map<String, Value>) -> Read<Fact> {
        let id = text(object, "id")?.to_owned();
        match self.claim(object) {
            Ok(claim) => Ok(Fact { id, claim }),
            Err(problem) => Err(format!("fact {}: {problem}", start(&id))),
        }
    }

    fn steps(&self, object: &Map<String, Value>) -> Read<Vec<Step>> {
        list(object, "steps")?.iter().map(|step| self.step(whole_object(step, "a step")?)).collect()
    }

    fn step(&self, object: &Map<String, Value>) -> Read<Step> {
        let id = match field(object, "id")? {
            Value::String(id) => id.clone(),
            id => integer(id)?.to_string(),
        };
        let gives = list(object, "gives")?;
        let modulo = object.get("modulo").map(positive).transpose()?;
        let gives = gives.iter().map(|given| self.conclusion(whole_object(given, "a conclusion")?, modulo));
        let gives = gives.collect::<Read<Vec<_>>>();
        let cases = list(object, "cases")?.iter().map(|case| self.case(whole_object(case, "a case")?));
        Ok(Step {
            uses: texts(list(object, "uses")?)?,
            gives: gives.map_err(|problem| format!("step {}: {problem}", start(&id)))?,
            on: object.get("on").map(|_| text(object, "on").map(str::to_owned)).transpose()?,
            cases: cases.collect::<Read<_>>()?,
            id,
        })
    }

    fn conclusion(&self, object: &Map<String, Value>, modulo: Option<u64>) -> Read<Conclusion> {
        let empty = Map::new();
        let combine =
            object.get("combine").map_or(Ok(&empty), |combine| whole_object(combine, "`combine`"))?;
        let combine = combine.iter().map(|(id, factor)| Ok((id.clone(), integer(factor)?)));
        let own = object.get("modulo").map(positive).transpose()?;
        let exchange: &[Value] =
            if object.contains_key("exchange") { list(object, "exchange")? } else { &[] };
        let pair = |pair: &Value| match pair.as_array().map(Vec::as_slice) {
            Some([a, b]) => Ok((self.names.symbol(a)?, self.names.symbol(b)?)),
            _ => Err("expected pairs of symbols that change places".to_owned()),
        };
        Ok(Conclusion {
            fact: self.fact(object)?,
            combine: combine.collect::<Read<_>>()?,
            modulo: modulo.or(own),
            exchange: exchange.iter().map(pair).collect::<Read<_>>()?,
        })
    }

    fn case(&self, object: &Map<String, Value>) -> Read<Case> {
        let ends = match field(object, "ends")? {
            Value::String(end) if end == "false" => None,
            Value::Array(ends) => Some(texts(ends)?),
            _ => return Err("expected a case to end in \"false\" or in facts".into()),
        };
        let assume = self.fact(whole_object(field(object, "assume")?, "a fact")?)?;
        Ok(Case { assume, steps: self.steps(object)?, ends })
    }

    fn claim(&self, object: &Map<String, Value>) -> Read<Claim> {
        const KINDS: [&str; 10] = [
            "digit",
            "carry",
            "range",
            "residue",
            "relation",
            "order",
            "same",
            "condition",
            "distinct",
            "digits",
        ];
        let kind = KINDS.into_iter().find(|kind| object.contains_key(*kind)).unwrap_or("false");
        let value = field(object, kind)?;
        Ok(match kind {
            "digit" => Claim::Digit(self.names.symbol(value)?, self.digits(list(object, "in")?)?),
            "digits" => Claim::Digits(self.digits(list(object, kind)?)?),
            "carry" => Claim::Carry(carry(value)?, self.values(object, i64::try_from)?),
            "range" => {
                let end = |name| object.get(name).map(number).transpose();
                Claim::Range(self.quantity(value)?, end("from")?, end("to")?)
            }
            "residue" => {
                let modulo = positive(field(object, "modulo")?)?;
                let residues = self.values(object, u64::try_from)?;
                let fit = residues.iter().all(|residue| *residue < modulo);
                let residues = fit.then_some(residues).ok_or("expected residues below the modulus")?;
                Claim::Residue(self.quantity(value)?, modulo, residues)
            }
            "relation" => self.relation(object)?,
            "order" => match value.as_array().map(Vec::as_slice) {
                Some([left, sign, right]) if sign == "<" || sign == "<=" => {
                    let (left, right) = (self.quantity(left)?, self.quantity(right)?);
                    Claim::Order { left, right, strict: sign == "<" }
                }
                _ => return Err("expected an order, such as [\"A\", \"<\", \"B\"]".into()),
            },
            "same" => match value.as_array().map(Vec::as_slice) {
                Some([a, b]) => Claim::Same(self.quantity(a)?, self.quantity(b)?),
                _ => return Err("expected two things that are the same".into()),
            },
            "condition" => Claim::Condition(expression::read(text(object, kind)?, self.names)?),
            "distinct" => {
                let cells = list(object, kind)?.iter().map(|name| self.names.symbol(name));
                let cells = cells.collect::<Read<Vec<_>>>()?;
                let apart: HashSet<&usize> = cells.iter().collect();
                if apart.len() < cells.len() {
                    return Err("expected different symbols".into());
                }
                Claim::Distinct(cells)
            }
            _ if *value == true => Claim::False,
            _ => return Err("expected `false` to be true".into()),
        })
    }

    fn digits(&self, digits: &[Value]) -> Read<u64> {
        let digit = |value: &Value| value.as_u64().filter(|digit| *digit < self.names.base.into());
        let bit = |value: &Value| digit(value).map(|digit| 1 << digit);
        let bits = digits.iter().map(bit).try_fold(0, |bits, bit| Some(bits | bit?));
        bits.ok_or_else(|| format!("expected digits of base {}", self.names.base))
    }

    fn values<T, E>(&self, object: &Map<String, Value>, of: fn(i128) -> Result<T, E>) -> Read<Vec<T>> {
        let value = |value| of(integer(value)?).map_err(|_| "a number is too large".to_owned());
        list(object, "in")?.iter().map(value).collect()
    }

    fn quantity(&self, value: &Value) -> Read<Quantity> {
        let text = value.as_str().ok_or("expected an expression, which is a text")?;
        let inside = text.strip_prefix("(carry ").and_then(|rest| rest.strip_suffix(')'));
        if let Some((equation, column)) = inside.and_then(|inside| inside.split_once(' ')) {
            return numbers(equation, column).map(|(equation, column)| Quantity::Carry(equation, column));
        }
        let expression = read_any(text, self.names)?;
        if expression.is_condition() {
            return Err(format!("expected a number, and `{}` is a condition", start(text)));
        }
        Ok(Quantity::Expression(expression))
    }

    fn relation(&self, object: &Map<String, Value>) -> Read<Claim> {
        let mut equals = integer(field(object, "equals")?)?;
        let mut terms = Vec::new();
        for (key, factor) in whole_object(field(object, "relation")?, "a relation")? {
            let factor = integer(factor)?;
            if let Some((equation, column)) = key.strip_prefix("carry ").and_then(|at| at.split_once('.')) {
                let (equation, column) = numbers(equation, column)?;
                terms.push((Term::Carry(equation, column), factor));
                continue;
            }
            match read_any(key, self.names)? {
                Expression::Numeral(numeral) if numeral.is_whole() && numeral.base == self.names.base => {
                    let term = match *numeral.whole {
                        [Element::Cell(cell)] => Term::Cell(cell),
                        _ => Term::Numeral(numeral.whole),
                    };
                    terms.push((term, factor));
                }
                Expression::Number(number) => {
                    let number = number.whole().and_then(|number| i128::try_from(number).ok());
                    let product = number.and_then(|number| number.checked_mul(factor));
                    let rest = product.and_then(|product| equals.checked_sub(product));
                    equals = rest.ok_or("a number is too large")?;
                }
                _ => return Err(format!("expected a numeral or a carry, not `{}`", start(key))),
            }
        }
        let modulo = object.get("modulo").map(positive).transpose()?;
        Ok(Claim::Relation { terms, equals, modulo: modulo.map(i128::from) })
    }
}

fn carry(value: &Value) -> Read<Carry> {
    let at = |value: &Value| value.as_u64().and_then(|at| u32::try_from(at).ok());
    let carry = match value.as_array().map(Vec::as_slice) {
        Some([equation, column]) => at(equation).zip(at(column)),
        _ => None,
    };
    carry.ok_or_else(|| "expected a carry: the numbers of an equation and of a column".into())
}

fn numbers(equation: &str, column: &str) -> Read<Carry> {
    let number = |text: &str| count(text).and_then(|number| u32::try_from(number).ok());
    number(equation).zip(number(column)).ok_or_else(|| "expected a carry, such as `carry 1.0`".into())
}
