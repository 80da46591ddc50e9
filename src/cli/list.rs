//! `fukumen list`: the tables that the program runs on.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command};
use comfy_table::Table as Drawing;
use comfy_table::presets::NOTHING;
use serde_json::Value;

use crate::cli;
use crate::cli::generate::order;
use crate::cli::status::Status;
use crate::cli::{message, options};
use crate::generate::KINDS;
use crate::report::tables::{Row, TABLES, Table, named};

/// Defines the command.
pub fn command() -> Command {
    Command::new("list")
        .about("List operators, functions, engines, formats, settings, …")
        .after_help("Example:\n  fukumen list functions")
        .defer(with_options)
}

fn with_options(command: Command) -> Command {
    let tables = TABLES.iter().map(|list| PossibleValue::new(list.name).help(list.help));
    let table = Arg::new("table").value_name("TABLE").value_parser(PossibleValuesParser::new(tables));
    let format = Arg::new("format").long("format").value_name("FORMAT").default_value("text");
    command
        .arg(table.help("What to list (default: what can be listed)"))
        .arg(format.value_parser(["text", "json"]).help("Output format"))
        .arg(options::colour())
}

/// Prints a table.
pub fn list(matches: &ArgMatches) -> anyhow::Result<Status> {
    let name = matches.get_one::<String>("table");
    let list = name.and_then(|name| TABLES.iter().find(|list| list.name == name));
    let rows = list.map_or_else(tables, rows);
    if rows.is_empty() {
        message::note("none yet");
    }
    match matches.get_one::<String>("format").map(String::as_str) {
        Some("json") => cli::print(format!("{:#}\n", as_json(rows)).as_bytes()),
        _ => cli::print(as_text(rows).as_bytes()),
    }
}

fn as_json(rows: Vec<Row>) -> Value {
    rows.into_iter().map(|row| row.object).collect()
}

fn as_text(rows: Vec<Row>) -> String {
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

fn tables() -> Vec<Row> {
    TABLES.iter().map(|table| named(table.name, table.help)).collect()
}

/// Returns the rows of a table. An example of a kind of generator is a command line here.
fn rows(table: &Table) -> Vec<Row> {
    let mut rows = (table.rows)();
    for row in &mut rows {
        if let Some(kind) =
            KINDS.iter().find(|kind| table.name == "generators" && row.object["name"] == kind.name())
        {
            row.object["example"] = order::example(*kind).into();
        }
    }
    rows
}
