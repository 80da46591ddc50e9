//! Generators, as a library user has them: complete answers against plain generate-and-test, and the promises that hold for every kind.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;

use fukumen::explain::Explainer;
use fukumen::generate::{Choices, Find, GenerateError, Generator, Order, Shard, Stop, Thing};
use fukumen::text::Reader;
use fukumen::{Ask, Rules, Solver, generate};

/// An order of words.
fn order(words: &str, choices: &[(&str, &str)]) -> Order {
    tried("words", words, choices).expect("the options are right")
}

/// An order under other rules.
fn ruled(rules: &Rules, mut order: Order) -> Order {
    order.rules = rules.clone();
    order
}

/// An order of a kind that has a list of words.
fn tried(kind: &str, words: &str, choices: &[(&str, &str)]) -> Result<Order, GenerateError> {
    let given = std::iter::once(("words", words)).chain(choices.iter().copied());
    Ok(read(kind, given)?.into())
}

fn read<'t>(
    kind: &str,
    given: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Result<Choices, GenerateError> {
    Choices::read(generate::kind(kind).expect("it is in the table"), given)
}

/// Everything that a kind finds for an order.
fn all(kind: &str, order: &Order) -> Vec<Find> {
    some(kind, order, Shard::WHOLE, 2, 1)
}

fn some(kind: &str, order: &Order, shard: Shard, threads: usize, solutions: u64) -> Vec<Find> {
    let space = generate::kind(kind).expect("it is in the table").space(order).expect("the order is right");
    let mut finds = Vec::new();
    let generator = Generator::new(&*space).parts(shard.of(space.parts()));
    let stop = generator.threads(threads).solutions(solutions).run(&mut |part| {
        finds.extend(part.finds);
        ControlFlow::Continue(())
    });
    assert_eq!(stop, Stop::Exhausted);
    finds
}

fn texts(finds: &[Find]) -> Vec<&str> {
    finds.iter().map(|find| &*find.text).collect()
}

fn set(finds: &[Find]) -> BTreeSet<String> {
    let all: BTreeSet<String> = finds.iter().map(|find| find.text.clone()).collect();
    assert_eq!(all.len(), finds.len(), "a puzzle came twice");
    all
}

fn has_solutions(text: &str, rules: &Rules, solutions: u64) -> bool {
    let puzzle = Reader::new().rules(rules).read(text).expect("it is a puzzle");
    let (answer, _) =
        Solver::new(&puzzle).threads(1).ask(Ask::First(solutions + 1)).run().expect("some engine fits");
    answer.outcome.count == u128::from(solutions)
}

const COLOURS: [&str; 22] = [
    "azure", "black", "brown", "coral", "gold", "gray", "green", "grey", "ivory", "khaki", "linen", "maroon",
    "navy", "orange", "orchid", "pink", "purple", "tan", "tomato", "wheat", "white", "yellow",
];

/// The names of 143 colours.
fn colours() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/puzzles/colours.txt");
    fs::read_to_string(path).expect("it is there")
}

/// Plain generate-and-test of a form with `words` different words; `is_first` says which of equal puzzles counts.
fn by_force(
    list: &[&str],
    words: usize,
    form: &dyn Fn(&[&str]) -> String,
    is_first: &dyn Fn(&[usize]) -> bool,
    rules: &Rules,
    solutions: u64,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for number in 0..list.len().pow(words as u32) {
        let places: Vec<usize> =
            (0..words).map(|word| number / list.len().pow(word as u32) % list.len()).collect();
        let are_different = (0..words).all(|i| !places[..i].contains(&places[i]));
        if are_different && is_first(&places) {
            let chosen: Vec<&str> = places.iter().map(|place| list[*place]).collect();
            let text = form(&chosen);
            let letters: BTreeSet<char> = chosen.iter().flat_map(|word| word.chars()).collect();
            if letters.len() <= usize::from(rules.base.get()) && has_solutions(&text, rules, solutions) {
                found.insert(text);
            }
        }
    }
    found
}

#[test]
fn all_sums_of_a_small_list_are_found() {
    let rules = Rules::default();
    let found = set(&all("words", &order(&COLOURS.join("\n"), &[])));
    let known =
        by_force(&COLOURS, 3, &|w| format!("{}+{}={}", w[0], w[1], w[2]), &|p| p[0] < p[1], &rules, 1);
    assert_eq!(found, known);
    assert_eq!(known.len(), 32);
}

#[test]
fn all_puzzles_of_other_forms_are_found() {
    let short = ["ab", "ba", "aa", "abc", "cab", "a", "b", "bcd", "dab", "ace"];
    let rules = Rules::default();
    type Case<'c> = (&'c str, usize, &'c dyn Fn(&[&str]) -> String, &'c dyn Fn(&[usize]) -> bool);
    let cases: [Case; 4] = [
        ("A*B=C", 3, &|w| format!("{}*{}={}", w[0], w[1], w[2]), &|p| p[0] < p[1]),
        ("A-B=C", 3, &|w| format!("{}-{}={}", w[0], w[1], w[2]), &|_| true),
        ("A+A=B", 2, &|w| format!("{}+{}={}", w[0], w[0], w[1]), &|_| true),
        ("A+2*B=C", 3, &|w| format!("{}+2*{}={}", w[0], w[1], w[2]), &|_| true),
    ];
    for (form, words, written, is_first) in cases {
        let found = set(&all("words", &order(&short.join("\n"), &[("form", form)])));
        assert_eq!(found, by_force(&short, words, written, is_first, &rules, 1), "{form}");
        assert!(!found.is_empty(), "{form}");
    }
}

#[test]
fn a_sum_of_any_words_has_each_once_and_its_addends_in_one_order() {
    let list = &COLOURS[..12];
    let found = set(&all("words", &order(&list.join("\n"), &[("form", "+"), ("words-in-all", "4")])));
    let known = by_force(
        list,
        4,
        &|w| format!("{}+{}+{}={}", w[0], w[1], w[2], w[3]),
        &|p| p[0] < p[1] && p[1] < p[2],
        &Rules::default(),
        1,
    );
    assert_eq!(found, known);
}

#[test]
fn the_rules_and_the_number_of_solutions_are_those_asked_for() {
    let list = ["ab", "ba", "abc", "cab", "bcd", "dab"];
    let written = |w: &[&str]| format!("{}+{}={}", w[0], w[1], w[2]);
    for (setting, value, solutions) in [
        ("base", "5", 1),
        ("leading-zeros", "allowed", 1),
        ("digits", "1-9", 1),
        ("base", "7", 2),
        ("where", "a>b", 1),
    ] {
        let mut rules = Rules::default();
        rules.set(setting, Some(value)).expect("it is a value");
        let order = ruled(&rules, order(&list.join("\n"), &[]));
        let found = set(&some("words", &order, Shard::WHOLE, 1, solutions));
        let known = by_force(&list, 3, &written, &|p| p[0] < p[1], &rules, solutions);
        assert_eq!(found, known, "{setting} {value}");
    }
}

/// Sets of letters are words of 64 bits: in a list with more, letters share one.
#[test]
fn a_list_may_have_more_letters_than_a_set_has_bits() {
    let alphabet: Vec<char> = ('a'..='z').chain('α'..='ρ').chain('τ'..='ω').chain('а'..='я').collect();
    assert!(alphabet.len() > 70);
    // Too many letters for a puzzle, but each gets its number.
    let long: Vec<String> = alphabet.chunks(12).map(String::from_iter).collect();
    let mixed = [&alphabet[..4], &alphabet[64..68]].concat();
    let word = |n: usize| String::from_iter([n % 8, n / 8 % 8, n / 64].map(|place| mixed[place]));
    let words: Vec<String> = (0..512).step_by(29).map(word).collect();
    let list: Vec<&str> = words.iter().map(String::as_str).collect();
    let rules = Rules::default().with_base(fukumen::digits::Base::new(5).expect("it is a base"));
    let order = ruled(&rules, order(&[long, words.clone()].concat().join("\n"), &[]));
    let known = by_force(&list, 3, &|w| format!("{}+{}={}", w[0], w[1], w[2]), &|p| p[0] < p[1], &rules, 1);
    assert!(known.len() > 3, "{known:?}");
    assert_eq!(set(&all("words", &order)), known);
}

/// An order of a kind.
fn order_of(kind: &'static str, subject: &str, choices: &[(&str, &str)]) -> (&'static str, Order) {
    let mut order = Order::from(read(kind, choices.iter().copied()).expect("the options are right"));
    order.subject = (!subject.is_empty()).then(|| subject.into());
    (kind, order)
}

/// A small order of each kind, with several puzzles.
fn one_of_each_kind() -> Vec<(&'static str, Order)> {
    let words = "khaki\nsienna\nbisque\ngreen\ntan\nazure\nlinen\nbrown\n";
    let grid = "ans\nos\nars\nfi\nna\nor\nagi\nra\nair\napi\nce\nin\n";
    let verse = "Send more money. Send more\nmoney! Send more is money. Money is send more";
    let orders = vec![
        order_of("words", "", &[("words", words)]),
        order_of("numbers", "9567+1085=10652", &[("words", "send\nmore\nmoney\ntend\n")]),
        order_of("doubly-true", "", &[("lang", "ja-kana"), ("max", "60")]),
        order_of("literary", verse, &[]),
        order_of("skeleton", "12*34", &[("clues", "minimal")]),
        order_of("near", "SEND+MORE=MODEL", &[("words", "money\nmonth\n")]),
        order_of("grid", "", &[("words", grid)]),
    ];
    for kind in generate::KINDS {
        assert!(orders.iter().any(|(name, _)| *name == kind.name()), "{} has no order here", kind.name());
    }
    orders
}

/// Whatever the kind: a puzzle comes once.
#[test]
fn no_puzzle_comes_twice() {
    let words = "send\nmore\nmoney\nmodel\nmonth\nsix\nten\n";
    let colours = colours();
    let others = [
        order_of("words", "", &[("words", &colours), ("form", "+"), ("words-in-all", "3..4")]),
        order_of(
            "words",
            "",
            &[("words", &colours), ("form", "+"), ("sample", "1000"), ("words-in-all", "3")],
        ),
        order_of("numbers", "9567+1085=10652", &[("words", "send\nmore\nmoney\ntend\nSEND\n")]),
        order_of("skeleton", "", &[("random", "1x1")]),
        order_of("skeleton", "", &[("random", "2x1"), ("as", "letters")]),
        order_of("near", "SEND+MORE=MODEL", &[("words", words), ("words", words), ("changes", "2")]),
        order_of("grid", "", &[("digits-each", "1"), ("operators", "/")]),
    ];
    for (kind, order) in one_of_each_kind().into_iter().chain(others) {
        let finds = all(kind, &order);
        let texts: BTreeSet<String> = finds.iter().map(|find| find.puzzle.to_string()).collect();
        assert_eq!(texts.len(), finds.len(), "{kind}");
        assert!(finds.len() > 1, "{kind}: too few to come twice");
    }
}

/// What `generate` keeps by its rating is rated the same by whoever reads it, and the rest is what it leaves out.
#[test]
fn puzzles_of_every_kind_are_chosen_by_the_rating_that_readers_give_them() {
    let mut labels = BTreeSet::new();
    for (kind, order) in one_of_each_kind() {
        let space =
            generate::kind(kind).expect("it is in the table").space(&order).expect("the order is right");
        let chosen = |comparisons: &[&str], threads: usize| {
            let comparisons = comparisons.iter().map(|text| text.parse().expect("it is one")).collect();
            let mut finds = Vec::new();
            let generator = Generator::new(&*space).comparisons(comparisons).threads(threads).rated(true);
            generator.run(&mut |part| {
                finds.extend(part.finds);
                if finds.len() < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            finds.truncate(4);
            finds
        };
        let whole = chosen(&[], 1);
        assert!(!whole.is_empty(), "{kind}");
        for find in &whole {
            let read = Reader::new().rules(find.puzzle.rules()).read(&find.puzzle.to_string());
            let rating = Explainer::new(&read.expect("it is a puzzle")).rate();
            assert_eq!(find.rating, rating, "{kind}: {}", find.text);
            labels.extend(rating.map(|rating| rating.label));
        }
        let (easy, hard) = (chosen(&["letters<99", "rating<=5.5"], 2), chosen(&["rating>5.5"], 1));
        let value = |find: &Find| find.rating.as_ref().map(|rating| rating.value).expect("it was rated");
        assert!(easy.iter().all(|find| value(find) <= 5.5), "{kind}");
        assert!(hard.iter().all(|find| value(find) > 5.5), "{kind}");
        let is_kept = |find: &&Find| easy.iter().chain(&hard).any(|other| other.text == find.text);
        let lost: Vec<&Find> = whole.iter().filter(|find| !is_kept(find)).collect();
        assert!(lost.iter().all(|find| find.rating.as_ref().is_some_and(|rating| rating.is_least)), "{kind}");
    }
    assert!(labels.len() > 1, "all are {labels:?}");
}

/// A required word may be named twice.
#[test]
fn one_word_may_be_needed_twice() {
    let words = "send\nmore\nmoney\n";
    for choices in [
        &[("contains", "send"), ("contains", "SEND")][..],
        &[("contains", "send"), ("theme", "send\n"), ("contains", "more"), ("contains", "money")],
    ] {
        assert_eq!(texts(&all("words", &order(words, choices))), ["send+more=money"]);
    }
}

/// The words that the letters of one make in any order, with others before them.
fn anagrams(word: &str, before: &str) -> String {
    let mut all = vec![String::new()];
    for letter in word.chars() {
        let longer = |shorter: &String| {
            (0..=shorter.len())
                .map(|at| [&shorter[..at], &letter.to_string(), &shorter[at..]].concat())
                .collect()
        };
        all = all.iter().flat_map::<Vec<String>, _>(longer).collect();
    }
    before.to_string() + &all.join("\n")
}

/// Where what is found takes longer to hand on than to find, something always lies ready.
#[test]
fn whoever_hands_on_slowly_is_interrupted_too() {
    let order = order(&colours(), &[]);
    let space = generate::kind("words").expect("it is there").space(&order).expect("it is right");
    let interrupt = std::sync::Arc::<std::sync::atomic::AtomicBool>::default();
    let mut handed_on = 0;
    let stop =
        Generator::new(&*space).threads(2).interrupt(std::sync::Arc::clone(&interrupt)).run(&mut |_| {
            handed_on += 1;
            std::thread::sleep(std::time::Duration::from_millis(50));
            interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        });
    assert_eq!((stop, handed_on), (Stop::Interrupted, 1));
}

/// A space whose every part has thousands of puzzles, and that counts the parts that were searched.
#[derive(Default)]
struct Plenty(std::sync::atomic::AtomicUsize);

impl generate::Space for Plenty {
    fn parts(&self) -> u64 {
        64
    }

    fn search(&self, _part: u64, finds: &mut generate::Finds<'_>) -> ControlFlow<()> {
        // On a busy machine the end may come in the middle of a part.
        if !(0..2048).all(|_| finds.propose_text("A=1", &Rules::default())) {
            return ControlFlow::Break(());
        }
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

/// Of thousands of puzzles that lie ready, no more are searched for: two parts lie ready, two are under way, and one was handed on.
#[test]
fn no_more_is_found_than_can_lie_ready() {
    let plenty = Plenty::default();
    Generator::new(&plenty).threads(2).run(&mut |_| {
        std::thread::sleep(std::time::Duration::from_millis(600));
        ControlFlow::Break(())
    });
    let searched = plenty.0.load(std::sync::atomic::Ordering::Relaxed);
    assert!(searched <= 6, "{searched} parts were searched");
}

/// Sums whose solutions cannot be counted in time, words that leave no letter, puzzles that take for ever: the search ends soon
/// after it is asked to.
#[test]
fn a_search_that_is_interrupted_ends_soon() {
    let ideographs: Vec<String> =
        (0..120).map(|i| char::from_u32(0x4E00 + i).expect("it is one").into()).collect();
    let mut large = Rules::default();
    large.set("base", Some("19")).expect("it is a base");
    // Letters that add the same come in pairs, so that no sum with some has one solution.
    let needed = [("contains", "GHIJKL"), ("contains", "MNOPQRS")];
    let cases = [
        ruled(&large, order(&anagrams("ABCDEF", "GHIJKL\nMNOPQRS\n"), &needed)),
        order(&ideographs.join("\n"), &[("form", "+"), ("words-in-all", "14")]),
    ];
    for order in cases {
        let space = generate::kind("words").expect("it is there").space(&order).expect("it is right");
        let interrupt = std::sync::Arc::<std::sync::atomic::AtomicBool>::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(300));
                interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let generator = Generator::new(&*space).interrupt(std::sync::Arc::clone(&interrupt));
            assert_eq!(generator.solutions(2).run(&mut |_| ControlFlow::Continue(())), Stop::Interrupted);
        });
    }
    let hopeless = Order::near("ABCDEFGHIJ*KLMNOPQRS=TUVWXYABCDEFGH");
    let near = hopeless.interrupt(std::sync::Arc::new(true.into())).space().err();
    assert_eq!(near, Some(GenerateError::Interrupted));
}

#[test]
fn options_choose_among_all() {
    let whole = all("words", &order(&colours(), &[]));
    let chosen = |choices: &[(&str, &str)], is_chosen: &dyn Fn(&str) -> bool| {
        let found = all("words", &order(&colours(), choices));
        let known: Vec<&str> = texts(&whole).into_iter().filter(|text| is_chosen(text)).collect();
        assert_eq!(texts(&found), known, "{choices:?}");
    };
    let words = |text: &str| text.split(['+', '=']).map(String::from).collect::<Vec<_>>();
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<BTreeSet<_>>().len();
    chosen(&[("contains", "TAN")], &|text| words(text).contains(&"tan".into()));
    chosen(&[("contains", "tan"), ("contains", "azure")], &|text| {
        words(text).contains(&"tan".into()) && words(text).contains(&"azure".into())
    });
    chosen(&[("theme", "pink\nmauve\ngold\n")], &|text| {
        words(text).iter().any(|word| word == "pink" || word == "gold")
    });
    chosen(&[("min-length", "4")], &|text| words(text).iter().all(|word| word.len() >= 4));
    chosen(&[("max-length", "5")], &|text| words(text).iter().all(|word| word.len() <= 5));
    chosen(&[("letters", "8")], &|text| letters(text) == 8);
}

/// Measures that the letters decide choose the same puzzles early as they do afterwards, and leave as few to be solved as a
/// number of letters does.
#[test]
fn measures_of_letters_choose_early_what_they_would_choose_late() {
    let mut several = Rules::default();
    several.set("distinct", Some("none")).expect("it is a setting");
    for rules in [&Rules::default(), &several] {
        let list: Vec<&str> = COLOURS.into_iter().step_by(if rules == &several { 4 } else { 1 }).collect();
        let order = |choices: &[(&str, &str)]| ruled(rules, order(&list.join("\n"), choices));
        let whole = all("words", &order(&[]));
        for text in ["ideal", "ideal=0", "letters>=9", "letters!=8", "nodes<9"] {
            let comparison: generate::Comparison = text.parse().expect("it is one");
            let wanted: Vec<&Find> = whole.iter().filter(|find| comparison.holds(find)).collect();
            let mut measured = order(&[]);
            measured.measures.push(comparison.clone());
            let mut found = all("words", &measured);
            found.retain(|find| comparison.holds(find));
            assert_eq!(texts(&found), wanted.iter().map(|find| &*find.text).collect::<Vec<_>>(), "{text}");
        }
    }
    let tested = |order: &Order| {
        let space = generate::kind("words").expect("it is there").space(order).expect("it is right");
        let mut tested = 0;
        Generator::new(&*space).run(&mut |part| {
            tested += part.tally.tested;
            ControlFlow::Continue(())
        });
        tested
    };
    let list = colours();
    let product = [("form", "A*B=C"), ("max-length", "4")];
    let mut ideal = order(&list, &product);
    ideal.measures.push("ideal".parse().expect("it is one"));
    let ten = order(&list, &[("letters", "10"), product[0], product[1]]);
    assert_eq!(tested(&ideal), tested(&ten));
    assert!(tested(&ideal) < tested(&order(&list, &product)));
}

#[test]
fn threads_and_shards_make_no_difference() {
    let order = order(&colours(), &[("form", "+"), ("words-in-all", "3..4")]);
    let whole = all("words", &order);
    assert!(whole.len() > 10);
    for threads in [1, 3] {
        assert_eq!(texts(&some("words", &order, Shard::WHOLE, threads, 1)), texts(&whole));
    }
    for count in [2, 5, 40] {
        let shard = |number| format!("{number}/{count}").parse().expect("it is a shard");
        let pieces: Vec<Find> =
            (1..=count).flat_map(|number| some("words", &order, shard(number), 2, 1)).collect();
        assert_eq!(texts(&pieces), texts(&whole), "{count} shards");
    }
}

#[test]
fn a_seed_names_a_sample() {
    let sampled = |seed| {
        let mut order = order(&colours(), &[("sample", "5")]);
        order.seed = seed;
        let space = generate::kind("words").expect("it is there").space(&order).expect("it is right");
        assert_eq!(space.enough(), Some(5));
        all("words", &order)
    };
    let whole = set(&all("words", &order(&colours(), &[])));
    let [one, again, other] = [1, 1, 2].map(sampled);
    assert_eq!(texts(&one), texts(&again));
    assert_ne!(texts(&one), texts(&other));
    assert!(set(&one).is_subset(&whole) && set(&other).is_subset(&whole));
}

#[test]
fn what_is_found_has_one_solution_by_the_plain_engine_too() {
    let finds = all("words", &order(&colours(), &[("form", "+"), ("words-in-all", "3..4")]));
    for find in finds.iter().step_by(finds.len() / 5) {
        let solver = Solver::new(&find.puzzle).engine("lexicographic").ask(Ask::Unique);
        let (answer, solutions) = solver.run().expect("it fits every puzzle");
        assert_eq!(answer.outcome.unique, Some(true), "{}", find.text);
        assert_eq!(solutions[0].digits(), find.solution.digits());
    }
}

#[test]
fn sums_of_a_collection_are_found_again_from_their_words() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/puzzles/unique.txt");
    let collection = fs::read_to_string(path).expect("it is there");
    let is_of_list =
        |line: &&str| line.contains("gorgon") && line.split('+').count() <= 4 && !line.contains('*');
    let sums: Vec<Vec<&str>> = collection
        .lines()
        .filter(is_of_list)
        .map(|line| line.split(" + ").flat_map(|part| part.split(" = ")).collect())
        .collect();
    assert!(sums.len() > 20, "{}", sums.len());
    let words: BTreeSet<&str> = sums.iter().flatten().copied().collect();
    let list = words.iter().copied().collect::<Vec<_>>().join("\n");
    let found = all("words", &order(&list, &[("form", "+"), ("words-in-all", "3..5")]));
    let found: BTreeSet<String> = set(&found);
    for sum in sums {
        let (result, addends) = sum.split_last().expect("it has words");
        // The list is sorted, and so are the addends of what is found.
        let addends: BTreeSet<&str> = addends.iter().copied().collect();
        let text = format!("{}={result}", addends.into_iter().collect::<Vec<_>>().join("+"));
        assert!(found.contains(&text), "{text}");
    }
}

#[test]
fn words_for_numbers_are_all_that_match() {
    let list =
        ["send", "more", "money", "less", "sold", "dose", "modes", "mends", "nodes", "demon", "seed", "rose"];
    let mut subject = order(&list.join("\n"), &[]);
    subject.subject = Some("9567+1085=10652".into());
    let fits = |number: &str, word: &str| {
        let pairs = || number.chars().zip(word.chars());
        number.len() == word.len() && pairs().all(|(d, l)| pairs().all(|(e, m)| (d == e) == (l == m)))
    };
    let mut known = BTreeSet::new();
    for a in list {
        for b in list {
            for c in list {
                if fits("9567108510652", &format!("{a}{b}{c}")) {
                    known.insert(format!("{a}+{b}={c}"));
                }
            }
        }
    }
    let found = set(&all("numbers", &subject));
    assert!(known.contains("send+more=money"));
    assert_eq!(found.iter().filter(|text| text.len() == 15).cloned().collect::<BTreeSet<_>>(), found);
    // Words of the right lengths only: four, four and five letters.
    let known: BTreeSet<String> =
        known.into_iter().filter(|text| text.as_bytes()[4] == b'+' && text.as_bytes()[9] == b'=').collect();
    assert_eq!(found, known);
}

#[test]
fn a_calculation_may_have_any_operators_and_several_equations_in_any_base() {
    let mut rules = Rules::default();
    rules.set("base", Some("12")).expect("it is a value");
    let numbers = |subject: &str, choices: &[(&str, &str)], rules: &Rules| {
        let mut order = ruled(rules, read("numbers", choices.iter().copied())?.into());
        order.subject = Some(subject.into());
        let space = generate::kind("numbers").expect("it is there").space(&order)?;
        let mut found = Vec::new();
        Generator::new(&*space).run(&mut |part| {
            found.extend(part.finds.into_iter().map(|find| find.text));
            ControlFlow::Continue(())
        });
        Ok::<_, GenerateError>(found)
    };
    let key = [("keyword", "OMYDWERTNS")];
    assert_eq!(numbers("9567+1085=10652", &key, &Rules::default()), Ok(vec!["SERT+MONE=MOREY".into()]));
    let two = numbers("52*367=19084, 52+36+71+90+84=333", &[("keyword", "abcdefghij")], &Rules::default());
    assert_eq!(two, Ok(vec!["fc*dgh=bjaie, fc+dg+hb+ja+ie=ddd".into()]));
    let twelve = numbers("[11][11]+1=100", &[("words", "ff\nd\ndee\n")], &rules);
    assert_eq!(twelve, Ok(vec!["ff+d=dee".into()]));
    assert_eq!(numbers("1+1=3", &key, &Rules::default()), Err(GenerateError::Untrue));
    assert_eq!(numbers("A+1=3", &key, &Rules::default()), Err(GenerateError::NotNumbers));
    assert_eq!(
        numbers("1+1=2", &[], &Rules::default()),
        Err(GenerateError::Missing(&[Thing::Option("words"), Thing::Option("keyword")]))
    );
    let short = numbers("1+1=2", &[("keyword", "ABC")], &Rules::default());
    assert_eq!(short, Err(GenerateError::Key { key: "ABC".into(), letters: 10, used: 2 }));
}

/// Every product of two numbers of two digits whose digits can be the letters of words, drawn with these letters.
fn drawn_by_force(list: &[&str]) -> BTreeSet<String> {
    let mut drawings = BTreeSet::new();
    for (a, b) in (10..100).flat_map(|a| (10..100).map(move |b| (a, b))).filter(|(_, b)| b % 10 != 0) {
        let numbers = [a, b, a * b].map(|number: u32| number.to_string());
        for number in 0..list.len().pow(3) {
            let words = [0, 1, 2].map(|place| list[number / list.len().pow(place) % list.len()]);
            let Some(letters) = letters_of(&words, &numbers).filter(|_| words[0] != words[1]) else {
                continue;
            };
            let spell = |number: u32| -> String {
                number
                    .to_string()
                    .chars()
                    .map(|digit| letters[digit as usize - '0' as usize].unwrap_or('□'))
                    .collect()
            };
            let (width, before) = (numbers[2].len().max(4), numbers[2].len().max(4) - 1);
            let rule = "-".repeat(width);
            let [first, second, product] = words;
            let (units, tens) = (spell(a * (b % 10)), spell(a * (b / 10)));
            drawings.insert(format!(
                "{first:>width$}\n×{second:>before$}\n{rule}\n{units:>width$}\n{tens:>before$}\n{rule}\n{product:>width$}"
            ));
        }
    }
    drawings
}

/// The letter of each digit, where words are numbers.
fn letters_of(words: &[&str], numbers: &[String]) -> Option<[Option<char>; 10]> {
    let mut letters: [Option<char>; 10] = [None; 10];
    for (word, number) in words.iter().zip(numbers) {
        for (letter, digit) in word.chars().zip(number.chars()) {
            let known = *letters[digit as usize - '0' as usize].get_or_insert(letter);
            if known != letter || word.len() != number.len() {
                return None;
            }
        }
    }
    let different: BTreeSet<char> = letters.iter().flatten().copied().collect();
    (different.len() == letters.iter().flatten().count()).then_some(letters)
}

#[test]
fn long_multiplications_of_words_are_all_that_can_be_drawn() {
    let list = ["as", "go", "no", "gas", "goal"];
    let mut rules = Rules::default();
    rules.set("layout", Some("long-multiplication")).expect("it is a layout");
    let found = set(&all("words", &ruled(&rules, order(&list.join("\n"), &[]))));
    let drawings = drawn_by_force(&list);
    let expected: BTreeSet<String> =
        drawings.iter().filter(|text| has_solutions(text, &rules, 1)).cloned().collect();
    assert!(expected.len() > 10 && expected.len() < drawings.len());
    assert_eq!(found, expected);
}

/// Divisions are those of the same products, and a word may be both factors.
#[test]
fn words_may_be_divided_and_squared() {
    let drawn = |layout: &str, list: &str, form: &str| {
        let mut rules = Rules::default();
        rules.set("layout", Some(layout)).expect("it is a layout");
        let found = all("words", &ruled(&rules, order(list, &[("form", form)])));
        assert!(found.iter().all(|find| has_solutions(&find.text, &rules, 1)));
        set(&found)
    };
    let squares = drawn("long-multiplication", "two\nthree\n", "A*A=B");
    assert_eq!(
        squares.into_iter().collect::<Vec<_>>(),
        ["  two\n× two\n-----\n ttre\n ete\ntwo\n-----\nthree"]
    );
    let divisions = drawn("long-division", "as\ngo\ntwo\n", "A/B=C");
    let is_division =
        |text: &String| text.contains(")two\n") && (text.contains("as)") || text.contains("go)"));
    assert!(!divisions.is_empty() && divisions.iter().all(is_division));
    let mut rules = Rules::default();
    rules.set("layout", Some("long-division")).expect("it is a layout");
    let sum = ruled(&rules, order("as\ngo\n", &[("form", "A+B=C")]));
    let refused = generate::kind("words").expect("it is there").space(&sum).err();
    assert!(matches!(refused, Some(GenerateError::Value { option: "form", .. })));
}

/// A key gives letters to whatever can be read: drawings of all layouts, and divisions in one line.
#[test]
fn a_key_gives_letters_to_drawings() {
    let key = "BLACKSMITH";
    let drawings = [
        "  775\n×  33\n-----\n 2325\n2325\n-----\n25575",
        "    13\n   ---\n12)157\n   12\n   --\n    37\n    36\n    --\n     1",
        "  9567\n+ 1085\n------\n 10652",
        "   3 5\n  ----\n√ 1225\n   9\n  --\n   325\n   325\n   ---\n     0",
        "12 + 34 = 46\n+ + +\n5 + 6 = 11\n= = =\n17 + 40 = 57",
        "12)1464=122; -12=26; -24=24; -24=0",
        "52*367=19084, 52+36+71+90+84=333",
    ];
    let mut unique = 0;
    for text in drawings {
        let letters = |c: char| c.to_digit(10).map_or(c, |digit| key.as_bytes()[digit as usize].into());
        let spelled: String = text.chars().map(letters).collect();
        let puzzle = Reader::new().read(&spelled).expect("it is a puzzle");
        let (answer, _) = Solver::new(&puzzle).ask(Ask::Unique).run().expect("some engine fits");
        let space =
            Order::numbers(text).keyword(key).space().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut found = Vec::new();
        Generator::new(&*space).run(&mut |part| {
            found.extend(part.finds);
            ControlFlow::Continue(())
        });
        if answer.outcome.unique == Some(true) {
            unique += 1;
            assert_eq!(texts(&found), [puzzle.sheet().to_string()]);
            let digits = |text: String| text.chars().filter(char::is_ascii_digit).collect::<String>();
            assert_eq!(digits(found[0].solution.to_string()), digits(text.into()));
        } else {
            assert!(found.is_empty() && space.notes().len() == 1, "{text}");
        }
    }
    assert!(unique > 3, "{unique}");
    let misread = Order::numbers(drawings[0]).keyword("x×CDEFGHIJ").space().err();
    assert!(matches!(misread, Some(GenerateError::Key { .. } | GenerateError::ReadOtherwise)), "{misread:?}");
    let mut twelve = Rules::default();
    twelve.set("base", Some("12")).expect("it is a base");
    let wide = "      1[11]\n×         2\n-----------\n      3[10]";
    let space = Order::numbers(wide).keyword("abcdefghijkl").rules(twelve).space();
    assert!(space.is_ok(), "{space:?}");
    assert_eq!(
        Order::numbers(&format!("@base 12\n{wide}")).keyword(key).space().err(),
        Some(GenerateError::NotNumbers)
    );
}

#[test]
fn what_keeps_an_order_from_being_carried_out_is_told() {
    let error = |words: &str, choices: &[(&str, &str)]| {
        let space = |order| generate::kind("words").expect("it is there").space(&order);
        tried("words", words, choices).and_then(space).err()
    };
    assert_eq!(error("", &[]), Some(GenerateError::NoWords(0)));
    assert_eq!(error("a1\nb-c\n", &[]), Some(GenerateError::NoWords(2)));
    assert_eq!(error("a\nb\n", &[("contains", "c")]), Some(GenerateError::NotInList("c".into())));
    assert_eq!(error("a\nb\n", &[("theme", "c\n")]), Some(GenerateError::NoTheme));
    assert_eq!(
        error("a\nb\n", &[("words-in-all", "5")]),
        Some(GenerateError::Needs { option: Thing::Option("words-in-all"), needs: Thing::Set("form", "+") })
    );
    assert!(matches!(
        error("a\nb\n", &[("letters", "x")]),
        Some(GenerateError::Value { option: "letters", .. })
    ));
    assert!(matches!(error("a\nb\n", &[("form", "A+")]), Some(GenerateError::Text(_))));
    let nothing = generate::kind("words").expect("it is there").space(&Order::default()).err();
    assert_eq!(nothing, Some(GenerateError::Missing(&[Thing::Option("words")])));
}
