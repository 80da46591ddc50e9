//! Answers to questions, and what ends a search, one fact per line.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock::Watch;
use super::*;
use crate::compile::Problem;
use crate::engine;
use crate::engine::{Fit, Request, Search, Wanted};
use crate::eval;
use crate::eval::{Custom, Evaluator, Prepared, Verdict};
use fukumen_language::digits::Digit;
use fukumen_language::expr::{Element, Expr, Numeral};
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::Solution;
use fukumen_language::vocabulary::Vocabulary;

/// 476 solutions.
const MANY: &str = "AB+CD=EF";
/// Minutes of search, far from the end.
const ENDLESS: &str = "@base 36\nABCDEFGHIJ*JIHGFEDCBA≠KLMNOPQRST*KLMNOPQRST";

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answered(text: &str, set: impl FnOnce(Solver) -> Solver) -> (Outcome, Vec<String>) {
    let puzzle = read(text);
    let (answer, solutions) = set(Solver::new(&puzzle)).run().expect("it can be solved");
    (answer.outcome, solutions.iter().map(ToString::to_string).collect())
}

fn asked(text: &str, ask: Ask) -> (Outcome, Vec<String>) {
    answered(text, |solver| solver.ask(ask))
}

#[test]
fn all_solutions_are_found_confirmed_and_counted() {
    let (outcome, solutions) = asked("SEND+MORE=MONEY", Ask::All);
    assert_eq!(solutions, ["9567+1085=10652"]);
    assert_eq!((outcome.status, outcome.count, outcome.unique), (Status::Solved, 1, Some(true)));
    assert!(outcome.exhausted && outcome.stopped_by.is_none());
}

#[test]
fn none_is_said_after_exhaustion() {
    let (outcome, solutions) = asked("A=A+1", Ask::All);
    assert_eq!((outcome.status, outcome.count, outcome.unique), (Status::None, 0, Some(false)));
    assert!(outcome.exhausted && solutions.is_empty());
}

#[test]
fn the_first_solutions_end_the_search() {
    let (outcome, solutions) = asked(MANY, Ask::First(3));
    assert_eq!((outcome.status, outcome.count, solutions.len()), (Status::Solved, 3, 3));
    assert_eq!(
        (outcome.stopped_by, outcome.exhausted, outcome.unique),
        (Some(StoppedBy::First), false, Some(false))
    );
}

#[test]
fn the_first_no_solutions_are_none_and_say_nothing_of_the_others() {
    for text in [MANY, "SEND+MORE=MONEY", OPEN] {
        for threads in [1, 2] {
            let (outcome, solutions) = answered(text, |solver| solver.ask(Ask::First(0)).threads(threads));
            assert_eq!((outcome.count, solutions.len()), (0, 0), "{text}");
            assert_eq!((outcome.status, outcome.stopped_by), (Status::Stopped, Some(StoppedBy::First)));
            assert_eq!(outcome.unique, None);
        }
    }
    let (outcome, _) = answered(MANY, |solver| solver.limits(Limits::default().max_solutions(0)));
    assert_eq!((outcome.count, outcome.stopped_by), (0, Some(StoppedBy::MaxSolutions)));
    assert_eq!(asked("A=A+1", Ask::First(0)).0.status, Status::None);
}

#[test]
fn cells_of_another_puzzle_are_no_panic() {
    let (puzzle, other) = (read("A+B=C"), read("SEND+MORE=MONEY"));
    let foreign =
        fukumen_language::text::expression("Y", &other, &Vocabulary::default()).expect("it has a Y");
    let solver = Solver::new(&puzzle);
    for solver in [
        solver.clone().goal(Some(Goal::Maximize(foreign.clone()))),
        solver.clone().goal(Some(Goal::Minimize(foreign.clone()))),
        solver.lone(vec![foreign]),
    ] {
        assert_eq!(solver.run().expect_err("it has no Y"), SolveError::OtherPuzzle);
        assert_eq!(solver.plan().map(drop).expect_err("it has no Y"), SolveError::OtherPuzzle);
    }
    let y = other.cell("Y").expect("it has a Y");
    assert_eq!(puzzle.with_known(&[(y, 1)]).count().expect("it can be counted"), 32);
}

#[test]
fn as_many_as_were_wanted_may_be_all_there_are() {
    let (outcome, _) = asked("SEND+MORE=MONEY", Ask::First(2));
    assert_eq!((outcome.stopped_by, outcome.exhausted, outcome.unique), (None, true, Some(true)));
}

#[test]
fn a_second_solution_decides_uniqueness() {
    let (outcome, solutions) = asked(MANY, Ask::Unique);
    assert_eq!((outcome.unique, outcome.count, solutions.len()), (Some(false), 2, 2));
    assert_eq!((outcome.status, outcome.stopped_by), (Status::Solved, Some(StoppedBy::Unique)));
    assert_eq!(asked("A=A+1", Ask::Unique).0.unique, Some(false));
}

#[test]
fn a_count_hands_over_no_solution() {
    let (outcome, solutions) = asked(MANY, Ask::Count);
    assert_eq!((outcome.count, outcome.exhausted, solutions.len()), (476, true, 0));
}

#[test]
fn a_limit_of_solutions_leaves_the_answer_open() {
    let limited = |most| {
        let limits = Limits { max_solutions: Some(most), ..Limits::default() };
        answered(MANY, |solver| solver.limits(limits)).0
    };
    let outcome = limited(10);
    assert_eq!((outcome.count, outcome.status, outcome.exhausted), (10, Status::Stopped, false));
    assert_eq!((outcome.stopped_by, outcome.unique), (Some(StoppedBy::MaxSolutions), Some(false)));
    assert_eq!(limited(1).unique, None);
    assert_eq!((limited(477).status, limited(477).stopped_by), (Status::Solved, None));
}

#[test]
fn a_limit_of_memory_leaves_the_answer_open() {
    let limits = Limits { max_memory: Some(1000), ..Limits::default() };
    let (outcome, _) = answered(MANY, |solver| solver.limits(limits).engine("depth-first"));
    assert_eq!((outcome.status, outcome.stopped_by), (Status::Stopped, Some(StoppedBy::MaxMemory)));
    assert!(outcome.count < 476 && !outcome.exhausted);
}

#[test]
fn a_time_limit_ends_the_search() {
    let limits = Limits { timeout: Some(Duration::from_millis(20)), ..Limits::default() };
    let (outcome, _) =
        answered(ENDLESS, |solver| solver.limits(limits).engine("depth-first").ask(Ask::Count));
    assert_eq!((outcome.status, outcome.stopped_by), (Status::Stopped, Some(StoppedBy::Timeout)));
}

#[test]
fn a_flag_ends_the_search() {
    let flag = Arc::new(AtomicBool::new(true));
    let (outcome, _) =
        answered(ENDLESS, |solver| solver.interrupt(flag).engine("depth-first").ask(Ask::Count));
    assert_eq!((outcome.status, outcome.stopped_by), (Status::Stopped, Some(StoppedBy::Interrupt)));
}

#[test]
fn a_flag_keeps_the_time_of_a_watch() {
    let watch = Watch::default().within(Some(Duration::from_millis(50)));
    let set = |solver: Solver| solver.watch(watch).interrupt(Arc::default()).ask(Ask::Count);
    assert!(answered(ENDLESS, set).0.stopped_by.is_some());
}

#[test]
fn a_puzzle_in_several_bases_is_several_puzzles() {
    let puzzle = read("@base 8..12\nDONALD+GERALD=ROBERT");
    assert!(matches!(puzzle.count(), Err(SolveError::SeveralBases)));
    assert_eq!(read("@base 10\nDONALD+GERALD=ROBERT").count().ok(), Some(1));
}

#[test]
fn a_caller_who_breaks_ends_the_search() {
    let (puzzle, mut seen) = (read(MANY), 0);
    let answer = Solver::new(&puzzle).stream(true).run_with(&mut |_| {
        seen += 1;
        if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = answer.expect("it can be solved").outcome;
    assert_eq!((seen, outcome.status, outcome.stopped_by), (5, Status::Stopped, Some(StoppedBy::Interrupt)));
}

#[test]
fn solutions_are_sorted_by_their_symbols() {
    for engine in ["depth-first", "lexicographic", "linear", "columns"] {
        let (outcome, solutions) = answered(MANY, |solver| solver.engine(engine));
        assert_eq!(outcome.order, Order::Sorted);
        assert!(solutions.is_sorted() && solutions.len() == 476, "{engine}");
    }
    let (outcome, _) = answered(MANY, |solver| solver.stream(true));
    assert_eq!(outcome.order, Order::Engine);
}

#[test]
fn threads_do_not_change_the_answer() {
    let solve = |threads, stream| {
        answered("A?+?B=C??", |solver| solver.threads(threads).stream(stream).engine("depth-first")).1
    };
    assert!(solve(1, false) == solve(3, false) && solve(1, true) == solve(3, true));
}

#[test]
fn the_best_of_all_solutions_are_handed_over() {
    let puzzle = read("A+B=5");
    let goal = Expr::Numeral(Numeral::whole(vec![Element::Hidden(puzzle.cell("A").expect("it is there"))]));
    let best = |goal| {
        let (answer, solutions) = Solver::new(&puzzle).goal(Some(goal)).run().expect("it can be solved");
        let outcome = answer.outcome;
        (outcome.best, outcome.count, solutions.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(best(Goal::Maximize(goal.clone())), (Some(5.into()), 1, vec!["5+0=5".into()]));
    assert_eq!(best(Goal::Minimize(goal)), (Some(0.into()), 1, vec!["0+5=5".into()]));
}

#[test]
fn symmetric_solutions_are_one() {
    let (outcome, solutions) = answered("A+B=5", |solver| solver.essentially(Some(Essentially::Terms)));
    assert_eq!((outcome.count, outcome.essentially), (6, Some(3)));
    assert_eq!(solutions, ["0+5=5", "1+4=5", "2+3=5"]);
    let unique =
        |essentially| answered("A+B=1", |solver| solver.essentially(essentially).ask(Ask::Unique)).0.unique;
    assert_eq!((unique(None), unique(Some(Essentially::Terms))), (Some(false), Some(true)));
}

/// Returns the number of solutions of a puzzle, as each engine that fits counts them.
fn counts(text: &str) -> Vec<u128> {
    let puzzle = read(text);
    let engines = crate::engine::ENGINES.iter().map(|engine| engine.name());
    let answers = engines.map(|engine| Solver::new(&puzzle).engine(engine).ask(Ask::Count).run());
    answers.filter_map(Result::ok).map(|(answer, _)| answer.outcome.count).collect()
}

/// Counts the lists of digits that pass a test.
fn by_trial<const N: usize>(is_solution: impl Fn([u32; N]) -> bool) -> u128 {
    let digit = |number: u32, place: usize| number / 10_u32.pow(place as u32) % 10;
    let all = (0..10_u32.pow(N as u32)).map(|number| std::array::from_fn(|place| digit(number, place)));
    all.filter(|digits| is_solution(*digits)).count() as u128
}

#[test]
fn capitals_and_small_letters_are_two_groups() {
    let by_hand = by_trial(|[a, b, small_a, small_b, small_c, c]| {
        let is_apart = a != b && a != c && b != c && small_a != small_b && small_a != small_c;
        let are_true = 10 * a + b + 10 * small_a + small_b == 10 * small_c + c;
        is_apart && small_b != small_c && a * small_a * small_c != 0 && are_true
    });
    let counts = counts("@distinct by-case\nAB+ab=cC");
    assert!(by_hand > 100 && counts.len() > 2, "{by_hand} {counts:?}");
    assert!(counts.iter().all(|count| *count == by_hand), "{by_hand} {counts:?}");
}

#[test]
fn what_has_no_case_differs_from_capitals_and_small_letters() {
    let by_hand = by_trial(|[a, small_a, small_b, triangle]| {
        let is_apart = ![a, small_a, small_b].contains(&triangle) && small_a != small_b;
        is_apart && a != 0 && 10 * a + triangle == 3 * (small_a + small_b)
    });
    let counts = counts("@distinct by-case\nA△=3*(a+b)");
    assert!(by_hand > 10 && !counts.is_empty(), "{by_hand} {counts:?}");
    assert!(counts.iter().all(|count| *count == by_hand), "{by_hand} {counts:?}");
}

#[test]
fn blanks_differ_from_each_other_and_from_symbols() {
    let all_differ = |digits: &[u32]| (0..digits.len()).all(|i| !digits[..i].contains(&digits[i]));
    let is_sum = |[a, b, c, d, e, f]: [u32; 6]| a * c * e != 0 && 10 * a + b + 10 * c + d == 10 * e + f;
    let check = |text: &str, by_hand: u128| {
        let counts = counts(text);
        assert!(by_hand > 10 && counts.len() > 2, "{text}: {by_hand} {counts:?}");
        assert!(counts.iter().all(|count| *count == by_hand), "{text}: {by_hand} {counts:?}");
    };
    check("@distinct-blanks on\n□□+□□=□□", by_trial(|digits| is_sum(digits) && all_differ(&digits)));
    check("@distinct-blanks on\nA□+□B=□C", by_trial(|digits| is_sum(digits) && all_differ(&digits)));
    check(
        "@distinct-blanks on\nA□+□A=□B",
        by_trial(|[a, p, q, r, b]| is_sum([a, p, q, a, r, b]) && all_differ(&[a, b, p, q, r])),
    );
    // Symbols need not differ, but no blank has the digit of one.
    let is_apart = |symbols: &[u32], blanks: &[u32]| {
        all_differ(blanks) && !symbols.iter().any(|digit| blanks.contains(digit))
    };
    check(
        "@distinct none\n@distinct-blanks on\nA□+□B=□C",
        by_trial(|[a, p, q, b, r, c]| is_sum([a, p, q, b, r, c]) && is_apart(&[a, b, c], &[p, q, r])),
    );
    check(
        "@distinct AB\n@distinct-blanks on\nA□+□B=□C",
        by_trial(|[a, p, q, b, r, c]| {
            is_sum([a, p, q, b, r, c]) && is_apart(&[a, b, c], &[p, q, r]) && a != b
        }),
    );
    check(
        "@distinct by-case\n@distinct-blanks on\nA□+□b=□C",
        by_trial(|[a, p, q, b, r, c]| {
            is_sum([a, p, q, b, r, c]) && is_apart(&[a, b, c], &[p, q, r]) && a != c
        }),
    );
    check(
        "@distinct balanced\n@distinct-blanks on\nA□+□B=□C",
        by_trial(|[a, p, q, b, r, c]| {
            is_sum([a, p, q, b, r, c]) && is_apart(&[a, b, c], &[p, q, r]) && all_differ(&[a, b, c])
        }),
    );
    check(
        "@blank e:0,2,4,6,8\n@distinct-blanks on\nA□+eB=□C",
        by_trial(|[a, p, e, b, r, c]| {
            is_sum([a, p, e, b, r, c]) && e % 2 == 0 && all_differ(&[a, p, e, b, r, c])
        }),
    );
}

#[test]
fn a_note_tells_of_blanks_that_are_too_many() {
    let (answer, _) =
        Solver::new(&read("@distinct-blanks on\n□□□□□+□□□□□=A□")).run().expect("it can be solved");
    assert_eq!((answer.outcome.status, answer.work.nodes), (Status::None, 0));
    let note = "12 different symbols and blanks cannot share 10 digits, so there is no solution";
    assert!(answer.notes.iter().any(|found| found.to_string() == note), "{:?}", answer.notes);
}

#[test]
fn more_symbols_than_digits_need_no_search() {
    let (answer, _) = Solver::new(&read("ABCDEF+GHIJK=LM")).run().expect("it can be solved");
    let Outcome { status, exhausted, .. } = answer.outcome;
    assert_eq!((status, answer.work.nodes, exhausted), (Status::None, 0, true));
    assert!(
        answer.notes.iter().any(|note| note.to_string().contains("13 different symbols")),
        "{:?}",
        answer.notes
    );
}

#[test]
fn what_cannot_be_decided_is_counted() {
    // From 3 on the two sides are too large to compute.
    let (outcome, solutions) = asked("A^A^A^A=A^A^A^A", Ask::All);
    assert_eq!(solutions, ["0^0^0^0=0^0^0^0", "1^1^1^1=1^1^1^1", "2^2^2^2=2^2^2^2"]);
    assert_eq!((outcome.count, outcome.undecided), (3, 7));
    assert_eq!((outcome.status, outcome.exhausted, outcome.unique), (Status::Stopped, false, Some(false)));
}

#[test]
fn engines_and_evaluators_are_known_by_name() {
    let puzzle = read("A*B=C");
    let error = |solver: Solver| solver.run().expect_err("it is refused");
    let solver = || Solver::new(&puzzle);
    assert!(
        matches!(error(solver().engine("nosuch")), SolveError::NoSuchEngine { name, .. } if name == "nosuch")
    );
    assert!(
        matches!(error(solver().evaluator("nosuch")), SolveError::NoSuchEvaluator { name, .. } if name == "nosuch")
    );
    assert!(matches!(error(solver().engine("linear")), SolveError::Unfit { engine: "linear", .. }));
}

/// Accepts everything.
struct Gullible;

impl Evaluator for Gullible {
    fn name(&self) -> &str {
        "gullible"
    }

    fn summary(&self) -> &str {
        "says yes"
    }

    fn prepare(&self, _: &Arc<Problem>) -> Box<dyn Prepared> {
        Box::new(Self)
    }
}

impl Prepared for Gullible {
    fn test(&self, _: usize, _: &[Digit]) -> Verdict {
        Verdict::Yes
    }
}

#[test]
fn an_evaluator_that_accepts_what_the_judge_rejects_is_reported() {
    let puzzle = read("A*B=7");
    let solver = Solver::new(&puzzle).own_evaluator(Gullible).engine("lexicographic");
    let error = solver.run().expect_err("the judge rejects most");
    assert!(
        matches!(&error, SolveError::Disagreement { evaluator, .. } if evaluator == "gullible"),
        "{error}"
    );
}

#[test]
fn a_plan_can_be_run_again() {
    let plan = Solver::new(&read(MANY)).plan().expect("some engine fits");
    let count = |plan: &Plan| plan.run().expect("it can be solved").0.outcome.count;
    assert_eq!([count(&plan), count(&plan.clone())], [476, 476]);
}

#[test]
fn a_plan_belongs_to_no_thread_and_no_puzzle() {
    let evaluator = Custom::new(|digits: &[Digit]| digits[0] == 1);
    let plan = Solver::new(&read("SEND+MORE=MONEY")).own_evaluator(evaluator).plan().expect("an engine fits");
    assert_eq!((plan.outline().engine, plan.outline().evaluator.as_str()), ("linear", "custom"));
    let found = std::thread::spawn(move || plan.run().expect("it can be solved").0.outcome.count);
    assert_eq!(found.join().expect("it does not panic"), 0);
}

/// A multiplication whose multiplier has two zeros, so its second line has three possible places. It has six solutions.
const OPEN: &str = "@base 3\n11 × 1□□□; □□; □□; □□□□□";

#[test]
fn figures_are_one_puzzle_and_are_searched_one_after_the_other() {
    let puzzle = read(OPEN);
    let figures: Vec<Puzzle> = puzzle.figures().collect();
    assert_eq!((figures.len(), puzzle.conditions().len()), (3, 1));
    let (answer, solutions) = Solver::new(&puzzle).run().expect("it can be solved");
    let reason = answer.plan.expect("it was planned").reason.to_string();
    assert!(answer.outcome.exhausted && reason.ends_with("3 figures, one after the other"), "{reason}");
    let holds =
        |puzzle: &Puzzle, solution: &Solution| Solver::new(puzzle).confirm(solution.digits()) == Truth::Yes;
    for solution in &solutions {
        assert!(holds(&puzzle, solution));
        assert_eq!(figures.iter().filter(|figure| holds(figure, solution)).count(), 1, "{solution}");
    }
    let sum: u128 = figures.iter().map(|figure| figure.count().expect("it can be solved")).sum();
    assert_eq!(sum, answer.outcome.count);
    // An engine that gets the whole puzzle finds the same.
    let problem = Problem::of(&puzzle);
    let engine = engine::engine("depth-first").expect("it is there");
    let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else {
        panic!("it fits")
    };
    let prepared = eval::EVALUATORS[0].prepare(&problem);
    let search = Search {
        problem: &problem,
        evaluator: &*prepared,
        confirm: &|digits| Solver::new(&puzzle).confirm(digits),
        portion: crate::engine::Portion::WHOLE,
        threads: 1,
        enough: None,
        memory: None,
        interrupt: &fukumen_language::interrupt::Never,
        observer: &(),
    };
    let mut whole = Vec::new();
    plan.run.run(&search, &mut |digits, truth| {
        assert_eq!(truth, Truth::Yes);
        whole.push(Solution::new(&puzzle, digits.to_vec()));
        ControlFlow::Continue(())
    });
    let sorted = |mut digits: Vec<Vec<Digit>>| {
        digits.sort_unstable();
        digits
    };
    let digits = |solutions: &[Solution]| sorted(solutions.iter().map(|one| one.digits().to_vec()).collect());
    assert_eq!(digits(&whole), digits(&solutions));
}

#[test]
fn limits_hold_for_all_figures_together() {
    let (all, _) = asked(OPEN, Ask::All);
    for n in [1, all.count as u64 - 1] {
        let (answer, solutions) = asked(OPEN, Ask::First(n));
        assert_eq!((answer.count, solutions.len() as u64), (n.into(), n));
        assert_eq!(answer.stopped_by, Some(StoppedBy::First));
    }
    assert_eq!(asked(OPEN, Ask::Unique).0.unique, Some(false));
    assert_eq!(asked(OPEN, Ask::Count).0.count, all.count);
    let (answer, _) = answered(OPEN, |solver| solver.interrupt(Arc::new(AtomicBool::new(true))));
    assert_eq!((answer.status, answer.stopped_by), (Status::Stopped, Some(StoppedBy::Interrupt)));
    let progress = Arc::new(Progress::default());
    answered(OPEN, |solver| solver.progress(Arc::clone(&progress)));
    assert_eq!(u128::from(progress.found.load(Ordering::Relaxed)), all.count);
    assert!(progress.done.load(Ordering::Relaxed) <= progress.total.load(Ordering::Relaxed));
    for engine in ["depth-first", "derive"] {
        assert_eq!(answered(OPEN, |solver| solver.engine(engine)).0.count, all.count, "{engine}");
    }
}

#[test]
fn lines_may_be_zero_only_after_a_search_without_a_solution() {
    const ZERO: &str = "123 × 4□5; 615; □□□; 492; 49815";
    let (answer, solutions) = asked(ZERO, Ask::Unique);
    assert_eq!(
        (answer.reading, answer.unique, answer.status),
        (Reading::ZeroLines, Some(true), Status::Solved)
    );
    assert_eq!(solutions, ["123 × 405; 615; 000; 492; 49815"]);
    assert_eq!(asked(ZERO, Ask::Count).0.count, 1);
    let (answer, _) = answered(ZERO, |solver| solver.zero_lines(false));
    assert_eq!((answer.reading, answer.status), (Reading::AsRead, Status::None));
    // A puzzle without a solution in either reading is reported as it was read.
    let (answer, _) = asked("123 × 4□5; 615; □□□; 492; 49816", Ask::All);
    assert_eq!((answer.reading, answer.status), (Reading::AsRead, Status::None));
    assert!(answer.exhausted);
    // Nothing is known if the first search was stopped.
    let (answer, _) = answered(ZERO, |solver| solver.interrupt(Arc::new(AtomicBool::new(true))));
    assert_eq!((answer.reading, answer.status), (Reading::AsRead, Status::Stopped));
}

#[test]
fn only_a_plain_count_needs_no_solutions() {
    let puzzle = read(MANY);
    let solver = Solver::new(&puzzle).ask(Ask::Count);
    assert_eq!(solver.wanted(), Wanted::Count);
    assert_eq!(solver.clone().ask(Ask::Unique).wanted(), Wanted::Solutions);
    assert_eq!(solver.clone().own_evaluator(Gullible).wanted(), Wanted::Solutions);
    assert_eq!(solver.clone().essentially(Some(Essentially::Terms)).wanted(), Wanted::Solutions);
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    assert_eq!(solver.limits(limits).wanted(), Wanted::Solutions);
}

#[test]
fn many_solutions_are_grouped_as_they_come() {
    // 10!/2 solutions; the terms in any order, and the two digits of a place: 5! and 2^5.
    let (outcome, solutions) = answered("AB+CD+EF+GH+IJ>100", |solver| {
        solver.essentially(Some(Essentially::Digits)).ask(Ask::First(3))
    });
    assert!(outcome.essentially.is_some_and(|classes| u128::from(classes) * 14_400 == outcome.count));
    assert_eq!(solutions.len(), 3);
    assert_eq!(solutions[0].to_string(), "10+23+45+67+89>100");
}

/// Few nodes, each of which takes long: the watch is checked at each, not after a thousand.
#[test]
fn a_slow_value_is_not_computed_before_the_watch_is_asked() {
    let puzzle = read("prime_pi(9999999-AB)=C");
    let solver = Solver::new(&puzzle).engine("derive").watch(Watch::default().asked_at_most(30));
    let (answer, _) = solver.run().expect("it runs");
    assert_eq!(answer.outcome.status, Status::Stopped);
}

#[test]
fn the_classes_of_lone_solutions_are_those_that_are_left() {
    let puzzle = read("A+B<6");
    let sum = fukumen_language::text::expression(
        "A+B",
        &puzzle,
        &fukumen_language::vocabulary::Vocabulary::default(),
    );
    let lone = vec![sum.expect("it is an expression")];
    let (outcome, solutions) =
        answered("A+B<6", |solver| solver.essentially(Some(Essentially::Terms)).lone(lone));
    assert_eq!((outcome.count, outcome.essentially, solutions.len()), (2, Some(2), 2));
}
