//! Certificates: proofs of answers, for a checker that shares no code with the solver.
//!
//! The proof is about the puzzle as it was read (`statement`), not about the normal forms that engines use. It is a tree
//! (`search`): at each node a cell takes its digits one after the other, except those that a rule closes (`sieve`). Engines have
//! no part in it. The solutions at the leaves are compared with those of the engine, so each answer with a certificate was found
//! by two searches without common code.
//!
//! The checker's library decides whether a rule applies, so the checker accepts every rule that is written. Only this module
//! names that library, besides the command that runs it.
//!
//! # The order of the cells
//!
//! Two ways are tried with few nodes each: the cell with the fewest digits first, and the order of the engine's plan. If neither
//! finishes, the first is used only if it promises less than half of the nodes of the other, since each of its nodes takes ten
//! times as long.
//!
//! | puzzle | fewest digits first | order of the plan |
//! | --- | ---: | ---: |
//! | `A/BC+D/EF+G/HI=1` | 7,673 | 18,476 |
//! | `A/BC+D/EF=G/HI` | 16,789 | 103,309 |
//! | the seven sevens | 272 | 5,096 |
//! | `AB+CD=EF` | 1,405 | 905 |
//! | the sums of `giants.txt` | 162,884; more than a million; 812,564 | 204,919; 630,651; 829,045 |
//!
//! The last takes 1.5 s of one processor to write and 1.1 s to check, `A/BC+D/EF=G/HI` 0.3 s and 0.05 s. All 1,917 sums and
//! products of a published list have certificates, the largest with 378,044 nodes: written in 66 s, checked in 11 s.

mod boolean;
mod error;
mod meaning;
mod search;
mod sieve;
mod statement;
#[cfg(test)]
mod tests;
mod written;

pub use boolean::PseudoBoolean;
pub use error::{AgainError, CertifyError};
pub use meaning::meaning;
pub use statement::statement;
pub use written::Written;

/// The first line of a certificate.
pub const HEAD: &str = "fukumen-certificate 1\n";

use std::io::Write;

use fukumen_check::{Lines, Statement, Walk};

use boolean::Boolean;
use fukumen_engine::compile::Problem;
use fukumen_engine::engine;
use fukumen_engine::engine::{Request, Wanted};
use fukumen_engine::solve::{Answer, Ask, StoppedBy};
use fukumen_language::digits::Digit;
use fukumen_language::interrupt::{Interrupt, Interrupted, Never};
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_language::solution::Solution;
use fukumen_language::text::Heading;
use fukumen_reading::Reader;
use search::{Bounds, Choice, Cut, Search, Tree};
use sieve::Sieve;

/// The trial runs: the number of nodes, and the part of the space that the run before must have covered.
const TRIED: [(u64, f64); 2] = [(4096, 0.0), (32_768, 0.06)];
/// With more cells than this, the cell with the fewest digits is not searched for: time and memory grow with their square.
const MOST_COMPARED: usize = 500;

/// The claim of an answer, as far as a certificate can express it. Digits are listed by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Exactly these solutions.
    Exactly(Vec<Vec<Digit>>),
    /// This number of solutions.
    Count(u128),
    /// These solutions, and perhaps more.
    Some(Vec<Vec<Digit>>),
}

impl Claim {
    /// Returns the claim of an answer, given its solutions; `None` if the search did not finish.
    #[must_use]
    pub fn of(answer: &Answer, ask: Ask, solutions: Vec<Vec<Digit>>) -> Option<Self> {
        match answer.outcome.stopped_by {
            Some(StoppedBy::First | StoppedBy::Unique) => Some(Self::Some(solutions)),
            _ if !answer.outcome.exhausted || answer.outcome.undecided > 0 => None,
            _ if ask == Ask::Count => Some(Self::Count(answer.outcome.count)),
            _ => Some(Self::Exactly(solutions)),
        }
    }

    /// Sorts the solutions, as certificates need.
    fn sorted(mut self) -> Self {
        match &mut self {
            Self::Exactly(solutions) | Self::Some(solutions) => solutions.sort_unstable(),
            Self::Count(_) => {}
        }
        self
    }
}

/// Writes certificates of a puzzle, within limits.
#[derive(Clone, Copy, Debug)]
pub struct Certifier<'a> {
    puzzle: &'a Puzzle,
    text: &'a str,
    rules: &'a Rules,
    limit: u64,
    interrupt: &'a dyn Interrupt,
}

impl<'a> Certifier<'a> {
    /// Takes a puzzle that was read from this text under these rules. The limit is 1 GiB.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, text: &'a str, rules: &'a Rules) -> Self {
        Self { puzzle, text, rules, limit: 1 << 30, interrupt: &Never }
    }

    /// Takes another reading of the puzzle instead.
    #[must_use]
    pub fn about<'b>(self, puzzle: &'b Puzzle) -> Certifier<'b>
    where
        'a: 'b,
    {
        Certifier { puzzle, ..self }
    }

    /// Stops after this number of bytes.
    #[must_use]
    pub fn limit(self, bytes: u64) -> Self {
        Self { limit: bytes, ..self }
    }

    /// Stops soon after the interrupt is raised.
    #[must_use]
    pub fn interrupt(self, interrupt: &'a dyn Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// Writes the certificate of a claim. After an error, the output is incomplete and useless.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_certify as certify; pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::certify::{Certifier, Claim};
    /// use fukumen::{Ask, Puzzle, Rules, Solver};
    ///
    /// let text = "SEND+MORE=MONEY";
    /// let puzzle = Puzzle::parse(text)?;
    /// let (answer, solutions) = Solver::new(&puzzle).ask(Ask::Unique).run()?;
    /// let digits = solutions.iter().map(|solution| solution.digits().to_vec()).collect();
    /// let claim = Claim::of(&answer, Ask::Unique, digits).expect("its search came to an end");
    /// let mut file = Vec::new();
    /// let written = Certifier::new(&puzzle, text, &Rules::default()).write(claim, &mut file)?;
    /// assert_eq!(written.nodes, 12);
    /// assert!(String::from_utf8(file)?.contains("claim unique"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CertifyError`] if the solutions of the tree differ from the claim, or if there is no certificate.
    pub fn write(&self, claim: Claim, out: &mut dyn Write) -> Result<Written, CertifyError> {
        let claim = claim.sorted();
        if let Claim::Count(count) = claim {
            // A line has at most as many leaves below it as the base has digits, and at least two bytes.
            let lines = count / u128::from(self.puzzle.rules().base.get());
            if lines.saturating_mul(2) > self.limit.into() {
                return Err(CertifyError::TooLarge);
            }
        }
        let head = self.head(&claim)?;
        let statement = Statement::read(&mut Lines::new(head.as_bytes()))
            .map_err(|problem| CertifyError::Unwritable(problem.why))?;
        let left = self.limit.checked_sub(head.len() as u64).ok_or(CertifyError::TooLarge)?;
        out.write_all(head.as_bytes())?;
        let tree = match &claim {
            Claim::Some(_) => Tree::default(),
            Claim::Count(_) => self.tree(
                &statement,
                Bounds { nodes: u64::MAX, bytes: left, keeps: false, is_linear: false },
                out,
            )?,
            Claim::Exactly(_) => self.tree(
                &statement,
                Bounds { nodes: u64::MAX, bytes: left, keeps: true, is_linear: false },
                out,
            )?,
        };
        self.compare(&claim, tree.solutions, tree.count)?;
        let end = format!("end {}\n", tree.nodes);
        out.write_all(end.as_bytes())?;
        Ok(Written { nodes: tree.nodes, bytes: head.len() as u64 + tree.bytes + end.len() as u64 })
    }

    /// Writes the proof of a claim for VeriPB, an independent checker of pseudo-Boolean proofs. The puzzle must consist of sums
    /// with different digits, and the claim must list all solutions.
    ///
    /// ```
    /// # mod fukumen { pub use fukumen_certify as certify; pub use fukumen_engine::*; pub use fukumen_language::*; }
    /// use fukumen::Puzzle;
    /// use fukumen::Rules;
    /// use fukumen::certify::Certifier;
    /// use fukumen::certify::Claim;
    ///
    /// let text = "SEND+MORE=MONEY";
    /// let (puzzle, rules) = (Puzzle::parse(text)?, Rules::default());
    /// let claim = Claim::Exactly(vec![vec![9, 5, 6, 7, 1, 0, 8, 2]]);
    /// let mut proof = Vec::new();
    /// let beside = Certifier::new(&puzzle, text, &rules).write_pseudo_boolean(claim, &mut proof)?;
    /// assert!(beside.formula.contains("* c1 is S"));
    /// assert!(String::from_utf8(proof)?.contains("conclusion UNSAT"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_pseudo_boolean(
        &self,
        claim: Claim,
        out: &mut dyn Write,
    ) -> Result<PseudoBoolean, CertifyError> {
        let claim = claim.sorted();
        let Claim::Exactly(solutions) = &claim else {
            return Err(CertifyError::Unwritable("claims without all solutions".into()));
        };
        let head = self.head(&claim)?;
        let statement = Statement::read(&mut Lines::new(head.as_bytes()))
            .map_err(|problem| CertifyError::Unwritable(problem.why))?;
        let boolean = Boolean::new(&statement, self.limit, out)?;
        let mut lines = Vec::new();
        let bounds = Bounds { nodes: u64::MAX, bytes: self.limit, keeps: true, is_linear: true };
        let tree = self.tree(&statement, bounds, &mut lines)?;
        self.compare(&claim, tree.solutions, tree.count)?;
        let (_, text) = plain(self.rules, self.text);
        boolean.write(&text, &String::from_utf8_lossy(&lines), solutions)
    }

    /// Returns everything before the line `proof`.
    fn head(&self, claim: &Claim) -> Result<String, CertifyError> {
        let mut head = HEAD.to_owned();
        let (rules, text) = plain(self.rules, self.text);
        for line in text.lines() {
            head += &format!("puzzle {line}\n");
        }
        let rules = rules.with_base(self.puzzle.rules().base);
        for (name, value) in rules.changes() {
            head += &format!("rule {name} {value}\n");
        }
        for line in statement(self.puzzle).map_err(CertifyError::Unwritable)? {
            head += &line;
            head.push('\n');
        }
        let (claimed, solutions): (_, &[_]) = match claim {
            Claim::Exactly(solutions) => match solutions.len() {
                0 => ("none".into(), solutions),
                1 => ("unique".into(), solutions),
                n => (format!("all {n}"), solutions),
            },
            Claim::Count(0) => ("none".into(), &[]),
            Claim::Count(n) => (format!("count {n}"), &[]),
            Claim::Some(solutions) => (format!("some {}", solutions.len()), solutions),
        };
        head += &format!("claim {claimed}\n");
        for solution in solutions {
            head += "solution";
            solution.iter().for_each(|digit| head += &format!(" {digit}"));
            head.push('\n');
            if head.len() as u64 > self.limit {
                return Err(CertifyError::TooLarge);
            }
        }
        Ok(head + "proof\n")
    }

    /// Writes the tree that promises to be the smaller one.
    fn tree(&self, statement: &Statement, bounds: Bounds, out: &mut dyn Write) -> Result<Tree, CertifyError> {
        let order = self.order()?;
        let try_with = |choice, nodes: u64, out: &mut dyn Write| {
            let walk = Walk::new(statement, u64::MAX);
            let sieve = Sieve::new(self.puzzle, statement, &walk, bounds.is_linear);
            let (names, order) = (&*statement.names, order.clone());
            let bounds = Bounds { nodes, ..bounds };
            let mut search = Search { walk, sieve, names, order, choice, bounds, interrupt: self.interrupt };
            search.write(out)
        };
        let is_small = statement.names.len() <= MOST_COMPARED;
        let choices = if is_small { &[Choice::Fixed, Choice::Fewest][..] } else { &[Choice::Fixed] };
        let mut covered = [0.0; 2];
        for (nodes, part) in TRIED {
            if covered[1] < part {
                continue;
            }
            let (mut least, mut best) = (nodes, None);
            for (choice, covered) in choices.iter().zip(&mut covered) {
                let mut lines = Vec::new();
                match try_with(*choice, least, &mut lines) {
                    Ok(tree) => (least, best) = (tree.nodes, Some((tree, lines))),
                    Err(Cut::Limit(part)) => *covered = part,
                    Err(cut) => return Err(cut.into()),
                }
            }
            if let Some((tree, lines)) = best {
                out.write_all(&lines)?;
                return Ok(tree);
            }
        }
        let choice = if covered[1] > 2.0 * covered[0] { Choice::Fewest } else { Choice::Fixed };
        Ok(try_with(choice, bounds.nodes, out)?)
    }

    /// Returns the place of each cell in the order of the engine's plan.
    fn order(&self) -> Result<Vec<usize>, Interrupted> {
        let problem = Problem::within(self.puzzle, self.interrupt)?;
        let request = Request::new(Wanted::Solutions).interrupt(self.interrupt);
        let plan = engine::choose(&problem, &request)?.plan;
        let mut places = vec![plan.order.len(); problem.domains.len()];
        plan.order.iter().enumerate().for_each(|(place, cell)| places[cell.index()] = place);
        Ok(places)
    }

    /// Checks that the tree found the claimed solutions.
    fn compare(&self, claim: &Claim, mut found: Vec<Vec<Digit>>, count: u64) -> Result<(), CertifyError> {
        let shown = |digits: &Vec<Digit>| Solution::new(self.puzzle, digits.clone()).to_string();
        match claim {
            Claim::Count(claimed) if *claimed != u128::from(count) => {
                Err(CertifyError::Disagreement(format!("the count: {claimed} or {count}")))
            }
            Claim::Exactly(claimed) => {
                found.sort_unstable();
                let only = |a: &[Vec<Digit>], b: &[Vec<Digit>]| {
                    a.iter().find(|digits| b.binary_search(digits).is_err()).map(shown)
                };
                let odd = only(claimed, &found).or_else(|| only(&found, claimed));
                let odd =
                    odd.or_else(|| (claimed.len() != found.len()).then(|| "one that came twice".into()));
                odd.map_or(Ok(()), |odd| Err(CertifyError::Disagreement(odd)))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the rules of a text, and the text without the lines that set them.
fn plain(rules: &Rules, text: &str) -> (Rules, String) {
    let Ok(heading) = Heading::read(text, rules) else { return (rules.clone(), text.into()) };
    let mut plain = String::new();
    let mut start = 0;
    for lines in heading.lines {
        plain += &text[start..lines.start];
        start = lines.end;
    }
    plain += &text[start..];
    (heading.rules, plain.trim_start_matches('\u{feff}').trim_matches('\n').into())
}

/// Checks that the statement of a certificate is what its text means: this crate's parser reads the text again. A drawing without
/// a solution may also be read with lines that are 0.
///
/// # Errors
/// [`AgainError`] if the text cannot be read, or means something else.
pub fn read_again(stated: &Statement, interrupt: &dyn Interrupt) -> Result<Again, AgainError> {
    let mut rules = Rules::default();
    for rule in &stated.rules {
        let (name, value) = rule.split_once(' ').map_or((&**rule, None), |(name, value)| (name, Some(value)));
        rules.set(name, value)?;
    }
    let text = stated.puzzle.join("\n");
    let puzzle = Reader::new().rules(&rules).interrupt(interrupt).read(&text)?;
    let meant = statement(&puzzle).map_err(AgainError::Unwritable)?;
    if meant == stated.lines {
        return Ok(Again::AsRead);
    }
    if let Some(relaxed) = puzzle.with_zero_lines()
        && statement(&relaxed).map_err(AgainError::Unwritable)? == stated.lines
    {
        return Ok(Again::ZeroLines);
    }
    let at = meant.iter().zip(&stated.lines).position(|(a, b)| a != b);
    let at = at.unwrap_or(meant.len().min(stated.lines.len()));
    Err(AgainError::Differs { stated: stated.lines.get(at).cloned(), meant: meant.get(at).cloned() })
}

/// How a text was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// As written.
    AsRead,
    /// With lines that may be 0.
    ZeroLines,
}
