//! One clock for the whole answer: reading, compiling, planning and searching end soon after an interrupt or a time limit, and
//! say so.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use fukumen::compile::Problem;
use fukumen::engine::{Fit, Request, Wanted};
use fukumen::explain::prose::{Detail, LANGUAGES, tell_within};
use fukumen::explain::{Explainer, Explanation};
use fukumen::generate::{Generator, Order, Stop};
use fukumen::interrupt::{Interrupt, Interrupted};
use fukumen::solve::clock::{Moment, Watch};
use fukumen::solve::{Ask, Limits, Shard, SolveError, Standing, Status, StoppedBy};
use fukumen::text::{Mistake, Reader};
use fukumen::vocabulary::Vocabulary;
use fukumen::{Puzzle, Solver, engine};

/// Is raised from a number of checks on, and counts them.
struct After {
    checks: AtomicU64,
    limit: u64,
}

impl After {
    fn new(limit: u64) -> Self {
        Self { checks: AtomicU64::new(0), limit }
    }

    fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }
}

impl Interrupt for After {
    fn is_raised(&self) -> bool {
        self.checks.fetch_add(1, Ordering::Relaxed) >= self.limit
    }
}

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("it is a puzzle")
}

#[test]
fn reading_stops() {
    for text in ["SEND+MORE=MONEY", "  SEND\n+ MORE\n------\n MONEY", "@where A<B\nA+B=C"] {
        let never = After::new(u64::MAX);
        assert!(Reader::new().interrupt(&never).read(text).is_ok());
        assert!(never.checks() > 0, "{text}");
        for limit in 0..never.checks() {
            let error = Reader::new().interrupt(&After::new(limit)).read(text);
            assert_eq!(error.expect_err("it is interrupted").mistake, Mistake::Interrupted, "{text} {limit}");
        }
    }
}

#[test]
fn compiling_stops() {
    let puzzle = puzzle("A+B=C, A<B, C<D");
    let never = After::new(u64::MAX);
    assert!(Problem::within(&puzzle, &never).is_ok());
    assert!(never.checks() >= 3);
    for limit in 0..never.checks() {
        assert!(matches!(Problem::within(&puzzle, &After::new(limit)), Err(Interrupted)), "{limit}");
    }
}

/// Texts on which each engine that plans for long has something to plan, and the least number of checks.
const PLANNED: &[(&str, &str, u64)] = &[
    ("linear", "DONALD+GERALD=ROBERT", 10),
    ("derive", "ABCDE*FGH=IJKLMNO", 10),
    ("depth-first", "A+B=C, D+E=F, G+H=I", 3),
    ("columns", "SEND+MORE=MONEY", 5),
    ("tabulate", "A/BC+D/EF+G/HI=1", 1),
    ("count", "ABCD+EFGH=IJKL", 1),
];

#[test]
fn planning_stops_wherever_it_is_interrupted() {
    for (name, text, least) in PLANNED {
        let puzzle = puzzle(text);
        let problem = Problem::of(&puzzle);
        let engine = engine::engine(name).expect("it is an engine");
        let wanted = if *name == "count" { Wanted::Count } else { Wanted::Solutions };
        let fit = |interrupt: &After| engine.fit(&problem, &Request::new(wanted).interrupt(interrupt));
        let never = After::new(u64::MAX);
        assert!(matches!(fit(&never), Ok(Fit::Yes(_))), "{name}");
        assert!(never.checks() >= *least, "{name} checks {} times", never.checks());
        for limit in 0..never.checks() {
            assert!(fit(&After::new(limit)).is_err(), "{name} goes on after check {limit}");
        }
    }
}

/// A product of more factors than engines take apart is soon known to be one. If they all were kept, this would take hours.
#[test]
fn a_very_long_product_is_soon_planned() {
    let text = format!("{}=B", vec!["A"; 100_000].join("*"));
    let problem = Problem::of(&puzzle(&text));
    let engine = engine::engine("derive").expect("it is an engine");
    assert!(matches!(engine.fit(&problem, &Request::new(Wanted::Solutions)), Ok(Fit::Yes(_))));
}

/// The checks of a plan grow with the work, so that none lets much happen between two of them.
#[test]
fn long_plans_check_often() {
    let blanks = |count: usize| "?".repeat(count);
    let text = format!("{}={}", blanks(100), blanks(100));
    let problem = Problem::of(&puzzle(&text));
    let never = After::new(u64::MAX);
    let request = Request::new(Wanted::Solutions).interrupt(&never);
    assert!(engine::choose(&problem, &request).is_ok());
    assert!(never.checks() > 10_000, "{}", never.checks());
}

#[test]
fn an_answer_says_what_stopped_it_before_its_search() {
    let puzzle = puzzle("SEND+MORE=MONEY");
    let flag = Arc::new(AtomicBool::new(true));
    let by_flag = Solver::new(&puzzle).interrupt(Arc::clone(&flag));
    let by_time = Solver::new(&puzzle).watch(Watch::default().until(Moment::now()));
    let by_limit = Solver::new(&puzzle).watch(Watch::default().within(Some(Duration::ZERO)));
    for (solver, stopped_by) in
        [(by_flag, StoppedBy::Interrupt), (by_time, StoppedBy::Timeout), (by_limit, StoppedBy::Timeout)]
    {
        let (answer, solutions) = solver.run().expect("it is no error");
        assert_eq!((answer.outcome.status, answer.outcome.stopped_by), (Status::Stopped, Some(stopped_by)));
        assert_eq!((answer.plan, answer.outcome.unique, solutions.len()), (None, None, 0));
        let refused = solver.plan().expect_err("there is no time to plan");
        assert_eq!(refused, SolveError::Interrupted { stopped_by });
    }
}

#[test]
fn a_flag_that_is_lowered_again_leaves_no_trace() {
    let puzzle = puzzle("SEND+MORE=MONEY");
    let flag = Arc::new(AtomicBool::new(true));
    let solver = Solver::new(&puzzle).interrupt(Arc::clone(&flag));
    assert_eq!(solver.run().expect("it is no error").0.outcome.status, Status::Stopped);
    flag.store(false, Ordering::Relaxed);
    assert_eq!(solver.run().expect("it is no error").0.outcome.status, Status::Solved);
}

/// Of one letter that stands once, no replacement makes a puzzle; of many letters, there are millions.
#[test]
fn misprints_are_looked_for_until_the_time_is_up() {
    let shard = "1/2".parse::<Shard>().expect("it is a shard");
    for text in ["@misprint 1\nA=1", "@misprint 6\nSEND+MORE=MONEY", "@misprint 4\nDONALD+GERALD=ROBERT"] {
        for shard in [None, Some(shard)] {
            let solver = Solver::new(&puzzle(text)).ask(Ask::Count).shard(shard);
            let by_time = solver.clone().watch(Watch::default().until(Moment::now()));
            let by_limit = solver.clone().limits(Limits::default().timeout(Some(Duration::ZERO)));
            let by_flag = solver.clone().interrupt(Arc::new(AtomicBool::new(true)));
            for (solver, stopped_by) in [
                (by_time, StoppedBy::Timeout),
                (by_limit, StoppedBy::Timeout),
                (by_flag, StoppedBy::Interrupt),
            ] {
                let (answer, _) = solver.run().expect("it is no error");
                assert_eq!(answer.outcome.status, Status::Stopped, "{text}");
                assert_eq!(answer.outcome.stopped_by, Some(stopped_by), "{text}");
                assert!(!answer.outcome.exhausted, "{text}");
            }
        }
    }
}

/// A limit of memory holds for solutions that wait to be compared, not only for those of the search.
#[test]
fn solutions_that_are_compared_take_no_more_memory_than_they_may() {
    let within = |text: &str, max_memory| {
        let puzzle = puzzle(text);
        let value =
            fukumen::text::expression("ABCDEF", &puzzle, &Vocabulary::default()).expect("it is a value");
        let limits = Limits::default().max_memory(max_memory);
        Solver::new(&puzzle).limits(limits).lone(vec![value]).run().expect("it is no error").0.outcome
    };
    let text = "ABCDEF>=0";
    let all = within(text, Some(1 << 30));
    assert_eq!((all.count, all.stopped_by, all.exhausted), (136_080, None, true));
    let some = within(text, Some(1 << 21));
    assert_eq!((some.status, some.stopped_by), (Status::Stopped, Some(StoppedBy::MaxMemory)));
    assert!(some.count > 1000 && some.count < 50_000 && !some.exhausted, "{}", some.count);
    // Solutions that share a value are not kept.
    let few = within("ABCDEF%200=0, ?>0", Some(1 << 21));
    assert_eq!((few.count, few.stopped_by), (0, None));
}

/// Minutes of search, without an end near.
const ENDLESS: &str = "@base 36\nABCDEFGHIJ*JIHGFEDCBA≠KLMNOPQRST*KLMNOPQRST";

#[test]
fn a_watcher_sees_the_search_and_may_end_it() {
    let puzzle = puzzle(ENDLESS);
    for threads in [1, 2] {
        let calls = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&calls);
        let watcher = move |standing: Standing| {
            assert!(standing.done <= standing.total || standing.total == 0);
            let is_over = counter.fetch_add(1, Ordering::Relaxed) == 2;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let solver = Solver::new(&puzzle).ask(Ask::Count).engine("depth-first").threads(threads);
        let (answer, _) = solver.watcher(watcher).run().expect("it is no error");
        assert_eq!(
            (answer.outcome.status, answer.outcome.stopped_by),
            (Status::Stopped, Some(StoppedBy::Interrupt))
        );
        assert_eq!(calls.load(Ordering::Relaxed), 3);
        assert!(answer.work.nodes > 0);
    }
}

/// Texts for which each part of an explanation takes long, with the least number of checks.
fn very_long() -> [(String, u64); 4] {
    let words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"];
    let many = |count: usize, part: &dyn Fn(usize) -> String, between: &str| {
        (0..count).map(part).collect::<Vec<String>>().join(between)
    };
    [
        (many(3000, &|i| ["A", "B", "C"][i % 3].into(), "<"), 3000),
        (many(500, &|i| format!("{}+{}={}", words[i % 6], words[i % 5], words[i % 4]), ", "), 500),
        (many(2000, &|i| words[i % 6].into(), "+") + "=JAAAAAA", 10),
        ("?".repeat(200) + "*2=" + &"?".repeat(200), 10),
    ]
}

#[test]
fn explanations_of_very_long_texts_stop_wherever_they_are_interrupted() {
    for (text, least) in very_long() {
        let puzzle = puzzle(&text);
        let explainer = |times: u64| Explainer::new(&puzzle).watch(Watch::default().asked_at_most(times));
        for times in [0, 1, 2, 5, least - 1, least, 2 * least, 5 * least] {
            let (told, hinted) = (explainer(times).explain(), explainer(times).hint());
            if times < least {
                let is_open =
                    |told: &Result<Explanation, _>| told.as_ref().map_or(true, |told| !told.complete);
                assert!(is_open(&told) && is_open(&hinted), "{text:.20} goes on after {times} checks");
            }
            for explanation in told.into_iter().chain(hinted) {
                assert!(!explanation.complete || explanation.steps.len() < 20, "{text:.20} {times}");
            }
        }
    }
}

#[test]
fn the_telling_stops_wherever_it_is_interrupted() {
    for text in [
        "SEND+MORE=MONEY",
        "TWO*TWO=THREE",
        "A+B=C, C+C=BA",
        "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1",
    ] {
        let puzzle = puzzle(text);
        let explanation = Explainer::new(&puzzle).explain().expect("it is not interrupted");
        let tell = |after: &After| tell_within(&explanation, &puzzle, &LANGUAGES[0], Detail::Full, after);
        let never = After::new(u64::MAX);
        let whole = tell(&never);
        assert!(!whole.is_cut && never.checks() >= explanation.steps.len() as u64, "{text}");
        for limit in 0..never.checks() {
            let part = tell(&After::new(limit));
            assert!(part.is_cut && part.paragraphs.len() <= whole.paragraphs.len(), "{text} {limit}");
            assert!(part.closing.starts_with("Stopped before the end"), "{text} {limit}");
        }
    }
}

/// Explanations end by the count of their work also where nothing interrupts them.
#[test]
fn explanations_of_very_long_texts_end_by_their_work() {
    for (text, _) in &very_long()[..2] {
        let explainer = Explainer::new(&puzzle(text)).work(20_000).tries(2);
        let explanation = explainer.explain().expect("it is not interrupted");
        assert!(explanation.steps.len() <= 2000, "{text:.20}");
    }
}

#[test]
fn a_watcher_may_end_the_making_of_puzzles() {
    let letters = "abcdefghijklmnopqrstuvwxyz";
    let many: String = (0..3000usize)
        .map(|i| [7, 11, 13, 17].map(|step| letters.as_bytes()[(i * step + i / 26) % 26] as char))
        .map(|word| word.iter().collect::<String>() + "\n")
        .collect();
    let space = Order::words(&many).form("A+B=C").space().expect("the order is right");
    let watcher = |_: Standing| ControlFlow::Break(());
    // The flag may be that of other work as well, which goes on.
    let flag = Arc::new(AtomicBool::new(false));
    for threads in [1, 2] {
        let generator =
            Generator::new(&*space).threads(threads).interrupt(Arc::clone(&flag)).watcher(watcher);
        assert_eq!(generator.run(&mut |_| ControlFlow::Continue(())), Stop::Interrupted);
        assert!(!flag.load(Ordering::Relaxed), "{threads}");
    }
}
