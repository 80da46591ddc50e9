//! The tables that the program runs on: as columns for people, as objects for programs.

use serde_json::{Value, json};

use crate::formats_of;
use crate::json;
use fukumen_engine::engine::ENGINES;
use fukumen_engine::eval::EVALUATORS;
use fukumen_explain::prose::LANGUAGES;
use fukumen_explain::{TECHNIQUES, Technique};
use fukumen_generate::{Choice, KINDS, Kind as Generator, MEASURES, Takes};
#[cfg(feature = "import")]
use fukumen_import::IMPORTS;
#[cfg(feature = "import")]
use fukumen_import::Import;
use fukumen_language::puzzle::{Rules, SETTINGS, Setting, Takes as TakesValue};
use fukumen_language::text;
use fukumen_language::vocabulary::{FUNCTIONS, Function, Kind, OPERATORS, Operator};

/// One table.
#[derive(Debug)]
#[non_exhaustive]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Returns one line of help.
    pub help: &'static str,
    /// Its rows.
    pub rows: fn() -> Vec<TableRow>,
}

/// One row of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableRow {
    /// The columns, for people.
    pub columns: Vec<String>,
    /// The object, for programs.
    pub object: Value,
}

/// Every table.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_generate as generate; pub use fukumen_language::*; pub use fukumen_report as report; pub use fukumen_report::service; }
/// use fukumen::report::tables::TABLES;
/// let settings = TABLES.iter().find(|table| table.name == "settings").expect("it is there");
/// assert_eq!((settings.rows)()[0].object["name"], "base");
/// ```
pub static TABLES: &[Table] = &[
    Table { name: "operators", help: "operators, loosest first", rows: operators },
    Table { name: "functions", help: "functions", rows: functions },
    Table { name: "engines", help: "engines: how solutions are searched", rows: engines },
    Table { name: "evaluators", help: "evaluators: how conditions are checked", rows: evaluators },
    Table { name: "layouts", help: "two-dimensional layouts", rows: layouts },
    #[cfg(feature = "import")]
    Table { name: "imports", help: "files of other solvers that can be read", rows: imports },
    Table { name: "generators", help: "generators: what puzzles are made of", rows: generators },
    Table { name: "techniques", help: "techniques of explanations, the cheapest first", rows: techniques },
    Table { name: "languages", help: "languages that explanations are told in", rows: languages },
    Table { name: "measures", help: "measures that generated puzzles are chosen by", rows: measures },
    Table { name: "formats", help: "output formats", rows: formats },
    Table {
        name: "settings",
        help: "settings: options, and lines @name value of puzzle files",
        rows: settings,
    },
];

/// Makes a row of a table that has a name and a line of help.
#[must_use]
pub fn named(name: &str, help: &str) -> TableRow {
    TableRow { columns: vec![name.into(), help.into()], object: json!({"name": name, "help": help}) }
}

fn operators() -> Vec<TableRow> {
    let row = |row: &Operator| {
        let tier = format!("{:?}", row.tier).to_lowercase();
        TableRow {
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

fn functions() -> Vec<TableRow> {
    FUNCTIONS.iter().map(function).collect()
}

fn function(row: &Function) -> TableRow {
    let (least, most) = (*row.arity.start(), *row.arity.end());
    let most = (most < usize::MAX).then_some(most);
    let also =
        if row.aliases.is_empty() { String::new() } else { format!("; also {}", row.aliases.join(", ")) };
    TableRow {
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

/// Returns the number of arguments, in words.
fn arity(least: usize, most: Option<usize>) -> String {
    match most {
        Some(most) if most == least => format!("({least})"),
        Some(most) => format!("({least} to {most})"),
        None => format!("({least} or more)"),
    }
}

fn engines() -> Vec<TableRow> {
    ENGINES.iter().map(|engine| named(engine.name(), engine.summary())).collect()
}

fn evaluators() -> Vec<TableRow> {
    EVALUATORS.iter().map(|evaluator| named(evaluator.name(), evaluator.summary())).collect()
}

fn layouts() -> Vec<TableRow> {
    let row = |row: text::Known| TableRow {
        columns: vec![row.name.into(), row.help.into()],
        object: json!({"name": row.name, "help": row.help, "example": row.example}),
    };
    text::layouts().map(row).collect()
}

#[cfg(feature = "import")]
fn imports() -> Vec<TableRow> {
    let row = |row: &Import| TableRow {
        columns: vec![row.name.into(), row.help.into()],
        object: json!({"name": row.name, "help": row.help, "extension": row.extension}),
    };
    IMPORTS.iter().map(row).collect()
}

fn generators() -> Vec<TableRow> {
    let row = |kind: &&'static dyn Generator| TableRow {
        columns: vec![kind.name().into(), kind.help().into()],
        object: json!({
            "name": kind.name(),
            "subject": kind.subject(),
            "options": kind.choices().iter().map(option).collect::<Value>(),
            // Pairs of a name and a value; an empty name stands for the subject.
            "example": kind.example(),
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

fn techniques() -> Vec<TableRow> {
    let row = |row: &Technique| {
        let weight = row.weight as f64 / 100.0;
        TableRow {
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

fn languages() -> Vec<TableRow> {
    let row = |language: &fukumen_explain::prose::Language| TableRow {
        columns: vec![language.code.into(), language.name.into()],
        object: json!({"name": language.code, "help": language.name}),
    };
    LANGUAGES.iter().map(row).collect()
}

fn measures() -> Vec<TableRow> {
    MEASURES.iter().map(|measure| named(measure.name, measure.help)).collect()
}

fn formats() -> Vec<TableRow> {
    formats_of(|format| format.answers).iter().map(|format| named(format.name, format.how.help)).collect()
}

fn settings() -> Vec<TableRow> {
    let rules = json::rules(&Rules::default());
    let row = |row: &Setting| {
        let default = &rules[row.name.replace('-', "_")];
        let value = if row.takes == TakesValue::Value { "VALUE" } else { "[VALUE]" };
        TableRow {
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
