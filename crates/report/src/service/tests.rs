use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::{Client, Event, REQUESTS};
use crate::tables::TABLES;

/// Events, and the rows of each batch.
type Heard = (Vec<Value>, Vec<Vec<u8>>);

/// Returns an answer, and what came before it: the events, and the rows of each batch.
fn asked(request: Value) -> (Value, Vec<Value>, Vec<Vec<u8>>) {
    let heard: Arc<Mutex<Heard>> = Arc::default();
    let listener = Arc::clone(&heard);
    let client = Client::new(move |event| {
        let mut heard = listener.lock().expect("no listener panics");
        match event {
            Event::Object(value) => heard.0.push(value.clone()),
            Event::Rows(rows) => heard.1.push(rows.to_vec()),
        }
        ControlFlow::Continue(())
    });
    let answer = super::answer(&request.to_string(), &client.threads(1));
    let (events, rows) = std::mem::take(&mut *heard.lock().expect("no listener panics"));
    (answer, events, rows)
}

fn answer(request: Value) -> Value {
    asked(request).0
}

fn key(request: Value) -> Value {
    answer(request)["error"]["key"].clone()
}

#[test]
fn a_text_is_told_as_data() {
    let parsed = answer(json!({"do": "parse", "text": "@digits 1-9\n AB\n+ C\n---\n □E"}));
    assert_eq!((&parsed["drawn"], &parsed["layout"]), (&json!(true), &json!("column-sum")));
    assert_eq!(parsed["changed"]["digits"], json!(["1-9"]));
    let names: Vec<&Value> =
        parsed["cells"].as_array().expect("a list").iter().map(|cell| &cell["name"]).collect();
    assert_eq!(names, ["A", "B", "C", "□", "E"]);
    assert_eq!(parsed["cells"][3]["kind"], "blank");
    assert_eq!(parsed["sheet"]["rows"][0]["glyphs"][0]["role"]["kind"], "addend");
    let again = answer(json!({"do": "parse", "text": parsed["canonical"]}));
    assert_eq!(again["cells"], parsed["cells"]);
}

#[test]
fn settings_come_from_the_table() {
    let rules = json!({"base": 12, "assign": ["A=1", "B=2"], "no_zero": true, "leading-zeros": null});
    let parsed = answer(json!({"do": "parse", "text": "A+B=C", "rules": rules}));
    let changed =
        json!({"base": ["12"], "no-zero": ["true"], "leading-zeros": ["allowed"], "assign": ["A=1", "B=2"]});
    assert_eq!(parsed["changed"], changed);
    let error = &answer(json!({"do": "parse", "text": "A+B=C", "rules": {"bass": 12}}))["error"];
    assert_eq!(error["setting"], "bass");
    assert_eq!(key(json!({"do": "parse", "text": "A+B=C", "rules": {"base": [[12]]}})), "request-wrong");
    assert_eq!(
        key(json!({"do": "solve", "text": "A+B=C", "rules": {"base": "2..9"}})),
        "request-several-bases"
    );
    let error = &answer(json!({"do": "parse", "text": "@base smallest 2..4\nA+B=C"}))["error"];
    assert_eq!((&error["bases"], &error["smallest"]), (&json!([2, 3, 4]), &json!(true)));
}

#[test]
fn what_helps_is_data_as_well() {
    let error = &answer(json!({"do": "parse", "text": "SEND MORE = MONEY"}))["error"];
    assert_eq!(error["help_key"], "help-product-or-numeral");
    assert_eq!(error["help_params"], json!({"left": "SEND", "right": "MORE"}));
}

#[test]
fn rows_come_as_they_are_found_and_then_in_order() {
    let (answer, events, rows) =
        asked(json!({"do": "solve", "text": "A/BC+D/EF+G/HI=1", "rules": {"digits": "1-9"}}));
    assert_eq!(
        (&answer["count"], &answer["rows"], &answer["order"]),
        (&json!(6), &json!(6), &json!("sorted"))
    );
    assert_eq!(
        (&answer["unique"], answer.get("solutions"), answer.get("puzzle")),
        (&json!(false), None, None)
    );
    let heads: Vec<&Value> = events.iter().filter(|event| event["event"] == "rows").collect();
    assert_eq!(heads.len(), rows.len());
    assert_eq!(heads.last().map(|head| &head["order"]), Some(&json!("sorted")));
    let found: usize = heads
        .iter()
        .zip(&rows)
        .filter(|(head, _)| head["order"] == "engine")
        .map(|(_, rows)| rows.len())
        .sum();
    let sorted: Vec<&[u8]> = rows.last().expect("rows came").chunks(9).collect();
    assert_eq!((found, sorted.len()), (6 * 9, 6));
    assert!(sorted.is_sorted());
    assert_eq!(sorted[0], [5, 3, 4, 7, 6, 8, 9, 1, 2]);
}

#[test]
fn reasons_of_engines_are_data_as_well() {
    let text = "SEND+MORE=MONEY";
    let (solved, events, _) = asked(json!({"do": "solve", "text": text}));
    let planned = answer(json!({"do": "plan", "text": text, "engine": "depth-first"}));
    assert_eq!(planned["reason_key"]["key"], "why-by-name");
    assert_eq!(solved["reason_key"], json!({"key": "why-linear", "params": {}}));
    assert!(events[0]["asked"].is_array());
    let product = answer(json!({"do": "plan", "text": "A/B+C/D=E"}));
    for told in [&product, &solved["plan"]] {
        for one in told["asked"].as_array().expect("engines were asked") {
            assert_eq!(one["why_not"].is_null(), one["why_not_key"].is_null(), "{one}");
        }
    }
    assert!(
        product["asked"].as_array().is_some_and(|asked| asked.iter().any(|one| one["why_not"].is_string()))
    );
}

#[test]
fn rows_past_the_limit_are_counted_only() {
    let (answer, _, rows) = asked(json!({"do": "solve", "text": "A+B=C", "limits": {"rows": 5}}));
    let all = answer["count"].as_u64().expect("a number");
    assert!(all > 5, "{all}");
    assert_eq!((&answer["rows"], &answer["order"]), (&json!(5), &json!("engine")));
    assert_eq!(rows.concat().len(), 5 * 3);
}

#[test]
fn what_a_puzzle_shows_goes_with_its_rows() {
    let (_, events, _) = asked(json!({"do": "solve", "text": "AB=B^2", "rules": {"show": "A+B"}}));
    let shown: Vec<&Value> = events.iter().filter_map(|event| event.get("show")).collect();
    assert_eq!(shown, [&json!(["7", "9"])]);
}

#[test]
fn the_search_ends_when_nobody_listens() {
    let client = Client::new(|_| ControlFlow::Break(()));
    let request = json!({"do": "solve", "text": "A+B+C+D+E+F=G+H+I", "rules": {"distinct": "none"}});
    let answer = super::answer(&request.to_string(), &client.threads(1));
    assert_eq!((&answer["stopped_by"], &answer["exhausted"]), (&json!("interrupt"), &json!(false)));
}

#[test]
fn questions_and_goals_are_those_of_the_command_line() {
    let ask = |more: Value| {
        let mut request = json!({"do": "solve", "text": "A*B=C"});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        answer(request)
    };
    assert_eq!(ask(json!({"ask": "unique"}))["unique"], false);
    assert_eq!(ask(json!({"ask": "first", "first": 2}))["rows"], 2);
    assert_eq!(ask(json!({"ask": "count"}))["rows"], 0);
    assert_eq!(ask(json!({"goal": {"maximize": "C"}}))["best"], "8");
    assert_eq!(ask(json!({"essentially": "terms"}))["essentially"], 2);
    assert_eq!(ask(json!({"engine": "none"}))["status"], "error");
    assert_eq!(ask(json!({"goal": {"maximize": "Z"}}))["error"]["key"], "no-such-symbol");
}

#[test]
fn a_drawing_may_be_filled_in() {
    let draw = |more: Value| {
        let mut request = json!({"do": "draw", "text": "SEND+MORE=MONEY"});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        answer(request)["text"].as_str().expect("a text").to_string()
    };
    let row = json!([9, 5, 6, 7, 1, 0, 8, 2]);
    assert_eq!(draw(json!({"row": row})), "9567+1085=10652\n");
    assert_eq!(draw(json!({"as": "drawing"})), "  SEND\n+ MORE\n------\n MONEY\n");
    assert!(draw(json!({"format": "svg", "row": row, "number": 3})).starts_with("<svg"));
    assert_eq!(key(json!({"do": "draw", "text": "A+B=BA", "row": [1]})), "request-wrong");
    let marks = json!([9, [5, 6], [], [], 1, [], [], []]);
    let svg = draw(json!({"format": "svg", "marks": marks}));
    assert_eq!(["class=\"mark\"", "class=\"found\""].map(|class| svg.matches(class).count()), [6, 3]);
    for (format, marks) in [
        ("svg", json!([1])),
        ("svg", json!([[10], 1, 2])),
        ("svg", json!(["1", 1, 2])),
        ("text", json!([1, 1, 1])),
    ] {
        let asked = json!({"do": "draw", "text": "A+B=BC", "format": format, "marks": marks});
        assert_eq!(key(asked.clone()), "request-wrong", "{asked}");
    }
}

#[test]
fn steps_come_with_their_words_and_marks() {
    let told =
        answer(json!({"do": "explain", "text": "SEND+MORE=MONEY", "detail": "full", "style": "markdown"}));
    assert_eq!((&told["status"], &told["complete"]), (&json!("unique"), &json!(true)));
    let paragraphs = told["paragraphs"].as_array().expect("a list");
    assert!(paragraphs.iter().any(|paragraph| paragraph["known"].is_array()));
    assert!(told["document"].as_str().expect("a text").contains("SEND"));
    assert_eq!(told["places"].as_array().map(Vec::len), Some(8));
    assert!(told["rating"]["value"].as_f64() > Some(1.0));
    let japanese = answer(json!({"do": "explain", "text": "SEND+MORE=MONEY", "lang": "ja"}));
    assert_ne!(japanese["paragraphs"], told["paragraphs"]);
}

#[test]
fn hints_and_judgements_know_what_is_given() {
    let of = |what: &str, name: &str, value: &str| {
        answer(json!({"do": what, "text": "SEND+MORE=MONEY", name: value}))
    };
    assert_eq!(of("check", "answer", "9567+1085=10652")["verdict"], "right");
    assert_eq!(of("check", "answer", "S=8")["verdict"], "dead end");
    assert_eq!(of("check", "answer", "S=9,M=9")["verdict"], "wrong");
    assert_eq!(of("check", "answer", "X=9")["error"]["key"], "answer-no-symbol");
    assert!(of("hint", "known", "M=2")["hint"].is_string());
    assert!(of("hint", "known", "M=1")["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
    assert_eq!(of("why", "fact", "E=7")["fact"], "E=7");
    assert_eq!(of("why", "fact", "E=5")["complete"], true);
    assert_eq!(of("why", "fact", "E+")["status"], "error");
    let open = answer(json!({"do": "why", "text": "A+B=C"}));
    assert_eq!(open["open"], json!(["A", "B"]));
}

#[test]
fn puzzles_are_made_in_the_order_of_the_command_line() {
    let order = json!({
        "do": "make",
        "kind": "words",
        "choices": {"words": "send\nmore\nmoney\nless\n", "form": "A+B=C"},
    });
    let (made, events, _) = asked(order.clone());
    let texts = |events: &[Value]| -> Vec<Value> {
        events.iter().filter(|event| event["event"] == "find").map(|event| event["text"].clone()).collect()
    };
    assert_eq!(texts(&events), ["send+more=money", "more+less=money"]);
    assert_eq!(
        (&made["ended"], &made["made"], &made["next"]),
        (&json!("exhausted"), &json!(2), &made["parts"])
    );
    let with = |name: &str, value: Value| {
        let mut order = order.clone();
        order[name] = value;
        order
    };
    assert_eq!(texts(&asked(with("most", json!(1))).1), ["send+more=money"]);
    let none = answer(with("parts", json!([0, 0])));
    assert_eq!((&none["made"], &none["parts"]), (&json!(0), &made["parts"]));
    assert_eq!(texts(&asked(with("where", json!(["letters=8"]))).1).len(), 2);
    assert_eq!(texts(&asked(with("where", json!(["letters=8", "ideal=1"]))).1).len(), 0);
    assert_eq!(key(with("kind", json!("poems"))), "request-unknown");
    assert_eq!(answer(with("choices", json!({"words": "a", "size": "3"})))["status"], "error");
    assert_eq!(answer(with("seed", json!("many")))["status"], "error");
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    let order = |seed: Value| json!({"do": "make", "kind": "skeleton", "choices": {"random": "3x2"}, "seed": seed, "most": 2});
    let texts =
        |seed| asked(order(seed)).1.into_iter().filter(|event| event["event"] == "find").collect::<Vec<_>>();
    let made = texts(json!("18446744073709551615"));
    assert_eq!(made.len(), 2);
    assert_eq!(made, texts(json!(u64::MAX)));
    assert_ne!(made, texts(json!(1)));
}

#[test]
fn a_form_that_was_not_filled_in_is_told_what_it_lacks() {
    for subject in ["", " \n"] {
        let refused = answer(json!({"do": "make", "kind": "near", "subject": subject}));
        assert_eq!(refused["error"]["message"], "a puzzle is missing");
    }
}

#[test]
fn all_tables_are_listed() {
    let all = answer(json!({"do": "list"}));
    let names: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
    assert!(names.iter().all(|name| all[name].as_array().is_some_and(|rows| !rows.is_empty())));
    let one = answer(json!({"do": "list", "table": "settings"}));
    assert_eq!(one, json!({"settings": all["settings"]}));
}

#[test]
fn whatever_is_asked_has_an_answer() {
    for kind in REQUESTS {
        for text in ["", "A+", "A+B=C", "\u{0}", "@base 99\nA=B"] {
            let answer = answer(json!({"do": kind.name, "text": text, "limits": {"seconds": 0.2}}));
            assert!(answer.is_object(), "{} {text}", kind.name);
        }
    }
    assert_eq!(key(json!([])), "request-not-object");
    assert_eq!(key(json!({"do": "nothing"})), "request-unknown");
    assert_eq!(key(json!({"do": 1})), "request-wrong");
}
