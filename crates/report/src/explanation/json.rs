//! Explanations as JSON, which [`read`](super::read) reads back. `schema/explanation.schema.json` states the format.

use serde_json::{Map, Value, json};

use super::notation::{notation, numeral, quantity};
use super::page::Page;
use crate::json;
use crate::words;
use fukumen_explain::{
    Carry, Case, Claim, Conclusion, End, Explanation, Given, Rating, Relation, Sentence, Status, Step, Term,
    prose,
};
use fukumen_language::digits::{Base, Digit};
use fukumen_language::number::Exact;

/// The number of this contract.
pub const SCHEMA: u64 = 2;

/// The largest number that is exact in programs that read JSON numbers as floating point.
const LARGEST_NUMBER: i128 = 1 << 53;

/// Returns an explanation as one object.
#[must_use]
pub fn explanation(page: &Page) -> Value {
    let Page { explanation, puzzle, .. } = page;
    let names = Names { names: &explanation.names, base: puzzle.rules().base, page };
    let mut object = json!({
        "schema": SCHEMA,
        "puzzle": page.text,
        "line": page.line,
        "rules": json::rules(puzzle.rules()),
        "status": status(explanation.status),
        "solutions": json::count(explanation.solutions),
        "exhausted": explanation.exhausted,
        "answers": explanation.answers.iter().map(|answer| names.answer(answer)).collect::<Vec<_>>(),
        "complete": explanation.complete,
        "given": explanation.given.iter().map(|given| Value::Object(names.given(given))).collect::<Vec<_>>(),
        "steps": explanation.steps.iter().map(|step| names.step(step)).collect::<Vec<_>>(),
        "check": check(page),
    });
    add_rating(&mut object, explanation, page.rating);
    if let Some(base) = page.base {
        object["base"] = base.get().into();
    }
    object
}

/// Returns the answer as the puzzle's text, if there is only one.
fn check(page: &Page) -> Option<String> {
    let [answer] = page.explanation.answers.as_slice() else { return None };
    if page.puzzle.is_drawn() {
        return Some(prose::check(page.puzzle, answer));
    }
    let mut digits = vec![0; page.puzzle.hidden().len()];
    for ((_, cell), digit) in fukumen_explain::places(page.puzzle).iter().zip(answer) {
        digits[cell.index()] = *digit;
    }
    Some(words::on_one_line(&page.puzzle.sheet().fill(page.puzzle.rules().base, &digits)))
}

/// Adds a rating, or why there is none.
pub fn add_rating(object: &mut Value, explanation: &Explanation, rated: Option<&Rating>) {
    object["rating"] = rated.map(rating).into();
    if rated.is_none() {
        object["unrated"] = explanation.unrated().into();
    }
}

fn rating(rating: &Rating) -> Value {
    let counts: Map<String, Value> =
        rating.counts.iter().map(|(name, count)| ((*name).to_string(), (*count).into())).collect();
    json!({
        "value": rating.value,
        "label": rating.label,
        "hardest": rating.hardest,
        "counts": counts,
        "depth": rating.depth,
        "weight": rating.weight,
        "effort": rating.effort,
        "at_least": rating.is_least,
    })
}

/// Returns the result in one word.
#[must_use]
pub fn status(status: Status) -> &'static str {
    match status {
        Status::Unique => "unique",
        Status::Several => "several",
        Status::None => "none",
        Status::Stopped => "stopped",
    }
}

/// Writes a whole number; as a string if readers may not have it exactly.
fn integer(number: i128) -> Value {
    match i64::try_from(number) {
        Ok(small) if number.abs() <= LARGEST_NUMBER => small.into(),
        _ => number.to_string().into(),
    }
}

fn exact(number: &Exact) -> Value {
    match number.to_i128().filter(|_| number.is_integer()) {
        Some(whole) => integer(whole),
        None => number.to_string().into(),
    }
}

/// Returns a carry as a name: `carry 1.0`.
fn carry_name(Carry { equation, column }: Carry) -> String {
    format!("carry {equation}.{column}")
}

/// The parts of the explanation that writing needs.
struct Names<'a> {
    names: &'a [String],
    base: Base,
    page: &'a Page<'a>,
}

impl Names<'_> {
    fn answer(&self, digits: &[Digit]) -> Value {
        self.names.iter().zip(digits).map(|(name, digit)| (name.clone(), Value::from(*digit))).collect()
    }

    fn name(&self, place: fukumen_explain::Place) -> &str {
        self.names.get(place.index()).map_or("?", String::as_str)
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Place(place) => self.name(*place).into(),
            Term::Carry(carry) => carry_name(*carry),
            Term::Numeral(elements) => numeral(elements, self.names, self.base),
        }
    }

    fn quantity(&self, given: &fukumen_explain::Quantity) -> Value {
        quantity(given, self.names, self.base).into()
    }

    fn given(&self, given: &Given) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("id".into(), given.id.as_str().into());
        object.extend(self.claim(&given.claim));
        object
    }

    fn claim(&self, claim: &Claim) -> Map<String, Value> {
        let value = match claim {
            Claim::Digit(place, digits) => {
                json!({"digit": self.name(*place), "in": digits.iter().collect::<Vec<_>>()})
            }
            Claim::Carry(carry, values) => json!({"carry": [carry.equation, carry.column], "in": values}),
            Claim::Range(of, from, to) => {
                let mut value = json!({"range": self.quantity(of)});
                for (name, end) in [("from", from), ("to", to)] {
                    if let Some(end) = end {
                        value[name] = exact(end);
                    }
                }
                value
            }
            Claim::Residue(of, modulo, residues) => {
                json!({"residue": self.quantity(of), "modulo": modulo, "in": residues})
            }
            Claim::Relation(relation) => self.relation(relation),
            Claim::Order { left, right, strict } => {
                json!({"order": [self.quantity(left), if *strict { "<" } else { "<=" }, self.quantity(right)]})
            }
            Claim::Same(left, right) => json!({"same": [self.quantity(left), self.quantity(right)]}),
            Claim::False => json!({"false": true}),
            Claim::Condition(expr) => json!({"condition": notation(expr, self.names, self.base).to_string()}),
            Claim::Distinct(places) => {
                json!({"distinct": places.iter().map(|place| self.name(*place)).collect::<Vec<_>>()})
            }
            Claim::Digits(digits) => json!({"digits": digits.iter().collect::<Vec<_>>()}),
        };
        if let Value::Object(object) = value { object } else { Map::new() }
    }

    fn relation(&self, relation: &Relation) -> Value {
        let terms: Map<String, Value> =
            relation.terms.iter().map(|(term, factor)| (self.term(term), integer(*factor))).collect();
        let mut value = json!({"relation": terms, "equals": integer(relation.equals)});
        if let Some(modulo) = relation.modulo {
            value["modulo"] = integer(modulo);
        }
        value
    }

    fn step(&self, step: &Step) -> Value {
        let id = step.id.parse::<u64>().map_or_else(|_| step.id.as_str().into(), Value::from);
        let first = step.sentences.first();
        let mut value = json!({
            "id": id,
            "technique": step.technique,
            "at": at(step),
            "uses": step.uses,
            "gives": step.gives.iter().map(|given| self.conclusion(given)).collect::<Vec<_>>(),
            "ways": step.ways,
            "weight": hundredths(step.weight),
            "effort": hundredths(step.effort),
            "marks": step.marks.iter().map(|mark| json!({"row": mark.row, "column": mark.column})).collect::<Vec<_>>(),
            "key": first.map_or("", |sentence| sentence.key),
            "params": first.map_or_else(|| json!({}), params),
            "sentences": step.sentences.iter().map(sentence).collect::<Vec<_>>(),
            "text": self.page.told.texts.get(&step.id).map_or("", String::as_str),
            "cases": step.cases.iter().map(|case| self.case(case)).collect::<Vec<_>>(),
        });
        if let Some(on) = &step.on {
            value["on"] = on.as_str().into();
        }
        if let Some(modulo) = shared_modulus(step) {
            value["modulo"] = modulo.into();
        }
        value
    }

    fn case(&self, case: &Case) -> Value {
        json!({
            "assume": self.given(&case.assume),
            "steps": case.steps.iter().map(|step| self.step(step)).collect::<Vec<_>>(),
            "ends": match &case.end {
                End::False => json!("false"),
                End::Facts(facts) => json!(facts),
            },
        })
    }

    fn conclusion(&self, given: &Conclusion) -> Value {
        let mut object = Map::new();
        object.insert("id".into(), given.id.as_str().into());
        object.extend(self.claim(&given.claim));
        let proof = &given.proof;
        if !proof.combine.is_empty() {
            let combine: Map<String, Value> =
                proof.combine.iter().map(|(id, factor)| (id.clone(), integer(*factor))).collect();
            object.insert("combine".into(), combine.into());
        }
        if let Some(divide) = proof.divide {
            object.insert("divide".into(), integer(divide));
        }
        if !proof.exchange.is_empty() {
            let pairs = proof.exchange.iter().map(|(a, b)| json!([self.name(*a), self.name(*b)]));
            object.insert("exchange".into(), pairs.collect());
        }
        // If facts have a modulus of their own, the one to look at equations by is in the step.
        if let Some(modulo) = proof.modulo
            && !object.contains_key("modulo")
        {
            object.insert("modulo".into(), modulo.into());
        }
        object.into()
    }
}

/// Returns the modulus to look at equations by, if facts have a modulus of their own.
fn shared_modulus(step: &Step) -> Option<u64> {
    let own = step.gives.iter().filter(|given| has_modulus(&given.claim));
    own.filter_map(|given| given.proof.modulo).next()
}

/// Returns whether a fact is modulo a number.
fn has_modulus(claim: &Claim) -> bool {
    matches!(claim, Claim::Residue(..))
        || matches!(claim, Claim::Relation(relation) if relation.modulo.is_some())
}

fn at(step: &Step) -> Value {
    let mut at = Map::new();
    at.extend(step.at.equation.map(|equation| ("equation".to_string(), Value::from(equation))));
    if !step.at.columns.is_empty() {
        at.insert("columns".into(), step.at.columns.clone().into());
    }
    at.into()
}

fn hundredths(number: u64) -> Value {
    Value::from(number as f64 / 100.0)
}

fn sentence(sentence: &Sentence) -> Value {
    json!({"key": sentence.key, "params": params(sentence)})
}

fn params(sentence: &Sentence) -> Value {
    let value = |value: &fukumen_explain::Value| match value {
        fukumen_explain::Value::Text(text) => Value::from(text.as_str()),
        fukumen_explain::Value::Formula(formula) => json!({"formula": formula}),
        fukumen_explain::Value::Number(number) => integer(*number),
        fukumen_explain::Value::List(list) => list.clone().into(),
    };
    sentence.params.iter().map(|(name, given)| ((*name).to_string(), value(given))).collect()
}
