//! The second reading of a puzzle's text: the given facts of an explanation must be among those that it states.

use std::collections::HashMap;

use serde_json::Value;

use super::columns;
use super::form::{are_alike, element, form, key};
use super::read::Fact;
use crate::claim::Claim;
use crate::expression;
use crate::expression::{Cells, Element, Expression};
use crate::statement::{Lines, Statement};
use crate::text;
use crate::walk::Walk;
use crate::words::Deed;

/// The reading of a text by somebody else: the statement as in a certificate, and the facts of a drawing.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// The lines from `base` to the last condition.
    pub statement: Vec<String>,
    /// The symbols and blanks: the name of each in an explanation, and the number of its cell in the statement. Digits that are
    /// brought down have names of their own.
    pub places: Vec<(String, usize)>,
    /// Conditions by the names of facts, `eq:1` or `row:3`, over the names of places. A name may have several.
    pub conditions: Vec<(String, String)>,
    /// Digits that are equal: names, or digits shown.
    pub same: Vec<[String; 2]>,
    /// The names of places that are 0.
    pub zeros: Vec<String>,
}

pub struct Reading {
    pub names: Vec<String>,
    statement: Statement,
    /// The cell of each place.
    cells: Vec<usize>,
    conditions: HashMap<String, Vec<Expression>>,
    same: Vec<[Element; 2]>,
    zeros: Vec<usize>,
}

/// The names of places, for expressions.
struct Places<'p>(u32, &'p [(String, usize)]);

impl Cells for Places<'_> {
    fn base(&self) -> u32 {
        self.0
    }

    fn cell(&self, name: &str) -> Option<(usize, u32)> {
        Some((self.1.iter().position(|(own, _)| own == name)?, 0))
    }

    fn may_be_bare(&self) -> bool {
        true
    }
}

impl Reading {
    /// Reads a text of the common language; nothing if it is another one.
    pub fn of_text(puzzle: &str, rules: &Value, base: u32) -> Option<Self> {
        let mut settings = vec![format!("base {base}")];
        for (name, value) in rules.as_object()? {
            match (&**name, value) {
                ("base", _) => {}
                ("no_zero", Value::Bool(is_on)) => settings.extend(is_on.then(|| "no-zero true".into())),
                ("digits" | "leading_zeros" | "lone_zero" | "distinct", Value::String(value)) => {
                    settings.push(format!("{} {value}", name.replace('_', "-")));
                }
                // Other settings are those of the common language if they are off.
                (_, Value::Null | Value::Bool(false)) => {}
                (_, Value::Array(list)) if list.is_empty() => {}
                ("graphemes", value) if value == "on" => {}
                _ => return None,
            }
        }
        let puzzle: Vec<String> = puzzle.split('\n').map(str::to_owned).collect();
        let statement = statement(&text::read(&puzzle, &settings)?).ok()?;
        let parts = statement.conditions.iter().flat_map(parts).cloned();
        let conditions =
            (1..).zip(parts).map(|(number, part)| (format!("eq:{number}"), vec![part])).collect();
        Some(Self {
            names: statement.names.clone(),
            cells: (0..statement.names.len()).collect(),
            statement,
            conditions,
            same: Vec::new(),
            zeros: Vec::new(),
        })
    }

    /// Takes what somebody else read.
    pub fn of_meaning(meaning: &Meaning) -> Result<Self, String> {
        let statement = statement(&meaning.statement)?;
        let places = Places(statement.base, &meaning.places);
        if let Some((name, _)) = meaning.places.iter().find(|(_, cell)| *cell >= statement.names.len()) {
            return Err(format!("`{name}` has no cell"));
        }
        let mut conditions = HashMap::<String, Vec<Expression>>::new();
        for (id, condition) in &meaning.conditions {
            conditions.entry(id.clone()).or_default().push(expression::read(condition, &places)?);
        }
        let place = |name: &String| places.cell(name).map(|(cell, _)| cell).ok_or("there is no such place");
        let element = |text: &String| match text.parse() {
            Ok(digit) => Ok(Element::Digit(digit)),
            Err(_) => place(text).map(Element::Cell),
        };
        let same = meaning.same.iter().map(|[a, b]| Ok::<_, String>([element(a)?, element(b)?]));
        Ok(Self {
            names: meaning.places.iter().map(|(name, _)| name.clone()).collect(),
            cells: meaning.places.iter().map(|(_, cell)| *cell).collect(),
            conditions,
            same: same.collect::<Result<_, _>>()?,
            zeros: meaning.zeros.iter().map(place).collect::<Result<_, _>>()?,
            statement,
        })
    }

    /// Whether the text states this fact by this name.
    pub fn states(&self, fact: &Fact) -> bool {
        let (kind, rest) = fact.id.split_once(':').unwrap_or((&fact.id, ""));
        let is_named = |place: usize| self.names[place] == rest;
        match (kind, &fact.claim) {
            // A digit that no symbol may be is in no mask.
            ("digits", Claim::Digits(digits)) => self.statement.masks.iter().all(|mask| mask & !digits == 0),
            ("lead" | "assign", Claim::Digit(place, digits)) => {
                is_named(*place) && self.mask(*place) & !digits == 0
            }
            ("distinct", Claim::Distinct(places)) => {
                let names: Vec<&str> = places.iter().map(|place| &*self.names[*place]).collect();
                let pairs =
                    places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(move |b| (*a, *b)));
                names.join(",") == rest && pairs.into_iter().all(|(a, b)| self.differ(a, b))
            }
            ("eq" | "row" | "rest", claim) => {
                self.of(&fact.id).iter().any(|stated| is_stated(stated, claim, self.base()))
            }
            ("col" | "carry", claim) => self.states_column(kind == "col", rest, claim).unwrap_or(false),
            ("down", Claim::Same(a, b)) => match (element(a), element(b)) {
                (Some(a), Some(b)) => self.same.iter().any(|same| *same == [a, b] || *same == [b, a]),
                _ => false,
            },
            ("zero", Claim::Digit(place, digits)) => {
                is_named(*place) && self.zeros.contains(place) && digits & 1 == 1
            }
            _ => false,
        }
    }

    fn of(&self, id: &str) -> &[Expression] {
        self.conditions.get(id).map_or(&[], |own| own)
    }

    fn mask(&self, place: usize) -> u64 {
        self.statement.masks[self.cells[place]]
    }

    pub fn base(&self) -> u32 {
        self.statement.base
    }

    /// A column, or a carry, of an equation; in a drawing, of the row that holds the total.
    fn states_column(&self, is_column: bool, place: &str, claim: &Claim) -> Option<bool> {
        let (number, column) = place.split_once('.')?;
        let at = (number.parse().ok()?, column.parse().ok()?);
        let is_drawing = self.conditions.keys().any(|id| id.starts_with("row:"));
        let conditions = self.of(&format!("{}:{number}", if is_drawing { "row" } else { "eq" }));
        Some(
            conditions
                .iter()
                .any(|equation| columns::is_of_column(is_column, equation, self.base(), at, claim)),
        )
    }

    /// Whether two places have different digits by a group or a pair.
    pub fn differ(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.cells[a], self.cells[b]);
        let mut groups = self.statement.groups.iter().filter(|group| group.most == 1);
        let is_pair = |(x, y): &(usize, usize)| (*x, *y) == (a, b) || (*x, *y) == (b, a);
        a != b
            && (groups.any(|group| group.cells.contains(&a) && group.cells.contains(&b))
                || self.statement.pairs.iter().any(is_pair))
    }

    /// Whether these digits, by place, are a solution.
    pub fn is_solution(&self, answer: &[u8]) -> Result<bool, String> {
        let mut digits = vec![None; self.statement.names.len()];
        for (cell, digit) in self.cells.iter().zip(answer) {
            if digits[*cell].is_some_and(|known| known != *digit) {
                return Ok(false);
            }
            digits[*cell] = Some(*digit);
        }
        let mut walk = Walk::new(&self.statement, u64::MAX);
        for (cell, digit) in digits.iter().enumerate() {
            let Some(digit) = digit.filter(|digit| self.statement.masks[cell] >> digit & 1 == 1) else {
                return Ok(false);
            };
            walk.set(cell, digit);
        }
        walk.holds(1).map_err(|problem| problem.why)
    }

    /// Whether an exchange of places maps domains, groups and conditions onto themselves.
    pub fn is_mapped(&self, map: &[usize]) -> bool {
        let mut cells: Vec<usize> = (0..self.statement.names.len()).collect();
        for (place, moved) in map.iter().enumerate().filter(|(place, moved)| place != *moved) {
            // Of a digit that is brought down there are two.
            if self.cells.iter().filter(|cell| **cell == self.cells[place]).count() > 1 {
                return false;
            }
            cells[self.cells[place]] = self.cells[*moved];
        }
        let same: Vec<usize> = (0..cells.len()).collect();
        let masks = &self.statement.masks;
        cells.iter().enumerate().all(|(cell, moved)| masks[cell] == masks[*moved])
            && self.keys(&same) == self.keys(&cells)
    }

    /// Groups, pairs and conditions over other cells, each in one writing and in one order.
    fn keys(&self, cells: &[usize]) -> Vec<String> {
        let sorted = |own: &[usize]| {
            let mut image: Vec<usize> = own.iter().map(|cell| cells[*cell]).collect();
            image.sort_unstable();
            image
        };
        let Statement { groups, pairs, conditions, .. } = &self.statement;
        let groups = groups.iter().map(|group| {
            format!("{} {} {} {:?}", group.least, group.most, group.digits, sorted(&group.cells))
        });
        let pairs = pairs.iter().map(|(a, b)| format!("{:?}", sorted(&[*a, *b])));
        let conditions = conditions.iter().map(|condition| key(condition, cells));
        let mut all: Vec<String> = groups.chain(pairs).chain(conditions).collect();
        all.sort_unstable();
        all
    }
}

/// The statement that these lines make.
fn statement(lines: &[String]) -> Result<Statement, String> {
    let text = format!("fukumen-certificate 1\n{}\nclaim none\nproof\n", lines.join("\n"));
    Statement::read(&mut Lines::new(text.as_bytes())).map_err(|problem| problem.why)
}

/// The conditions that hold together.
fn parts(condition: &Expression) -> Vec<&Expression> {
    match condition {
        Expression::Call(word, conditions) if matches!(word.3, Deed::And) => {
            conditions.iter().flat_map(parts).collect()
        }
        condition => vec![condition],
    }
}

/// Whether a claim is this condition, or the same linear equation.
pub fn is_stated(condition: &Expression, claim: &Claim, base: u32) -> bool {
    let is_alike = matches!(claim, Claim::Condition(own) if are_alike(own, condition));
    let stated = Claim::Condition(condition.clone());
    let forms = form(claim, base).zip(form(&stated, base));
    is_alike || forms.is_some_and(|(own, stated)| own == stated)
}
