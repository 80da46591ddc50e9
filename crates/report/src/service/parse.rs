//! `parse`: reads a text.

use serde_json::{Map, Value, json};

use super::client::Client;
use super::request::Request;
use super::request_error::RequestError;
use crate::json;
use fukumen_language::message::Note;
use fukumen_language::puzzle::Puzzle;

/// Returns the puzzle as data: its text as the program writes it, the rules in force and the unusual ones, the drawing, its
/// cells, and the notes.
pub(super) fn parse(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = request.puzzle(client)?;
    Ok(json!({
        "canonical": puzzle.to_string(),
        "drawn": puzzle.is_drawn(),
        "layout": puzzle.rules().layout,
        "rules": json::rules(puzzle.rules()),
        "changed": changed(&puzzle),
        "sheet": json::sheet(puzzle.sheet()),
        "cells": json::cells(&puzzle),
        "groups": json::groups(&puzzle),
        "differ": puzzle.differ().iter().map(|(a, b)| [a.index(), b.index()]).collect::<Vec<_>>(),
        "order": puzzle.order().iter().map(|cell| cell.index()).collect::<Vec<_>>(),
        "crowded": puzzle.crowded().map(|(symbols, digits)| [symbols, digits]),
        "notes": puzzle.notes().iter().map(note).collect::<Vec<_>>(),
        "unread": json::unread_words(&puzzle),
    }))
}

/// Returns a note, as text and as data.
fn note(note: &Note) -> Value {
    let mut object = json::note_key(note);
    object["text"] = note.to_string().into();
    object
}

/// Returns the unusual settings, each with its values.
fn changed(puzzle: &Puzzle) -> Value {
    let mut changed: Map<String, Value> = Map::new();
    for (name, value) in puzzle.rules().changes() {
        let values = changed.entry(name).or_insert_with(|| json!([]));
        if let Value::Array(values) = values {
            values.push(value.into());
        }
    }
    changed.into()
}
