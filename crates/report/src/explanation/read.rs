//! Explanations read back from JSON, so that a program can check what another has written.

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use super::json::{RULES, has_modulus};
use super::notation;
use fukumen_explain::prose::Language;
use fukumen_explain::{
    At, Carry, Case, Claim, Conclusion, End, Explanation, FactId, Given, Mark, Place, Proof, Quantity,
    Relation, Rule, Sentence, Status, Step, Term,
};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Puzzle;

/// The deepest nesting of cases.
const DEEPEST: usize = 50;

/// The reason why a value is not an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The place: `steps[3].gives[1]`.
    pub place: String,
    /// The error.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Error for ReadError {}

type Read<T> = Result<T, ReadError>;

/// Reads the explanation of a puzzle from JSON. Sentences with unknown keys are left out.
///
/// # Errors
/// [`ReadError`] if something is missing, or does not match the schema.
pub fn explanation(value: &Value, puzzle: &Puzzle) -> Read<Explanation> {
    let names: Vec<String> = fukumen_explain::places(puzzle).into_iter().map(|(name, _)| name).collect();
    let reader = Reader { names: &names };
    let root = Node { value, place: String::new() };
    let explanation = Explanation {
        status: root.field("status")?.one_of(STATUSES)?,
        solutions: root.field("solutions")?.count()?,
        // Explanations of earlier versions do not have it.
        exhausted: root.get("exhausted").map_or(Ok(true), |node| node.flag())?,
        answers: root.list("answers", |node| reader.answer(node))?,
        complete: root.field("complete")?.flag()?,
        given: root.list("given", |node| reader.given(node))?,
        steps: root.list("steps", |node| reader.step(node, 0))?,
        names: names.clone(),
    };
    Ok(explanation)
}

const STATUSES: &[(&str, Status)] = &[
    ("unique", Status::Unique),
    ("several", Status::Several),
    ("none", Status::None),
    ("stopped", Status::Stopped),
];

/// A value and its place.
struct Node<'v> {
    value: &'v Value,
    place: String,
}

impl<'v> Node<'v> {
    fn wrong<T>(&self, message: impl Into<String>) -> Read<T> {
        let place = if self.place.is_empty() { "explanation".into() } else { self.place.clone() };
        Err(ReadError { place, message: message.into() })
    }

    fn or<T>(&self, value: Option<T>, expected: &str) -> Read<T> {
        value
            .map_or_else(|| self.wrong(format!("{expected} is expected here, not {}", short(self.value))), Ok)
    }

    fn get(&self, name: &str) -> Option<Node<'v>> {
        let dot = if self.place.is_empty() { "" } else { "." };
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(Node { value, place: format!("{}{dot}{name}", self.place) })
    }

    fn field(&self, name: &str) -> Read<Node<'v>> {
        self.get(name).map_or_else(|| self.wrong(format!("'{name}' is missing")), Ok)
    }

    fn items(&self) -> Read<Vec<Node<'v>>> {
        let items = self.or(self.value.as_array(), "a list")?;
        let node = |(i, value)| Node { value, place: format!("{}[{i}]", self.place) };
        Ok(items.iter().enumerate().map(node).collect())
    }

    fn each<T>(&self, read: impl Fn(&Node<'v>) -> Read<T>) -> Read<Vec<T>> {
        self.items()?.iter().map(read).collect()
    }

    /// Reads a list; if it is missing, it is empty.
    fn list<T>(&self, name: &str, read: impl Fn(&Node<'v>) -> Read<T>) -> Read<Vec<T>> {
        self.get(name).map_or(Ok(Vec::new()), |node| node.each(read))
    }

    fn fields(&self) -> Read<Vec<(&'v str, Node<'v>)>> {
        let fields: &'v Map<String, Value> = self.or(self.value.as_object(), "an object")?;
        let node = |(name, value): (&'v String, &'v Value)| {
            (name.as_str(), Node { value, place: format!("{}.{name}", self.place) })
        };
        Ok(fields.iter().map(node).collect())
    }

    fn text(&self) -> Read<&'v str> {
        self.or(self.value.as_str(), "a text")
    }

    fn flag(&self) -> Read<bool> {
        self.or(self.value.as_bool(), "true or false")
    }

    fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Read<T> {
        let text = self.text()?;
        let known = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        self.or(known, &format!("one of {}", names.join(", ")))
    }

    fn integer(&self) -> Read<i128> {
        let number = match self.value {
            Value::Number(number) => number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        self.or(number, "a whole number")
    }

    fn whole<T: TryFrom<i128>>(&self) -> Read<T> {
        self.or(T::try_from(self.integer()?).ok(), "a smaller whole number, not negative,")
    }

    fn count(&self) -> Read<u128> {
        let text = self.value.as_str().and_then(|text| text.parse().ok());
        text.map_or_else(|| self.whole(), Ok)
    }

    fn exact(&self) -> Read<Exact> {
        let text = match self.value {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            _ => String::new(),
        };
        self.or(notation::read_number(&text), "an integer, or a fraction in quotes,")
    }

    fn hundredths(&self) -> Read<u64> {
        let number = self.value.as_f64().filter(|number| (0.0..1e15).contains(number));
        Ok((self.or(number, "a number that is not negative")? * 100.0).round() as u64)
    }
}

/// Returns a value for a message.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}

struct Reader<'n> {
    names: &'n [String],
}

impl Reader<'_> {
    fn place(&self, node: &Node) -> Read<Place> {
        let name = node.text()?;
        fukumen_explain::place(self.names, name)
            .map_or_else(|| node.wrong(format!("the puzzle has no '{name}'")), Ok)
    }

    fn answer(&self, node: &Node) -> Read<Vec<Digit>> {
        self.names.iter().map(|name| node.field(name)?.digit()).collect()
    }

    fn given(&self, node: &Node) -> Read<Given> {
        Ok(Given { id: node.field("id")?.text()?.into(), claim: self.claim(node)? })
    }

    fn claim(&self, node: &Node) -> Read<Claim> {
        if let Some(place) = node.get("digit") {
            return Ok(Claim::Digit(self.place(&place)?, node.field("in")?.digits()?));
        }
        if let Some(carry) = node.get("carry") {
            return Ok(Claim::Carry(carry.carry()?, node.field("in")?.each(Node::whole)?));
        }
        if let Some(of) = node.get("range") {
            let end = |name| node.get(name).map(|end| end.exact()).transpose();
            return Ok(Claim::Range(self.quantity(&of)?, end("from")?, end("to")?));
        }
        if let Some(of) = node.get("residue") {
            let residues = node.field("in")?.each(Node::whole)?;
            return Ok(Claim::Residue(self.quantity(&of)?, node.field("modulo")?.whole()?, residues));
        }
        if let Some(terms) = node.get("relation") {
            return self.relation(node, &terms);
        }
        if let Some(order) = node.get("order") {
            return self.order(&order);
        }
        if let Some(same) = node.get("same") {
            let [left, right] = pair(&same)?;
            return Ok(Claim::Same(self.quantity(&left)?, self.quantity(&right)?));
        }
        if let Some(condition) = node.get("condition") {
            let expr = notation::read(condition.text()?, self.names);
            return expr.map(Claim::Condition).or_else(|message| condition.wrong(message));
        }
        if let Some(places) = node.get("distinct") {
            return Ok(Claim::Distinct(places.each(|place| self.place(place))?));
        }
        if let Some(digits) = node.get("digits") {
            return Ok(Claim::Digits(digits.digits()?));
        }
        if node.get("false").is_some_and(|node| node.value == &Value::Bool(true)) {
            return Ok(Claim::False);
        }
        node.wrong("this is no fact")
    }

    fn quantity(&self, node: &Node) -> Read<Quantity> {
        notation::read_quantity(node.text()?, self.names).or_else(|message| node.wrong(message))
    }

    fn relation(&self, node: &Node, terms: &Node) -> Read<Claim> {
        let term = |(name, factor): (&str, Node)| Ok((self.term(&factor, name)?, factor.integer()?));
        Ok(Claim::Relation(Relation {
            terms: terms.fields()?.into_iter().map(term).collect::<Read<_>>()?,
            equals: node.field("equals")?.integer()?,
            modulo: node.get("modulo").map(|modulo| modulo.integer()).transpose()?,
        }))
    }

    fn order(&self, node: &Node) -> Read<Claim> {
        let items = node.items()?;
        let [left, sign, right] = items.as_slice() else {
            return node.wrong("three parts are expected here");
        };
        let strict = sign.one_of(&[("<", true), ("<=", false)])?;
        Ok(Claim::Order { left: self.quantity(left)?, right: self.quantity(right)?, strict })
    }

    fn term(&self, node: &Node, name: &str) -> Read<Term> {
        if let Some(place) = fukumen_explain::place(self.names, name) {
            return Ok(Term::Place(place));
        }
        if let Some((equation, column)) = name.strip_prefix("carry ").and_then(|rest| rest.split_once('.')) {
            let carry = equation.parse().ok().zip(column.parse().ok());
            let carry = carry.map(|(equation, column)| Term::Carry(Carry { equation, column }));
            return node.or(carry, "a carry such as 'carry 1.0'");
        }
        match notation::read(name, self.names) {
            Ok(fukumen_language::expr::Expr::Numeral(numeral)) if numeral.is_whole() => {
                Ok(Term::Numeral(numeral.whole))
            }
            _ => node.wrong(format!("'{name}' is no symbol, carry or numeral")),
        }
    }

    fn step(&self, node: &Node, depth: usize) -> Read<Step> {
        if depth > DEEPEST {
            return node.wrong("cases are nested too deeply");
        }
        let id = node.field("id")?;
        let rule = node.field("rule")?;
        let modulo = node.get("modulo").map(|modulo| modulo.whole()).transpose()?;
        let shared = Shared { node, rule: rule.text()?.split('+').next().unwrap_or_default(), modulo };
        let technique = node.field("technique")?;
        Ok(Step {
            id: id.value.as_str().map_or_else(|| id.value.to_string(), String::from),
            technique: known(technique.text()?)
                .map_or_else(|| technique.wrong("there is no such technique"), Ok)?,
            at: node.get("at").map_or(Ok(At::default()), |at| at.at())?,
            uses: node.list("uses", |id| Ok(id.text()?.into()))?,
            gives: node.list("gives", |given| self.conclusion(given, &shared))?,
            on: node.get("on").map(|on| on.text().map(FactId::from)).transpose()?,
            cases: node.list("cases", |case| self.case(case, depth + 1))?,
            ways: node.get("ways").map_or(Ok(0), |ways| ways.whole())?,
            weight: node.get("weight").map_or(Ok(0), |weight| weight.hundredths())?,
            effort: node.get("effort").map_or(Ok(0), |effort| effort.hundredths())?,
            marks: node.list("marks", Node::mark)?,
            sentences: sentences(node)?,
        })
    }

    fn case(&self, node: &Node, depth: usize) -> Read<Case> {
        let ends = node.field("ends")?;
        Ok(Case {
            assume: self.given(&node.field("assume")?)?,
            steps: node.list("steps", |step| self.step(step, depth))?,
            end: match ends.value.as_str() {
                Some("false") => End::False,
                _ => End::Facts(ends.each(|id| Ok(id.text()?.into()))?),
            },
        })
    }

    /// Reads a conclusion. Values that all conclusions of a step share are in the step.
    fn conclusion(&self, node: &Node, shared: &Shared) -> Read<Conclusion> {
        let Given { id, claim } = self.given(node)?;
        let rule = match node.get("rule") {
            Some(rule) => rule.one_of(RULES)?,
            None => node.or(rule_of(shared.rule), "a rule from K1 to K8")?,
        };
        let own = node.get("modulo").map(|modulo| modulo.whole()).transpose()?;
        let modulo = match shared.modulo {
            None if has_modulus(&claim) && rule != Rule::K4 => None,
            None => own,
            modulo if has_modulus(&claim) => modulo,
            modulo => own.or(modulo),
        };
        let part = |name| node.get(name).or_else(|| shared.node.get(name));
        let proof = Proof {
            over: part("over")
                .map_or(Ok(Vec::new()), |over| over.each(|name| self.term(name, name.text()?)))?,
            modulo,
            combine: part("combine").map_or(Ok(Vec::new()), |combine| {
                let pair = |(id, factor): (&str, Node)| Ok((id.into(), factor.integer()?));
                combine.fields()?.into_iter().map(pair).collect()
            })?,
            divide: part("divide").map(|divide| divide.integer()).transpose()?,
            exchange: part("exchange").map_or(Ok(Vec::new()), |exchange| {
                exchange.each(|two| {
                    let [one, other] = pair(two)?;
                    Ok((self.place(&one)?, self.place(&other)?))
                })
            })?,
        };
        Ok(Conclusion { id, claim, rule, proof })
    }
}

/// The values in a step that all its conclusions share.
struct Shared<'s> {
    node: &'s Node<'s>,
    rule: &'s str,
    modulo: Option<u64>,
}

impl Node<'_> {
    fn digit(&self) -> Read<Digit> {
        let digit: Digit = self.whole()?;
        self.or(Some(digit).filter(|digit| *digit < 64), "a digit")
    }

    fn digits(&self) -> Read<DigitSet> {
        Ok(self.each(Node::digit)?.into_iter().collect())
    }

    fn carry(&self) -> Read<Carry> {
        let [equation, column] = pair(self)?;
        Ok(Carry { equation: equation.whole()?, column: column.whole()? })
    }

    fn at(&self) -> Read<At> {
        let equation = self.get("equation").map(|equation| equation.whole()).transpose()?;
        Ok(At { equation, columns: self.list("columns", Node::whole)? })
    }

    fn mark(&self) -> Read<Mark> {
        Ok(Mark { row: self.field("row")?.whole()?, column: self.field("column")?.whole()? })
    }
}

fn pair<'v>(node: &Node<'v>) -> Read<[Node<'v>; 2]> {
    let items = node.items()?;
    <[Node; 2]>::try_from(items).or_else(|_| node.wrong("two parts are expected here"))
}

fn rule_of(name: &str) -> Option<Rule> {
    RULES.iter().find(|(known, _)| *known == name).map(|(_, rule)| *rule)
}

/// Returns a technique that has a name in the catalogue, used here or by other programs.
fn known(name: &str) -> Option<&'static str> {
    Language::english().known(&format!("technique.{name}"))?.strip_prefix("technique.")
}

/// Reads the sentences whose keys and values the catalogue knows.
fn sentences(node: &Node) -> Read<Vec<Sentence>> {
    let sentences = node.list("sentences", |sentence| {
        let key = Language::english().known(sentence.field("key")?.text()?);
        key.map(|key| Ok(Sentence { key, params: params(&sentence.field("params")?, key)? })).transpose()
    })?;
    Ok(sentences.into_iter().flatten().collect())
}

fn params(node: &Node, key: &'static str) -> Read<Vec<(&'static str, fukumen_explain::Value)>> {
    let names = Language::english().params(key);
    let mut params = Vec::new();
    for (name, value) in node.fields()? {
        let Some(name) = names.iter().find(|known| **known == name) else { continue };
        let value = match value.value {
            Value::String(text) => fukumen_explain::Value::Text(text.clone()),
            Value::Object(_) => fukumen_explain::Value::Formula(value.field("formula")?.text()?.into()),
            Value::Array(_) => fukumen_explain::Value::List(value.each(|text| Ok(text.text()?.into()))?),
            _ => fukumen_explain::Value::Number(value.integer()?),
        };
        params.push((*name, value));
    }
    Ok(params)
}
