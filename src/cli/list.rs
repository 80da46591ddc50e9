//! `fukumen list`: the tables that the program runs on.

use comfy_table::Table as Drawing;
use comfy_table::presets::NOTHING;
use serde_json::Value;

use crate::cli;
use crate::cli::command::List;
use crate::cli::status::Status;
use crate::cli::{command, message};
use crate::generate::KINDS;
use crate::report::tables::{TABLES, Table, TableRow, named};

/// Prints a table.
pub fn list(options: &List) -> anyhow::Result<Status> {
    let rows = options.table.map_or_else(tables, rows);
    if rows.is_empty() {
        message::note("none yet");
    }
    match options.format.as_str() {
        "json" => cli::print(format!("{:#}\n", as_json(rows)).as_bytes()),
        _ => cli::print(as_text(rows).as_bytes()),
    }
}

fn as_json(rows: Vec<TableRow>) -> Value {
    rows.into_iter().map(|row| row.object).collect()
}

fn as_text(rows: Vec<TableRow>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = Drawing::new();
    table.load_style(NOTHING).add_rows(rows.into_iter().map(|row| row.columns));
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
}

fn tables() -> Vec<TableRow> {
    TABLES.iter().map(|table| named(table.name, table.help)).collect()
}

/// Returns the rows of a table. An example of a kind of generator is a command line here.
fn rows(table: &Table) -> Vec<TableRow> {
    let mut rows = (table.rows)();
    for row in &mut rows {
        if let Some(kind) =
            KINDS.iter().find(|kind| table.name == "generators" && row.object["name"] == kind.name())
        {
            row.object["example"] = command::example(*kind).into();
        }
    }
    rows
}
