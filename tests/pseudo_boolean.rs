//! Pseudo-Boolean proofs of sums: a small checker, written for this test from the description of the format, accepts them and refuses
//! what is changed. `VERIPB` may name the checker of other people, which then judges them too; `make veripb` installs it.

#![cfg(feature = "certify")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::{env, fs};

use fukumen::certify::{Certifier, CertifyError, Claim, PseudoBoolean};
use fukumen::puzzle::Rules;
use fukumen::solve::{Ask, Solver};
use fukumen::text::Reader;

use crate::common::corpus;

/// A sum of weights times literals is at least a number. A literal is a variable and whether it is true.
#[derive(Clone, Debug, Default)]
struct Row {
    weights: BTreeMap<(String, bool), i128>,
    least: i128,
}

impl Row {
    fn of(text: &str) -> (Self, bool) {
        let words: Vec<&str> = text.trim_end_matches(';').split_whitespace().collect();
        let at = words.iter().position(|word| ["=", ">="].contains(word)).expect("it has a relation");
        let mut row = Self { least: words[at + 1].parse().expect("a number"), ..Self::default() };
        for pair in words[..at].chunks(2) {
            row.add(pair[1], pair[0].parse().expect("a weight"));
        }
        (row, words[at] == "=")
    }

    /// Adds a literal as often as this, which may be below zero.
    fn add(&mut self, literal: &str, weight: i128) {
        let (name, truth) = literal.strip_prefix('~').map_or((literal, true), |name| (name, false));
        // -w·x is w·(1 - x) - w.
        let (truth, weight) = if weight < 0 {
            self.least -= weight;
            (!truth, -weight)
        } else {
            (truth, weight)
        };
        let opposite = (name.to_owned(), !truth);
        let other = self.weights.remove(&opposite).unwrap_or(0);
        let both = other.min(weight);
        self.least -= both;
        if other > both {
            self.weights.insert(opposite, other - both);
        }
        if weight > both {
            *self.weights.entry((name.to_owned(), truth)).or_insert(0) += weight - both;
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.least += other.least;
        for ((name, truth), weight) in &other.weights {
            self.add(&format!("{}{name}", if *truth { "" } else { "~" }), *weight);
        }
        self
    }

    fn negated(&self) -> Self {
        let mut negated = Self { least: 1 - self.least, ..Self::default() };
        for ((name, truth), weight) in &self.weights {
            negated.add(&format!("{}{name}", if *truth { "" } else { "~" }), -weight);
        }
        negated
    }

    fn each(mut self, by: impl Fn(i128) -> i128) -> Self {
        self.weights.values_mut().for_each(|weight| *weight = by(*weight));
        Self { least: by(self.least), weights: self.weights }
    }
}

/// Whether unit propagation from these literals finds a contradiction.
fn contradicts(rows: &BTreeMap<u64, Row>, more: Option<&Row>, known: &mut BTreeMap<String, bool>) -> bool {
    loop {
        let before = known.len();
        for row in rows.values().chain(more) {
            let can_be = |(name, truth): &(String, bool)| known.get(name).is_none_or(|known| known == truth);
            let most: i128 =
                row.weights.iter().filter(|(literal, _)| can_be(literal)).map(|(_, weight)| weight).sum();
            if most < row.least {
                return true;
            }
            let must = |((name, _), weight): &(&(String, bool), &i128)| {
                !known.contains_key(name) && most - **weight < row.least
            };
            let forced: Vec<_> =
                row.weights.iter().filter(must).map(|(literal, _)| literal.clone()).collect();
            known.extend(forced);
        }
        if known.len() == before {
            return false;
        }
    }
}

fn rows_of(formula: &str) -> BTreeMap<u64, Row> {
    let mut rows = BTreeMap::new();
    for line in formula.lines().filter(|line| !line.starts_with('*')) {
        let (row, is_equal) = Row::of(line);
        rows.insert(rows.len() as u64 + 1, row.clone());
        if is_equal {
            let above = Row { least: row.least + 1, ..row };
            rows.insert(rows.len() as u64 + 1, above.negated());
        }
    }
    rows
}

fn sum_of(text: &str, rows: &BTreeMap<u64, Row>) -> Option<Row> {
    let mut stack: Vec<Row> = Vec::new();
    let words: Vec<&str> = text.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let number = |word: &str| word.parse::<i128>().ok();
        let is_factor = |word: Option<&&str>| word.is_some_and(|word| ["*", "d"].contains(word));
        match *word {
            "+" => {
                let other = stack.pop()?;
                let row = stack.pop()?;
                stack.push(row.plus(&other));
            }
            "*" => {
                let factor = number(words[at - 1])?;
                let row = stack.pop()?;
                stack.push(row.each(|weight| weight * factor));
            }
            "d" => {
                let divisor = number(words[at - 1])?;
                let row = stack.pop()?;
                stack.push(
                    row.each(|weight| {
                        weight.div_euclid(divisor) + i128::from(weight.rem_euclid(divisor) > 0)
                    }),
                );
            }
            _ if is_factor(words.get(at + 1)) => {}
            _ => stack.push(match word.parse() {
                Ok(number) => rows.get(&number)?.clone(),
                Err(_) => {
                    let mut literal = Row::default();
                    literal.add(word, 1);
                    literal
                }
            }),
        }
    }
    (stack.len() == 1).then(|| stack.pop()).flatten()
}

/// The conclusion of the proof, if each of its steps is right.
fn checked(formula: &str, proof: &str) -> Result<String, String> {
    let mut rows = rows_of(formula);
    let mut next = rows.len() as u64 + 1;
    let mut solutions = 0;
    for line in proof.lines().skip(1) {
        let line = line.trim_end_matches(';');
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = || line.to_owned();
        let row = match word {
            "f" if rest == rows.len().to_string() => continue,
            "output" | "end" => continue,
            "del" => {
                let numbers = rest.trim_start_matches("id ").split(' ');
                if !numbers
                    .map(|n| n.parse().ok().and_then(|n: u64| rows.remove(&n)))
                    .all(|row| row.is_some())
                {
                    return Err(wrong());
                }
                continue;
            }
            "sol" => {
                let mut known = rest.split(' ').map(|name| (name.to_owned(), true)).collect();
                let names: BTreeSet<&String> =
                    rows.values().flat_map(|row| row.weights.keys().map(|(name, _)| name)).collect();
                if contradicts(&rows, None, &mut known) || known.len() < names.len() {
                    return Err(wrong());
                }
                solutions += 1;
                continue;
            }
            "conclusion" if rest == "UNSAT : -1" => {
                let last = rows.get(&(next - 1)).ok_or_else(wrong)?;
                return if last.weights.values().sum::<i128>() < last.least {
                    Ok(rest.into())
                } else {
                    Err(wrong())
                };
            }
            "conclusion" if rest == "SAT" && solutions > 0 => return Ok(format!("{solutions} solutions")),
            "pol" => sum_of(rest, &rows).ok_or_else(wrong)?,
            "rup" => {
                let (row, _) = Row::of(rest);
                if !contradicts(&rows, Some(&row.negated()), &mut BTreeMap::new()) {
                    return Err(wrong());
                }
                row
            }
            _ => return Err(wrong()),
        };
        rows.insert(next, row);
        next += 1;
    }
    Err("it has no conclusion".into())
}

/// The proof and what stands beside it.
fn proof(text: &str, rules: &Rules, limit: u64) -> Result<(String, PseudoBoolean), CertifyError> {
    let puzzle = Reader::new().rules(rules).read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (answer, solutions) = Solver::new(&puzzle).zero_lines(false).run().expect("an engine fits");
    let digits = solutions.iter().map(|solution| solution.digits().to_vec()).collect();
    let claim = Claim::of(&answer, Ask::All, digits).expect("the search comes to its end");
    let mut proof = Vec::new();
    let beside = Certifier::new(&puzzle, text, rules).limit(limit).write_pseudo_boolean(claim, &mut proof)?;
    assert_eq!(beside.written.bytes, (proof.len() + lengths(&beside)) as u64);
    Ok((String::from_utf8(proof).expect("it is text"), beside))
}

fn lengths(beside: &PseudoBoolean) -> usize {
    beside.formula.len() + beside.solutions.as_ref().map_or(0, |(formula, proof)| formula.len() + proof.len())
}

fn of(text: &str) -> (String, PseudoBoolean) {
    proof(text, &Rules::default(), 1 << 24).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const SUMS: [(&str, usize); 9] = [
    ("SEND+MORE=MONEY", 1),
    ("A+B=BC", 1),
    ("A+A=B+B", 0),
    ("@digits 1-5\nAB+C=DE", 0),
    ("@distinct none\nAB+BA=CC, A+B=C", 36),
    ("@base 5\nAB+C=DE", 2),
    ("2□+□=3□", 45),
    ("@blanks-avoid A\n□+A=1□", 40),
    ("6*A+4*B=9*C+2, A+B+C=12", 1),
];

#[test]
fn sums_have_proofs_that_are_accepted() {
    for (text, count) in SUMS {
        let (proof, beside) = of(text);
        assert_eq!(
            checked(&beside.formula, &proof),
            Ok("UNSAT : -1".into()),
            "{text}\n{}{proof}",
            beside.formula
        );
        match &beside.solutions {
            Some((formula, found)) => {
                assert_eq!(checked(formula, found), Ok(format!("{count} solutions")), "{text}");
            }
            None => assert_eq!(count, 0, "{text}"),
        }
    }
}

/// A proof does not show what is wrong: without the clause of a solution, or with a step less, it is refused.
#[test]
fn changed_proofs_are_refused() {
    let (proof, beside) = of("SEND+MORE=MONEY");
    let (formula, found) = beside.solutions.expect("it has a solution");
    let one_less = proof.replacen("f 29;", "f 28;", 1);
    assert!(checked(&formula, &one_less).is_err());
    assert!(checked(&formula, &found.replace("c1_9", "c1_8")).is_err());
    let lines: Vec<&str> = proof.lines().collect();
    let mut refused = 0;
    for at in (0..lines.len()).filter(|at| lines[*at].starts_with("pol")) {
        let mut changed = lines.clone();
        changed[at] = "pol 1;";
        refused += usize::from(checked(&beside.formula, &changed.join("\n")).is_err());
    }
    assert!(refused > 5, "{refused} sums are needed only");
}

#[test]
fn what_is_no_sum_has_none() {
    for text in ["AB*C=DE", "A+B>C", "A+B=C, is_prime(AB)", "@distinct balanced\n@digits 1-2\nA+B=C"] {
        let written = proof(text, &Rules::default(), 1 << 24);
        assert!(matches!(written, Err(CertifyError::Unwritable(_))), "{text}");
    }
    let large = proof("DONALD+GERALD=ROBERT", &Rules::default(), 10_000);
    assert!(matches!(large, Err(CertifyError::TooLarge)));
}

/// Every sum of the corpus, written into the folder `PSEUDO_BOOLEAN` and judged by the checker that `VERIPB` names.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn sums_of_the_corpus_are_accepted_by_veripb() {
    let veripb = env::var("VERIPB").expect("VERIPB names the checker");
    let folder = env::temp_dir().join(format!("pseudo-boolean-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    let (mut accepted, mut large) = (0, Vec::new());
    for entry in corpus::texts().into_iter().chain(corpus::drawings()) {
        let (proof, beside) = match proof(&entry.text, &entry.rules(), 64 << 20) {
            Ok(written) => written,
            Err(CertifyError::Unwritable(_)) => continue,
            Err(CertifyError::TooLarge) => {
                large.push(entry.name);
                continue;
            }
            Err(error) => panic!("{}: {error}", entry.name),
        };
        let says = |name: &str, formula: &str, proof: &str| {
            let (formula_file, proof_file) =
                (folder.join(format!("{name}.opb")), folder.join(format!("{name}.pbp")));
            fs::write(&formula_file, formula)
                .and_then(|()| fs::write(&proof_file, proof))
                .expect("it can be written");
            let run = Command::new(&veripb).args([formula_file, proof_file]).output().expect("VeriPB runs");
            String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr)
        };
        let said = says("none", &beside.formula, &proof);
        assert!(said.contains("s VERIFIED UNSATISFIABLE"), "{}: {said}", entry.name);
        if let Some((formula, found)) = &beside.solutions {
            let said = says("found", formula, found);
            assert!(said.contains("s VERIFIED SATISFIABLE"), "{}: {said}", entry.name);
        }
        accepted += 1;
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    println!("{accepted} sums are accepted; too large: {}", large.join(" "));
    assert!(accepted > 100, "{accepted} sums are few");
}
