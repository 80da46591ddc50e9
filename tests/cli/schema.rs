//! Answers against the published schema.
//!
//! The schema uses few words of its language; this reads just those, and fails at any other, so
//! that no part of the schema is passed over.

use serde_json::Value;

use super::{run, run_on};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../schema/answer.schema.json")).expect("the schema is JSON")
}

#[test]
fn answers_of_every_kind_are_as_the_schema_says() {
    let kinds: &[&[&str]] = &[
        &["AB=B^2"],
        &["--count", "--show", "A-B", "AB=B^2"],
        &["--unique", "AB=B^2"],
        &["--first", "--show", "A/B", "AB=B^2"],
        &["--maximize", "A", "AB=B^2"],
        &["--max-solutions=1", "A+B=C"],
        &["--essentially", "A+B=C"],
        &["--wrong", "1+2=4"],
        &["--wrong=each", "1+2=4"],
        &["2?*?=?6"],
        &["--assign", "A=1", "--where", "B<5", "--fold=accents", "--same=OQ", "--graphemes=off", "A+B=C"],
        &["AB=B^2+100"],
        &["ABCDEFGHIJK=A"],
        &["A+=B"],
        &["A!=BCD, A<E"],
        &["--key=12", "--decode=3 4", "A+B=C"],
        &["A=B and C=D"],
        &["Somebody wrote AB=B^2, where A lies close to B"],
        &["123 × 4□5; 615; □; 492; 49815"],
        &["--shard=2/3", "A+B=C"],
        &["--shard=1/3", "--count", "--show", "A", "--key=12", "AB=B^2+100"],
        &["--shard=1/3", "A+=B"],
        &["--certificate-limit=1", "--certificate", "none-is-written", "AB=B^2"],
    ];
    for arguments in kinds {
        let answers = run(&[&["--format=jsonl"], *arguments].concat()).json_lines();
        assert_eq!(answers.len(), 1, "{arguments:?}");
        check(&schema(), &schema(), &answers[0], &format!("{arguments:?}"));
    }
    let made = run(&["generate", "skeleton", "12*34", "--format=jsonl", "--with-solution"]).json_lines();
    check(&schema(), &schema(), &made[0], "a puzzle that was made");
    for answer in run_on("A+=B\nAB=B^2\n", &["--format=json", "-"]).json().as_array().expect("two answers") {
        check(&schema(), &schema(), answer, "a stream");
    }
    for answer in run_on("A+=B\nAB=B^2\n", &["--format=jsonl", "--shard=1/1", "-"]).json_lines() {
        check(&schema(), &schema(), &answer, "a shard of a stream");
    }
}

#[test]
fn explanations_are_as_their_schema_says() {
    let schema = include_str!("../../schema/explanation.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let puzzles = "SEND+MORE=MONEY\nNRICH+MATHS=STARS\nTWO*TWO=THREE\nAB*2=CD\nAB=B^2\nA+=B\n\n@base 12\nSO+SO=TOO\n\n□□×3=1□1\n";
    let values = run_on(puzzles, &["explain", "--format=jsonl", "--tries=1", "-"]).json_lines();
    assert_eq!(values.len(), 8);
    values.iter().for_each(|value| check(&schema, &schema, value, "an explanation"));
    let kinds = include_str!("../explanations/kinds.json");
    let kinds: Value = serde_json::from_str(kinds).expect("it is JSON");
    let facts = kinds["given"].as_array().into_iter().flatten();
    let steps = kinds["steps"].as_array().into_iter().flatten();
    for fact in facts.chain(steps.flat_map(|step| step["gives"].as_array().into_iter().flatten())) {
        check(&schema, &schema["$defs"]["fact"], fact, "a fact");
    }
}

#[test]
fn the_rules_of_the_schema_are_the_settings() {
    let schema = schema();
    let named = schema["$defs"]["rules"]["properties"].as_object().expect("it is an object").keys().cloned();
    let settings = fukumen::puzzle::SETTINGS.iter().map(|row| row.name.replace('-', "_"));
    // Several values of `show` have a name of their own.
    let settings = settings.chain(["shows".into()]);
    assert!(named.eq(settings));
}

/// Fails where a value is not as a part of the schema says.
fn check(root: &Value, part: &Value, value: &Value, place: &str) {
    let words = part.as_object().unwrap_or_else(|| panic!("{place}: no schema"));
    for (word, said) in words {
        match word.as_str() {
            "$ref" => {
                let pointer = said.as_str().expect("a reference").trim_start_matches('#');
                check(root, root.pointer(pointer).expect("it leads somewhere"), value, place);
            }
            "type" => assert!(has_type(value, said), "{place}: {value} is not {said}"),
            "anyOf" => {
                let fits = |one: &&Value| has_type(value, &one["type"]);
                let one = said.as_array().into_iter().flatten().find(fits);
                check(root, one.unwrap_or_else(|| panic!("{place}: {value}")), value, place);
            }
            "const" => assert_eq!(value, said, "{place}"),
            "enum" => assert!(said.as_array().expect("a list").contains(value), "{place}: {value}"),
            "minimum" => assert!(value.as_f64().is_none_or(|v| Some(v) >= said.as_f64()), "{place}: {value}"),
            "maximum" => assert!(value.as_f64().is_none_or(|v| Some(v) <= said.as_f64()), "{place}: {value}"),
            "minItems" | "maxItems" => {
                assert!(
                    value.as_array().is_none_or(|v| Some(v.len() as u64) == said.as_u64()),
                    "{place}: {value}"
                );
            }
            "pattern" => assert!(is_digits(value), "{place}: {value}"),
            "required" => check_required(said, value, place),
            "properties" => check_properties(root, said, value, place),
            "additionalProperties" => {
                let fields = value.as_object().into_iter().flatten();
                fields.for_each(|(name, field)| check(root, said, field, &format!("{place}.{name}")));
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                items.for_each(|item| check(root, said, item, &format!("{place}[]")));
            }
            "if" => {
                // Its properties are named for strict readers, which want to see those that are required.
                let branch = &part[if value["status"] == "error" { "then" } else { "else" }];
                match branch.get("$ref") {
                    Some(_) => check(root, branch, value, place),
                    None => check_required(&branch["required"], value, place),
                }
            }
            "then" | "else" | "$defs" | "$schema" | "title" | "description" => {}
            other => panic!("the schema says '{other}', which this test does not know"),
        }
    }
}

/// Only an object has fields: null may stand for one.
fn check_required(names: &Value, value: &Value, place: &str) {
    if !value.is_object() {
        return;
    }
    for name in names.as_array().expect("a list") {
        let name = name.as_str().expect("a name");
        assert!(value.get(name).is_some(), "{place}: {name} is missing");
    }
}

/// Fields that are not in the schema would be surprises.
fn check_properties(root: &Value, properties: &Value, value: &Value, place: &str) {
    for (name, field) in value.as_object().into_iter().flatten() {
        if let Some(part) = properties.get(name) {
            check(root, part, field, &format!("{place}.{name}"));
        } else {
            assert!(
                properties.as_object().is_some_and(|known| known.len() == 1),
                "{place}: {name} is unknown"
            );
        }
    }
}

fn has_type(value: &Value, said: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type '{other}'"),
    };
    match said {
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        name => name.as_str().is_some_and(is),
    }
}

fn is_digits(value: &Value) -> bool {
    value.as_str().is_none_or(|text| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()))
}
