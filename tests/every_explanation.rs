//! The laws that hold for every explanation, on random puzzles of every kind in every base from 2 to 16. A tenth of them is
//! explained each time; `make explanations` takes all.

use std::collections::{BTreeMap, BTreeSet};

use fukumen::digits::{Base, DigitSet};
use fukumen::explain::prose::{Detail, Language};
use fukumen::explain::{
    Claim, Explainer, Explanation, Quantity, Status, Step, TECHNIQUES, by_place, fact_of, places, prose,
};
use fukumen::expr::{Cell, Element, Expr};
use fukumen::number::Exact;
use fukumen::solve::clock::Watch;
use fukumen::text::{Form, Reader};
use fukumen::vocabulary::{Algebra, Context};
use fukumen::{Ask, Puzzle, Rules, Solver, judge};

use crate::common::judged::refusal;

/// Units of work that an explanation may take here. A search that goes beyond ends early, and its explanation has to replay as well.
const WORK: u64 = 20_000;

/// Random numbers that are the same each time (Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }
}

/// How the digits of a puzzle are hidden: digits that have a letter, the others shown or blank.
struct Pen {
    base: u64,
    letters: u64,
    blanks: bool,
}

impl Pen {
    fn write(&self, number: u64) -> String {
        let mut digits = Vec::new();
        let mut rest = number;
        loop {
            digits.push(rest % self.base);
            rest /= self.base;
            if rest == 0 {
                break;
            }
        }
        let glyph = |digit: &u64| {
            let letter = char::from(b'G' + u8::try_from(*digit).expect("it is a digit"));
            let shown = char::from_digit(u32::try_from(*digit).expect("it is a digit"), 16).expect("base 16");
            match (self.letters >> digit & 1 == 1, self.blanks) {
                (true, false) => letter,
                (true, true) => '□',
                (false, _) => shown.to_ascii_uppercase(),
            }
        };
        digits.iter().rev().map(glyph).collect()
    }
}

/// A puzzle made of a calculation that is right, but for one in ten; its kind is `kind`.
fn made(dice: &mut Dice, kind: u64) -> Option<(String, Puzzle)> {
    let base = dice.between(2, 16);
    let pen = Pen { base, letters: dice.below(1 << base), blanks: dice.below(3) == 0 };
    let most = (base * base - 1).min(99);
    let (a, b, c) = (dice.between(1, most), dice.between(1, most), dice.between(1, base - 1));
    let slip = u64::from(dice.below(10) == 0);
    let write = |number: u64| pen.write(number);
    let text = match kind {
        0 => format!("{}+{}={}", write(a), write(b), write(a + b + slip)),
        1 => format!("{}+{}+{}={}", write(a), write(b), write(c), write(a + b + c + slip)),
        2 => format!("{}-{}={}", write(a + b), write(b), write(a + slip)),
        3 => format!("{}*{}={}", write(a), write(c), write(a * c + slip)),
        4 => format!("{}*{}={}", write(a), write(b), write(a * b + slip)),
        5 => format!(
            "{}*{}={} && {}+{}={}",
            write(a),
            write(c),
            write(a * c),
            write(a),
            write(b),
            write(a + b + slip)
        ),
        6 => format!("{}^2={}", write(a), write(a * a + slip)),
        7 => format!("{}/{}+{}/{}={}", write(a * c), write(c), write(b * c), write(c), write(a + b + slip)),
        8 => format!("is_square({}) && {}+{}={}", write(a * a), write(a), write(c), write(a + c + slip)),
        9 => format!("sqrt({})={}", write(a * a), write(a + slip)),
        10 => format!("{}/{}={}", write(a * b), write(b), write(a + slip)),
        11 => format!(
            "{}+{}<{} && {}<{}",
            write(a),
            write(b),
            write(a + b + 1),
            write(a.min(b)),
            write(a.max(b) + 1)
        ),
        12 => format!("{}={}+{}={}*{}", write(a * c), write(a), write(a * c - a), write(a), write(c)),
        13 => column(&[write(a), format!("+{}", write(b))], &write(a + b + slip)),
        14 => multiplication(&pen, a.max(base), base * c + dice.between(1, base - 1)),
        15 => {
            let (tens, units) = (c * base, dice.between(1, base - 1));
            let [units_row, tens_row, product] = [a * units, a * c, a * (tens + units)].map(write);
            format!("{} × {}; {units_row}; {tens_row}; {product}", write(a), write(tens + units))
        }
        16 => one_line_division(&pen, c + 1, a * b + slip),
        _ => {
            let root = c * base + dice.between(1, base - 1);
            let rest = write(root * root - c * c * base * base);
            format!("{} gives root {}; -{}={rest}; -{rest}=0", write(root * root), write(root), write(c * c))
        }
    };
    let rules = Rules::default().with_base(Base::new(base).ok()?);
    let puzzle = Reader::new().rules(&rules).read(&text).ok()?;
    let is_small = (1..=8).contains(&puzzle.hidden().len());
    is_small.then_some((text, puzzle))
}

const KINDS: u64 = 18;

fn column(rows: &[String], total: &str) -> String {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).max(total.chars().count()) + 1;
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:>width$}")).collect();
    format!("{}\n{}\n{total:>width$}", rows.join("\n"), "-".repeat(width))
}

fn multiplication(pen: &Pen, factor: u64, multiplier: u64) -> String {
    let (units, tens) = (multiplier % pen.base, multiplier / pen.base);
    let rows = [pen.write(factor), format!("×{}", pen.write(multiplier))];
    let partial = [pen.write(factor * units), format!("{} ", pen.write(factor * tens))];
    let product = pen.write(factor * multiplier);
    let width = product.chars().count() + 2;
    let line = "-".repeat(width);
    let row = |row: &String| format!("{row:>width$}");
    let (rows, partial) = (rows.map(|one| row(&one)).join("\n"), partial.map(|one| row(&one)).join("\n"));
    format!("{rows}\n{line}\n{}\n{line}\n{product:>width$}", partial.trim_end())
}

/// A division with its steps on one line, and the remainder both after the quotient and at the end.
fn one_line_division(pen: &Pen, divisor: u64, dividend: u64) -> String {
    let (mut digits, mut rest) = (Vec::new(), dividend);
    while rest > 0 {
        digits.push(rest % pen.base);
        rest /= pen.base;
    }
    let (mut left, mut steps) = (0, Vec::new());
    for digit in digits.into_iter().rev() {
        left = left * pen.base + digit;
        if left >= divisor {
            if let Some((_, rest)) = steps.last_mut() {
                *rest = left;
            }
            let product = left - left % divisor;
            left %= divisor;
            steps.push((product, left));
        } else if let Some((_, rest)) = steps.last_mut() {
            *rest = left;
        }
    }
    let steps =
        steps.into_iter().map(|(product, rest)| format!("; -{}={}", pen.write(product), pen.write(rest)));
    let [divisor, quotient] = [divisor, dividend / divisor].map(|number| pen.write(number));
    format!(
        "{} ÷ {divisor} = {quotient} R {}{}",
        pen.write(dividend),
        pen.write(left),
        steps.collect::<String>()
    )
}

/// Random puzzles, each kind in turn.
fn puzzles(seed: u64, count: usize) -> impl Iterator<Item = (u64, String, Puzzle)> {
    let mut dice = Dice(seed);
    (0..u64::MAX)
        .filter_map(move |number| {
            let (text, puzzle) = made(&mut dice, number % KINDS)?;
            Some((number % KINDS, text, puzzle))
        })
        .take(count)
}

fn explainer(puzzle: &Puzzle) -> Explainer {
    Explainer::new(puzzle).tries(1).depth(1).work(WORK)
}

fn explained(puzzle: &Puzzle) -> Explanation {
    explainer(puzzle).explain().expect("nothing interrupts it")
}

/// The digits of all solutions, by place and sorted; nothing if there are very many.
fn solutions(puzzle: &Puzzle) -> Option<Vec<Vec<u8>>> {
    let (answer, found) = Solver::new(puzzle)
        .zero_lines(false)
        .threads(1)
        .ask(Ask::First(500))
        .run()
        .expect("some engine fits");
    let mut all: Vec<Vec<u8>> = found.iter().map(|solution| by_place(puzzle, solution)).collect();
    all.sort();
    answer.outcome.exhausted.then_some(all)
}

/// All steps, those in cases too.
fn steps(explanation: &Explanation) -> Vec<&Step> {
    let (mut all, mut left) = (Vec::new(), explanation.steps.iter().collect::<Vec<_>>());
    while let Some(step) = left.pop() {
        left.extend(step.cases.iter().flat_map(|case| &case.steps));
        all.push(step);
    }
    all
}

/// Whether an order of two numbers holds for digits by place.
fn holds(claim: &Claim, digits: &[u8], puzzle: &Puzzle) -> bool {
    let value = |quantity: &Quantity| {
        let Quantity::Expr(Expr::Numeral(numeral)) = quantity else { panic!("an order is one of numbers") };
        let digit = |element: &Element| match element {
            Element::Shown(digit) => u64::from(*digit),
            Element::Hidden(place) => u64::from(digits[place.index()]),
        };
        let base = u64::from(puzzle.rules().base.get());
        numeral.whole.iter().fold(0, |value, element| value * base + digit(element))
    };
    let Claim::Order { left, right, .. } = claim else { panic!("{claim:?} is no order") };
    value(left) < value(right)
}

/// The mistake in the explanation of a puzzle, if there is one.
fn fault(kind: u64, puzzle: &Puzzle) -> Option<String> {
    let explanation = explained(puzzle);
    if let Some(refusal) = refusal(puzzle, &explanation) {
        return Some(refusal);
    }
    let solutions = solutions(puzzle)?;
    let status = match solutions.len() {
        0 => Status::None,
        1 => Status::Unique,
        _ => Status::Several,
    };
    if (explanation.status, explanation.solutions) != (status, solutions.len() as u128) {
        return Some(format!("{:?} with {} solutions", explanation.status, explanation.solutions));
    }
    if solutions.len() <= 12 && explanation.answers != solutions {
        return Some(format!("answers {:?}, not {solutions:?}", explanation.answers));
    }
    // Where parts may change places, one order of them stands for all.
    let orders = || {
        explanation.steps.iter().flat_map(|step| &step.gives).filter(|give| !give.proof.exchange.is_empty())
    };
    let is_ordered = |digits: &&Vec<u8>| orders().all(|give| holds(&give.claim, digits, puzzle));
    let solutions: Vec<&Vec<u8>> = solutions.iter().filter(is_ordered).collect();
    for step in &explanation.steps {
        for give in &step.gives {
            let Claim::Digit(place, digits) = &give.claim else { continue };
            if solutions.iter().any(|solution| !digits.contains(solution[place.index()])) {
                return Some(format!("step {} takes a digit from a solution", step.id));
            }
        }
    }
    let is_small_sum = [0, 2, 13].contains(&kind) && explanation.solutions <= 12;
    let is_told = || Explainer::new(puzzle).tries(1).explain().is_ok_and(|whole| whole.complete);
    (is_small_sum && !explanation.complete && !is_told()).then(|| "a small sum is not told to its end".into())
}

/// All facts of an explanation by their ids.
fn by_id(explanation: &Explanation) -> BTreeMap<&str, &Claim> {
    let steps = steps(explanation);
    let given = explanation.given.iter().map(|given| (&*given.id, &given.claim));
    let assumed =
        steps.iter().flat_map(|step| &step.cases).map(|case| (&*case.assume.id, &case.assume.claim));
    let gives = steps.iter().flat_map(|step| &step.gives).map(|give| (&*give.id, &give.claim));
    given.chain(assumed).chain(gives).collect()
}

/// Digits, by place, for each cell of an expression, that these facts leave; nothing if they are many.
fn assignments(expr: &Expr, known: &[&Claim], context: &Context) -> Option<Vec<Vec<u8>>> {
    let mut all = vec![vec![0; 64]];
    for cell in expr.cells() {
        let digits = left(cell, known, context);
        let put = |one: &Vec<u8>, digit: u8| {
            let mut one = one.clone();
            one[cell.index()] = digit;
            one
        };
        all = all.iter().flat_map(|one| digits.iter().map(move |digit| put(one, digit))).collect();
        if all.len() > 2_000 {
            return None;
        }
    }
    let is_own = |claim: &&&Claim| is_about(claim, expr);
    all.retain(|digits| known.iter().filter(is_own).all(|claim| is_met(claim, digits, context)));
    Some(all)
}

/// The digits that these facts leave of a place.
fn left(place: Cell, known: &[&Claim], context: &Context) -> DigitSet {
    let is_left = |digit: &u8| {
        known.iter().all(
            |claim| !matches!(claim, Claim::Digit(other, set) if *other == place && !set.contains(*digit)),
        )
    };
    DigitSet::all(context.base).iter().filter(is_left).collect()
}

/// Whether a fact is the digit or the size of something in an expression.
fn is_about(claim: &Claim, expr: &Expr) -> bool {
    let cells = expr.cells();
    match claim {
        Claim::Digit(place, _) => cells.contains(place),
        Claim::Range(Quantity::Expr(of), ..) => of.cells().iter().all(|cell| cells.contains(cell)),
        _ => false,
    }
}

fn is_met(claim: &Claim, digits: &[u8], context: &Context) -> bool {
    match claim {
        Claim::Digit(place, set) => set.contains(digits[place.index()]),
        Claim::Range(Quantity::Expr(expr), from, to) => {
            judge::number(expr, digits, context).is_ok_and(|value| is_between(&value, from, to))
        }
        _ => true,
    }
}

fn is_between(value: &Exact, from: &Option<Exact>, to: &Option<Exact>) -> bool {
    from.as_ref().is_none_or(|from| from <= value) && to.as_ref().is_none_or(|to| value <= to)
}

/// A step that says that sizes exclude what they do not: in an equation with a number alone on one side, the other side comes to
/// lie between the least and the largest value of that number. Also the number of conclusions that were looked at.
fn without_sizes(puzzle: &Puzzle, explanation: &Explanation) -> (Option<String>, usize) {
    let (facts, context) = (by_id(explanation), Context::new(puzzle.rules().base));
    let mut looked = 0;
    for step in steps(explanation) {
        let mut known: Vec<&Claim> = step.uses.iter().map(|id| facts[&**id]).collect();
        let is_size = |claim: &&Claim| {
            matches!(claim, Claim::Digit(..) | Claim::Range(Quantity::Expr(_), ..) | Claim::Condition(_))
        };
        let conditions: Vec<&Claim> =
            known.iter().copied().filter(|claim| matches!(claim, Claim::Condition(_))).collect();
        let &[Claim::Condition(Expr::Chain(equation))] = &conditions[..] else { continue };
        let [(sign, right)] = &equation.rest[..] else { continue };
        if sign.algebra != Algebra::Equal || !known.iter().all(is_size) {
            continue;
        }
        for give in &step.gives {
            for (number, other) in [(&*equation.first, right), (right, &*equation.first)] {
                let is_alone = matches!(number, Expr::Numeral(_))
                    && !number.cells().iter().any(|cell| other.cells().contains(cell));
                if !["length", "size"].contains(&step.technique) || !is_alone || !is_about(&give.claim, other)
                {
                    continue;
                }
                let Some(all) = assignments(other, &known, &context) else { continue };
                looked += 1;
                let end = |of: fn(DigitSet) -> Option<u8>| {
                    let mut digits = vec![0; 64];
                    for cell in number.cells() {
                        digits[cell.index()] = of(left(cell, &known, &context)).unwrap_or(0);
                    }
                    judge::number(number, &digits, &context).ok()
                };
                let (least, most) = (end(DigitSet::min), end(DigitSet::max));
                let is_within = |value: &Exact| {
                    let is_in = |claim: &&Claim| match claim {
                        Claim::Range(Quantity::Expr(of), from, to) if of == number => {
                            is_between(value, from, to)
                        }
                        _ => true,
                    };
                    is_between(value, &least, &most) && known.iter().all(is_in)
                };
                let excluded = all.iter().filter(|digits| !is_met(&give.claim, digits, &context));
                let mut values = excluded.filter_map(|digits| judge::number(other, digits, &context).ok());
                if let Some(value) = values.find(is_within) {
                    let fault = format!("{} is by size, but {value} is within the bounds", give.id);
                    return (Some(fault), looked);
                }
            }
            known.push(&give.claim);
        }
    }
    (None, looked)
}

/// Numbers that sizes exclude lie outside the bounds, and are no fractions between them.
#[test]
fn what_is_excluded_by_size_is_too_large_or_too_small() {
    let small = ["B/C=A", "A/B=C", "A=B/C", "AB/C=D", "A/B*C=D", "A^2/B=C", "AB/CD=E"];
    let small = small.map(|text| text.parse().expect("it is a puzzle"));
    let random = puzzles(3, 1_000).map(|(_, _, puzzle)| puzzle);
    let (mut faults, mut looked) = (Vec::new(), 0);
    for puzzle in small.into_iter().chain(random) {
        let (fault, own) = without_sizes(&puzzle, &explained(&puzzle));
        looked += own;
        faults.extend(fault.map(|fault| format!("base {}: {puzzle}\n{fault}", puzzle.rules().base)));
    }
    assert!(faults.is_empty() && looked > 100, "{} of {looked}:\n{}", faults.len(), faults.join("\n\n"));
}

fn replay(seed: u64, count: usize) {
    let faults: Vec<String> = puzzles(seed, count)
        .filter_map(|(kind, text, puzzle)| {
            Some(format!("base {}: {text}\n{}", puzzle.rules().base, fault(kind, &puzzle)?))
        })
        .collect();
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        faults[..faults.len().min(10)].join("\n\n")
    );
}

/// Every drawing that has a form on one line, in this form.
#[test]
fn drawings_on_one_line_replay() {
    let lines = crate::common::corpus::drawings()
        .into_iter()
        .filter_map(|entry| Form::OneLine.of(&entry.puzzle()).ok());
    let faults: Vec<String> =
        lines.filter_map(|puzzle| Some(format!("{puzzle}\n{}", fault(KINDS, &puzzle)?))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn random_explanations_replay() {
    replay(1, 1_000);
}

#[test]
#[ignore = "minutes: `make explanations`"]
fn ten_thousand_random_explanations_replay() {
    replay(2, 10_000);
}

fn told(puzzle: &Puzzle) -> String {
    let told = prose::tell(&explained(puzzle), puzzle, Language::english(), Detail::Normal);
    let paragraphs: Vec<&str> = told.paragraphs.iter().map(|paragraph| &*paragraph.text).collect();
    format!("{}\n{}", paragraphs.join("\n"), told.closing)
}

fn renaming(seed: u64, count: usize) {
    // The letters of `Pen`, in another script and another order.
    let other = |c: char| match c {
        'G'..='V' => char::from_u32('я' as u32 - (c as u32 - 'G' as u32)).expect("it is a letter"),
        _ => c,
    };
    let lettered = puzzles(seed, count).filter(|(_, _, puzzle)| puzzle.symbols().next().is_some());
    for (_, text, puzzle) in lettered {
        // Their words are of these letters as well.
        let renamed: String = if ["is_", "sqrt", "gives", " R "].iter().any(|word| text.contains(word)) {
            continue;
        } else {
            text.chars().map(other).collect()
        };
        let renamed = Reader::new().rules(puzzle.rules()).read(&renamed).expect("it is a puzzle");
        let back = |c: char| ('G'..='V').find(|own| other(*own) == c).unwrap_or(c);
        let said: String = told(&renamed).chars().map(back).collect();
        assert_eq!(said, told(&puzzle), "{text}");
    }
}

#[test]
fn renamed_symbols_rename_the_text_only() {
    renaming(3, 150);
}

fn techniques(seed: u64, count: usize) {
    let mut dice = Dice(seed);
    for (_, text, puzzle) in puzzles(seed, count) {
        let allowed = dice.below(1 << TECHNIQUES.len());
        let names: Vec<&'static str> = TECHNIQUES
            .iter()
            .enumerate()
            .filter(|(i, _)| allowed >> i & 1 == 1)
            .map(|(_, technique)| technique.name)
            .collect();
        let explanation =
            explainer(&puzzle).techniques(names.clone()).explain().expect("nothing interrupts it");
        let used: BTreeSet<&str> = steps(&explanation).iter().map(|step| step.technique).collect();
        assert!(
            names.is_empty() || used.iter().all(|name| names.contains(name)),
            "{text}: {used:?}, not of {names:?}"
        );
        assert_eq!(refusal(&puzzle, &explanation), None, "{text} with {names:?}");
    }
}

#[test]
fn of_a_symbol_on_both_sides_a_column_says_nothing() {
    // Units: O + G = O. That O is not 0, as G would be O then, does not follow from G alone.
    let rules = Rules::default().with_base(Base::new(16).expect("it is a base"));
    let puzzle = Reader::new().rules(&rules).read("HMO=HO+HLG=HO*V").expect("it can be read");
    let allowed = vec!["no-change", "column-range", "length", "reach", "exhaust"];
    let explanation = explainer(&puzzle).techniques(allowed).explain();
    let explanation = explanation.expect("nothing interrupts it");
    assert_eq!(refusal(&puzzle, &explanation), None);
}

#[test]
fn only_techniques_that_are_allowed_are_used() {
    techniques(4, 300);
}

#[test]
fn two_columns_that_cannot_both_hold_replay() {
    let rules = Rules::default().with_base(Base::new(6).expect("it is a base"));
    let puzzle = Reader::new().rules(&rules).read("H4*3=H03").expect("it is a puzzle");
    let names = vec!["lead-carry", "carry-bound", "column-range", "cancel", "parity", "together"];
    let explanation = explainer(&puzzle).techniques(names).explain().expect("nothing interrupts it");
    assert_eq!((explanation.status, explanation.complete), (Status::None, true));
    assert_eq!(steps(&explanation)[0].technique, "together");
    assert_eq!(refusal(&puzzle, &explanation), None);
}

fn facts(seed: u64, count: usize) {
    let mut dice = Dice(seed);
    let (mut proved, mut refuted, mut stopped) = (0, 0, 0);
    for (_, text, puzzle) in puzzles(seed, count) {
        let Some(solutions) = solutions(&puzzle) else { continue };
        let places = places(&puzzle);
        let at = usize::try_from(dice.below(places.len() as u64)).expect("it is small");
        let base = puzzle.rules().base;
        // Half of the facts are about a digit of a solution.
        let digit = match solutions.first() {
            Some(solution) if dice.below(2) == 0 => solution[at],
            _ => u8::try_from(dice.below(base.get().into())).expect("it is a digit"),
        };
        // A letter may be a symbol of the puzzle as well.
        if puzzle.cell(&base.name(digit).to_string()).is_some() {
            continue;
        }
        let sign = ["=", "!="][usize::try_from(dice.below(2)).expect("it is small")];
        let asked = format!("{}{sign}{}", places[at].0, base.name(digit));
        let fact = fact_of(&puzzle, &asked).unwrap_or_else(|error| panic!("{text}: {asked}: {error}"));
        let is_certain = solutions.iter().all(|solution| (solution[at] == digit) == (sign == "="));
        let counterexample = fact.counterexample(&puzzle, &Watch::default());
        assert_eq!(counterexample.is_none(), is_certain, "{text}: {asked}");
        if !is_certain {
            refuted += 1;
            continue;
        }
        proved += 1;
        let mut explanation = explainer(&puzzle)
            .work(200_000)
            .goal(fact.claim.clone())
            .explain()
            .expect("nothing interrupts it");
        // Whoever is told nothing more is told that the end was not reached.
        if !explanation.complete {
            stopped += 1;
            continue;
        }
        let Claim::Digit(place, digits) = &fact.claim else { panic!("{asked} is about a digit") };
        let is_said = |claim: &Claim| match claim {
            Claim::Digit(other, own) => other == place && own.minus(*digits).is_empty(),
            Claim::False => true,
            _ => false,
        };
        let gives = explanation.steps.iter().flat_map(|step| &step.gives).map(|give| &give.claim);
        let stated = explanation.given.iter().map(|given| &given.claim);
        assert!(
            gives.chain(stated).any(is_said) || explanation.steps.is_empty(),
            "base {base}: {text}: {asked}"
        );
        // The steps to a fact need not reach the answer.
        explanation.complete = false;
        assert_eq!(refusal(&puzzle, &explanation), None, "{text}: {asked}");
    }
    assert!(20 * stopped <= proved, "{stopped} of {proved} are not proved within the work that is allowed");
    assert!(proved > count / 5 && refuted > count / 10, "{proved} proved, {refuted} refuted of {count}");
}

#[test]
fn a_fact_is_proved_or_is_not_certain() {
    facts(5, 300);
}

/// Each hint is true, and there is one until all digits are known.
fn hints(seed: u64, count: usize) {
    for (_, text, puzzle) in puzzles(seed, count) {
        let Some(solutions) = solutions(&puzzle).filter(|all| all.len() == 1) else { continue };
        let (solution, places) = (&solutions[0], places(&puzzle));
        let mut known = Vec::new();
        while places.iter().any(|(_, place)| !known.iter().any(|(cell, _)| cell == place)) {
            let hint = Explainer::new(&puzzle).known(&known).hint().expect("nothing interrupts it");
            let gives: Vec<&Claim> =
                hint.steps.iter().flat_map(|step| &step.gives).map(|give| &give.claim).collect();
            let is_known = |place: usize| known.iter().any(|(cell, _)| *cell == places[place].1);
            let mut found = Vec::new();
            for claim in &gives {
                let Claim::Digit(place, digits) = claim else { continue };
                assert!(digits.contains(solution[place.index()]), "{text} with {known:?}: {claim:?}");
                if digits.len() == 1 && !is_known(place.index()) {
                    found.push(place.index());
                }
            }
            // Whoever cannot tell what a step leaves open goes on with a digit that the next steps would give.
            if found.is_empty() {
                let next = (0..places.len()).find(|place| !is_known(*place)).expect("one is open");
                let is_settled = hint.given.iter().any(|given| matches!(&given.claim, Claim::Digit(place, digits) if place.index() == next && digits.len() == 1));
                assert!(!gives.is_empty() || is_settled || hint.complete, "{text} with {known:?}: no hint");
                found.push(next);
            }
            known.extend(found.iter().map(|place| (places[*place].1, solution[*place])));
        }
    }
}

#[test]
fn hints_one_after_another_reach_the_answer() {
    hints(6, 150);
}

#[test]
#[ignore = "minutes: `make explanations`"]
fn laws_hold_for_many() {
    renaming(13, 1_500);
    techniques(14, 3_000);
    facts(15, 3_000);
    hints(16, 1_500);
}
