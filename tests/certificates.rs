//! Certificates of the corpus, mutants of certificates, and engines that are wrong.
//!
//! `make certificates` takes the whole corpus and has both checkers judge what is written; `CERTIFICATES` names the folder.
#![cfg(feature = "certify")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use fukumen::certify::{Again, Certifier, CertifyError, Claim};
use fukumen::compile::Problem;
use fukumen::digits::Digit;
use fukumen::engine::{Ended, Engine, Fit, Found, Plan, Request, Run, Search};
use fukumen::interrupt::{Interrupted, Never};
use fukumen::judge::Truth;
use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::{Ask, Solver};
use fukumen::text::Reader;
use fukumen::{certify, engine};
use fukumen_check::{Lines, Options, Statement, Verdict, Walk};

use crate::common::corpus;

/// A certificate of a million nodes has about this many bytes.
const MILLION_NODES: u64 = 16 << 20;

/// The certificate of an answer.
fn certificate(
    text: &str,
    rules: &Rules,
    solver: &dyn Fn(&Puzzle) -> Solver,
    limit: u64,
) -> Result<Vec<u8>, CertifyError> {
    let puzzle = Reader::new().rules(rules).read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let puzzle = match Solver::new(&puzzle).ask(Ask::First(1)).zero_lines(false).run() {
        Ok((answer, _)) if answer.outcome.count == 0 => puzzle.with_zero_lines().unwrap_or(puzzle),
        _ => puzzle,
    };
    let (answer, solutions) = solver(&puzzle).zero_lines(false).run().expect("the engine fits");
    let digits = solutions.iter().map(|solution| solution.digits().to_vec()).collect();
    let claim = Claim::of(&answer, Ask::All, digits).expect("the search comes to its end");
    let mut file = Vec::new();
    Certifier::new(&puzzle, text, rules).limit(limit).write(claim, &mut file)?;
    Ok(file)
}

/// The verdict of the checker, and the reading of the text by fukumen's parser.
fn judged(file: &[u8]) -> (Verdict, String) {
    let mut out = Vec::new();
    let mut again = |stated: &Statement| {
        let read = certify::read_again(stated, &Never).map_err(|error| error.to_string())?;
        assert!(matches!(read, Again::AsRead | Again::ZeroLines));
        Ok(String::new())
    };
    let options = Options { quiet: true, ..Options::default() };
    let verdict = fukumen_check::check_with(file, &options, &mut again, &mut out).expect("memory is read");
    (verdict, String::from_utf8(out).expect("it prints UTF-8"))
}

/// Certifies entries of the corpus; what is written must be accepted, and claim the published count. Yields how many have a
/// certificate within the limit.
fn certify_corpus(every: usize, limit: u64, folder: Option<&Path>) -> (usize, usize) {
    let entries: Vec<_> = corpus::texts().into_iter().chain(corpus::drawings()).collect();
    let (mut written, mut all) = (0, 0);
    for entry in entries.iter().step_by(every) {
        all += 1;
        let rules = entry.rules();
        let file = match certificate(&entry.text, &rules, &Solver::new, limit) {
            Ok(file) => file,
            Err(CertifyError::TooLarge) => continue,
            Err(error) => panic!("{}: {error}", entry.name),
        };
        let (verdict, out) = judged(&file);
        assert_eq!(verdict, Verdict::Accepted, "{}: {out}", entry.name);
        let claim = match entry.count {
            0 => "\nclaim none\n".into(),
            1 => "\nclaim unique\n".into(),
            n => format!("\nclaim all {n}\n"),
        };
        assert!(String::from_utf8_lossy(&file).contains(&claim), "{}: {claim}", entry.name);
        if let Some(folder) = folder {
            let name = entry.name.replace(|c: char| !c.is_alphanumeric(), "-");
            fs::write(folder.join(name + ".txt"), &file).expect("it can be written");
        }
        written += 1;
    }
    (written, all)
}

#[test]
fn a_tenth_of_the_corpus_has_certificates() {
    let (written, all) = certify_corpus(10, 1 << 18, None);
    assert!(written * 10 >= all * 9, "{written} of {all}");
}

#[test]
#[ignore = "minutes"]
fn the_corpus_has_certificates() {
    let folder = env::var_os("CERTIFICATES");
    let folder = folder.as_ref().map(Path::new);
    folder.map_or(Ok(()), fs::create_dir_all).expect("it can be made");
    let (written, all) = certify_corpus(1, MILLION_NODES, folder);
    println!("{written} of {all} have certificates");
    assert!(written * 100 >= all * 97, "{written} of {all}");
}

/// Numbers that look random, the same in every run (Steele, Lea and Flood 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end.max(1) as u64) as usize
    }
}

/// Puzzles that are small enough to be tried out.
const SMALL: [&str; 15] = [
    "AB=B^2",
    "A+B=BC",
    "AB*C=BA+C",
    "A/B+C/D=1",
    "@digits 1-6\nAB%C=D",
    "@distinct none\nAB+BA=CC",
    "A<B<C, A+B=C",
    "is_prime(AB), A+B=C",
    "A*B=CA || A=B+C",
    "@base 3\nAB+B=CA",
    "@distinct balanced\n@digits 1-2\nAB*C=DA",
    "□*□=1□",
    "@blanks-avoid A\n□+A=1□",
    "2□+□=3□, A=2",
    "AB ÷ C = D r 1",
];

/// One change of a certificate.
fn mutant(lines: &[&str], other: &str, dice: &mut Dice) -> String {
    const TOKENS: [&str; 12] =
        ["", "(", ")", "-", "+", "99999999999999999999", "\0", "0", "l1", "v1", "[A]", "1-9"];
    let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let at = dice.below(lines.len());
    let with = dice.below(lines.len());
    match dice.below(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(with, lines[at].clone()),
        2 => lines.swap(at, with),
        3 => {
            // A digit of a solution, a cell, a rule or a closed set.
            let places: Vec<usize> =
                lines[at].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            if let Some(place) = places.get(dice.below(places.len())) {
                lines[at].replace_range(place..=place, &dice.below(10).to_string());
            }
        }
        4 => {
            let mut words: Vec<String> = lines[at].split(' ').map(String::from).collect();
            let word = dice.below(words.len());
            words[word] = TOKENS[dice.below(TOKENS.len())].into();
            lines[at] = words.join(" ");
        }
        5 => {
            let words: Vec<String> = lines[with].split(' ').map(String::from).collect();
            let mut changed: Vec<String> = lines[at].split(' ').map(String::from).collect();
            let word = dice.below(changed.len());
            changed[word].clone_from(&words[dice.below(words.len())]);
            lines[at] = changed.join(" ");
        }
        6 => {
            let text = lines.join("\n") + "\n";
            let end = dice.below(text.len());
            return text.chars().take(end).collect();
        }
        7 => {
            let kept = lines[..at].join("\n");
            let behind: Vec<&str> = other.lines().collect();
            return kept + "\n" + &behind[dice.below(behind.len())..].join("\n") + "\n";
        }
        _ => {
            let claims =
                ["claim none", "claim unique", "claim all 2", "claim count 1", "claim some 1", "base 9"];
            let claim = claims[dice.below(claims.len())];
            let word = claim.split(' ').next().unwrap_or_default();
            if let Some(line) = lines.iter_mut().find(|line| line.starts_with(word)) {
                *line = claim.into();
            }
        }
    }
    lines.join("\n") + "\n"
}

/// All solutions of what a certificate states, by trying everything.
fn tried_out(statement: &Statement) -> Vec<Vec<Digit>> {
    fn go(walk: &mut Walk, masks: &[u64], cell: usize, found: &mut Vec<Vec<Digit>>) {
        if cell == masks.len() {
            if walk.holds(0).unwrap_or(true) {
                found.push(walk.known().iter().flatten().copied().collect());
            }
            return;
        }
        for digit in (0..64).filter(|digit| masks[cell] >> digit & 1 == 1) {
            walk.set(cell, digit);
            go(walk, masks, cell + 1, found);
            walk.release(cell);
        }
    }
    let (mut walk, mut found) = (Walk::new(statement, 0), Vec::new());
    go(&mut walk, &statement.masks, 0, &mut found);
    found
}

fn is_true(text: &str, known: &mut BTreeMap<String, Vec<Vec<Digit>>>) -> bool {
    let statement = Statement::read(&mut Lines::new(text.as_bytes())).unwrap_or_else(|_| panic!("{text}"));
    let solutions = known.entry(statement.lines.join("\n")).or_insert_with(|| tried_out(&statement));
    let mut words = statement.claimed.split(' ');
    match (words.next(), words.next().and_then(|n| n.parse::<usize>().ok())) {
        (Some("count"), Some(n)) => solutions.len() == n,
        (Some("some"), _) => statement.solutions.iter().all(|solution| solutions.contains(solution)),
        _ => statement.solutions == *solutions,
    }
}

fn mutate(mutants: usize, seed: u64) {
    let certificates: Vec<String> = SMALL
        .iter()
        .map(|text| certificate(text, &Rules::default(), &Solver::new, 1 << 20).expect("it is small"))
        .map(|file| String::from_utf8(file).expect("it is text"))
        .collect();
    let (mut dice, mut known, mut accepted) = (Dice(seed), BTreeMap::new(), 0);
    for number in 0..mutants {
        let text = &certificates[number % certificates.len()];
        let other = &certificates[dice.below(certificates.len())];
        let lines: Vec<&str> = text.lines().collect();
        let changed = mutant(&lines, other, &mut dice);
        if changed == *text {
            continue;
        }
        let mut out = Vec::new();
        let options = Options { quiet: true, ..Options::default() };
        let verdict = fukumen_check::check(changed.as_bytes(), &options, &mut out).expect("memory is read");
        if verdict == Verdict::Accepted {
            accepted += 1;
            // Of several certificates in one, each is accepted for itself.
            for one in changed.split("fukumen-certificate 1\n").skip(1) {
                let one = format!("fukumen-certificate 1\n{one}");
                assert!(is_true(&one, &mut known), "accepted:\n{one}");
            }
        }
    }
    assert!(
        accepted * 2 < mutants,
        "{accepted} of {mutants} mutants say what is true: this tests too little"
    );
}

#[test]
fn no_mutant_proves_what_is_wrong() {
    mutate(3_000, 15);
}

#[test]
#[ignore = "a minute"]
fn no_mutant_of_many_proves_what_is_wrong() {
    mutate(100_000, 16);
}

/// A solution that is dropped or added, and a file that is cut, are refused without exception.
#[test]
fn what_is_dropped_added_or_cut_is_refused() {
    for text in SMALL {
        let file = certificate(text, &Rules::default(), &Solver::new, 1 << 20).expect("it is small");
        let file = String::from_utf8(file).expect("it is text");
        let solutions: Vec<&str> = file.lines().filter(|line| line.starts_with("solution")).collect();
        let claim = file.lines().find(|line| line.starts_with("claim")).expect("it has a claim");
        let claiming = |n: usize| match n {
            0 => "claim none".to_owned(),
            1 => "claim unique".to_owned(),
            n => format!("claim all {n}"),
        };
        for (at, solution) in solutions.iter().enumerate() {
            let dropped = file.replace(&format!("{solution}\n"), "");
            let dropped = dropped.replace(claim, &claiming(solutions.len() - 1));
            assert_eq!(judged(dropped.as_bytes()).0, Verdict::Refused, "{text} without solution {at}");
        }
        let cells = file.lines().filter(|line| line.starts_with("cell")).count();
        let added = format!("solution{}", " 2".repeat(cells));
        let mut more = solutions.clone();
        more.push(&added);
        more.sort_unstable();
        let with = file.replace(&(solutions.join("\n") + "\n"), "").replace(claim, &claiming(more.len()));
        let with = with.replace("proof\n", &(more.join("\n") + "\nproof\n"));
        assert_ne!(judged(with.as_bytes()).0, Verdict::Accepted, "{text} with a solution more");
        for end in (0..file.len()).step_by(23) {
            assert_ne!(judged(&file.as_bytes()[..end]).0, Verdict::Accepted, "{text} cut at {end}");
        }
    }
}

/// An engine that finds what another finds, but for one solution that it loses or invents.
#[derive(Clone, Copy)]
enum Wrong {
    Loses,
    Invents,
}

struct WrongRun(Wrong, Arc<dyn Run>);

impl Engine for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn summary(&self) -> &'static str {
        "errs once"
    }

    fn fit(&self, problem: &Arc<Problem>, request: &Request) -> Result<Fit, Interrupted> {
        let plan = engine::choose(problem, request)?.plan;
        Ok(Fit::Yes(Plan::new(plan.order, WrongRun(*self, plan.run))))
    }
}

impl Run for WrongRun {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        let mut number = 0;
        self.1.run(search, &mut |digits, truth| {
            number += 1;
            match self.0 {
                Wrong::Loses if number == 1 => std::ops::ControlFlow::Continue(()),
                Wrong::Invents if number == 1 => {
                    let mut other = digits.to_vec();
                    other.reverse();
                    found(&other, Truth::Yes)?;
                    found(digits, truth)
                }
                _ => found(digits, truth),
            }
        })
    }
}

#[test]
fn a_wrong_engine_gets_no_certificate() {
    for text in ["SEND+MORE=MONEY", "AB+C=DE", "AB*C=DE", "A<B<C, A+B=C"] {
        for wrong in [Wrong::Loses, Wrong::Invents] {
            let solver = move |puzzle: &Puzzle| Solver::new(puzzle).own_engine(wrong);
            let written = certificate(text, &Rules::default(), &solver, 1 << 20);
            assert!(matches!(written, Err(CertifyError::Disagreement(_))), "{text}");
        }
    }
}

/// The checker refuses the certificate that the producer would have written if it had believed the engine.
#[test]
fn the_checker_refuses_what_a_wrong_engine_claims() {
    let file = certificate("AB+C=DE", &Rules::default(), &Solver::new, 1 << 20).expect("it is small");
    let file = String::from_utf8(file).expect("it is text");
    let solutions: Vec<&str> = file.lines().filter(|line| line.starts_with("solution")).collect();
    let lost = file.replace(&format!("{}\n", solutions[0]), "");
    let lost = lost.replace(&format!("all {}", solutions.len()), &format!("all {}", solutions.len() - 1));
    assert_eq!(judged(lost.as_bytes()).0, Verdict::Refused);
    let invented =
        file.replace(&format!("{}\n", solutions[0]), &format!("solution 1 0 2 3 4\n{}\n", solutions[0]));
    let invented =
        invented.replace(&format!("all {}", solutions.len()), &format!("all {}", solutions.len() + 1));
    assert_eq!(judged(invented.as_bytes()).0, Verdict::Refused);
}
