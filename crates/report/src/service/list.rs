//! `list`: the tables that the program runs on, for forms and help.
//!
//! `table` names one of them; without it, the answer has all.

use serde_json::{Map, Value};

use super::client::Client;
use super::request::Request;
use super::request_error::RequestError;
use crate::tables::TABLES;

/// Returns the tables, each an array of objects, by name.
pub(super) fn list(request: &Request, _client: &Client) -> Result<Value, RequestError> {
    let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    let name = match request.get("table") {
        None => None,
        Some(_) => Some(request.one_of("table", &names)?),
    };
    let asked = TABLES.iter().filter(|table| name.is_none_or(|name| name == table.name));
    let object = |table: &crate::tables::Table| {
        (table.name.to_string(), (table.rows)().into_iter().map(|row| row.object).collect())
    };
    Ok(Value::Object(asked.map(object).collect::<Map<String, Value>>()))
}
