//! Every engine through the planner.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;
use crate::eval::{EVALUATORS, Prepared};
use fukumen_language::digits::Digit;
use fukumen_language::expr::{Expr, Numeral};
use fukumen_language::interrupt::{Interrupt, Never};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Builder, Puzzle, Rules};
use fukumen_language::vocabulary::{Tier, operator};

/// Makes `words[0] + words[1] + … = total`, with a blank for each `?`.
fn sum(words: &[&str], total: &str, settings: &[(&str, &str)]) -> Puzzle {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, Some(value)).expect("the settings are right");
    }
    let mut builder = Builder::new(rules);
    let mut word = |text: &str| {
        let element = |c: char| if c == '?' { builder.blank("?") } else { builder.symbol(&c.to_string()) };
        Expr::Numeral(Numeral::whole(text.chars().map(element).collect()))
    };
    let plus = operator(Tier::Sum, "+").expect("it is a row");
    let equal = operator(Tier::Relation, "=").expect("it is a row");
    let first = word(words[0]);
    let left = Expr::chain(first, words[1..].iter().map(|text| (plus, word(text))).collect());
    let total = word(total);
    builder.condition(Expr::chain(left, vec![(equal, total)]));
    builder.build().expect("it is a puzzle")
}

/// Makes a search for all solutions on one thread.
fn whole<'a>(
    problem: &'a Problem,
    evaluator: &'a dyn Prepared,
    confirm: &'a (dyn Fn(&[Digit]) -> Truth + Sync),
) -> Search<'a> {
    Search {
        problem,
        evaluator,
        confirm,
        portion: Portion::WHOLE,
        threads: 1,
        enough: None,
        memory: None,
        interrupt: &Never,
        observer: &(),
    }
}

/// Returns how many solutions an engine hands over if `enough` are enough, how it ended, and how many assignments the judge
/// rejected.
fn found(puzzle: &Puzzle, engine: &dyn Engine, enough: Option<u64>, threads: usize) -> (u64, Stop, u64) {
    let problem = Problem::of(puzzle);
    let prepared = EVALUATORS[0].prepare(&problem);
    let context = puzzle.context();
    let rejected = AtomicU64::new(0);
    let confirm = |digits: &[Digit]| {
        let truth = judge::truth(&puzzle.conditions()[0], digits, &context);
        rejected.fetch_add(u64::from(truth == Truth::No), Ordering::Relaxed);
        truth
    };
    let search = Search { threads, enough, ..whole(&problem, &*prepared, &confirm) };
    let mut count = 0;
    let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else {
        panic!("it fits")
    };
    let ended = plan.run.run(&search, &mut |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    (count, ended.stop, rejected.into_inner())
}

#[test]
fn an_engine_hands_on_no_more_than_is_enough() {
    let puzzle = sum(&["AB", "CD"], "EF", &[]);
    for name in ["depth-first", "columns", "lexicographic", "plain-changes"] {
        for enough in [1, 2, 5] {
            let (count, stop, _) = found(&puzzle, engine(name).expect("it is there"), Some(enough), 1);
            assert_eq!((count, stop), (enough, Stop::Enough), "{name}");
        }
    }
}

#[test]
fn a_dash_hands_on_each_solution_once_and_none_that_the_whole_search_repeats() {
    // 56 solutions: one or two are found in a moment; a thousand do not exist.
    let puzzle = sum(&["GDFFADK", "LMAFNCH", "INKEGNG"], "JNNMBLEC", &[("base", "14")]);
    let problem = Problem::of(&puzzle);
    let prepared = EVALUATORS[0].prepare(&problem);
    let context = puzzle.context();
    let confirm = |digits: &[Digit]| judge::truth(&puzzle.conditions()[0], digits, &context);
    let request = Request::new(Wanted::Solutions).enough(Some(1));
    let Ok(Fit::Yes(plan)) = linear::Linear.fit(&problem, &request) else { panic!("it fits") };
    let mut nodes = Vec::new();
    for enough in [1, 2, 50, 1000] {
        let search = Search { enough: Some(enough), ..whole(&problem, &*prepared, &confirm) };
        let mut all = std::collections::HashSet::new();
        let ended = plan.run.run(&search, &mut |digits, truth| {
            assert!(truth == Truth::Yes && all.insert(digits.to_vec()), "{digits:?} is there already");
            ControlFlow::Continue(())
        });
        assert_eq!(all.len() as u64, enough.min(56));
        nodes.push(ended.tally.nodes);
    }
    assert!(
        nodes[1] * 2 < nodes[3] && nodes[3] > 700_000,
        "a dash, and after it all of the search: {nodes:?}"
    );
}

#[test]
fn what_the_first_part_of_a_search_found_counts_towards_what_is_enough() {
    // 151,200 ranks: the caller's thread does 10,000 of them before the search is divided.
    let (puzzle, engine) = (sum(&["AB", "CD"], "EF", &[]), engine("lexicographic").expect("it is there"));
    for threads in [1, 3] {
        for enough in [100, 300] {
            let (count, stop, _) = found(&puzzle, engine, Some(enough), threads);
            assert_eq!((count, stop), (enough, Stop::Enough), "{threads} threads");
        }
    }
}

#[test]
fn columns_that_are_added_up_leave_nothing_for_the_judge_to_reject() {
    for (words, total) in [(["AB", "CD"], "EF"), (["ABC", "D"], "EF"), (["AB", "CD"], "EFG")] {
        let (puzzle, columns) = (sum(&words, total, &[]), engine("columns").expect("it is there"));
        let (_, stop, rejected) = found(&puzzle, columns, None, 1);
        assert_eq!((stop, rejected), (Stop::Exhausted, 0), "{puzzle}");
    }
}

/// A full table is emptied, and its states are counted, before the others are.
#[test]
fn a_count_in_little_memory_is_the_same() {
    let puzzle = sum(&["A???", "?B??", "??C?"], "D???", &[]);
    let problem = Problem::of(&puzzle);
    let prepared = EVALUATORS[0].prepare(&problem);
    let confirm = |_: &[Digit]| panic!("nothing is left to the judge");
    let count = ENGINES.iter().find(|engine| engine.name() == "count").expect("it is in the list");
    let Ok(Fit::Yes(plan)) = count.fit(&problem, &Request::new(Wanted::Count)) else { panic!("it fits") };
    let ended = |memory, threads| {
        let search = Search { threads, memory, ..whole(&problem, &*prepared, &confirm) };
        let ended = plan.run.run(&search, &mut |_, _| panic!("it counts"));
        assert_eq!(ended.stop, Stop::Exhausted);
        (ended.counted, ended.tally.nodes)
    };
    let (counted, nodes) = ended(None, 1);
    assert!(counted > 0);
    for threads in [1, 2] {
        let (again, more) = ended(Some(1), threads);
        assert_eq!(again, counted);
        // Dropped states occur again.
        assert!(more > nodes, "{more} {nodes}");
    }
}

/// Returns the solutions in the engine's order.
fn solutions(puzzle: &Puzzle, engine: &dyn Engine, evaluator: usize, threads: usize) -> Vec<Vec<Digit>> {
    let problem = Problem::of(puzzle);
    let prepared = EVALUATORS[evaluator].prepare(&problem);
    let context = puzzle.context();
    let confirm = |digits: &[Digit]| judge::truth(&puzzle.conditions()[0], digits, &context);
    let search = Search { threads, ..whole(&problem, &*prepared, &confirm) };
    let mut all = Vec::new();
    let Ok(Fit::Yes(plan)) = engine.fit(&problem, &Request::new(Wanted::Solutions)) else {
        panic!("it fits")
    };
    let ended = plan.run.run(&search, &mut |digits, truth| {
        assert_eq!(truth, Truth::Yes);
        all.push(digits.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(ended.stop, Stop::Exhausted);
    all
}

#[test]
fn every_engine_and_evaluator_finds_the_same() {
    let puzzles = [
        (sum(&["SEND", "MORE"], "MONEY", &[]), 1),
        (sum(&["AB", "CD"], "EF", &[]), 476),
        (sum(&["AB", "CD"], "EF", &[("base", "8"), ("leading-zeros", "allowed")]), 148),
        (sum(&["A?", "?B"], "C??", &[]), 3793),
        (sum(&["AB", "CD"], "EF", &[("distinct", "AB,CD")]), 2628),
        (sum(&["AB", "CD"], "EFG", &[("base", "3"), ("distinct", "balanced")]), 5),
    ];
    for (puzzle, count) in &puzzles {
        for engine in ENGINES.iter().filter(|engine| {
            matches!(engine.fit(&Problem::of(puzzle), &Request::new(Wanted::Solutions)), Ok(Fit::Yes(_)))
        }) {
            for evaluator in 0..EVALUATORS.len() {
                let found = solutions(puzzle, *engine, evaluator, 1);
                assert_eq!(found.len(), *count, "{puzzle} by {}", engine.name());
                assert_eq!(found, solutions(puzzle, *engine, evaluator, 3), "{puzzle} by {}", engine.name());
            }
        }
    }
}

#[test]
fn a_panic_of_the_caller_ends_the_search() {
    // Some 10^8 assignments without a condition that rejects any: many chunks are running.
    let puzzle = sum(&["????", "????"], "????", &[]);
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let problem = Problem::of(&puzzle);
        let prepared = EVALUATORS[0].prepare(&problem);
        let confirm = |_: &[Digit]| Truth::Yes;
        let search = Search { threads: 2, ..whole(&problem, &*prepared, &confirm) };
        let mut count = 0;
        let plan = choose(&problem, &Request::new(Wanted::Solutions)).expect("nothing interrupts it").plan;
        plan.run.run(&search, &mut |_, _| {
            count += 1;
            assert!(count < 1_000_000, "the caller has had enough");
            ControlFlow::Continue(())
        })
    }));
    assert!(panics.is_err());
}

/// A search that hands over the given solutions and then never ends.
#[derive(Debug)]
struct Endless {
    finds: Vec<Vec<Digit>>,
}

impl Run for Endless {
    fn run(&self, search: &Search, found: &mut Found) -> Ended {
        for digits in &self.finds {
            if found(digits, Truth::Yes).is_break() {
                return Ended::new(Stop::Enough, Tally::default());
            }
        }
        while !search.interrupt.is_raised() {}
        Ended::new(Stop::Interrupted, Tally { nodes: 1, evaluations: 0 })
    }
}

/// Races a search of `AB + CD = EF` that begins with these solutions and has no end. Returns the solutions that are handed
/// over if a caller takes this number of them, and how the search ended.
fn raced(finds: Vec<Vec<Digit>>, taken: usize, interrupt: &dyn Interrupt) -> (Vec<Vec<Digit>>, Ended) {
    let puzzle = sum(&["AB", "CD"], "EF", &[]);
    let problem = Problem::of(&puzzle);
    let prepared = EVALUATORS[0].prepare(&problem);
    let context = puzzle.context();
    let confirm = |digits: &[Digit]| judge::truth(&puzzle.conditions()[0], digits, &context);
    let request = Request::new(Wanted::Solutions);
    let plan = Plan::new(Vec::new(), Endless { finds });
    let plan = race::guarded(ENGINES, &problem, &request, 0, plan);
    let search = Search { interrupt, ..whole(&problem, &*prepared, &confirm) };
    let mut all = Vec::new();
    let ended = plan.run.run(&search, &mut |digits, _| {
        all.push(digits.to_vec());
        if all.len() == taken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (all, ended)
}

#[test]
fn a_search_without_end_is_taken_over_and_no_solution_is_handed_on_twice() {
    let (all, ended) = raced(Vec::new(), usize::MAX, &Never);
    assert_eq!((ended.stop, ended.by.is_some()), (Stop::Exhausted, true), "{ended:?}");
    let (again, ended) = raced(all[..5].to_vec(), usize::MAX, &Never);
    assert_eq!((&again, ended.stop), (&all, Stop::Exhausted));
    // AB + CD = EF with six different digits.
    let distinct: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!((all.len(), distinct.len()), (476, 476));
}

#[test]
fn a_search_that_finds_much_is_left_alone_and_may_be_ended() {
    let finds = vec![vec![1, 2, 3, 4, 5, 6]; 20_000];
    let (all, ended) = raced(finds.clone(), 17_000, &Never);
    assert_eq!((all.len(), ended.stop, ended.by), (17_000, Stop::Enough, None));
    let (all, ended) = raced(finds[..10].to_vec(), 7, &AtomicBool::new(true));
    assert_eq!((all.len(), ended.stop, ended.by), (7, Stop::Enough, None), "found before it was interrupted");
    let (all, ended) = raced(finds[..10].to_vec(), 20, &AtomicBool::new(true));
    assert_eq!((all.len(), ended.stop, ended.by), (10, Stop::Interrupted, None));
}

#[test]
fn a_search_is_not_taken_over_for_its_solutions() {
    let puzzle: Puzzle = "ABCDE^2=□□□□□□□□□F".parse().expect("it is a puzzle");
    let problem = Problem::of(&puzzle);
    let prepared = EVALUATORS[0].prepare(&problem);
    let plan = choose(&problem, &Request::new(Wanted::Solutions)).expect("nothing interrupts it").plan;
    let confirm = |_: &[Digit]| Truth::Yes;
    let mut count = 0;
    let ended = plan.run.run(&whole(&problem, &*prepared, &confirm), &mut |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(count, 6507);
    assert!(ended.tally.nodes < 200_000, "{ended:?}");
}
