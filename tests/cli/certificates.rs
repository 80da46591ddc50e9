//! Certificates: what is written where, when there is none, and what judges them.

use std::fs;
use std::path::Path;

use super::resume::Folder;
use super::{run, run_on};

#[test]
fn an_answer_comes_with_its_proof() {
    let folder = Folder::new("certificates-answer");
    let file = folder.path("send.txt");
    let solved = run(&["SEND+MORE=MONEY", "--unique", "--certificate", &file]);
    assert_eq!((solved.status, &*solved.out), (0, "9567+1085=10652\nunique\n"), "{}", solved.err);
    assert_eq!(folder.read("send.txt"), include_str!("../../check/tests/certificates/send.txt"));
    assert_eq!(folder.names(), ["send.txt"]);
    let verified = run(&["verify", &file]);
    assert_eq!(verified.status, 0, "{}", verified.out);
    assert!(
        verified.out.ends_with("the statement is what fukumen reads\naccepted: 12 nodes\n"),
        "{}",
        verified.out
    );
    let quiet = run_on(folder.read("send.txt"), &["verify", "--quiet", "-"]);
    assert_eq!((quiet.status, &*quiet.out), (0, "accepted: 12 nodes\n"));
}

#[test]
fn each_question_has_its_claim() {
    let folder = Folder::new("certificates-claims");
    let file = folder.path("proof");
    let cases: [(&[&str], &str, i32); 9] = [
        (&["SEND+MORE=MODEL", "--unique"], "claim some 2", 1),
        (&["AB=B^2+100"], "claim none", 1),
        (&["AB=B^2+100", "--unique"], "claim none", 1),
        (&["AB=B^2+100", "--count"], "claim none", 1),
        (&["AB=B^2"], "claim all 2", 0),
        (&["AB=B^2", "--count"], "claim count 2", 0),
        (&["AB=B^2", "--first"], "claim some 1", 0),
        (&["AB=B^2", "--first=9"], "claim all 2", 0),
        (&["A+B=C", "--essentially"], "claim all 32", 0),
    ];
    for (arguments, claim, status) in cases {
        let solved = run(&[arguments, &["--certificate", &file]].concat());
        assert_eq!(solved.status, status, "{arguments:?} {}", solved.err);
        let written = fs::read_to_string(&file).expect("it was written");
        assert!(written.lines().any(|line| line == claim), "{arguments:?}\n{written}");
        let verified = run(&["verify", "-q", &file]);
        assert_eq!(verified.status, 0, "{arguments:?} {}", verified.out);
    }
}

#[test]
fn several_puzzles_and_bases_stand_in_their_order() {
    let folder = Folder::new("certificates-several");
    let file = folder.path("proofs");
    let text = "@base 3..4\n\nA+B=BC\nAB=B^2+100\n";
    for threads in ["1", "4"] {
        let solved = run_on(text, &["-", "--threads", threads, "--certificate", &file, "--format=jsonl"]);
        let proofs: Vec<_> = solved.json_lines().iter().map(|answer| answer["certificate"].clone()).collect();
        assert!(
            proofs.iter().all(|proof| proof["file"] == file.as_str() && proof["nodes"].is_u64()),
            "{proofs:?}"
        );
        let bytes: u64 = proofs.iter().filter_map(|proof| proof["bytes"].as_u64()).sum();
        let written = folder.read("proofs");
        assert_eq!(bytes, written.len() as u64);
        let texts: Vec<&str> = written.lines().filter(|line| line.starts_with("puzzle ")).collect();
        assert_eq!(texts[0], "puzzle A+B=BC");
        assert_eq!(texts.len(), proofs.len());
        let bases: Vec<&str> = written.lines().filter(|line| line.starts_with("base ")).collect();
        assert_eq!(bases[..2], ["base 3", "base 4"]);
        assert_eq!(run(&["verify", "-q", &file]).status, 0);
    }
}

/// Lines may be 0 only because the puzzle has no solution otherwise, and that is proved first.
#[test]
fn lines_that_may_be_0_need_two_proofs() {
    let folder = Folder::new("certificates-zero");
    let file = folder.path("proof");
    let solved = run(&["123 × 4□5; 615; □; 492; 49815", "--certificate", &file]);
    assert_eq!(solved.status, 0, "{}", solved.err);
    assert_eq!(run(&["verify", "-q", &file]).out, "accepted: 1 nodes\naccepted: 2 nodes\n");
    let written = folder.read("proof");
    let (_, second) = written[1..].split_once("fukumen-certificate").expect("there are two");
    let alone = run_on(format!("fukumen-certificate{second}"), &["verify", "-q", "-"]);
    assert_eq!(alone.status, 1, "{}", alone.out);
    assert!(alone.out.contains("lines may be 0 only if there is no solution otherwise"), "{}", alone.out);
}

#[test]
fn without_a_proof_the_answer_is_printed_all_the_same() {
    let folder = Folder::new("certificates-none");
    let file = folder.path("proof");
    let limited = run(&["AB+CD=EF", "--count", "--certificate", &file, "--certificate-limit=2k"]);
    assert_eq!((limited.status, &*limited.out), (3, "476\n"));
    assert_eq!(limited.err, "note: no proof: it is larger than the limit\n");
    let many = ["AB+CD=EF", "--certificate", &file, "--certificate-limit=2k", "--format=json"];
    assert!(run(&many).json()["certificate"].is_null());
    assert!(run(&["AB+CD=EF", "--format=json"]).json().get("certificate").is_none());
    let stopped = run(&["ABCDEFGHIJ>0", "--timeout=50ms", "--count", "--certificate", &file]);
    assert_eq!(stopped.status, 3, "{}", stopped.err);
    assert!(stopped.err.contains("no proof: "), "{}", stopped.err);
    assert_eq!(folder.names(), [""; 0]);
    // Those that have one are kept.
    let second = run_on("AB+CD=EF\nA+B=BC\n", &["-", "--certificate", &file, "--certificate-limit=2k"]);
    assert_eq!(second.status, 3);
    assert_eq!(run(&["verify", "-q", &file]).status, 0);
}

#[test]
fn what_does_not_go_with_a_certificate_is_said() {
    let folder = Folder::new("certificates-wrong");
    let file = folder.path("puzzles");
    fs::write(&file, "A+B=BC\n").expect("it can be written");
    for options in [&["--maximize", "A"][..], &["--minimize", "A"], &["-o", &folder.path("out")]] {
        let run = run(&[&["A+B=BC", "--certificate", &folder.path("proof")], options].concat());
        assert_eq!(run.status, 2, "{options:?}");
    }
    let read = run(&["-f", &file, "--certificate", &file]);
    assert_eq!(read.status, 2);
    assert!(read.err.contains("is also read"), "{}", read.err);
    assert_eq!(run(&["A+B=BC", "--certificate", &folder.path(".")]).status, 2);
    assert_eq!(run(&["A+B=BC", "--certificate-limit=1k"]).status, 2);
    assert_eq!(folder.names(), ["puzzles"]);
}

#[test]
fn verify_tells_refused_from_no_certificate() {
    let folder = Folder::new("certificates-verify");
    let send = include_str!("../../check/tests/certificates/send.txt");
    fs::write(folder.path("a"), send).expect("it can be written");
    fs::write(folder.path("b"), send.replace("E l1 2,8", "E l1 2,5,8")).expect("it can be written");
    fs::write(folder.path("c"), "SEND+MORE=MONEY\n").expect("it can be written");
    let of = |name: &str| run(&["verify", "-q", &folder.path(name)]).status;
    assert_eq!([of("a"), of("b"), of("c"), of("missing")], [0, 1, 2, 2]);
    let all = run(&["verify", "-q", &folder.path("")]);
    let verdicts: Vec<&str> = all.out.lines().filter_map(|line| line.split(": ").nth(1)).collect();
    assert_eq!((all.status, verdicts), (2, vec!["accepted", "refused", "not a certificate"]), "{}", all.out);
    // A statement that the small reader of the checker does not cover is read by this program.
    let dots = send.replace("puzzle SEND+MORE=MONEY", "puzzle SEND plus MORE equals MONEX");
    let other = run_on(dots, &["verify", "-q", "-"]);
    assert!(other.status == 1 && other.out.contains("is not what its text means"), "{}", other.out);
}

/// A collection that proves itself: each puzzle that is made has its proof in a folder.
#[test]
fn puzzles_that_are_made_have_proofs() {
    let folder = Folder::new("certificates-generate");
    let orders: [&[&str]; 4] = [
        &["words", "--words", "tests/puzzles/colours.txt", "--max-results=4"],
        &["skeleton", "12*34", "--max-results=1"],
        &["near", "SEND+MORE=MODEL", "--max-results=2"],
        &["words", "--words", "tests/puzzles/colours.txt", "--max-results=2", "--solutions=2", "--base=11"],
    ];
    for order in orders {
        let into = folder.path(order[0]);
        let made = run(&[&["generate"], order, &["--certificate", &into, "--format=jsonl"]].concat());
        assert_eq!(made.status, 0, "{order:?} {}", made.err);
        let verified = run(&["verify", "-q", &into]);
        assert_eq!(verified.status, 0, "{order:?} {}", verified.out);
        assert_eq!(verified.out.lines().count(), made.out.lines().count(), "{}", verified.out);
        fs::remove_dir_all(into).expect("it is there");
    }
}

/// Proofs of an earlier run prove nothing about the puzzles of this one.
#[test]
fn a_folder_holds_the_proofs_of_one_run() {
    let folder = Folder::new("certificates-runs");
    let (into, out) = (folder.path("proofs"), folder.path("out"));
    let make = |options: &[&str]| {
        let order =
            ["generate", "words", "--words=tests/puzzles/colours.txt", "--certificate", &into, "-o", &out];
        run(&[&order[..], options].concat())
    };
    let names = || {
        let files = fs::read_dir(&into).expect("it was made");
        let mut names: Vec<_> = files.map(|file| file.expect("it can be read").file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(make(&["--max-results=4"]).err, "");
    let proof = fs::read(Path::new(&into).join("000004.txt")).expect("it was written");
    // Of a run that was killed.
    fs::write(Path::new(&into).join("000005.txt.new"), &proof[..40]).expect("it is free");
    fs::write(Path::new(&into).join("000006.txt.new"), "").expect("it is free");
    // Other people's.
    let others = ["000007.txt", "000008.txt.new", "7.txt", "0000009.txt", "000010.text", "mine.txt"];
    for (number, name) in others.iter().enumerate() {
        fs::write(Path::new(&into).join(name), if number < 2 { b"a list\n" } else { &proof[..] })
            .expect("it is free");
    }
    fs::create_dir(Path::new(&into).join("000011.txt")).expect("it is free");
    let after = |own: &[&'static str]| {
        let mut all = [own, &others, &["000011.txt"]].concat();
        all.sort_unstable();
        all
    };
    // A run that ends before its first puzzle changes nothing.
    assert_eq!(make(&["--form", "A+"]).status, 2);
    assert!(names().iter().any(|name| name == "000004.txt"));
    let smaller = make(&["--max-results=2"]);
    assert_eq!(smaller.err, format!("note: removed 6 proofs of an earlier run from '{into}'\n"));
    assert_eq!(names(), after(&["000001.txt", "000002.txt"]));
    let none = make(&["--base=4", "--form=A+B=C"]);
    assert!(none.status == 1 && none.err.contains("removed 2 proofs of an earlier run"), "{}", none.err);
    assert_eq!(names(), after(&[]));
}

#[test]
fn help_tells_check_from_verify() {
    let help = run(&["verify", "--help"]).out;
    assert!(help.contains("'fukumen check'\nis another thing"), "{help}");
    assert!(run(&["--help"]).out.contains("check judges an answer"));
}

/// A puzzle that a certificate cannot express is answered all the same, with a note that names the reason.
#[test]
fn what_certificates_cannot_say_is_named() {
    let folder = Folder::new("certificates-cannot");
    let file = folder.path("proof");
    let cases = [
        (&["--misprint", "12+34=56"][..], "a misprint"),
        (&["--base", "12", "concat@10(A,B)=CD"], "concat@10"),
        (&["--certificate-format=veripb", "AB*C=DE"], "condition 1 is no sum"),
        (&["--certificate-format=veripb", "--count", "A+B=BC"], "claims without all solutions"),
        (&["--certificate-format=veripb", "--distinct=balanced", "--digits=1-2", "A+B=C"], "balanced"),
    ];
    for (options, what) in cases {
        let run = run(&[options, &["--certificate", &file]].concat());
        assert_eq!(run.status, 3, "{options:?}: {}", run.err);
        assert_eq!(run.err, format!("note: no proof: certificates cannot say this: {what}\n"), "{options:?}");
        assert_eq!(folder.names(), [""; 0]);
    }
    let lone = run(&["--lone", "A", "A+B=BC", "--certificate", &file]);
    assert_eq!(lone.status, 2);
    assert!(lone.err.contains("'--lone <EXPR>' cannot be used with '--certificate <FILE>'"), "{}", lone.err);
}

#[test]
fn certificates_are_in_the_base_of_the_puzzle() {
    let folder = Folder::new("certificates-bases");
    let file = folder.path("proof");
    for (base, text, count) in
        [("2", "@distinct none\nA+B=CD", 1), ("3", "AB+B=CA", 0), ("12", "DO+RE=MI", 0), ("64", "A+B=CC", 0)]
    {
        let run_in = run(&["--base", base, text, "--count", "--certificate", &file]);
        assert_eq!(run_in.err, "", "{base}");
        let written = folder.read("proof");
        assert!(written.contains(&format!("\nbase {base}\n")), "{written}");
        assert!(count == 0 || run_in.out == format!("{count}\n"), "{base}: {}", run_in.out);
        let said = run(&["verify", &file]).out;
        assert!(
            said.contains("the text was read a second time\nthe statement is what fukumen reads\naccepted"),
            "{said}"
        );
    }
    let ranges = run(&["--base", "3..5", "AB+B=CA", "--certificate", &file]);
    assert_eq!(ranges.err, "");
    let bases: Vec<String> =
        folder.read("proof").lines().filter(|line| line.starts_with("base ")).map(String::from).collect();
    assert_eq!(bases, ["base 3", "base 4", "base 5"]);
    assert_eq!(run(&["verify", "-q", &file]).out.matches("accepted").count(), 3);
}

#[test]
fn proofs_for_veripb_are_two_pairs_of_files() {
    let folder = Folder::new("certificates-veripb");
    let file = folder.path("send");
    let format = ["--certificate", &file, "--certificate-format=veripb"];
    let solved = run(&[&["SEND+MORE=MONEY", "--format=json"], &format[..]].concat());
    assert_eq!(solved.status, 0, "{}", solved.err);
    assert_eq!(folder.names(), ["send.opb", "send.pbp", "send.solutions.opb", "send.solutions.pbp"]);
    let lengths: usize = folder.names().iter().map(|name| folder.read(name).len()).sum();
    assert_eq!(solved.json()["certificate"]["bytes"], lengths);
    assert!(folder.read("send.pbp").ends_with("conclusion UNSAT : -1;\nend pseudo-Boolean proof;\n"));
    // The files hold one puzzle.
    let second = run_on("A+B=BC\nSEND+MORE=MONEY\n", &[&["-"], &format[..]].concat());
    assert_eq!(second.status, 3);
    assert!(second.err.contains("a second puzzle in files for VeriPB"), "{}", second.err);
    // Solutions of an earlier run do not stay.
    assert_eq!(run(&[&["A+A=B+B"], &format[..]].concat()).status, 1);
    assert_eq!(folder.names(), ["send.opb", "send.pbp"]);
    assert_eq!(run(&["A+B=BC", "--certificate-format=veripb"]).status, 2);
}

#[test]
fn an_older_file_is_not_taken_for_the_proof_of_an_answer_without_one() {
    let folder = Folder::new("certificates-older");
    let file = folder.path("proof");
    let limited = ["SEND+MORE=MONEY", "--certificate", &file, "--certificate-limit=10"];
    let first = run(&limited);
    assert_eq!((first.status, first.err.lines().count()), (3, 1), "{}", first.err);
    assert_eq!(run(&["AB=B^2", "--certificate", &file]).status, 0);
    let second = run(&limited);
    let said = format!("note: '{file}' is an older file, and no proof of this answer\n");
    assert!(second.status == 3 && second.err.ends_with(&said), "{}", second.err);
    assert!(folder.read("proof").contains("claim all 2"));
}

#[test]
fn a_rule_that_is_given_twice_stands_once_in_a_certificate() {
    let folder = Folder::new("certificates-doubled");
    let file = folder.path("proof");
    let solved = run(&["AB=B^2", "--where=A<B", "--where=A<B", "--certificate", &file]);
    assert_eq!((solved.status, folder.names().len()), (0, 1), "{}", solved.err);
    let proof = fs::read_to_string(&file).expect("the proof");
    assert_eq!(proof.matches("rule where A<B\n").count(), 1, "{proof}");
}
