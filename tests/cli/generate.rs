//! `fukumen generate` and `fukumen merge`: what they print is solved again, and nothing is lost when a run is ended.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use super::resume::Folder;
use super::{Run, fukumen, run, run_on};

/// The names of 143 colours, a comment, and a line that is no word.
fn colours() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles/colours.txt");
    fs::read_to_string(path).expect("it is there") + "\n# none\nsky-blue\n"
}

/// Runs `generate words` on a list of colours, with further options.
fn generate(folder: &Folder, options: &[&str]) -> Run {
    let list = folder.path("list");
    fs::write(&list, colours()).expect("the folder is there");
    run(&[&["generate", "words", "--words", &list], options].concat())
}

/// Some hundred words of the collection, whose sums take seconds.
fn many_words() -> String {
    let collection =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puzzles/unique.txt"));
    let collection = collection.expect("it is there");
    let is_word =
        |word: &&str| (3..=7).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut words: Vec<&str> = collection.split_whitespace().filter(is_word).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().step_by(4).take(150).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_made_is_unique_when_it_is_solved_again() {
    let folder = Folder::new("generate-again");
    for options in [
        &[][..],
        &["--base=12", "--letters=9"],
        &["--leading-zeros", "--lone-zero=forbidden"],
        &["--form=A*B=C", "--max-results=3"],
        &["--form=+", "--words-in-all=4", "--max-results=20"],
        &["--with-solution", "--digits=1-9"],
        &["--solutions=2", "--max-results=5"],
    ] {
        let made = generate(&folder, options);
        assert!(made.status == 0 || (made.status == 1 && made.out.is_empty()), "{options:?}: {}", made.err);
        let puzzles =
            made.out.lines().filter(|line| line.contains('=') && !line.starts_with(['#', '@'])).count();
        if puzzles > 0 {
            let solved = run_on(&made.out, &["solve", "-", "--unique", "--format=jsonl"]).json_lines();
            assert_eq!(solved.len(), puzzles, "{options:?}");
            let is_unique = !options.contains(&"--solutions=2");
            assert!(solved.iter().all(|answer| answer["unique"] == is_unique), "{options:?}");
        }
    }
}

#[test]
fn rules_stand_above_each_puzzle_and_solutions_below() {
    let folder = Folder::new("generate-rules");
    let made = generate(&folder, &["--base=11", "--max-results=2", "--with-solution"]);
    let blocks: Vec<Vec<&str>> =
        made.out.split_terminator("\n\n").map(|block| block.lines().collect()).collect();
    assert_eq!(blocks.len(), 2, "{}", made.out);
    for block in blocks {
        assert!(block.len() == 3 && block[0] == "@base 11" && block[2].starts_with("# "), "{block:?}");
    }
}

#[test]
fn every_format_is_written() {
    let folder = Folder::new("generate-formats");
    let json = generate(&folder, &["--format=json", "--with-solution"]).json();
    let answers = json.as_array().expect("it is an array");
    assert!(
        answers.iter().all(|answer| answer["unique"] == true && answer["solutions"][0]["text"].is_string())
    );
    let lines = generate(&folder, &["--format=jsonl"]).json_lines();
    assert_eq!(lines.len(), answers.len());
    assert!(lines.iter().all(|line| line.get("solutions").is_none() && line["count"] == 1));
    let is_measured =
        |line: &Value| line["measures"]["nodes"] == line["nodes"] && line["measures"]["letters"].is_u64();
    assert!(lines.iter().all(is_measured));
    assert_eq!(generate(&folder, &["--format=csv"]).out.lines().count(), lines.len() + 1);
    for (format, sign) in [("markdown", "```"), ("latex", "\\["), ("svg", "<svg"), ("table", "=")] {
        let made = generate(&folder, &["--format", format, "--max-results=2", "--with-solution"]);
        assert!(made.status == 0 && made.out.contains(sign), "{format}: {}", made.out);
    }
}

#[test]
fn measures_choose_and_sort() {
    let folder = Folder::new("generate-measures");
    let letters = |line: &str| {
        let mut letters: Vec<char> = line.chars().filter(char::is_ascii_lowercase).collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len()
    };
    let sorted = generate(&folder, &["--sort=letters"]);
    let counts: Vec<usize> = sorted.out.lines().map(letters).collect();
    assert!(counts.is_sorted() && counts.len() > 5, "{counts:?}");
    let ideal = generate(&folder, &["--where-measure=ideal"]);
    assert_eq!(ideal.out.lines().count(), counts.iter().filter(|count| **count == 10).count());
    let few = generate(&folder, &["--where-measure=letters<9", "--where-measure", "letters>=8"]);
    assert!(few.out.lines().count() == 3 && few.out.lines().all(|line| letters(line) == 8), "{}", few.out);
}

#[test]
fn of_a_search_without_end_one_is_made_and_the_first_are_sorted() {
    let grids = |more: &[&str]| run(&[&["generate", "grid", "--seed=3"], more].concat());
    let blocks = |run: &Run| run.out.split_terminator("\n\n").map(String::from).collect::<Vec<_>>();
    let mut first = blocks(&grids(&["--max-results=4"]));
    assert_eq!(blocks(&grids(&[])), first[..1]);
    let sorted = grids(&["--max-results=4", "--sort=nodes"]);
    assert_eq!((sorted.status, blocks(&sorted).len()), (0, 4));
    let mut all = blocks(&sorted);
    first.sort();
    all.sort();
    assert_eq!(first, all);
    let endless = grids(&["--sort=nodes"]);
    assert!(endless.status == 2 && endless.err.contains("--max-results says how many"), "{}", endless.err);
}

#[test]
fn the_status_says_how_a_search_ended() {
    let folder = Folder::new("generate-status");
    assert_eq!(generate(&folder, &[]).status, 0);
    assert_eq!(generate(&folder, &["--letters=2"]).status, 1);
    assert_eq!(generate(&folder, &["--letters=two"]).status, 2);
    fs::write(folder.path("many"), many_words()).expect("the folder is there");
    let late = run(&["generate", "words", "--words", &folder.path("many"), "--timeout=50ms"]);
    assert_eq!(late.status, 3);
    assert!(
        late.err.contains("stopped by the time limit") && late.err.contains("--checkpoint"),
        "{}",
        late.err
    );
}

#[test]
fn lines_that_are_left_out_are_told() {
    let folder = Folder::new("generate-notes");
    let made = generate(&folder, &["--max-results=1"]);
    assert!(made.err.starts_with("note: 1 line of the word list was left out: "), "{}", made.err);
    assert_eq!(generate(&folder, &["--max-results=1", "--quiet"]).err, "");
}

#[test]
fn wrong_lists_and_orders_are_told() {
    let folder = Folder::new("generate-wrong");
    fs::write(folder.path("latin"), b"one\ntwo\nsch\xf6n\n").expect("the folder is there");
    fs::write(folder.path("empty"), "").expect("the folder is there");
    fs::write(folder.path("shape"), "□□#").expect("the folder is there");
    let huge = fs::File::create(folder.path("huge")).expect("the folder is there");
    huge.set_len(1 << 30).expect("it may have holes");
    let words = |name: &str| run(&["generate", "words", "--words", &folder.path(name)]);
    for (name, message) in [
        ("missing", "cannot read '"),
        ("latin", "is not UTF-8, from its line 3 on"),
        ("empty", "the word list has no word"),
        ("huge", "is longer than 64 MiB"),
        (".", "it is a directory"),
    ] {
        let told = words(name);
        assert!(
            told.status == 2 && told.err.contains(message) && told.out.is_empty(),
            "{name}: {}",
            told.err
        );
    }
    for (options, message) in [
        (&["--form=AB+C=D"][..], "each letter stands for a word"),
        (&["--form=A+=B"], "this needs an operand"),
        (&["--where-measure=knots<3"], "there is no measure 'knots'"),
        (&["--shard=3/2"], "is not a shard"),
        (&["--base=2..4"], "one base at a time"),
        (&["--sort=nodes", "--checkpoint=x"], "cannot be used with"),
        (&["--solutions=0"], "expected a whole number from 1 up"),
        (&["--where=S>"], "this relation has no right side"),
        (&["--digits=0-12"], "base 10 has 0 to 9"),
        (&["--assign=Z=12"], "base 10 has 0 to 9"),
        (&["--assign=Ö=1"], "names 'Ö', which the puzzle does not have"),
        (&["--where=Ö>3"], "the puzzle has no symbol 'Ö'"),
        (&["--letters=11"], "one for each digit"),
        (&["--min-length=5", "--max-length=4"], "a number from 5 on"),
        (&["--form=+", "--words-in-all=3..2000"], "from 3 to 1000"),
        (&["--sample=0"], "a number from 1 on"),
    ] {
        let told = generate(&folder, options);
        assert!(told.status == 2 && told.err.contains(message), "{options:?}: {}", told.err);
    }
    let numbers =
        |calculation: &str, more: &[&str]| run(&[&["generate", "numbers", calculation], more].concat());
    assert!(numbers("1+1=3", &["--keyword=abcdefghij"]).err.contains("this calculation is false"));
    assert!(numbers("17+1=20", &["--base=8", "--keyword=abcdefgh"]).status != 2);
    assert!(numbers("18+1=21", &["--base=8", "--keyword=abcdefgh"]).err.contains("base 8 has no digit 8"));
    assert!(numbers("1+1", &[]).err.contains("add the other side"));
    assert!(numbers("1+1=2", &["--keyword=a", "--words=-"]).err.contains("cannot be given together"));
    for (arguments, message) in [
        (&["grid", "--where=Q>3"][..], "the puzzle has no symbol 'Q'"),
        (&["skeleton", "--random=3x2", "--where=Ж>1"], "nothing is a puzzle under these rules"),
        (&["skeleton", "--random=16x16"], "too large"),
        (&["skeleton", "--random=16x16", "--base=64", "--layout=long-division"], "too large"),
        (&["skeleton", "--random=2x2", "--shape", &folder.path("shape")], "with 3 places"),
        (
            &["skeleton", "12*34", "--only=1", "--shape", &folder.path("shape")],
            "--only and --shape cannot be given together",
        ),
        (&["skeleton", "12*34", "--none-hidden"], "--none-hidden needs --only"),
        (&["near", "SEND+MORE="], "expected a numeral"),
    ] {
        let endless = run(&[&["generate"], arguments].concat());
        assert!(endless.status == 2 && endless.err.contains(message), "{arguments:?}: {}", endless.err);
    }
    let lettered = run(&["generate", "skeleton", "775*33", "--as=letters", "--where=A>0"]);
    assert!(lettered.status == 0 && lettered.out.contains("@where A>0"), "{}", lettered.err);
}

#[test]
fn a_calculation_with_several_solutions_says_how_many() {
    let folder = Folder::new("generate-several");
    fs::write(folder.path("list"), "at\nso\nodd\nif\nfib\nbee\nto\noff\nax\nor\nroo\n")
        .expect("the folder is there");
    let numbers = |more: &[&str]| {
        run(&[&["generate", "numbers", "49+51=100", "--words", &folder.path("list")], more].concat())
    };
    let none = numbers(&[]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert!(
        none.err.contains(
            "whatever the letters, this calculation has 24 solutions; ask for puzzles with 24 solutions"
        ),
        "{}",
        none.err
    );
    let some = numbers(&["--solutions=24"]);
    assert!(some.status == 0 && some.out.lines().any(|line| line == "at+so=odd"), "{}", some.out);
}

/// A search for the fewest clues that has no time to end has a puzzle all the same; a run that continues it writes only the last.
#[test]
fn the_best_so_far_is_printed_when_time_ends() {
    let folder = Folder::new("generate-best");
    let long = ["generate", "skeleton", "7375428413/125473", "--timeout=500ms"];
    for threads in ["--threads=1", "--threads=2"] {
        let late = run(&[&long[..], &[threads]].concat());
        assert_eq!(late.status, 3);
        assert!(
            late.out.contains(" clues, the best found so far: not proved to be the fewest"),
            "{}",
            late.out
        );
        assert!(late.err.contains("stopped by the time limit"), "{}", late.err);
        assert_eq!(run_on(&late.out, &["solve", "-", "--unique"]).status, 0);
    }
    let (output, checkpoint) = (folder.path("output"), folder.path("checkpoint"));
    let kept = ["--output", &output, "--checkpoint", &checkpoint];
    assert_eq!(run(&[&long[..], &kept].concat()).status, 3);
    let resumed = ["--output", &output, "--resume", &checkpoint];
    assert_eq!(run(&[&long[..], &resumed].concat()).status, 3);
    let text = fs::read_to_string(&output).expect("it was written");
    assert_eq!(text.matches("the best found so far").count(), 1, "{text}");
}

#[test]
fn a_shape_that_fails_says_how_many_solutions_it_has() {
    let folder = Folder::new("generate-shape");
    let shape = |drawing: &str, more: &[&str]| {
        fs::write(folder.path("shape"), drawing).expect("the folder is there");
        run(&[&["generate", "skeleton", "12*34", "--shape", &folder.path("shape")], more].concat())
    };
    let drawing = "  ##\n× □□\n----\n  □□\n □#\n----\n □□□\n";
    let failed = shape(drawing, &[]);
    assert_eq!((failed.status, failed.out.as_str()), (1, ""));
    let told = failed.err.split_once("with this shape, this calculation has ").map(|(_, told)| told);
    let count: u64 = told.and_then(|told| told.split(' ').next()?.parse().ok()).expect("it says how many");
    let puzzle = drawing.replacen("##", "12", 1).replace('#', "6");
    let counted = run(&["--count", "--layout=long-multiplication", &puzzle]);
    assert!(count > 1 && counted.out.trim() == count.to_string(), "{count}: {}", counted.out);
    let several = shape(drawing, &["--solutions", &count.to_string()]);
    assert!(several.status == 0 && !several.err.contains("this calculation has"), "{}", several.err);
    let whole = shape(&drawing.replace('□', "#"), &[]);
    assert!(whole.status == 0 && whole.err.is_empty(), "{}", whole.err);
    let only = run(&["generate", "skeleton", "12*34", "--only=3"]);
    assert!(only.status == 1 && only.err.contains("with only this digit shown, this calculation has"));
    let lettered = run(&["generate", "skeleton", "12*34", "--as=letters"]);
    assert_eq!(
        lettered.status == 1,
        lettered.err.contains("with a letter for each digit, this calculation has")
    );
}

#[test]
fn shards_are_merged_to_the_whole() {
    let folder = Folder::new("generate-merge");
    for format in ["text", "jsonl", "json", "csv", "markdown", "html", "latex", "svg"] {
        let whole = generate(&folder, &["--format", format, "--with-solution"]);
        let names: Vec<String> = (1..=3).map(|number| folder.path(&format!("{format}-{number}"))).collect();
        for (number, name) in (1..).zip(&names) {
            let shard = format!("--shard={number}/3");
            generate(&folder, &["--format", format, "--with-solution", &shard, "--output", name]);
        }
        let files: Vec<&str> = names.iter().map(String::as_str).collect();
        for given in [&["--format", format][..], &[]] {
            let merged = run(&[&["merge"], given, &files[..]].concat());
            assert_eq!((merged.status, merged.err.as_str()), (0, ""), "{format}");
            assert!(merged.out == whole.out, "{format}");
        }
        let twice = run(&["merge", "--format", format, files[0], files[0]]);
        assert!(twice.status == 2 && twice.err.contains("hold the same puzzles"), "{format}: {}", twice.err);
    }
    let other = folder.path("other");
    generate(&folder, &["--format=jsonl", "--base=11", "--output", &other]);
    let mixed = run(&["merge", "--format=jsonl", &folder.path("jsonl-1"), &other]);
    assert!(mixed.status == 2 && mixed.err.contains("their rules differ"), "{}", mixed.err);
}

#[test]
fn puzzles_with_rules_of_their_own_are_merged_and_carry_them() {
    let near = |more: &[&str]| run(&[&["generate", "near", "A+B=C"], more].concat());
    let folder = Folder::new("generate-rules-of-their-own");
    for (format, rule) in [
        ("text", "@assign A=8"),
        ("jsonl", "\"assign\":[\"A=8\"]"),
        ("csv", "@assign A=8"),
        ("table", "@assign A=8"),
        ("markdown", "`@assign A=8`"),
        ("html", "assign A=8</p>"),
        ("latex", "% @assign A=8"),
        ("svg", "<!-- @assign A=8 -->"),
    ] {
        let whole = near(&["--format", format]);
        assert!(whole.out.contains(rule), "{format}: {}", whole.out);
        let names = [1, 2].map(|number| folder.path(&format!("{format}-{number}")));
        for (number, name) in (1..).zip(&names) {
            near(&["--format", format, &format!("--shard={number}/2"), "--output", name]);
        }
        if format != "table" {
            let merged = run(&["merge", "--format", format, &names[0], &names[1]]);
            assert!(merged.out == whole.out, "{format}: {}", merged.err);
        }
    }
}

#[test]
fn a_form_of_several_lines_is_one_puzzle_when_it_is_read_again() {
    let folder = Folder::new("generate-lines");
    let made = generate(&folder, &["--form=A+B=C\nA<B", "--max-results=3"]);
    assert_eq!(made.out.matches("@one").count(), 3, "{}", made.out);
    let solved = run_on(&made.out, &["solve", "-", "--unique", "--format=jsonl"]).json_lines();
    assert!(solved.len() == 3 && solved.iter().all(|answer| answer["unique"] == true), "{solved:?}");
}

#[test]
fn a_sample_may_be_all() {
    let folder = Folder::new("generate-sample");
    let sorted = |run: &Run| {
        let mut lines: Vec<String> = run.out.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    for options in [&[][..], &["--form=+", "--words-in-all=3..4"]] {
        let all = sorted(&generate(&folder, options));
        let sample = sorted(&generate(&folder, &[options, &["--sample=100000", "--seed=5"]].concat()));
        assert_eq!(sample, all);
        let few = sorted(&generate(&folder, &[options, &["--sample=7", "--seed=5"]].concat()));
        assert!(few.len() == 7 && few.iter().all(|line| all.contains(line)), "{few:?}");
    }
}

/// Too many sums of words to try all: they are drawn at random.
#[test]
fn a_sample_of_a_vast_space_is_drawn_by_lot() {
    let folder = Folder::new("generate-vast");
    let palindromes = "aa aha ala alala alla alula ama hah hallah hamah heh huh maam mallam mem mom mum oho omo oo otto \
        pap pep poop pop pullup pup putup salas sees selles sesses shahs sos stats stots susus tat toot tut tuttut sememes";
    fs::write(folder.path("list"), palindromes.replace(' ', "\n")).expect("the folder is there");
    let sample = |more: &[&str]| {
        let list = folder.path("list");
        let arguments = ["generate", "words", "--words", &list, "--form=+", "--lone-zero=forbidden"];
        run(&[&arguments[..], more].concat())
    };
    let some = sample(&["--words-in-all=30..36", "--sample=3", "--seed=2"]);
    let solved = run_on(&some.out, &["solve", "-", "--unique", "--format=jsonl"]).json_lines();
    assert!(solved.len() == 3 && solved.iter().all(|answer| answer["unique"] == true), "{}", some.out);
    assert_eq!(sample(&["--words-in-all=30..36", "--sample=3", "--seed=2", "--threads=1"]).out, some.out);
    // The published sum of all of them.
    let all = sample(&["--words-in-all=42"]);
    assert_eq!(all.out.matches("tut+tuttut=sememes").count(), 1, "{}", all.out);
}

#[test]
fn outputs_of_different_formats_are_not_merged() {
    let folder = Folder::new("generate-merged-formats");
    let formats = ["text", "jsonl", "json", "csv", "markdown", "html", "latex", "svg"];
    for format in formats {
        generate(&folder, &["--format", format, "--output", &folder.path(format)]);
        fs::write(folder.path("empty"), "").expect("the folder is there");
        let alone = run(&["merge", &folder.path("empty"), &folder.path(format)]);
        if format == "json" {
            assert!(alone.status == 2 && alone.err.contains("empty' is empty"), "{}", alone.err);
        } else {
            assert_eq!((alone.status, alone.out), (0, folder.read(format)), "{format}: {}", alone.err);
        }
    }
    for one in formats {
        for other in formats.into_iter().filter(|other| *other != one) {
            let files = [folder.path(one), folder.path(other)];
            let mixed = run(&["merge", &files[0], &files[1]]);
            assert_eq!((mixed.status, mixed.out.as_str()), (2, ""), "{one} {other}");
            assert!(mixed.err.contains(&format!("{other}' is {other}")), "{one} {other}: {}", mixed.err);
            let wrong = run(&["merge", "--format", other, &files[0]]);
            assert_eq!((wrong.status, wrong.out.as_str()), (2, ""), "{one} {other}");
            assert!(wrong.err.contains("by --format, but '"), "{one} {other}: {}", wrong.err);
        }
    }
    fs::write(folder.path("letter"), "Dear reader,\n").expect("the folder is there");
    let letter = run(&["merge", &folder.path("letter")]);
    assert!(letter.status == 2 && letter.err.contains("cannot tell the format of '"), "{}", letter.err);
}

/// Drawings, and puzzles with rules of their own, begin with other lines than a sum of words.
#[test]
fn the_format_of_drawings_is_recognised() {
    let folder = Folder::new("generate-drawn");
    for format in ["text", "jsonl", "json", "csv", "markdown", "html", "latex", "svg"] {
        for (kind, more) in [("skeleton", "--random=2x2"), ("grid", "--base=8"), ("skeleton", "775*33")] {
            let out = folder.path("out");
            let made =
                run(&["generate", kind, more, "--format", format, "--with-solution", "--output", &out]);
            assert_eq!(made.status, 0, "{}", made.err);
            let merged = run(&["merge", &out]);
            assert_eq!(
                (merged.status, merged.out),
                (0, folder.read("out")),
                "{kind} {format}: {}",
                merged.err
            );
        }
    }
}

#[test]
fn what_was_cut_off_is_not_merged() {
    let folder = Folder::new("generate-cut");
    fs::write(folder.path("one"), "gray+tan=te").expect("the folder is there");
    let merged = run(&["merge", &folder.path("one"), &folder.path("one")]);
    assert!(merged.status == 2 && merged.err.contains("ends within a line"), "{}", merged.err);
}

#[test]
fn nothing_is_lost_to_a_file_that_is_written() {
    let folder = Folder::new("generate-places");
    let (list, kept, out) = (folder.path("list"), folder.path("kept"), folder.path("out"));
    for (options, message) in [
        (&["--output", &list][..], "is also read: name another file to write"),
        (&["--checkpoint", &list], "is also read: name another file to write"),
        (&["--output", &out, "--checkpoint", &out], "cannot be both the output and the checkpoint"),
        (
            &["--output", &out, "--checkpoint", &folder.path("./out")],
            "cannot be both the output and the checkpoint",
        ),
        (
            &["--output", &folder.path("kept.new"), "--checkpoint", &kept],
            "cannot be both the output and the checkpoint",
        ),
        (&["--checkpoint", &folder.path(".")], "is not a file: it cannot hold a checkpoint"),
    ] {
        let told = generate(&folder, options);
        assert!(told.status == 2 && told.err.contains(message), "{options:?}: {}", told.err);
    }
    fs::write(&kept, "notes of mine\n").expect("the folder is there");
    let told = generate(&folder, &["--checkpoint", &kept]);
    assert!(told.status == 2 && told.err.contains("is not a checkpoint: move it away"), "{}", told.err);
    assert_eq!(folder.read("kept"), "notes of mine\n");
    fs::write(&kept, "").expect("the folder is there");
    assert_eq!(generate(&folder, &["--checkpoint", &kept, "--max-results=20"]).status, 0);
    let told = generate(&folder, &["--checkpoint", &kept]);
    assert!(told.status == 2 && told.err.contains("continue it with --resume"), "{}", told.err);
    assert_eq!(generate(&folder, &["--resume", &kept]).status, 0);
    let some = ["--checkpoint", &kept, "--output", &out, "--max-results=20"];
    assert_eq!(generate(&folder, &some).status, 0);
    let told = generate(&folder, &["--resume", &kept]);
    assert!(
        told.status == 2 && told.err.contains("its output is a file: name it with --output"),
        "{}",
        told.err
    );
    assert_eq!(generate(&folder, &["--resume", &kept, "--output", &out]).status, 0);
    assert_eq!(folder.read("out"), generate(&folder, &[]).out);
    let told = generate(&folder, &["--resume", &kept, "--checkpoint", &folder.path("other")]);
    assert!(told.status == 2 && told.err.contains("leave out --checkpoint"), "{}", told.err);
    fs::write(folder.path("fresh.new"), "notes of mine\n").expect("the folder is there");
    let told = generate(&folder, &["--checkpoint", &folder.path("fresh")]);
    assert!(
        told.status == 2 && told.err.contains("fresh.new', which checkpoints are written to first,"),
        "{}",
        told.err
    );
    assert_eq!(folder.read("fresh.new"), "notes of mine\n");
    fs::write(folder.path("fresh.new"), "{\n  \"fukumen\": \"0.1").expect("the folder is there");
    assert_eq!(generate(&folder, &["--checkpoint", &folder.path("fresh")]).status, 0);
}

/// Of a sample, the puzzles that chance names are sorted: other seeds have others.
#[test]
fn a_sample_that_is_sorted_stays_a_sample() {
    let folder = Folder::new("generate-sorted-sample");
    let sample = |seed: &str, more: &[&str]| {
        let made = generate(&folder, &[&["--sample=4", seed], more].concat());
        let mut lines: Vec<String> = made.out.lines().map(String::from).collect();
        lines.sort();
        (made.status, lines)
    };
    let one = sample("--seed=1", &["--sort=length"]);
    assert_eq!(one, sample("--seed=1", &[]));
    assert_eq!((one.0, one.1.len()), (0, 4));
    assert_ne!(one, sample("--seed=2", &["--sort=length"]));
    assert_eq!(sample("--seed=1", &["--sort=length", "--max-results=2"]).1.len(), 2);
}

/// Whether a number of forty digits is a prime is not decided: then nothing is claimed of the puzzle.
#[test]
fn what_cannot_be_decided_is_told() {
    let hard = "--where=is_prime(10^40+121*S/S)";
    let words =
        |form: &str| run_on("send\nmore\nmoney\n", &["generate", "words", "--words=-", "--form", form, hard]);
    let told = words("A+B=C");
    assert_eq!((told.status, told.out.as_str()), (3, ""), "{}", told.err);
    assert!(told.err.contains("1 puzzle could not be decided, and was left out"), "{}", told.err);
    let none = words("A*B=C");
    assert_eq!(none.status, 1, "{}", none.err);
}

/// A piece of a search in which nothing is a puzzle is no mistake: others may have some.
#[test]
fn rules_that_suit_few_candidates_are_right() {
    let folder = Folder::new("generate-few");
    let shards = [1, 2, 3, 4, 5, 6].map(|number| {
        let made = generate(&folder, &["--where=q>0", &format!("--shard={number}/6")]);
        assert!(made.status != 2, "{}", made.err);
        made.out
    });
    assert_eq!(shards.concat(), generate(&folder, &["--where=q>0"]).out);
}

/// Kills a run again and again, at times that are always others, and lets it go on from its checkpoint.
fn with_kills(arguments: &[&str], checkpoint: &str) -> u64 {
    let mut random: u64 = 4711;
    for kills in 0..400 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut command = fukumen(arguments);
        let kept = if Path::new(checkpoint).exists() { "--resume" } else { "--checkpoint" };
        command.args([kept, checkpoint]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        // Longer and longer: on a busy machine a run needs a while before it has kept anything.
        std::thread::sleep(Duration::from_millis(5 + (random >> 33) % (100 + 20 * kills)));
        if child.try_wait().expect("it can be asked").is_some() {
            return kills;
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
    panic!("it never came to an end");
}

#[test]
fn a_run_that_is_killed_and_resumed_leaves_what_one_run_leaves() {
    let folder = Folder::new("generate-kills");
    fs::write(folder.path("many"), many_words()).expect("the folder is there");
    for format in ["text", "json"] {
        let (list, whole, parts, kept) = (
            folder.path("many"),
            folder.path(&format!("whole-{format}")),
            folder.path(&format!("parts-{format}")),
            folder.path(&format!("kept-{format}")),
        );
        let arguments = |output| {
            [
                "generate",
                "words",
                "--words",
                &list,
                "--form=A+B=C",
                "--format",
                format,
                "--max-length=5",
                "--output",
                output,
            ]
            .map(String::from)
        };
        let once = run(&arguments(&whole).each_ref().map(String::as_str));
        assert_eq!((once.status, once.err.as_str()), (0, ""));
        let with_period = [&arguments(&parts)[..], &["--checkpoint-every=10ms".to_string()]].concat();
        let with_period: Vec<&str> = with_period.iter().map(String::as_str).collect();
        let kills = with_kills(&with_period, &kept);
        assert!(kills > 1, "it was too fast to be killed");
        let same = fs::read(&whole).expect("it was written") == fs::read(&parts).expect("it was written");
        assert!(same, "{format}, killed {kills} times");
        let again = run(&[&with_period[..], &["--resume", &kept]].concat());
        assert!(again.status == 0 && again.err.contains("this search is already finished"), "{}", again.err);
    }
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let folder = Folder::new("generate-refused");
    let kept = folder.path("kept");
    let first = generate(&folder, &["--checkpoint", &kept, "--max-results=1"]);
    assert_eq!(first.status, 0, "{}", first.err);
    let resumed = |options: &[&str]| generate(&folder, &[&["--resume", &kept], options].concat());
    assert_eq!(resumed(&[]).status, 0);
    generate(&folder, &["--checkpoint", &kept, "--max-results=1"]);
    for (options, message) in [
        (&["--seed=1"][..], "it belongs to a run with other options or other lists"),
        (&["--base=11"], "it belongs to a run with other options or other lists"),
        (&["--format=csv"], "it belongs to a run with other options or other lists"),
        (&["--shard=1/2"], "it belongs to the shard 1/1, not 1/2"),
    ] {
        let told = resumed(options);
        assert!(told.status == 2 && told.err.contains(message), "{options:?}: {}", told.err);
    }
    let text = fs::read_to_string(&kept).expect("it was written");
    for (from, to, message) in [
        ("\"fukumen\"", "\"format\": 1, \"version\"", "was written by another version of fukumen"),
        (env!("CARGO_PKG_VERSION"), "9.9.9", "it was written by fukumen 9.9.9"),
        ("words", "numbers", "it belongs to 'fukumen generate numbers'"),
        ("{", "", "is not a checkpoint"),
    ] {
        fs::write(&kept, text.replacen(from, to, 1)).expect("the folder is there");
        let told = resumed(&[]);
        assert!(told.status == 2 && told.err.contains(message), "{to}: {}", told.err);
    }
    fs::write(folder.path("out"), "short").expect("the folder is there");
    fs::write(&kept, &text).expect("the folder is there");
    let told = resumed(&["--output", &folder.path("out")]);
    assert!(told.status == 2 && told.err.contains("its output is not a file"), "{}", told.err);
    fs::write(&kept, text.replacen("\"bytes\": null", "\"bytes\": 99", 1)).expect("the folder is there");
    let told = resumed(&["--output", &folder.path("out")]);
    assert!(told.status == 2 && told.err.contains("has 5 bytes, but the run wrote 99"), "{}", told.err);
    fs::write(&kept, "").expect("the folder is there");
    let told = resumed(&["--output", &folder.path("out")]);
    assert!(told.status == 2 && told.err.contains("is empty, and the output is not"), "{}", told.err);
    assert_eq!(folder.read("out"), "short");
    let told = generate(&folder, &["--resume", &folder.path("none")]);
    assert!(told.status == 2 && told.err.contains("there is no checkpoint '"), "{}", told.err);
    assert!(!folder.names().contains(&"none".into()));
}

#[test]
fn a_finished_search_notices_that_its_output_was_changed() {
    let folder = Folder::new("generate-finished");
    let (kept, out) = (folder.path("kept"), folder.path("out"));
    assert_eq!(generate(&folder, &["--checkpoint", &kept, "--output", &out]).status, 0);
    let (whole, text) = (folder.read("out"), folder.read("kept"));
    let resumed = |more: &[&str]| generate(&folder, &[&["--resume", &kept], more].concat());
    let again = resumed(&["--output", &out]);
    assert!(again.status == 0 && again.err.contains("this search is already finished"), "{}", again.err);
    let told = resumed(&[]);
    assert!(told.status == 2 && told.err.contains("name it with --output"), "{}", told.err);
    for other in [&whole[..whole.len() - 1], "", &format!("{whole}more\n")] {
        fs::write(&out, other).expect("the folder is there");
        let told = resumed(&["--output", &out]);
        assert!(told.status == 2 && told.err.contains("bytes, but the run wrote"), "{}", told.err);
        assert_eq!(folder.read("out"), other);
    }
    fs::remove_file(&out).expect("it is there");
    let told = resumed(&["--output", &out]);
    assert!(told.status == 2 && told.err.contains("is missing"), "{}", told.err);
    assert!(!folder.names().contains(&"out".into()));
    assert_eq!(folder.read("kept"), text);
}

#[test]
fn a_limit_of_results_may_be_raised_later() {
    let folder = Folder::new("generate-raised");
    let (kept, out) = (folder.path("kept"), folder.path("out"));
    let whole = generate(&folder, &[]).out;
    generate(&folder, &["--checkpoint", &kept, "--output", &out, "--max-results=3"]);
    assert_eq!(folder.read("out"), whole.lines().take(3).map(|line| format!("{line}\n")).collect::<String>());
    generate(&folder, &["--resume", &kept, "--output", &out, "--max-results=7"]);
    assert_eq!(folder.read("out").lines().count(), 7);
    generate(&folder, &["--resume", &kept, "--output", &out]);
    assert_eq!(folder.read("out"), whole);
}

/// Two changes make lines where both are words, and blocks with rules where they are not, in turn.
#[test]
fn lines_and_blocks_stay_apart_in_pieces() {
    let folder = Folder::new("generate-blocks");
    fs::write(folder.path("list"), "money\nmoses\nmonth\nsix\nnine\nseven\nfour\nten\n")
        .expect("the folder is there");
    let near = |more: &[&str]| {
        let list = folder.path("list");
        let arguments = ["generate", "near", "SEND+MORE=MODEL", "--words", &list, "--changes=2"];
        run(&[&arguments[..], more].concat())
    };
    let whole = near(&[]).out;
    let blocks: Vec<bool> = whole.split("\n\n").map(|block| block.contains('@')).collect();
    assert!(blocks.windows(2).any(|pair| pair == [false, true]), "a block stands below a line");
    let names: Vec<String> = (1..=7).map(|number| folder.path(&format!("shard-{number}"))).collect();
    for (number, name) in (1..).zip(&names) {
        near(&[&format!("--shard={number}/7"), "--output", name]);
    }
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(run(&[&["merge"], &files[..]].concat()).out == whole);
    let (kept, out) = (folder.path("kept"), folder.path("out"));
    near(&["--checkpoint", &kept, "--output", &out, "--max-results=50"]);
    for most in (100..).step_by(50) {
        let most = format!("--max-results={most}");
        let again = near(&["--resume", &kept, "--output", &out, &most]);
        if folder.read("out").len() == whole.len() || again.err.contains("already finished") {
            break;
        }
    }
    assert!(folder.read("out") == whole);
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    let folder = Folder::new("generate-closed");
    fs::write(folder.path("many"), many_words()).expect("the folder is there");
    let mut child =
        fukumen(&["generate", "words", "--words", &folder.path("many")]).spawn().expect("it starts");
    let mut out = child.stdout.take().expect("it has a pipe");
    out.read_exact(&mut [0]).expect("it writes as it finds");
    drop(out);
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_leaves_the_checkpoint_before() {
    let folder = Folder::new("generate-full");
    let kept = folder.path("kept");
    let full = generate(&folder, &["--output=/dev/full", "--checkpoint", &kept]);
    assert!(full.status == 2 && full.err.contains("cannot write the puzzles: No space left"), "{}", full.err);
    let whole = generate(&folder, &[]).out;
    assert_eq!(generate(&folder, &["--resume", &kept]).out, whole);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found_and_says_what_was_not_done() {
    let folder = Folder::new("generate-interrupt");
    fs::write(folder.path("many"), many_words()).expect("the folder is there");
    let (list, kept, out) = (folder.path("many"), folder.path("kept"), folder.path("out"));
    let arguments = [
        "generate",
        "words",
        "--words",
        &list,
        "--checkpoint",
        &kept,
        "--output",
        &out,
        "--checkpoint-every=1h",
    ];
    let child = fukumen(&arguments).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(400));
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().expect("it is there").success());
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(run.err.contains("interrupted: ") && run.err.contains("continue with --resume"), "{}", run.err);
    let checkpoint: serde_json::Value = serde_json::from_str(&folder.read("kept")).expect("it is JSON");
    assert_eq!(checkpoint["bytes"], folder.read("out").len());
}

#[test]
fn kinds_are_listed_and_have_help() {
    let list = run(&["list", "generators", "--format=json"]).json();
    for kind in list.as_array().expect("it is a table") {
        let name = kind["name"].as_str().expect("it has a name");
        let help = run(&["generate", name, "--help"]);
        assert!(
            help.status == 0 && help.out.contains("--checkpoint") && help.out.contains("Example:"),
            "{name}"
        );
    }
    assert!(run(&["generate", "--help"]).out.contains("numbers"));
    assert!(run(&["completions", "bash"]).out.contains("--words-in-all"));
    assert_eq!(run(&["man", "generate"]).status, 0);
}
