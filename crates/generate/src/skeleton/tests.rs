//! Erased digits are compared with trying every set of clues.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::*;
use crate::find::Find;
use crate::trial;
use fukumen_engine::solve::Solver;
use fukumen_language::digits::Base;
use fukumen_reading::Reader;

fn skeleton(text: &str) -> Skeleton {
    let rules = Rules::default();
    let calculation = Calculation::read(text, rules.base).expect("it is one");
    Skeleton::new(&calculation, &rules, Signs::Blanks, None).expect("it can be drawn")
}

fn is_unique(skeleton: &Skeleton, clues: Set) -> bool {
    let puzzle = skeleton.with_clues(clues).expect("it is a puzzle");
    let (answer, _) = Solver::new(&puzzle).ask(Ask::Unique).run().expect("it can be solved");
    answer.outcome.unique == Some(true)
}

/// Returns every minimal set of clues with one solution, by trying each set.
fn all_lean(skeleton: &Skeleton) -> Vec<Set> {
    let all: Vec<u32> = hitting::elements(skeleton.all()).collect();
    let set = |mask: u32| {
        all.iter().enumerate().filter(|(i, _)| mask & 1 << i != 0).fold(0, |set, (_, e)| set | 1 << e)
    };
    let unique: Vec<Set> = (0..1u32 << all.len()).map(set).filter(|set| is_unique(skeleton, *set)).collect();
    let is_lean =
        |set: &&Set| hitting::elements(**set).all(|element| !unique.contains(&(**set & !(1 << element))));
    unique.iter().filter(is_lean).copied().collect()
}

fn count(note: &Option<String>) -> u32 {
    let note = note.as_deref().expect("it has a note");
    note.split(' ').next().and_then(|count| count.parse().ok()).expect("it begins with the number")
}

#[test]
fn the_fewest_and_all_lean_sets_are_those_of_trying_all() {
    for text in ["12*3", "7*8", "95+7", "96/4", "16*11", "√81", "30*12", "103-7", "100/5", "56+56"] {
        let expected = all_lean(&skeleton(text));
        let fewest = trial::finds(&Skeletons, &trial::order(&Skeletons, text, &[]), u64::MAX);
        let [find] = fewest.as_slice() else { panic!("{text} has one") };
        assert_eq!(Some(count(&find.note)), expected.iter().map(|set| set.count_ones()).min(), "{text}");
        assert!(find.note.as_ref().is_some_and(|note| note.contains("the fewest")));
        let lean =
            trial::finds(&Skeletons, &trial::order(&Skeletons, text, &[("clues", "minimal")]), u64::MAX);
        let texts = trial::texts(&lean);
        assert_eq!(texts.len(), expected.len(), "{text}");
        let expected =
            expected.iter().map(|set| skeleton(text).with_clues(*set).expect("it is one").to_string());
        assert!(expected.into_iter().all(|one| texts.contains(&one)), "{text}");
        trial::prove(&fewest, "depth-first");
        trial::prove(&lean, "depth-first");
    }
}

/// Calculating finds what the solver finds, with or without clues: everything if few numbers are to be tried, except for
/// remainders of one digit, which may be 0 in a puzzle and are then not drawn on paper.
#[test]
fn wrong_solutions_that_are_calculated_are_those_of_the_solver() {
    for text in ["12*34", "7*18", "407*12", "25*103", "96/4", "157/12", "735/7", "2370/67", "1234/11", "9/4"]
    {
        let has_one_left = ["157/12", "1234/11", "9/4"].contains(&text);
        let skeleton = skeleton(text);
        let all: Vec<u32> = hitting::elements(skeleton.all()).collect();
        let mut found_some = false;
        for seed in 0..12 {
            let mut random = random(seed, 0);
            let is_shown = |_: &&u32| chance::below(&mut random, 12) < seed;
            let clues = all.iter().filter(is_shown).fold(0, |set: Set, element| set | 1 << element);
            let puzzle = skeleton.with_clues(clues).expect("it is a puzzle");
            let reader = skeleton.reader(&puzzle, clues);
            let (_, solutions) = Solver::new(&puzzle).zero_lines(false).run().expect("it can be solved");
            let mut expected: Vec<Set> = solutions.iter().map(|one| reader.difference(one)).collect();
            expected.retain(|set| *set != 0);
            expected.sort_unstable();
            let tick = &mut || ControlFlow::Continue(());
            let mut found =
                skeleton.differences(clues, u64::MAX, tick).continue_value().expect("nothing breaks it off");
            found.sort_unstable();
            assert!(found.iter().all(|set| expected.binary_search(set).is_ok()), "{text} {clues:b}");
            assert!(found == expected || has_one_left && found.len() < expected.len(), "{text} {clues:b}");
            found_some |= !found.is_empty();
        }
        assert!(found_some, "{text}");
    }
}

/// Returns every set of `size` clues with one solution, by trying each set.
fn all_of_size(skeleton: &Skeleton, size: u32) -> Vec<Set> {
    let all = skeleton.all();
    let sets = (0..=all).filter(|set| set & !all == 0 && set.count_ones() == size);
    sets.filter(|set| is_unique(skeleton, *set)).collect()
}

#[test]
fn sets_of_a_number_of_clues_are_those_of_trying_all() {
    for text in ["12*3", "95+7", "√81"] {
        let mut found_some = 0;
        for size in 0..=skeleton(text).all().count_ones() {
            let order = trial::order(&Skeletons, text, &[("clues", &size.to_string())]);
            let found = trial::finds(&Skeletons, &order, u64::MAX);
            let expected = all_of_size(&skeleton(text), size);
            let texts: HashSet<String> = trial::texts(&found).into_iter().collect();
            assert_eq!((texts.len(), found.len()), (expected.len(), expected.len()), "{text} {size}");
            let shown = |set: &Set| skeleton(text).with_clues(*set).expect("it is one").to_string();
            assert!(expected.iter().all(|set| texts.contains(&shown(set))), "{text} {size}");
            assert!(found.iter().all(|find| count(&find.note) == size));
            found_some += found.len();
        }
        assert!(found_some > 0);
    }
}

/// Letters, and drawings with too many sets, have some random ones: at least one if there is one.
#[test]
fn sets_of_a_number_of_clues_may_come_by_lot() {
    let calculation = Calculation::read("12*3", Base::TEN).expect("it is one");
    let lettered =
        Skeleton::new(&calculation, &Rules::default(), Signs::Both, None).expect("it can be drawn");
    for size in 0..=lettered.all().count_ones() {
        let order = trial::order(&Skeletons, "12*3", &[("as", "both"), ("clues", &size.to_string())]);
        let found = trial::texts(&trial::finds(&Skeletons, &order, 300));
        let expected = all_of_size(&lettered, size);
        let shown = |set: &Set| lettered.with_clues(*set).expect("it is one").to_string();
        let expected: HashSet<String> = expected.iter().map(shown).collect();
        assert_eq!(found.is_empty(), expected.is_empty(), "{size}");
        assert!(found.iter().all(|text| expected.contains(text)));
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    }
    for (subject, choices) in
        [("", [("random", "3x2"), ("clues", "7")]), ("98765*4321", [("clues", "20"), ("as", "blanks")])]
    {
        let order = trial::order(&Skeletons, subject, &choices);
        let found = trial::finds(&Skeletons, &order, 4);
        assert!(!found.is_empty(), "{subject}");
        let size: u32 = choices
            .iter()
            .find(|(name, _)| *name == "clues")
            .map_or(0, |(_, size)| size.parse().expect("it is a number"));
        assert!(found.iter().all(|find| count(&find.note) == size));
        assert!(found.iter().all(|find| {
            find.puzzle
                .sheet()
                .with_names(&|_| "□".into())
                .to_string()
                .chars()
                .filter(char::is_ascii_digit)
                .count()
                == size as usize
        }));
        trial::prove(&found, "derive");
    }
    assert!(matches!(
        trial::refused(&Skeletons, "7*7", &[("clues", "9")]),
        GenerateError::Value { option: "clues", .. }
    ));
}

#[test]
fn the_fewest_letters_are_those_of_trying_all() {
    for text in ["12*3", "95+7", "√81", "103-7"] {
        let order = trial::order(&Skeletons, text, &[("as", "both")]);
        let rules = Rules::default();
        let calculation = Calculation::read(text, rules.base).expect("it is one");
        let skeleton = Skeleton::new(&calculation, &rules, Signs::Both, None).expect("it can be drawn");
        let all: Vec<u32> = hitting::elements(skeleton.all()).collect();
        let set = |mask: u32| {
            all.iter().enumerate().filter(|(i, _)| mask & 1 << i != 0).fold(0, |set, (_, e)| set | 1 << e)
        };
        let unique = (0..1u32 << all.len()).filter(|mask| is_unique(&skeleton, set(*mask)));
        let fewest = unique.map(u32::count_ones).min();
        let found = trial::finds(&Skeletons, &order, u64::MAX);
        assert_eq!(found.first().map(|find| count(&find.note)), fewest, "{text}");
        assert!(found.iter().all(|find| find.note.as_ref().is_some_and(|note| note.contains("proved with"))));
        trial::prove(&found, "depth-first");
    }
}

/// The result of an interrupted search is right, whatever the moment; the more it examined, the better.
#[test]
fn a_search_that_is_broken_off_leaves_the_best_so_far() {
    let space = Skeletons.space(&trial::order(&Skeletons, "7375428413/125473", &[])).expect("it is right");
    let times = [50, 100, 200, 400, 800, 1600, 3200, 6400].map(Duration::from_millis);
    let mut best: Vec<(u64, Find)> =
        times.into_iter().filter_map(|time| broken_off(&*space, time)).take(3).collect();
    assert!(!best.is_empty());
    // On a busy machine a longer time may be enough for less.
    best.sort_by_key(|(looked_at, find)| (*looked_at, Reverse(count(&find.note))));
    let best: Vec<Find> = best.into_iter().map(|(_, find)| find).collect();
    trial::prove(&best, "derive");
    assert!(best.windows(2).all(|pair| count(&pair[0].note) >= count(&pair[1].note)));
    assert!(best.iter().all(|find| find.note.as_ref().is_some_and(|note| note.contains("found so far"))));
}

/// Returns the best puzzle of the first part after some time, and how many candidates were examined until then.
fn broken_off(space: &dyn Space, time: Duration) -> Option<(u64, Find)> {
    let interrupt = Arc::<AtomicBool>::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(time);
            interrupt.store(true, Ordering::Relaxed);
        });
        let mut finds = Finds::new(&interrupt);
        let flow = space.search(0, &mut finds);
        assert!(flow.is_break() && finds.is_interrupted(), "it takes longer");
        let looked_at = finds.tally.candidates;
        finds.best().map(|find| (looked_at, *find))
    })
}

#[test]
fn lots_are_named_by_their_seed() {
    for size in ["2x2", "4/2", "3+3-2", "√4", "∛4"] {
        let order = trial::order(&Skeletons, "", &[("random", size)]);
        let found = trial::finds(&Skeletons, &order, 4);
        assert!(!found.is_empty(), "{size}");
        assert_eq!(trial::texts(&found), trial::texts(&trial::finds(&Skeletons, &order, 4)));
        let other = trial::finds(&Skeletons, &Order { seed: 2, ..order }, 4);
        assert_ne!(trial::texts(&found), trial::texts(&other));
        trial::prove(&found, "depth-first");
    }
}

#[test]
fn all_copies_of_a_digit_may_be_all_that_is_shown() {
    let order = trial::order(&Skeletons, "", &[("random", "3x2"), ("only", "7"), ("none-hidden", "")]);
    let found = trial::finds(&Skeletons, &order, 300);
    assert!(!found.is_empty());
    for (find, solved) in found.iter().zip(trial::solutions(&found)) {
        let text = find.puzzle.sheet().with_names(&|_| "□".into()).to_string();
        assert_eq!(text.matches('7').count(), solved.matches('7').count());
    }
    trial::prove(&found, "derive");
}

#[test]
fn a_shape_is_kept() {
    let shape = "  ##□\n×  □#\n-----\n □□□□\n□□#□\n-----\n□□□□□";
    let order = trial::order(&Skeletons, "", &[("random", "3x2"), ("shape", shape)]);
    let found = trial::finds(&Skeletons, &order, 2000);
    assert!(!found.is_empty());
    let shown =
        |text: String| text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect::<String>();
    let texts = found.iter().map(|find| find.puzzle.sheet().with_names(&|_| "□".into()).to_string());
    assert!(texts.into_iter().all(|text| shown(text) == shape));
}

#[test]
fn digits_may_be_letters() {
    let order = trial::order(&Skeletons, "775*33", &[("as", "letters")]);
    let found = trial::finds(&Skeletons, &order, 1);
    assert_eq!(trial::solutions(&found), ["  775\n×  33\n-----\n 2325\n2325\n-----\n25575"]);
    trial::prove(&found, "lexicographic");
    let both = trial::finds(
        &Skeletons,
        &trial::order(&Skeletons, "775*33", &[("as", "both"), ("clues", "minimal")]),
        8,
    );
    assert!(!both.is_empty());
    trial::prove(&both, "derive");
}

/// A key names the digits, in every layout; the letters in the order of the used digits spell a shorter one.
#[test]
fn a_key_gives_the_letters() {
    let key = "BLACKSMITH";
    for text in ["775*33", "7375428413/125473", "98765+4321-9", "√1225", "157/12"] {
        let order = trial::order(&Skeletons, text, &[("keyword", key)]);
        let calculation = Calculation::read(text, Base::TEN).expect("it is one");
        let drawn = Skeleton::new(&calculation, &order.rules, Signs::Blanks, None).expect("it can be drawn");
        let puzzle = drawn.with_clues(drawn.all()).expect("it is one");
        let (_, solutions) = Solver::new(&puzzle).run().expect("it can be solved");
        let whole = solutions[0].to_string();
        let letter = |c: char| c.to_digit(10).map_or(c, |digit| key.as_bytes()[digit as usize].into());
        let expected: String = whole.chars().map(letter).collect();
        let found = trial::finds(&Skeletons, &order, 1);
        assert!(found.iter().all(|find| find.text == expected), "{text}");
        let read = Reader::new().rules(puzzle.rules()).literal().read(&expected).expect("it is a puzzle");
        let (answer, _) = Solver::new(&read).ask(Ask::Unique).run().expect("it can be solved");
        assert_eq!(found.len() == 1, answer.outcome.unique == Some(true), "{text}");
    }
    let short = trial::finds(&Skeletons, &trial::order(&Skeletons, "775*33", &[("keyword", "LOVE")]), 1);
    assert_eq!(
        short.first().map(|find| find.text.as_str()),
        Some("  EEV\n×  OO\n-----\n LOLV\nLOLV\n-----\nLVVEV")
    );
    let both = [("as", "both"), ("keyword", "LOVE")];
    let both = trial::finds(&Skeletons, &trial::order(&Skeletons, "775*33", &both), 1);
    assert!(both.iter().all(|find| find.text.chars().all(|c| !c.is_alphabetic() || "LOVE".contains(c))));
    let lots = [("random", "2x2"), ("keyword", "SUNLIT")];
    let lots = trial::finds(&Skeletons, &trial::order(&Skeletons, "", &lots), 300);
    assert!(!lots.is_empty());
    trial::prove(&lots, "derive");
    for (key, more) in [
        ("SOLVE", ("as", "letters")),
        ("NOON", ("as", "letters")),
        ("LOVE", ("as", "blanks")),
        ("LOVE", ("only", "7")),
    ] {
        assert!(matches!(
            trial::refused(&Skeletons, "775*33", &[("keyword", key), more]),
            GenerateError::Key { .. } | GenerateError::Both(..)
        ));
    }
}

#[test]
fn no_set_of_letters_comes_twice() {
    let order = trial::order(&Skeletons, "9*12", &[("as", "both"), ("clues", "minimal")]);
    let found = trial::finds(&Skeletons, &order, 300);
    let texts: HashSet<String> = trial::texts(&found).into_iter().collect();
    assert!(texts.len() == found.len() && found.len() > 1, "{texts:?}");
    // A part that is searched alone knows the earlier ones.
    let space = Skeletons.space(&order).expect("it is right");
    let interrupt = Arc::default();
    for part in [7, 250] {
        let mut finds = Finds::new(&interrupt);
        assert!(space.search(part, &mut finds).is_continue());
        assert!(finds.found().is_empty(), "part {part}");
    }
}

#[test]
fn large_roots_are_carried_out() {
    let order = Order {
        rules: Rules::default().with_base(fukumen_language::digits::Base::new(8).expect("it is one")),
        ..trial::order(&Skeletons, "∛1000000000000000000000000000000000000000000", &[("as", "letters")])
    };
    assert!(Skeletons.space(&order).is_ok());
}

#[test]
fn rules_that_forbid_the_calculation_leave_no_puzzle() {
    let mut order = trial::order(&Skeletons, "30*12", &[]);
    order.rules.no_zero = true;
    assert!(trial::finds(&Skeletons, &order, 1).is_empty());
    order.rules = Rules { wrong: fukumen_language::puzzle::Wrong::Each, ..Rules::default() };
    assert!(matches!(trial::refusal(&Skeletons, &order), GenerateError::Undrawable(_)));
}

/// Rules may name letters that only some of the clues are.
#[test]
fn rules_may_name_letters() {
    for (name, value) in [("blanks-avoid", "A"), ("assign", "A=1"), ("where", "A<2"), ("distinct", "AB")] {
        let mut order = trial::order(&Skeletons, "12*12", &[("as", "both")]);
        order.rules.set(name, Some(value)).expect("it is a setting");
        assert!(Skeletons.space(&order).is_ok(), "{name} {value}");
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    let refusal = |subject: &str, choices: &[(&str, &str)]| trial::refused(&Skeletons, subject, choices);
    assert!(matches!(refusal("", &[]), GenerateError::Missing(_)));
    assert!(matches!(refusal("7*7=48", &[]), GenerateError::Untrue));
    assert!(matches!(refusal("7/0", &[]), GenerateError::Undrawable(_)));
    assert!(matches!(refusal("7*7", &[("only", "3")]), GenerateError::Value { option: "only", .. }));
    assert!(matches!(refusal("7*7", &[("clues", "few")]), GenerateError::Value { option: "clues", .. }));
    assert!(matches!(refusal("7*7", &[("shape", "##")]), GenerateError::Value { option: "shape", .. }));
    assert!(matches!(refusal("", &[("random", "9")]), GenerateError::Value { option: "random", .. }));
    assert!(matches!(refusal("7*7", &[("as", "runes")]), GenerateError::Value { option: "as", .. }));
    assert!(matches!(refusal("12345678901234567*1234567890123456", &[]), GenerateError::LongDrawing));
}
