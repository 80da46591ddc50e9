//! `fukumen list`: the tables that the program runs on.

use clap::Arg;
use clap::ArgMatches;
use clap::Command;
use clap::builder::PossibleValue;
use clap::builder::PossibleValuesParser;
use comfy_table::Table;
use comfy_table::presets::NOTHING;
use serde_json::Value;
use serde_json::json;

use crate::cli;
use crate::cli::Status;
use crate::cli::generate::order;
use crate::cli::message;
use crate::cli::options;
use crate::engine::ENGINES;
use crate::eval::EVALUATORS;
use crate::explain::TECHNIQUES;
use crate::explain::Technique;
use crate::generate::Choice;
use crate::generate::KINDS;
use crate::generate::Kind as Generator;
use crate::generate::MEASURES;
use crate::generate::Takes;
use crate::import::IMPORTS;
use crate::import::Import;
use crate::puzzle::Rules;
use crate::puzzle::SETTINGS;
use crate::puzzle::Setting;
use crate::puzzle::Takes as TakesValue;
use crate::report::FORMATS;
use crate::report::json;
use crate::text;
use crate::vocabulary::FUNCTIONS;
use crate::vocabulary::Function;
use crate::vocabulary::Kind;
use crate::vocabulary::OPERATORS;
use crate::vocabulary::Operator;

/// One table that can be listed.
struct List {
    name: &'static str,
    help: &'static str,
    rows: fn() -> Vec<Row>,
}

/// One row of it: in columns for people, as an object for programs.
struct Row {
    columns: Vec<String>,
    object: Value,
}

/// Every table that can be listed.
static LISTS: &[List] = &[
    List { name: "operators", help: "operators, loosest first", rows: operators },
    List { name: "functions", help: "functions", rows: functions },
    List { name: "engines", help: "engines: how solutions are searched", rows: engines },
    List { name: "evaluators", help: "evaluators: how conditions are checked", rows: evaluators },
    List { name: "layouts", help: "two-dimensional layouts", rows: layouts },
    List { name: "imports", help: "files of other solvers that can be read", rows: imports },
    List { name: "generators", help: "generators: what puzzles are made of", rows: generators },
    List { name: "techniques", help: "techniques of explanations, the cheapest first", rows: techniques },
    List { name: "measures", help: "measures that generated puzzles are chosen by", rows: measures },
    List { name: "formats", help: "output formats", rows: formats },
    List {
        name: "settings",
        help: "settings: options, and lines @name value of puzzle files",
        rows: settings,
    },
];

/// Its definition.
pub fn command() -> Command {
    Command::new("list")
        .about("List operators, functions, engines, formats, settings, …")
        .after_help("Example:\n  fukumen list functions")
        .defer(with_options)
}

fn with_options(command: Command) -> Command {
    let tables = LISTS.iter().map(|list| PossibleValue::new(list.name).help(list.help));
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
    let list = name.and_then(|name| LISTS.iter().find(|list| list.name == name));
    let rows = list.map_or_else(lists, |list| (list.rows)());
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
    let mut table = Table::new();
    table.load_style(NOTHING).add_rows(rows.into_iter().map(|row| row.columns));
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
}

fn lists() -> Vec<Row> {
    LISTS.iter().map(|list| named(list.name, list.help)).collect()
}

/// A row of a table that has a name and a line of help.
fn named(name: &str, help: &str) -> Row {
    Row { columns: vec![name.into(), help.into()], object: json!({"name": name, "help": help}) }
}

fn operators() -> Vec<Row> {
    let row = |row: &Operator| {
        let tier = format!("{:?}", row.tier).to_lowercase();
        Row {
            object: json!({
                "name": row.symbol(),
                "spellings": row.spellings,
                "tier": tier,
                "help": row.help,
            }),
            columns: vec![row.spellings.join(" "), tier, row.help.into()],
        }
    };
    OPERATORS.iter().map(row).collect()
}

fn functions() -> Vec<Row> {
    FUNCTIONS.iter().map(function).collect()
}

fn function(row: &Function) -> Row {
    let (least, most) = (*row.arity.start(), *row.arity.end());
    let most = (most < usize::MAX).then_some(most);
    let also =
        if row.aliases.is_empty() { String::new() } else { format!("; also {}", row.aliases.join(", ")) };
    Row {
        columns: vec![row.name.to_string(), arity(least, most), format!("{}{also}", row.help)],
        object: json!({
            "name": row.name,
            "aliases": row.aliases,
            "least": least,
            "most": most,
            "condition": row.kind == Kind::Condition,
            "help": row.help,
        }),
    }
}

/// How many arguments, in words.
fn arity(least: usize, most: Option<usize>) -> String {
    match most {
        Some(most) if most == least => format!("({least})"),
        Some(most) => format!("({least} to {most})"),
        None => format!("({least} or more)"),
    }
}

fn engines() -> Vec<Row> {
    ENGINES.iter().map(|engine| named(engine.name(), engine.summary())).collect()
}

fn evaluators() -> Vec<Row> {
    EVALUATORS.iter().map(|evaluator| named(evaluator.name(), evaluator.summary())).collect()
}

fn layouts() -> Vec<Row> {
    let row = |row: text::Known| Row {
        columns: vec![row.name.into(), row.help.into()],
        object: json!({"name": row.name, "help": row.help, "example": row.example}),
    };
    text::layouts().map(row).collect()
}

fn imports() -> Vec<Row> {
    let row = |row: &Import| Row {
        columns: vec![row.name.into(), row.help.into()],
        object: json!({"name": row.name, "help": row.help, "extension": row.extension}),
    };
    IMPORTS.iter().map(row).collect()
}

fn generators() -> Vec<Row> {
    let row = |kind: &&'static dyn Generator| Row {
        columns: vec![kind.name().into(), kind.help().into()],
        object: json!({
            "name": kind.name(),
            "subject": kind.subject(),
            "options": kind.choices().iter().map(option).collect::<Value>(),
            "example": order::example(*kind),
            "help": kind.help(),
        }),
    };
    KINDS.iter().map(row).collect()
}

fn option(choice: &Choice) -> Value {
    let value = (choice.takes != Takes::Flag).then_some(choice.value);
    let kind = match choice.takes {
        Takes::Flag => "flag",
        Takes::Number { .. } => "number",
        Takes::Range { .. } => "range",
        Takes::OneOf(_) => "one-of",
        Takes::OneOfOr { .. } => "one-of-or-number",
        Takes::Text => "text",
        Takes::File => "file",
    };
    let mut object = json!({
        "name": choice.name,
        "value": value,
        "type": kind,
        "default": choice.default,
        "repeats": choice.repeats,
        "needs": choice.needs,
        "help": choice.help,
    });
    match choice.takes {
        Takes::Number { least, most } | Takes::Range { least, most, .. } => {
            object["least"] = least.into();
            object["most"] = (most != u64::MAX).then_some(most).into();
        }
        Takes::OneOf(words) => object["words"] = words.into(),
        Takes::OneOfOr { words, least, most } => {
            object["words"] = words.into();
            object["least"] = least.into();
            object["most"] = most.into();
        }
        Takes::Flag | Takes::Text | Takes::File => {}
    }
    object
}

fn techniques() -> Vec<Row> {
    let row = |row: &Technique| {
        let weight = row.weight as f64 / 100.0;
        Row {
            columns: vec![
                row.name.into(),
                format!("{weight}"),
                format!("{}: {}", row.looks_at, row.concludes),
            ],
            object: json!({
                "name": row.name,
                "weight": weight,
                "looks_at": row.looks_at,
                "concludes": row.concludes,
            }),
        }
    };
    TECHNIQUES.iter().map(row).collect()
}

fn measures() -> Vec<Row> {
    MEASURES.iter().map(|measure| named(measure.name, measure.help)).collect()
}

fn formats() -> Vec<Row> {
    FORMATS.iter().map(|format| named(format.name(), format.help())).collect()
}

fn settings() -> Vec<Row> {
    let rules = json::rules(&Rules::default());
    let row = |row: &Setting| {
        let default = &rules[row.name.replace('-', "_")];
        let value = if row.takes == TakesValue::Value { "VALUE" } else { "[VALUE]" };
        Row {
            columns: vec![row.name.into(), value.into(), format!("{} [such as {}]", row.help, row.example)],
            object: json!({
                "name": row.name,
                "value": if row.takes == TakesValue::Value { "required" } else { "optional" },
                "repeats": row.repeats,
                "default": default,
                "example": row.example,
                "help": row.help,
            }),
        }
    };
    SETTINGS.iter().map(row).collect()
}
