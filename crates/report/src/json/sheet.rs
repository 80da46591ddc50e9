//! A puzzle as data: its drawing, and its hidden digits.

use serde_json::{Value, json};

use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::puzzle::{Glyph, Group, Hidden, Kind, Puzzle, Role, Rule, Sheet};

/// Returns a drawing: its number of columns, and its rows of glyphs and rules.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_generate as generate; pub use fukumen_language::*; pub use fukumen_report as report; pub use fukumen_report::service; }
/// use fukumen::report::json;
/// let puzzle = " AB\n+ C\n---\n DE".parse::<fukumen::Puzzle>()?;
/// let sheet = json::sheet(puzzle.sheet());
/// assert_eq!(sheet["columns"], 3);
/// assert_eq!(sheet["rows"][0]["glyphs"][1]["text"], "B");
/// assert_eq!(sheet["rows"][2]["rules"][0], serde_json::json!({"from": 0, "to": 3, "sign": "-"}));
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[must_use]
pub fn sheet(sheet: &Sheet) -> Value {
    let rows = sheet.rows().iter().map(|row| {
        json!({
            "glyphs": row.glyphs().iter().map(glyph).collect::<Vec<_>>(),
            "rules": row.rules().iter().map(rule).collect::<Vec<_>>(),
        })
    });
    json!({"columns": sheet.columns(), "room": sheet.room(), "rows": rows.collect::<Vec<_>>()})
}

fn glyph(glyph: &Glyph) -> Value {
    json!({
        "column": glyph.column,
        "width": glyph.width,
        "text": &*glyph.text,
        "cell": glyph.cell.map(|cell| cell.index()),
        "role": glyph.role.map(role),
    })
}

fn role(role: Role) -> Value {
    json!({"kind": role.kind.name(), "index": role.index, "digit": role.digit})
}

fn rule(rule: &Rule) -> Value {
    json!({"from": rule.columns.start, "to": rule.columns.end, "sign": rule.sign})
}

/// Returns the hidden digits, in the order of the cells: the name, what hides it, and the digits that it may be.
#[must_use]
pub fn cells(puzzle: &Puzzle) -> Value {
    puzzle.hidden().iter().map(cell).collect()
}

fn cell(hidden: &Hidden) -> Value {
    let kind = match hidden.kind {
        Kind::Symbol => "symbol",
        Kind::Blank => "blank",
        Kind::Wrong(_) => "wrong",
    };
    let mut object = json!({"name": hidden.name, "kind": kind, "digits": digits(hidden.digits)});
    if let Kind::Wrong(shown) = hidden.kind {
        object["shown"] = shown.into();
    }
    object
}

/// Returns the groups of cells that limit how often each digit may be taken, by the numbers of the cells.
#[must_use]
pub fn groups(puzzle: &Puzzle) -> Value {
    puzzle.groups().iter().map(group).collect()
}

fn group(group: &Group) -> Value {
    json!({
        "cells": group.cells.iter().map(|cell| cell.index()).collect::<Vec<_>>(),
        "least": group.least,
        "most": group.most,
        "digits": digits(group.digits),
    })
}

fn digits(digits: DigitSet) -> Vec<Digit> {
    digits.iter().collect()
}
