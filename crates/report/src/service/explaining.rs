//! The content of explanations of a puzzle: steps, hints, ratings, judgements of answers. The command line uses the same.

use serde_json::{Value, json};

use crate::explanation;
use crate::json as values;
use fukumen_engine::solve::clock::Watch;
use fukumen_engine::solve::{Ask, Solver};
use fukumen_explain::prose::{Detail, Language, Level, Telling};
use fukumen_explain::{Explainer, Explanation, Fact, FactError, Filled, Interrupted, Rating, Verdict, prose};
use fukumen_language::digits::Base;
use fukumen_language::message::Message;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;

/// A puzzle and how to answer about it.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its text as it was given.
    pub text: &'a str,
    /// The line it starts at, from 1.
    pub line: usize,
    /// The base, if several are tried.
    pub base: Option<Base>,
    /// The language of the text.
    pub language: &'static Language,
    /// Finds steps, with the limits that are set.
    pub explainer: Explainer,
    /// The watch that may stop the work.
    pub watch: Watch,
    /// The watch that may stop writing down the results so far.
    pub last_word: Watch,
}

/// The content of an answer.
#[derive(Debug)]
pub enum Explained {
    /// Steps, in words and as data.
    Steps {
        /// The steps.
        explanation: Box<Explanation>,
        /// In words.
        told: Box<Telling>,
        /// Their difficulty, if it is known.
        rating: Option<Rating>,
    },
    /// A line, and an object for programs.
    Line {
        /// For people.
        text: String,
        /// For programs.
        object: Value,
        /// The steps that show it, if there are any.
        steps: Option<Box<Refutation>>,
    },
}

/// The steps that show that digits are part of no solution, or that a fact never holds.
#[derive(Debug)]
pub struct Refutation {
    /// The puzzle, with these digits known.
    pub puzzle: Puzzle,
    /// The steps to a contradiction, or to the opposite of the fact.
    pub explanation: Explanation,
    /// In words.
    pub told: Telling,
}

/// How certain it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The requested result exists.
    Found,
    /// It does not exist: no solution, a wrong answer, a fact that does not hold.
    None,
    /// The work was stopped before that was certain.
    Stopped,
}

impl<'a> Subject<'a> {
    /// Makes a puzzle with this text, to be answered in English.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, text: &'a str, explainer: Explainer) -> Self {
        let (language, watch) = (&prose::LANGUAGES[0], Watch::default());
        Self { puzzle, text, line: 1, base: None, language, explainer, watch, last_word: Watch::default() }
    }

    /// Returns the object that every answer begins with.
    fn object(&self) -> Value {
        let mut object = json!({
            "schema": values::SCHEMA,
            "puzzle": self.text,
            "line": self.line,
            "rules": values::rules(self.puzzle.rules()),
        });
        if let Some(base) = self.base {
            object["base"] = base.get().into();
        }
        object
    }

    /// Explains how a person finds the solution.
    #[must_use]
    pub fn explained(&self, detail: Detail) -> (Explained, End) {
        self.steps(self.explainer.explain(), detail)
    }

    fn steps(&self, explanation: Result<Explanation, Interrupted>, detail: Detail) -> (Explained, End) {
        let explanation = self.even_unfinished(explanation);
        let told = prose::tell_within(&explanation, self.puzzle, self.language, detail, &self.last_word);
        let end = if told.is_cut { End::Stopped } else { end(&explanation) };
        let rating = explanation.rating(self.puzzle);
        (Explained::Steps { explanation: Box::new(explanation), told: Box::new(told), rating }, end)
    }

    fn even_unfinished(&self, explanation: Result<Explanation, Interrupted>) -> Explanation {
        explanation.unwrap_or_else(|Interrupted| Explanation::unfinished(self.puzzle))
    }

    /// Gives the next step once some digits are known, or what is wrong with them; at the last level with the steps that show
    /// it.
    #[must_use]
    pub fn hint(&self, known: &Filled, level: Level) -> (Explained, End) {
        self.wrong(known, level).unwrap_or_else(|| self.hinted(known, level))
    }

    /// Returns what is wrong with the known digits, if anything is.
    fn wrong(&self, known: &Filled, level: Level) -> Option<(Explained, End)> {
        if known.is_empty() {
            return None;
        }
        let verdict = fukumen_explain::verdict(self.puzzle, known, &self.watch);
        let digits = match &verdict {
            Verdict::Wrong(_) => None,
            Verdict::DeadEnd(digits) if !digits.is_empty() => Some(digits),
            _ => return None,
        };
        let text = prose::reason(&verdict, self.puzzle, self.language)?;
        let mut object = self.object();
        object["hint"] = text.clone().into();
        let steps = digits.filter(|_| level == Level::Conclusion).and_then(|digits| self.refutation(digits));
        self.add_refutation(&mut object, digits, steps.as_deref());
        Some((Explained::Line { text, object, steps }, End::None))
    }

    /// Returns the steps from digits to a contradiction, if they reach it.
    fn refutation(&self, digits: &Filled) -> Option<Box<Refutation>> {
        if digits.is_empty() {
            return None;
        }
        let puzzle = self.puzzle.with_known(digits);
        let explanation = self.explainer.clone().known(digits).explain().ok()?;
        if explanation.status != fukumen_explain::Status::None || !explanation.complete {
            return None;
        }
        let mut told =
            prose::tell_within(&explanation, &puzzle, self.language, Detail::Normal, &self.last_word);
        // The line above already states the result of the steps.
        told.closing.clear();
        Some(Box::new(Refutation { puzzle, explanation, told }))
    }

    /// Adds the digits that no solution has, and the facts and steps that show it.
    fn add_refutation(&self, object: &mut Value, digits: Option<&Filled>, steps: Option<&Refutation>) {
        if let Some(digits) = digits {
            object["digits"] = self.by_name(digits);
        }
        if let Some(Refutation { puzzle, explanation, told }) = steps {
            let page = explanation::Page::new(self.text, puzzle, explanation, told);
            let mut whole = explanation::as_json(&page);
            object["refutation"] = json!({"given": whole["given"].take(), "steps": whole["steps"].take()});
        }
    }

    fn hinted(&self, known: &Filled, level: Level) -> (Explained, End) {
        let explanation = self.even_unfinished(self.explainer.clone().known(known).hint());
        let told = prose::hint(&explanation, self.puzzle, self.language, level);
        let end = if explanation.steps.is_empty() { end(&explanation) } else { End::Found };
        (Explained::Steps { explanation: Box::new(explanation), told: Box::new(told), rating: None }, end)
    }

    /// Rates how hard it is for a person.
    #[must_use]
    pub fn rated(&self) -> (Explained, End) {
        let unfinished = |Interrupted| (Explanation::unfinished(self.puzzle), None);
        let (explanation, rating) = self.explainer.rated().unwrap_or_else(unfinished);
        let share = explanation.share_without_cases();
        let mut object = self.object();
        object["status"] = explanation::status_name(explanation.status).into();
        object["complete"] = explanation.complete.into();
        explanation::add_rating(&mut object, &explanation, rating.as_ref());
        object["without_cases"] = share.into();
        let text = prose::rating(&explanation, rating.as_ref(), self.puzzle, self.language);
        (Explained::Line { text, object, steps: None }, end(&explanation))
    }

    /// Judges an answer, complete or not.
    ///
    /// # Errors
    /// The reason why the text is not an answer.
    pub fn judged(&self, text: &str) -> Result<(Explained, End), Message> {
        let filled = fukumen_explain::answer(self.puzzle, text)?;
        let verdict = fukumen_explain::verdict(self.puzzle, &filled, &self.watch);
        let (word, end) = judgement(&verdict);
        let reason = prose::reason(&verdict, self.puzzle, self.language);
        let mut object = self.object();
        object["answer"] = text.into();
        object["verdict"] = word.into();
        object["reason"] = reason.clone().into();
        object["solutions"] = match verdict {
            Verdict::Possible(count) => values::count(count),
            Verdict::DeadEnd(_) => 0.into(),
            _ => Value::Null,
        };
        let digits = if let Verdict::DeadEnd(digits) = &verdict { Some(digits) } else { None };
        let steps = digits.and_then(|digits| self.refutation(digits));
        self.add_refutation(&mut object, digits, steps.as_deref());
        let text = prose::verdict(word, reason.as_deref(), self.language);
        Ok((Explained::Line { text, object, steps }, end))
    }

    fn by_name(&self, digits: &Filled) -> Value {
        let places = fukumen_explain::places(self.puzzle);
        let name = |cell| places.iter().find(|(_, other)| *other == cell).map(|(name, _)| name.clone());
        digits.iter().filter_map(|(cell, digit)| Some((name(*cell)?, Value::from(*digit)))).collect()
    }

    /// Gives the steps to a fact, or a solution in which it does not hold.
    ///
    /// # Errors
    /// [`FactError`] if the text is not a fact.
    pub fn proved(&self, text: &str) -> Result<(Explained, End), FactError> {
        let fact = fukumen_explain::fact_of(self.puzzle, text)?;
        if let Some(solution) = fact.counterexample(self.puzzle, &self.watch) {
            return Ok(self.uncertain(text, &fact, &solution));
        }
        let explanation = self.explainer.clone().goal(fact.claim.clone()).explain();
        let (mut steps, end) = self.steps(explanation, Detail::Normal);
        if end == End::Stopped && fact.holds_everywhere(self.puzzle, &self.watch) {
            return Ok((self.shown_by_solutions(text), End::Found));
        }
        if let Explained::Steps { explanation, told, .. } = &mut steps
            && end == End::Found
        {
            told.closing = prose::fact(&fact.claim, &explanation.names, self.puzzle, self.language) + ".";
        }
        Ok((steps, end))
    }

    /// Says of a fact that no technique shows that it holds in every solution: the steps reach them, or they were looked at. Steps
    /// that do not reach them are no reason.
    fn shown_by_solutions(&self, text: &str) -> Explained {
        let (mut whole, end) = self.steps(self.explainer.explain(), Detail::Normal);
        if let Explained::Steps { explanation, told, .. } = &mut whole {
            if end == End::Found && !explanation.answers.is_empty() {
                told.closing = format!("{} {}", told.closing, prose::true_everywhere(text, self.language));
            } else {
                told.paragraphs.clear();
                told.lettered = None;
                told.closing = prose::looked_at(text, self.language);
            }
        }
        whole
    }

    /// Answers about a fact that some solution lacks: gives the steps to its opposite, if all solutions lack it.
    fn uncertain(&self, text: &str, fact: &Fact, solution: &Solution) -> (Explained, End) {
        let mut steps = self.denial(text);
        let is_false = steps.is_some() || fact.holds_nowhere(self.puzzle, &self.watch);
        if is_false && steps.is_none() {
            steps = self.whole();
        }
        let reason = match is_false {
            true => prose::false_everywhere(text, self.language),
            false => prose::not_certain(text, &self.on_one_line(solution), self.language),
        };
        let mut object = self.object();
        object["fact"] = text.into();
        object["counterexample"] = solution.to_string().into();
        self.add_refutation(&mut object, None, steps.as_deref());
        (Explained::Line { text: reason, object, steps }, End::None)
    }

    /// Returns the steps to the opposite of a fact, if it holds in no solution.
    fn denial(&self, text: &str) -> Option<Box<Refutation>> {
        let fact = fukumen_explain::denied(self.puzzle, text).ok()?;
        if fact.counterexample(self.puzzle, &self.watch).is_some() {
            return None;
        }
        let explanation = self.explainer.clone().goal(fact.claim.clone()).explain().ok()?;
        if !explanation.complete {
            return None;
        }
        let mut refutation = self.refuted_by(explanation);
        let Refutation { puzzle, explanation, told } = &mut *refutation;
        told.closing = prose::fact(&fact.claim, &explanation.names, puzzle, self.language) + ".";
        Some(refutation)
    }

    /// Returns the steps to all solutions, if they are reached.
    fn whole(&self) -> Option<Box<Refutation>> {
        let explanation = self.explainer.explain().ok().filter(|explanation| explanation.complete)?;
        Some(self.refuted_by(explanation))
    }

    fn refuted_by(&self, explanation: Explanation) -> Box<Refutation> {
        let puzzle = self.puzzle.clone();
        let told = prose::tell_within(&explanation, &puzzle, self.language, Detail::Normal, &self.last_word);
        Box::new(Refutation { puzzle, explanation, told })
    }

    fn on_one_line(&self, solution: &Solution) -> String {
        prose::check(self.puzzle, &fukumen_explain::by_place(self.puzzle, solution))
    }

    /// Explains why there is no solution, or how the only one is found; if there are several, gives two, and the digits in
    /// which they differ.
    #[must_use]
    pub fn why(&self) -> (Explained, End) {
        self.open().unwrap_or_else(|| self.explained(Detail::Normal))
    }

    fn open(&self) -> Option<(Explained, End)> {
        let solver = Solver::new(self.puzzle).ask(Ask::First(2)).watch(self.watch.clone());
        let (_, solutions) = solver.run().ok()?;
        let [first, second] = solutions.as_slice() else { return None };
        let differs = |(name, cell): (String, _)| (first.digit(cell) != second.digit(cell)).then_some(name);
        let names: Vec<String> =
            fukumen_explain::places(self.puzzle).into_iter().filter_map(differs).collect();
        let answers = [self.on_one_line(first), self.on_one_line(second)];
        let text = prose::several(&names, &answers, self.language);
        let mut object = self.object();
        object["status"] = "several".into();
        object["open"] = names.into();
        object["examples"] = answers.to_vec().into();
        Some((Explained::Line { text, object, steps: None }, End::Found))
    }
}

/// Returns how certain an explanation is.
fn end(explanation: &Explanation) -> End {
    match (explanation.status, explanation.complete) {
        (fukumen_explain::Status::Stopped, _) | (_, false) => End::Stopped,
        (fukumen_explain::Status::None, true) => End::None,
        _ => End::Found,
    }
}

/// Returns a verdict in one word.
fn judgement(verdict: &Verdict) -> (&'static str, End) {
    match verdict {
        Verdict::Right => ("right", End::Found),
        Verdict::Wrong(_) => ("wrong", End::None),
        Verdict::Open(0) | Verdict::Undecided => ("open", End::Stopped),
        Verdict::Possible(_) | Verdict::Open(_) => ("possible", End::Found),
        Verdict::DeadEnd(_) => ("dead end", End::None),
    }
}
