//! TeX: its commands as signs of the language, its arrays as tables with bars, which `tables` lays out.

mod commands;
mod formulas;
mod reader;

use std::ops::Range;

use super::view::View;
use super::{Change, Edit, demands, prose};
use commands::SHAPES;
use formulas::{Formula, delimited, formulas};
use fukumen_language::message::message;
use fukumen_language::text;
use fukumen_language::text::lines;
use reader::Reader;

/// Reads a text with commands of TeX, or with `$` around it.
pub(super) fn read(view: &View) -> Option<Change> {
    if view.whole().is_empty() {
        return None;
    }
    let bytes = view.bytes(view.whole());
    let is_tex = view.text[bytes.clone()].contains('\\');
    let has_shapes = SHAPES.iter().any(|shape| view.text[bytes.clone()].contains(shape));
    let mut reader = Reader::new(view.text, has_shapes);
    if let Some(parts) = delimited(view.text, bytes.clone()) {
        let mut done = bytes.start;
        let mut was_condition = false;
        for part in parts {
            let gap = reader.edits.len();
            reader.edits.push(Edit::cut(done..part.start));
            reader.part(part.clone())?;
            let written = text::changed(view.text, part.clone(), &reader.edits[gap + 1..]);
            let is_condition = lines::is_condition_like(&written, view.rules);
            if was_condition && is_condition {
                reader.edits[gap].text = "\n".into();
            }
            was_condition = is_condition;
            done = part.end;
        }
        reader.edits.push(Edit::cut(done..bytes.end));
        keep_breaks(view.text, &mut reader.edits);
    } else if let Some(formulas) = formulas(view.text, bytes.clone()).filter(|all| all[0].inner != bytes) {
        return in_sentences(view, reader, &formulas, bytes);
    } else if is_tex {
        reader.part(bytes)?;
    }
    let change = Change::of(reader.edits)?;
    Some(if has_shapes && view.text.contains("\\square") {
        change.with(message!("note-squares"))
    } else {
        change
    })
}

/// Reads the formulas of a text. Words between them that ask for nothing come off here, since symbols in small letters could not
/// be told from them later, nor rows of an array; other words are left to the rules of sentences.
fn in_sentences(view: &View, mut reader: Reader, formulas: &[Formula], at: Range<usize>) -> Option<Change> {
    let mut written = Vec::new();
    for Formula { around, inner } in formulas {
        let first = reader.edits.len() + 1;
        reader.edits.push(Edit::cut(around.start..inner.start));
        reader.part(inner.clone())?;
        written.push(text::changed(view.text, inner.clone(), &reader.edits[first..]));
        reader.edits.push(Edit::cut(inner.end..around.end));
    }
    let is_kept = |formula: &String| formula.contains('\n') || lines::is_condition_like(formula, view.rules);
    let kept: Vec<(&Formula, &String)> =
        formulas.iter().zip(&written).filter(|(_, formula)| is_kept(formula)).collect();
    let (mut edits, mut words) = (Vec::new(), String::new());
    let mut done = at.start;
    for (Formula { around, .. }, formula) in formulas.iter().zip(&written) {
        words += &view.text[done..around.start];
        words += if is_kept(formula) { "…" } else { formula };
        done = around.end;
    }
    words += &view.text[done..at.end];
    // `$AB+CD=EF$ where A < B`.
    let says_more = words.contains(['<', '>', '=', '≠', '≤', '≥']);
    if kept.is_empty() || says_more || !demands::asks_nothing(view, &words) {
        return Change::of(reader.edits);
    }
    done = at.start;
    for (i, (Formula { around, .. }, formula)) in kept.into_iter().enumerate() {
        edits.push(Edit::new(done..around.start, if i > 0 { ", " } else { "" }));
        edits.push(Edit::new(around.clone(), formula));
        done = around.end;
    }
    edits.push(Edit::cut(done..at.end));
    edits.retain(|edit| !edit.at.is_empty());
    Some(Change::of(edits)?.with(prose::note(&words)))
}

/// What is cut between formulas keeps its line breaks.
fn keep_breaks(text: &str, edits: &mut [Edit]) {
    for edit in edits.iter_mut().filter(|edit| edit.text.is_empty()) {
        if text[edit.at.clone()].contains('\n') && edit.at.start > 0 {
            edit.text = "\n".into();
        }
    }
}
